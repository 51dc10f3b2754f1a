/** Generates conditions that are always well-formed. */
import fc from 'fast-check';
import type { AttributeValue, KeyDescriptor } from '../../../oracles/values/types.ts';
import { anyName, anyPath, isSamePath, pathOf, rootPath } from './paths.ts';
import { base64 } from './pools.ts';
import { bounds, scalar, set, strictly, valueFor } from './values.ts';
import { perWords, type Words } from './words.ts';
import type { ConditionTree, Operand } from './writer.ts';

type Tree = fc.Arbitrary<ConditionTree>;

const comparators = ['=', '<>', '<', '<=', '>', '>='] as const;
const equality = fc.constantFrom('=', '<>');
const order = fc.constantFrom('<', '<=', '>', '>=');
const orderedKinds = ['number', 'string', 'binary'] as const;

const pathOperand = (words: Words): fc.Arbitrary<Operand> => anyPath(words).map((path) => ({ path }));
const sizeOperand = (words: Words): fc.Arbitrary<Operand> => anyPath(words).map((size) => ({ size }));
const literal = (value: fc.Arbitrary<AttributeValue>): fc.Arbitrary<Operand> => value.map((one) => ({ value: one }));
const ordered = fc.oneof(...orderedKinds.map(strictly));
/** Sizes of short values, and of the fixed ones. */
const count = literal(fc.nat({ max: 5 }).map((n) => ({ N: String(n) })));

const isSamePlace = (one: Operand, other: Operand): boolean =>
  'path' in one && 'path' in other && isSamePath(one.path, other.path);

/** The operands in either order; a value first is as legal as a path first. */
const compare = (comparator: fc.Arbitrary<string>, left: fc.Arbitrary<Operand>, right: fc.Arbitrary<Operand>): Tree =>
  fc
    .tuple(comparator, left, right, fc.constantFrom(false, false, false, true))
    .filter(([, one, other]) => !isSamePlace(one, other))
    .map(([name, one, other, reversed]) => ({
      kind: 'compare',
      comparator: name,
      ...(reversed ? { left: other, right: one } : { left: one, right: other }),
    }));

/** A path and a value that its attribute often has. */
const pathAndValue = (words: Words): fc.Arbitrary<[Operand, Operand]> =>
  anyName(words).chain((name) =>
    fc.tuple(
      pathOf(words, name).map((path): Operand => ({ path })),
      literal(valueFor(words, name)),
    ),
  );

/** Ordering comparisons accept only strings, numbers and binaries; equality accepts every type. */
const compared = (words: Words): Tree =>
  fc.oneof(
    pathAndValue(words).chain(([left, right]) => compare(equality, fc.constant(left), fc.constant(right))),
    compare(order, pathOperand(words), literal(ordered)),
    compare(fc.constantFrom(...comparators), pathOperand(words), pathOperand(words)),
    compare(fc.constantFrom(...comparators), sizeOperand(words), fc.oneof(count, count, pathOperand(words))),
  );

const within = (...operands: [fc.Arbitrary<Operand>, fc.Arbitrary<Operand>, fc.Arbitrary<Operand>]): Tree =>
  fc.tuple(...operands).map(([operand, low, high]) => ({ kind: 'between', operand, low, high }));

const fromLowToHigh = (operand: fc.Arbitrary<Operand>, of: fc.Arbitrary<[AttributeValue, AttributeValue]>): Tree =>
  of.chain(([low, high]) => within(operand, fc.constant({ value: low }), fc.constant({ value: high })));

const sizes = fc
  .tuple(fc.nat({ max: 2 }), fc.nat({ max: 3 }))
  .map(([low, more]): [AttributeValue, AttributeValue] => [{ N: String(low) }, { N: String(low + more) }]);

const ranged = (words: Words): Tree =>
  fc.oneof(
    {
      arbitrary: fromLowToHigh(
        fc.oneof({ arbitrary: pathOperand(words), weight: 4 }, literal(ordered)),
        fc.constantFrom<KeyDescriptor>('S', 'N', 'B').chain(bounds),
      ),
      weight: 3,
    },
    { arbitrary: fromLowToHigh(sizeOperand(words), sizes), weight: 1 },
    {
      arbitrary: within(literal(ordered), pathOperand(words), fc.oneof(pathOperand(words), literal(ordered))),
      weight: 1,
    },
  );

