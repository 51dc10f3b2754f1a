/** ProjectionExpression, in each operation that takes it. */
import type { Item } from '../../../oracles/values/types.ts';
import type { Call, Case, Step, TemplateObject } from '../case.ts';
import { n, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { getExactly, put, refused } from '../steps.ts';

const key = { pk: s('p') };
const item: Item = {
  ...key,
  a: { M: { b: { L: [n(2), n(4), { M: { x: s('hi'), y: s('yo') } }] }, c: n(5), d: { M: { b: n(6) } } } },
  b: s('hello'),
  'a.b': s('dotted'),
  e: { L: [] },
  f: { M: {} },
};
const tables = { t: table({ hash: ['pk', 'S'] }) };
const shared = {
  ...({ area: 'expressions', certainty: 'measured', tables } as const),
  sources: [sources.alternatorProjectionTests, sources.projectionExpressions],
};

/** By a get, a query and a scan. */
const reads = (ProjectionExpression: string, names?: { [placeholder: string]: string }): Call[] => {
  const given: TemplateObject = {
    ProjectionExpression,
    ...(names && { ExpressionAttributeNames: names }),
    ConsistentRead: true,
  };
  const input: [Call['op'], TemplateObject, string][] = [
    ['GetItem', { Key: key }, 'Item'],
    ['Query', { KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': s('p') } }, 'Items'],
    ['Scan', {}, 'Items'],
  ];
  return input.map(([op, more, seen]) => ({
    op,
    input: { TableName: { $table: 't' }, ...more, ...given },
    observe: [seen],
  }));
};
const selects = (selected: Item, calls: Call[]): Step[] =>
  calls.map((call) => ({
    ...call,
    expect: {
      ok: call.op === 'GetItem' ? { Item: { $exact: selected } } : { Items: [{ $exact: selected }], Count: 1 },
    },
  }));

type Row = {
  title: string;
  selected: [projection: string, selected: Item, names?: { [placeholder: string]: string }][];
};
const map = (members: Item) => ({ M: members });
const list = (...elements: Item[string][]) => ({ L: elements });
const { a } = item as { a: { M: Item } };

const selected = family(
  {
    ...{ ...shared, name: 'projection' },
    because: 'A projection gives the named places, within their maps and lists, and nothing beside them.',
  },
  {
    attributes: {
      title: 'Attributes are selected by name, keys only if named',
      selected: [
        ['b', { b: s('hello') }],
        ['b,pk', { ...key, b: s('hello') }],
        [' b  ,   e ', { b: s('hello'), e: list() }],
        ['f, e, pk', { ...key, e: list(), f: map({}) }],
        ['#n', { b: s('hello') }, { '#n': 'b' }],
        ['#n', { 'a.b': s('dotted') }, { '#n': 'a.b' }],
      ],
    },
    members: {
      title: 'A member comes alone in its map',
      selected: [
        ['a.c', { a: map({ c: n(5) }) }],
        ['a.d.b', { a: map({ d: map({ b: n(6) }) }) }],
        ['a.b', { a: map({ b: a.M.b! }) }],
        ['#m.#n', { a: map({ c: n(5) }) }, { '#m': 'a', '#n': 'c' }],
        ['a.#n', { a: map({ c: n(5) }) }, { '#n': 'c' }],
      ],
    },
    elements: {
      title: 'An element comes alone in its list',
      selected: [
        ['a.b[0]', { a: map({ b: list(n(2)) }) }],
        ['a.b[2]', { a: map({ b: list(map({ x: s('hi'), y: s('yo') })) }) }],
        ['a.b[2].y', { a: map({ b: list(map({ y: s('yo') })) }) }],
      ],
    },
    several: {
      title: 'Several places of one attribute come together, elements in their order',
      selected: [
        ['a.b[1], a.b[0]', { a: map({ b: list(n(2), n(4)) }) }],
        ['a.b[2].x, a.b[0]', { a: map({ b: list(n(2), map({ x: s('hi') })) }) }],
        ['a.b[2].y, a.b[2].x', { a: map({ b: list(map({ x: s('hi'), y: s('yo') })) }) }],
        ['a.b[0], a.c', { a: map({ b: list(n(2)), c: n(5) }) }],
        ['a.c, b', { a: map({ c: n(5) }), b: s('hello') }],
        ['a.d.b, a.c', { a: map({ c: n(5), d: map({ b: n(6) }) }) }],
      ],
    },
    missing: {
      title: 'What is not there is left out, and an item that has nothing of it is empty',
      selected: [
        ...['x', 'a.x', 'a.x.y', 'a.b[3]', 'a.b[3].x', 'e[0]', 'f.x'].map((path): [string, Item] => [path, {}]),
        ['a.x, a.b[0], x, a.b[3].x', { a: map({ b: list(n(2)) }) }],
        ['b, a.b[2].z', { b: s('hello') }],
      ],
    },
    'of-another-type': {
      title: 'A name in a list, an index in a map and either in a scalar select nothing',
      selected: ['a.b.x', 'a[0]', 'a.b[0].x', 'a.b[0][0]', 'b.x', 'b[0]', 'f[0]', 'e.x'].map((path): [string, Item] => [
        path,
        {},
      ]),
    },
  } satisfies { [slug: string]: Row },
  ({ selected: rows }: Row) => ({
    steps: [put('t', item), ...rows.flatMap(([projection, part, names]) => selects(part, reads(projection, names)))],
  }),
);

const wrong = family(
  {
    ...{ ...shared, name: 'projection-refused' },
    because: 'Paths are disjoint and well formed, which is checked before any item is read.',
  },
  {
    overlap: {
      title: 'Two paths of which one contains the other are refused',
      paths: [
        'b, b',
        'a.b, a.b',
        'a[1], a[1]',
        'a, a.b',
        'a.b, a',
        'a.b, a.b[2]',
        'a, a.b[2].c',
        'a.b.d.e, a.b',
        'x, y, a.b[0], z, a.b[0]',
      ],
    },
    conflict: {
      title: 'Two paths of which one sees a map and the other a list are refused',
      paths: ['a.b, a[1]', 'a.b[1], a.b.c'],
    },
    syntax: {
      title: 'A comma, a dot or a bracket without what it needs is refused',
      paths: [
        '',
        'b,',
        ',b',
        'b,,e',
        'b e',
        'a.',
        '.a',
        'a..b',
        'a[',
        'a[]',
        'a[x]',
        'a[-1]',
        'a[1',
        'a]',
        '1a',
        '_a',
        'a-b',
        'b = e',
        '(b)',
      ],
    },
  } satisfies { [slug: string]: { title: string; paths: string[] } },
  ({ paths }) => ({
    steps: [
      put('t', item),
      ...paths
        .flatMap((path) => reads(path).slice(0, 2))
        .map((call) => refused({ ...call, observe: [] }, 'ValidationException')),
    ],
  }),
);

const byAliases: Case = {
  ...{ ...shared, id: 'expressions/projection-overlap-by-name' },
  title: 'Two placeholders of one name overlap, and one of another attribute does not',
  findings: [],
  because: 'Paths are compared after their names are known.',
  sources: [sources.conformance, sources.alternatorProjectionTests],
  steps: [
    put('t', item),
    ...reads('#m, #n', { '#m': 'b', '#n': 'b' }).map((call) =>
      refused({ ...call, observe: [] }, 'ValidationException'),
    ),
    ...reads('#m.c, a', { '#m': 'a' }).map((call) => refused({ ...call, observe: [] }, 'ValidationException')),
    ...selects({ 'a.b': s('dotted'), a: map({ b: list(n(2)) }) }, reads('#n, a.b[0]', { '#n': 'a.b' })),
  ],
};

const sameObject: Case = {
  ...{ ...shared, id: 'expressions/projection-leaves-item' },
  title: 'What a projection leaves out is still there',
  findings: [],
  because: 'A read changes nothing, also where it gives a part of a list or map.',
  steps: [put('t', item), ...selects({ a: map({ b: list(n(4)) }) }, reads('a.b[1]')), getExactly('t', key, item)],
};

export const cases: readonly Case[] = [...selected, ...wrong, byAliases, sameObject];
