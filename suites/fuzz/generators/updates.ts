/** Generates update expressions that are always well-formed. */
import fc from 'fast-check';
import type { AttributeValue } from '../../../oracles/values/types.ts';
import { anyPath, pathOf, rootPath } from './paths.ts';
import { anyValue, type Key, scalar, strictly, valueFor, valueOfKey } from './values.ts';
import { perWords, type Words } from './words.ts';
import type { Operand, PathTree, Segment, Writer } from './writer.ts';

type Action =
  | { section: 'SET'; path: PathTree; value: SetValue }
  | { section: 'REMOVE'; path: PathTree }
  | { section: 'ADD' | 'DELETE'; path: PathTree; value: AttributeValue };
type SetValue =
  | Operand
  | { call: 'if_not_exists'; path: PathTree; operand: Operand }
  | { call: 'list_append'; left: SetValue; right: SetValue }
  | { operator: '+' | '-'; left: SetValue; right: SetValue }
  | { bracketed: SetValue };

const own = (path: PathTree): Operand => ({ path });
const literal = (arbitrary: fc.Arbitrary<AttributeValue>): fc.Arbitrary<Operand> =>
  arbitrary.map((value) => ({ value }));

/** Numbers whose sums and differences fit exactly into 38 digits. */
const smallNumbers = ['0', '1', '-1', '2.5', '10', '1e2', '-0.5'];
/** Numbers whose sums do not: too many digits, or too large. */
const farNumbers = [
  '1e-130',
  '1e88',
  '1e124',
  '9.9999999999999999999999999999999999999e125',
  '12345678901234567890123456789012345678',
];
const number = fc
  .oneof({ arbitrary: fc.constantFrom(...smallNumbers), weight: 12 }, fc.constantFrom(...farNumbers))
  .map((N): AttributeValue => ({ N }));

function counterOf(what: string, path: PathTree, other: PathTree): SetValue {
  if (what === 'far') return { value: { N: '9.9999999999999999999999999999999999999e125' } };
  if (what === 'defaulted') return { call: 'if_not_exists', path, operand: { value: { N: '0' } } };
  return own(what === 'own' ? path : other);
}

const counted = (words: Words, path: PathTree): fc.Arbitrary<SetValue> =>
  fc
    .tuple(
      fc.constantFrom('+' as const, '-' as const),
      literal(number),
      fc.constantFrom('own', 'own', 'own', 'defaulted', 'other', 'far'),
      fc.boolean(),
      anyPath(words),
    )
    .map(([operator, by, what, swapped, other]) => {
      const counter = counterOf(what, path, other);
      return swapped ? { operator, left: by, right: counter } : { operator, left: counter, right: by };
    });

const appended = (words: Words, path: PathTree): fc.Arbitrary<SetValue> =>
  fc
    .tuple(literal(strictly('list')), fc.boolean(), fc.constantFrom('own', 'own', 'defaulted', 'other'), anyPath(words))
    .map(([more, behind, what, other]) => {
      const list: SetValue =
        what === 'defaulted'
          ? { call: 'if_not_exists', path, operand: { value: { L: [] } } }
          : own(what === 'own' ? path : other);
      return { call: 'list_append', left: behind ? list : more, right: behind ? more : list };
    });

function setValue(words: Words, name: string, path: PathTree): fc.Arbitrary<SetValue> {
  const plain: fc.Arbitrary<SetValue> = fc.oneof(
    { arbitrary: literal(valueFor(words, name)), weight: 3 },
    { arbitrary: anyPath(words).map(own), weight: 1 },
    {
      arbitrary: fc
        .tuple(fc.oneof(fc.constant(path), anyPath(words)), fc.oneof(literal(anyValue), anyPath(words).map(own)))
        .map(([asked, operand]): SetValue => ({ call: 'if_not_exists', path: asked, operand })),
      weight: 2,
    },
    { arbitrary: literal(valueFor(words, name)).map((one): SetValue => ({ bracketed: one })), weight: 1 },
  );
  const kind = words.kinds.get(name);
  if (kind === 'number') return fc.oneof(plain, counted(words, path));
  return kind === 'list' ? fc.oneof(plain, appended(words, path)) : plain;
}

