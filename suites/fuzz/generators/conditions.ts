/** Generates conditions that are always well-formed. */
import fc from 'fast-check';
import type { KeyDescriptor } from '../../../oracles/values/types.ts';
import { anyName, anyPath, pathOf, root } from './paths.ts';
import { bounds, scalar, strictly, valueFor } from './values.ts';
import { perWords, type Words } from './words.ts';
import type { ConditionTree } from './writer.ts';

const comparators = ['=', '<>', '<', '<=', '>', '>='] as const;
const equality = fc.constantFrom('=', '<>');
const order = fc.constantFrom('<', '<=', '>', '>=');
const orderedKinds = ['number', 'string', 'binary'] as const;

/** Ordering comparisons accept only strings, numbers and binaries; equality accepts every type. */
const compared = (words: Words): fc.Arbitrary<ConditionTree> =>
  fc.oneof(
    anyName(words).chain((name) =>
      fc.record({
        kind: fc.constant('compare' as const),
        comparator: equality,
        left: pathOf(words, name).map((path) => ({ path })),
        right: valueFor(words, name).map((value) => ({ value })),
      }),
    ),
    fc.tuple(anyPath(words), order, fc.oneof(...orderedKinds.map(strictly))).map(([path, comparator, value]) => ({
      kind: 'compare' as const,
      comparator,
      left: { path },
      right: { value },
    })),
    fc
      .tuple(anyPath(words), fc.constantFrom(...comparators), anyPath(words))
      .filter(([left, , right]) => root(left) !== root(right))
      .map(([left, comparator, right]) => ({
        kind: 'compare' as const,
        comparator,
        left: { path: left },
        right: { path: right },
      })),
    fc.tuple(anyPath(words), fc.constantFrom(...comparators), fc.nat({ max: 4 })).map(([size, comparator, count]) => ({
      kind: 'compare' as const,
      comparator,
      left: { size },
      right: { value: { N: String(count) } },
    })),
  );

const ranged = (words: Words): fc.Arbitrary<ConditionTree> =>
  fc
    .tuple(anyPath(words), fc.constantFrom<KeyDescriptor>('S', 'N', 'B').chain(bounds))
    .map(([path, [low, high]]) => ({ kind: 'between', operand: { path }, low: { value: low }, high: { value: high } }));

const listed = (words: Words): fc.Arbitrary<ConditionTree> =>
  anyName(words).chain((name) =>
    fc
      .tuple(
        pathOf(words, name),
        fc.array(fc.oneof({ arbitrary: valueFor(words, name), weight: 2 }, { arbitrary: scalar, weight: 1 }), {
          minLength: 1,
          maxLength: 3,
        }),
      )
      .map(([path, values]) => ({
        kind: 'in' as const,
        operand: { path },
        members: values.map((value) => ({ value })),
      })),
  );

const descriptors = ['S', 'N', 'B', 'SS', 'NS', 'BS', 'L', 'M', 'BOOL', 'NULL'] as const;
const called = (words: Words): fc.Arbitrary<ConditionTree> =>
  fc.oneof(
    fc.record({
      kind: fc.constant('call' as const),
      name: fc.constantFrom('attribute_exists', 'attribute_not_exists'),
      path: anyPath(words),
    }),
    fc.record({
      kind: fc.constant('call' as const),
      name: fc.constant('attribute_type'),
      path: anyPath(words),
      operand: fc.constantFrom(...descriptors).map((S) => ({ value: { S } })),
    }),
    fc.record({
      kind: fc.constant('call' as const),
      name: fc.constant('begins_with'),
      path: anyPath(words),
      operand: fc.oneof(strictly('string'), strictly('binary')).map((value) => ({ value })),
    }),
    fc.record({
      kind: fc.constant('call' as const),
      name: fc.constant('contains'),
      path: anyPath(words),
      operand: scalar.map((value) => ({ value })),
    }),
  );

const clause = (words: Words): fc.Arbitrary<ConditionTree> =>
  fc.oneof({ arbitrary: compared(words), weight: 3 }, ranged(words), listed(words), {
    arbitrary: called(words),
    weight: 3,
  });

/** Mostly a single clause: with few clauses a difference is easily traced to one. */
export const anyCondition = perWords(
  (words) =>
    fc.letrec<{ condition: ConditionTree }>((tie) => ({
      condition: fc.oneof(
        { maxDepth: 2, depthSize: 'small' },
        { arbitrary: clause(words), weight: 6 },
        { arbitrary: tie('condition').map((of): ConditionTree => ({ kind: 'not', of })), weight: 1 },
        {
          arbitrary: fc.record({
            kind: fc.constantFrom('and', 'or'),
            left: tie('condition'),
            right: tie('condition'),
            bracketed: fc.boolean(),
          }) as fc.Arbitrary<ConditionTree>,
          weight: 2,
        },
      ),
    })).condition,
);
