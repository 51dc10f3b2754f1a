/** Conditions, updates and projections as trees, so that they are well-formed by construction, and their texts. */
import fc from 'fast-check';
import type { AttributeValue, JsonObject, KeyDescriptor } from '../../oracles/values/types.ts';
import { anyValue, bounds, keyValue, scalar, strictly, valueFor } from './values.ts';
import {
  type AttributeKind,
  type AttributeName,
  attributeKinds,
  attributeNames,
  isPlain,
  memberNames,
} from './words.ts';

/** `alias` writes a name behind a placeholder. */
export type Segment = { name: string; alias: boolean } | number;
export type Path = readonly [Segment, ...Segment[]];
export type Operand = { path: Path } | { value: AttributeValue } | { size: Path };

export type Condition =
  | { kind: 'compare'; comparator: string; left: Operand; right: Operand }
  | { kind: 'between'; operand: Operand; low: Operand; high: Operand }
  | { kind: 'in'; operand: Operand; members: readonly Operand[] }
  | { kind: 'call'; name: string; path: Path; operand?: Operand }
  | { kind: 'not'; of: Condition }
  | { kind: 'and' | 'or'; left: Condition; right: Condition; bracketed: boolean };

/** Draws placeholders while a request's expressions are written, and hands them over with it. */
export class Writer {
  readonly #names = new Map<string, string>();
  readonly #values: [string, AttributeValue][] = [];

  name(name: string, alias: boolean): string {
    if (!alias && isPlain(name)) return name;
    const known = this.#names.get(name) ?? `#n${this.#names.size}`;
    this.#names.set(name, known);
    return known;
  }

  value(value: AttributeValue): string {
    const placeholder = `:v${this.#values.length}`;
    this.#values.push([placeholder, value]);
    return placeholder;
  }

  path([first, ...rest]: Path): string {
    const part = (segment: Segment): string =>
      typeof segment === 'number' ? `[${segment}]` : `.${this.name(segment.name, segment.alias)}`;
    return [first, ...rest].map(part).join('').slice(1);
  }

  operand(operand: Operand): string {
    if ('path' in operand) return this.path(operand.path);
    return 'size' in operand ? `size(${this.path(operand.size)})` : this.value(operand.value);
  }

  condition(condition: Condition): string {
    switch (condition.kind) {
      case 'compare':
        return `${this.operand(condition.left)} ${condition.comparator} ${this.operand(condition.right)}`;
      case 'between':
        return `${this.operand(condition.operand)} BETWEEN ${this.operand(condition.low)} AND ${this.operand(condition.high)}`;
      case 'in':
        return `${this.operand(condition.operand)} IN (${condition.members.map((one) => this.operand(one)).join(', ')})`;
      case 'call': {
        const more = condition.operand === undefined ? '' : `, ${this.operand(condition.operand)}`;
        return `${condition.name}(${this.path(condition.path)}${more})`;
      }
      case 'not':
        return `NOT ${this.#inner(condition.of, true)}`;
      case 'and':
      case 'or': {
        const side = (one: Condition): string => this.#inner(one, condition.kind === 'and' || condition.bracketed);
        return `${side(condition.left)} ${condition.kind.toUpperCase()} ${side(condition.right)}`;
      }
    }
  }

