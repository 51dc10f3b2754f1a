import fc from 'fast-check';

/** How often a member is there, and how often it is not: two weights, each 1 unless it is said. */
interface Weights {
  present?: number;
  absent?: number;
}

/** A member of a request that may be left out. */
export const optional = <T>(
  arbitrary: fc.Arbitrary<T>,
  { present = 1, absent = 1 }: Weights = {},
): fc.Arbitrary<T | undefined> =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: absent }, { arbitrary, weight: present });