function action(words: Words, name: string): fc.Arbitrary<Action> {
  const set: fc.Arbitrary<Action> = pathOf(words, name).chain((path) =>
    setValue(words, name, path).map((value) => ({ section: 'SET', path, value })),
  );
  const remove: fc.Arbitrary<Action> = pathOf(words, name).map((path) => ({ section: 'REMOVE', path }));
  const kind = words.kinds.get(name);
  const changed = (section: 'ADD' | 'DELETE', value: fc.Arbitrary<AttributeValue>): fc.Arbitrary<Action> =>
    fc.tuple(pathOf(words, name), value).map(([path, one]) => ({ section, path, value: one }));
  if (kind === 'map') {
    const below = fc
      .tuple(rootPath(name), number)
      .map(([[first], value]): Action => ({ section: 'ADD', path: [first, { name: 'branch', alias: false }], value }));
    return fc.oneof({ arbitrary: set, weight: 4 }, { arbitrary: remove, weight: 2 }, { arbitrary: below, weight: 1 });
  }
  if (kind !== 'number' && kind !== 'set') return fc.oneof({ arbitrary: set, weight: 3 }, remove);
  const fitting = kind === 'number' ? number : fc.oneof(valueFor(words, name).filter(isSet), strictly('set'));
  return fc.oneof(
    { arbitrary: set, weight: 2 },
    remove,
    { arbitrary: changed('ADD', fitting), weight: 2 },
    ...(kind === 'set' ? [{ arbitrary: changed('DELETE', fitting), weight: 2 }] : []),
  );
}

const isSet = (value: AttributeValue): boolean => 'SS' in value || 'NS' in value || 'BS' in value;

/** Several elements of one list, set and removed at once, in any order. */
const elements = (name: string): fc.Arbitrary<Action[]> =>
  fc
    .tuple(
      rootPath(name),
      fc.uniqueArray(fc.constantFrom<Segment>(0, 1, 2, 3, 4, 7), { minLength: 2, maxLength: 4 }),
      fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
      scalar,
    )
    .map(([[first], places, removed, value]) =>
      places.map((at, index): Action => {
        const path: PathTree = [first, at];
        return removed[index] ? { section: 'REMOVE', path } : { section: 'SET', path, value: { value } };
      }),
    );

/** Sets an index key to a value of its type, or removes it. */
const keyAction = (words: Words, key: Key): fc.Arbitrary<Action> =>
  fc.oneof(
    fc
      .tuple(rootPath(key.name), valueOfKey(words, key))
      .map(([path, value]): Action => ({ section: 'SET', path, value: { value } })),
    rootPath(key.name).map((path): Action => ({ section: 'REMOVE', path })),
  );

/** Numbers and documents more often: an update can do more with them. */
const changedName = perWords(({ kinds }) =>
  fc.constantFrom(
    ...[...kinds].flatMap(([name, kind]) =>
      kind === 'set' ? [name, name, name] : kind === 'string' ? [name] : [name, name],
    ),
  ),
);

/** Uses each attribute at most once, or only different elements of it, so that no paths overlap. */
export const anyUpdate = (words: Words, keys: readonly Key[]): fc.Arbitrary<readonly Action[]> => {
  const lists = [...words.kinds].flatMap(([name, kind]) => (kind === 'list' ? [name] : []));
  const single = fc
    .uniqueArray(changedName(words), { minLength: 1, maxLength: 3 })
    .chain((names) => fc.tuple(...names.map((name) => action(words, name))))
    .map((actions): readonly Action[] => actions);
  const free =
    lists.length === 0
      ? single
      : fc.oneof(
          { arbitrary: single, weight: 6 },
          fc.constantFrom(...lists).chain((name) => elements(name)),
        );
  if (keys.length === 0) return free;
  const key = fc.constantFrom(...keys).chain((one) => keyAction(words, one));
  return fc.oneof(
    { arbitrary: free, weight: 3 },
    { arbitrary: key.map((one) => [one]), weight: 1 },
    { arbitrary: fc.tuple(free, key).map(([all, one]) => [...all, one]), weight: 1 },
  );
};

function setText(writer: Writer, value: SetValue): string {
  if ('bracketed' in value) return `(${setText(writer, value.bracketed)})`;
  if ('operator' in value) return `${setText(writer, value.left)} ${value.operator} ${setText(writer, value.right)}`;
  if (!('call' in value)) return writer.operand(value);
  return value.call === 'if_not_exists'
    ? `if_not_exists(${writer.path(value.path)}, ${writer.operand(value.operand)})`
    : `list_append(${setText(writer, value.left)}, ${setText(writer, value.right)})`;
}

function actionText(writer: Writer, one: Action): string {
  const path = writer.path(one.path);
  if (one.section === 'SET') return `${path} = ${setText(writer, one.value)}`;
  return one.section === 'REMOVE' ? path : `${path} ${writer.value(one.value)}`;
}

export function updateText(writer: Writer, actions: readonly Action[]): string {
  const sections = [...new Set(actions.map(({ section }) => section))];
  return sections
    .map((section) => {
      const those = actions.filter((one) => one.section === section);
      return `${section} ${those.map((one) => actionText(writer, one)).join(', ')}`;
    })
    .join(' ');
}