  /** Brackets only where something binds less tightly: the service refuses those around nothing else. */
  #inner(condition: Condition, tight: boolean): string {
    const written = this.condition(condition);
    return tight && (condition.kind === 'and' || condition.kind === 'or') ? `(${written})` : written;
  }

  /** The placeholders that were drawn, as members of a request. */
  get members(): JsonObject {
    return {
      ...(this.#names.size > 0 && {
        ExpressionAttributeNames: Object.fromEntries([...this.#names].map(([name, key]) => [key, name])),
      }),
      ...(this.#values.length > 0 && { ExpressionAttributeValues: Object.fromEntries(this.#values) }),
    };
  }
}

const named = (name: string): fc.Arbitrary<Segment> =>
  fc.oneof(
    { arbitrary: fc.constant({ name, alias: !isPlain(name) }), weight: 3 },
    { arbitrary: fc.constant({ name, alias: true }), weight: 1 },
  );

const inside: { readonly [kind in AttributeKind]?: fc.Arbitrary<Segment[]> } = {
  map: fc.constantFrom(...memberNames).chain((name) => named(name).map((segment) => [segment])),
  list: fc.nat({ max: 2 }).map((at) => [at]),
  any: fc.constantFrom<Segment[]>([0], [{ name: 'branch', alias: false }], [{ name: 'branch', alias: false }, 0]),
};

export const pathOf = (name: AttributeName): fc.Arbitrary<Path> => {
  const root = named(name).map((segment): Path => [segment]);
  const deeper = inside[attributeKinds[name]];
  if (deeper === undefined) return root;
  const nested = fc.tuple(root, deeper).map(([[first], rest]): Path => [first, ...rest]);
  return fc.oneof({ arbitrary: root, weight: 2 }, { arbitrary: nested, weight: 1 });
};

export const rootPath = (name: string): fc.Arbitrary<Path> => named(name).map((segment) => [segment]);
const anyName = fc.constantFrom(...attributeNames);
export const anyPath: fc.Arbitrary<Path> = anyName.chain(pathOf);

const comparators = ['=', '<>', '<', '<=', '>', '>='] as const;
const equality = fc.constantFrom('=', '<>');
const order = fc.constantFrom('<', '<=', '>', '>=');
const orderedKinds = ['number', 'string', 'binary'] as const;

/** A comparison by order takes strings, numbers and binaries alone; one for equality takes all. */
const compared: fc.Arbitrary<Condition> = fc.oneof(
  anyName.chain((name) =>
    fc.record({
      kind: fc.constant('compare' as const),
      comparator: equality,
      left: pathOf(name).map((path) => ({ path })),
      right: valueFor(attributeKinds[name]).map((value) => ({ value })),
    }),
  ),
  fc.tuple(anyPath, order, fc.oneof(...orderedKinds.map(strictly))).map(([path, comparator, value]) => ({
    kind: 'compare' as const,
    comparator,
    left: { path },
    right: { value },
  })),
  fc
    .tuple(anyPath, fc.constantFrom(...comparators), anyPath)
    .filter(([left, , right]) => root(left) !== root(right))
    .map(([left, comparator, right]) => ({
      kind: 'compare' as const,
      comparator,
      left: { path: left },
      right: { path: right },
    })),
  fc.tuple(anyPath, fc.constantFrom(...comparators), fc.nat({ max: 4 })).map(([size, comparator, count]) => ({
    kind: 'compare' as const,
    comparator,
    left: { size },
    right: { value: { N: String(count) } },
  })),
);

export const root = ([first]: Path): string => (typeof first === 'number' ? '' : first.name);

const ranged: fc.Arbitrary<Condition> = fc
  .tuple(anyPath, fc.constantFrom<KeyDescriptor>('S', 'N', 'B').chain(bounds))
  .map(([path, [low, high]]) => ({ kind: 'between', operand: { path }, low: { value: low }, high: { value: high } }));

const listed: fc.Arbitrary<Condition> = anyName.chain((name) =>
  fc
    .tuple(
      pathOf(name),
      fc.array(fc.oneof({ arbitrary: valueFor(attributeKinds[name]), weight: 2 }, { arbitrary: scalar, weight: 1 }), {
        minLength: 1,
        maxLength: 3,
      }),
    )
    .map(([path, values]) => ({ kind: 'in' as const, operand: { path }, members: values.map((value) => ({ value })) })),
);

const descriptors = ['S', 'N', 'B', 'SS', 'NS', 'BS', 'L', 'M', 'BOOL', 'NULL'] as const;
const called: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    kind: fc.constant('call' as const),
    name: fc.constantFrom('attribute_exists', 'attribute_not_exists'),
    path: anyPath,
  }),
  fc.record({
    kind: fc.constant('call' as const),
    name: fc.constant('attribute_type'),
    path: anyPath,
    operand: fc.constantFrom(...descriptors).map((S) => ({ value: { S } })),
  }),
  fc.record({
    kind: fc.constant('call' as const),
    name: fc.constant('begins_with'),
    path: anyPath,
    operand: fc.oneof(strictly('string'), strictly('binary')).map((value) => ({ value })),
  }),
  fc.record({
    kind: fc.constant('call' as const),
    name: fc.constant('contains'),
    path: anyPath,
    operand: scalar.map((value) => ({ value })),
  }),
);

