/** Generates update expressions that are always well-formed. */
import fc from 'fast-check';
import type { AttributeValue } from '../../../oracles/values/types.ts';
import { anyName, anyPath, pathOf, rootPath } from './paths.ts';
import { anyValue, type Key, strictly, valueFor, valueOfKey } from './values.ts';
import type { Words } from './words.ts';
import type { Operand, PathTree, Writer } from './writer.ts';

type Action =
  | { section: 'SET'; path: PathTree; value: SetValue }
  | { section: 'REMOVE'; path: PathTree }
  | { section: 'ADD' | 'DELETE'; path: PathTree; value: AttributeValue };
type SetValue =
  | Operand
  | { call: 'if_not_exists'; path: PathTree; operand: Operand }
  | { call: 'list_append'; left: SetValue; right: SetValue }
  | { operator: '+' | '-'; left: SetValue; right: SetValue };

const own = (path: PathTree): Operand => ({ path });
const literal = (arbitrary: fc.Arbitrary<AttributeValue>): fc.Arbitrary<Operand> =>
  arbitrary.map((value) => ({ value }));

/** Numbers whose sums and differences fit exactly into 38 digits. */
const small = fc.constantFrom('0', '1', '-1', '2.5', '10', '1e2', '-0.5').map((N): Operand => ({ value: { N } }));

function setValue(words: Words, name: string, path: PathTree): fc.Arbitrary<SetValue> {
  const plain: fc.Arbitrary<SetValue> = fc.oneof(
    literal(valueFor(words, name)),
    anyPath(words).map(own),
    literal(anyValue).map((operand): SetValue => ({ call: 'if_not_exists', path, operand })),
  );
  const counted: fc.Arbitrary<SetValue> = fc
    .tuple(fc.constantFrom('+' as const, '-' as const), small, fc.boolean())
    .map(([operator, by, defaulted]) => ({
      operator,
      left: defaulted ? { call: 'if_not_exists', path, operand: { value: { N: '0' } } } : own(path),
      right: by,
    }));
  const appended: fc.Arbitrary<SetValue> = fc.tuple(literal(strictly('list')), fc.boolean()).map(([more, behind]) => ({
    call: 'list_append',
    left: behind ? own(path) : more,
    right: behind ? more : own(path),
  }));
  const kind = words.kinds.get(name);
  if (kind === 'number') return fc.oneof(plain, counted);
  return kind === 'list' ? fc.oneof(plain, appended) : plain;
}

function action(words: Words, name: string): fc.Arbitrary<Action> {
  const set: fc.Arbitrary<Action> = pathOf(words, name).chain((path) =>
    setValue(words, name, path).map((value) => ({ section: 'SET', path, value })),
  );
  const remove: fc.Arbitrary<Action> = pathOf(words, name).map((path) => ({ section: 'REMOVE', path }));
  const kind = words.kinds.get(name);
  if (kind !== 'number' && kind !== 'set') return fc.oneof({ arbitrary: set, weight: 3 }, remove);
  const added = rootPath(name).chain((path) =>
    (kind === 'number' ? small.map((one) => ('value' in one ? one.value : { N: '1' })) : strictly('set')).map(
      (value): Action => ({ section: 'ADD', path, value }),
    ),
  );
  const deleted = fc
    .tuple(rootPath(name), strictly('set'))
    .map(([path, value]): Action => ({ section: 'DELETE', path, value }));
  return fc.oneof(
    { arbitrary: set, weight: 2 },
    remove,
    { arbitrary: added, weight: 2 },
    ...(kind === 'set' ? [deleted] : []),
  );
}

/** Sets an index key to a value of its type, or removes it. */
const keyAction = (words: Words, key: Key): fc.Arbitrary<Action> =>
  fc.oneof(
    fc
      .tuple(rootPath(key.name), valueOfKey(words, key))
      .map(([path, value]): Action => ({ section: 'SET', path, value: { value } })),
    rootPath(key.name).map((path): Action => ({ section: 'REMOVE', path })),
  );

/** Uses each attribute at most once, so that no paths overlap; sometimes includes an index key. */
export const anyUpdate = (words: Words, keys: readonly Key[]): fc.Arbitrary<readonly Action[]> => {
  const free = fc
    .uniqueArray(anyName(words), { minLength: 1, maxLength: 3 })
    .chain((names) => fc.tuple(...names.map((name) => action(words, name))))
    .map((actions): readonly Action[] => actions);
  if (keys.length === 0) return free;
  const key = fc.constantFrom(...keys).chain((key) => keyAction(words, key));
  return fc.oneof(
    { arbitrary: free, weight: 3 },
    { arbitrary: key.map((one) => [one]), weight: 1 },
    { arbitrary: fc.tuple(free, key).map(([all, one]) => [...all, one]), weight: 1 },
  );
};

function setText(writer: Writer, value: SetValue): string {
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
      const own = actions.filter((one) => one.section === section);
      return `${section} ${own.map((one) => actionText(writer, one)).join(', ')}`;
    })
    .join(' ');
}
