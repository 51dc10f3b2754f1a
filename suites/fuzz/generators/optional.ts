import fc from 'fast-check';

/** Relative weights of a member being present and absent. Default: 1 each. */
interface Weights {
  present?: number;
  absent?: number;
}

/** An optional member of a request. */
export const optional = <T>(
  arbitrary: fc.Arbitrary<T>,
  { present = 1, absent = 1 }: Weights = {},
): fc.Arbitrary<T | undefined> =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: absent }, { arbitrary, weight: present });