const listed = (words: Words): Tree =>
  anyName(words).chain((name) => {
    const own = valueFor(words, name);
    const path = pathOf(words, name).map((one): Operand => ({ path: one }));
    const member = fc.oneof({ arbitrary: literal(fc.oneof(own, own, scalar)), weight: 6 }, pathOperand(words));
    const several = fc.array(member, { minLength: 1, maxLength: 4 });
    return fc.oneof(
      { arbitrary: fc.tuple(path, several).map(([operand, members]) => inList(operand, members)), weight: 6 },
      fc
        .tuple(literal(own), fc.array(pathOperand(words), { minLength: 1, maxLength: 3 }))
        .map(([a, b]) => inList(a, b)),
    );
  });

const inList = (operand: Operand, members: readonly Operand[]): ConditionTree => ({ kind: 'in', operand, members });

const call = (name: string, ...args: fc.Arbitrary<Operand>[]): Tree =>
  fc
    .tuple(...args)
    .filter(([one, other]) => one === undefined || other === undefined || !isSamePlace(one, other))
    .map((all) => ({ kind: 'call', name, args: all }));

const descriptors = ['S', 'N', 'B', 'SS', 'NS', 'BS', 'L', 'M', 'BOOL', 'NULL'] as const;
const prefix = fc.oneof(strictly('string'), strictly('binary'));
const collection = fc.oneof(set, strictly('list'), strictly('string'), strictly('binary'));

/** What the fixed sets and lists hold, also in another notation, and what they nearly hold. */
const member = fc.constantFrom<AttributeValue>(
  ...['a', 'ab', ''].map((S) => ({ S })),
  ...['1', '1.0', '10', '100'].map((N) => ({ N })),
  ...[[0], [0x80]].map((bytes) => ({ B: base64(...bytes) })),
  { M: { branch: { N: '1.0' } } },
  { L: [{ S: 'a' }, { N: '1' }] },
  { NS: ['10', '1'] },
);

/** Whether a set or list holds a member. */
const holding = (words: Words): Tree[] => {
  const names = [...words.kinds].flatMap(([name, kind]) => (kind === 'set' || kind === 'list' ? [name] : []));
  if (names.length === 0) return [];
  const path = fc.constantFrom(...names).chain((name) => rootPath(name));
  return [
    call(
      'contains',
      path.map((one): Operand => ({ path: one })),
      literal(member),
    ),
  ];
};

const called = (words: Words): Tree => {
  const path = pathOperand(words);
  return fc.oneof(
    { arbitrary: call('attribute_exists', path), weight: 2 },
    { arbitrary: call('attribute_not_exists', path), weight: 2 },
    {
      arbitrary: call('attribute_type', path, literal(fc.constantFrom(...descriptors).map((S) => ({ S })))),
      weight: 3,
    },
    { arbitrary: call('begins_with', path, literal(prefix)), weight: 3 },
    { arbitrary: call('begins_with', fc.oneof(literal(prefix), path), path), weight: 1 },
    ...holding(words).map((arbitrary) => ({ arbitrary, weight: 3 })),
    { arbitrary: call('contains', path, literal(scalar)), weight: 2 },
    { arbitrary: call('contains', fc.oneof(literal(collection), path), path), weight: 2 },
    { arbitrary: call('contains', path, literal(fc.oneof(set, strictly('map'), strictly('list')))), weight: 1 },
  );
};

const clause = (words: Words): Tree =>
  fc.oneof(
    { arbitrary: compared(words), weight: 3 },
    { arbitrary: ranged(words), weight: 1 },
    { arbitrary: listed(words), weight: 1 },
    { arbitrary: called(words), weight: 3 },
  );

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
          }) as Tree,
          weight: 2,
        },
      ),
    })).condition,
);

/** A condition that mostly holds, so that long transactions succeed. */
export const likelyCondition = perWords(
  (words): Tree =>
    fc.constantFrom<ConditionTree>(
      { kind: 'call', name: 'attribute_not_exists', args: [{ path: [{ name: 'theta', alias: false }] }] },
      {
        kind: 'compare',
        comparator: '<>',
        left: { path: [{ name: [...words.kinds.keys()][0] ?? 'theta', alias: true }] },
        right: { value: { S: 'never stored' } },
      },
    ),
);