const clause: fc.Arbitrary<Condition> = fc.oneof({ arbitrary: compared, weight: 3 }, ranged, listed, {
  arbitrary: called,
  weight: 3,
});

/** One clause mostly: of few, a difference is soon traced to one. */
export const { condition: anyCondition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    { arbitrary: clause, weight: 6 },
    { arbitrary: tie('condition').map((of): Condition => ({ kind: 'not', of })), weight: 1 },
    {
      arbitrary: fc.record({
        kind: fc.constantFrom('and', 'or'),
        left: tie('condition'),
        right: tie('condition'),
        bracketed: fc.boolean(),
      }) as fc.Arbitrary<Condition>,
      weight: 2,
    },
  ),
}));

/** An attribute that is a key of an index. */
export interface IndexKey {
  name: string;
  type: KeyDescriptor;
}

export type Action =
  | { section: 'SET'; path: Path; value: SetValue }
  | { section: 'REMOVE'; path: Path }
  | { section: 'ADD' | 'DELETE'; path: Path; value: AttributeValue };
export type SetValue =
  | Operand
  | { call: 'if_not_exists'; path: Path; operand: Operand }
  | { call: 'list_append'; left: SetValue; right: SetValue }
  | { operator: '+' | '-'; left: SetValue; right: SetValue };

const own = (path: Path): Operand => ({ path });
const literal = (arbitrary: fc.Arbitrary<AttributeValue>): fc.Arbitrary<Operand> =>
  arbitrary.map((value) => ({ value }));

/** Numbers whose sums and differences stay exact within 38 digits. */
const small = fc.constantFrom('0', '1', '-1', '2.5', '10', '1e2', '-0.5').map((N): Operand => ({ value: { N } }));

function setValue(name: AttributeName, path: Path): fc.Arbitrary<SetValue> {
  const plain: fc.Arbitrary<SetValue> = fc.oneof(
    literal(valueFor(attributeKinds[name])),
    anyPath.map(own),
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
  const kind = attributeKinds[name];
  if (kind === 'number') return fc.oneof(plain, counted);
  return kind === 'list' ? fc.oneof(plain, appended) : plain;
}

function action(name: AttributeName): fc.Arbitrary<Action> {
  const set: fc.Arbitrary<Action> = pathOf(name).chain((path) =>
    setValue(name, path).map((value) => ({ section: 'SET', path, value })),
  );
  const remove: fc.Arbitrary<Action> = pathOf(name).map((path) => ({ section: 'REMOVE', path }));
  const kind = attributeKinds[name];
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

/** A key of an index is set to a value of its type or taken away. */
const keyAction = ({ name, type }: IndexKey): fc.Arbitrary<Action> =>
  fc.oneof(
    fc
      .tuple(rootPath(name), keyValue(type))
      .map(([path, value]): Action => ({ section: 'SET', path, value: { value } })),
    rootPath(name).map((path): Action => ({ section: 'REMOVE', path })),
  );

/** Each attribute at most once, so that no two paths overlap; now and then a key of an index. */
export const anyUpdate = (keys: readonly IndexKey[]): fc.Arbitrary<readonly Action[]> => {
  const free = fc
    .uniqueArray(anyName, { minLength: 1, maxLength: 3 })
    .chain((names) => fc.tuple(...names.map(action)))
    .map((actions): readonly Action[] => actions);
  if (keys.length === 0) return free;
  const key = fc.constantFrom(...keys).chain(keyAction);
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

/** Paths of a projection, none inside of another. */
export const anyProjection = (keys: readonly string[]): fc.Arbitrary<readonly Path[]> =>
  fc
    .uniqueArray(fc.constantFrom(...attributeNames, ...keys), { minLength: 1, maxLength: 3 })
    .chain((names) =>
      fc.tuple(
        ...names.map((name) => (Object.hasOwn(attributeKinds, name) ? pathOf(name as AttributeName) : rootPath(name))),
      ),
    );

export const projectionText = (writer: Writer, paths: readonly Path[]): string =>
  paths.map((path) => writer.path(path)).join(', ');
