/** What each write does to the entries of indexes with every projection. */
import type { Item } from '../../../oracles/values/types.ts';
import type { Call, Case, Step, TemplateObject } from '../case.ts';
import { n, s } from '../case.ts';
import { family } from '../family.ts';
import { only, page, projected, scanned, wide } from '../reads.ts';
import { sources } from '../sources.ts';
import { accepted, put, remove, update } from '../steps.ts';

const { pk, sk, ...rest } = wide;
const key: Item = { pk: pk!, sk: sk! };
const indexes = { all: 'g', keys: 'g', some: 'g', 'near-keys': 'l', 'near-some': 'l' } as const;

/** What an index holds of an item: nothing if it lacks the key. */
function entryIn(index: keyof typeof indexes, item: Item | undefined): TemplateObject[] {
  const indexKey = indexes[index];
  if (item?.[indexKey] === undefined) return [];
  const names = new Set(['pk', 'sk', indexKey, ...(index.endsWith('some') ? ['x'] : [])]);
  const held = Object.entries(item).filter(([name]) => index === 'all' || names.has(name));
  return [
    only(
      Object.fromEntries(held) as TemplateObject,
      [...Object.keys(rest), 'z'].filter((name) => !held.some(([one]) => one === name)),
    ),
  ];
}
/** Scans of the table and of every index, which show this one item or nothing. */
const all = (item: Item | undefined): Step[] => [
  scanned({ ConsistentRead: true }, page(item === undefined ? [] : [item as TemplateObject])),
  ...Object.keys(indexes).map((index) =>
    scanned({ IndexName: index }, page(entryIn(index as keyof typeof indexes, item))),
  ),
];

const values = (given: Item) => ({ ExpressionAttributeValues: given });
const without = (...names: string[]): Item =>
  Object.fromEntries(Object.entries(wide).filter(([name]) => !names.includes(name)));
const transact = (...items: TemplateObject[]): Call =>
  accepted({ op: 'TransactWriteItems', input: { TransactItems: items }, observe: [] });
const inT = { TableName: { $table: 't' } };

type Moved = { title: string; before?: Item; write: Step; after: Item | undefined };

const moves = family<Moved>(
  {
    name: 'entries',
    area: 'secondary-index',
    findings: ['mongo-rfc/VC-projection'],
    certainty: 'documented',
    because: 'Every index holds what it projects of the items that have its keys, after every write.',
    sources: [sources.gsi, sources.lsi, sources.projection],
    tables: { t: projected },
  },
  {
    'after-put': { title: 'A put files an item in every index whose keys it has', write: put('t', wide), after: wide },
    'after-put-with-some-keys': {
      title: 'A put of an item without one index key leaves it out of these indexes',
      write: put('t', without('l')),
      after: without('l'),
    },
    'after-replacing': {
      title: 'A put over an item replaces its entries, and attributes that are gone are gone there as well',
      before: { ...wide, z: s('z') },
      write: put('t', { ...key, g: s('g'), l: s('l'), y: s('new') }),
      after: { ...key, g: s('g'), l: s('l'), y: s('new') },
    },
    'after-replacing-without-keys': {
      title: 'A put over an item without its index keys takes it out of the indexes',
      before: wide,
      write: put('t', without('g', 'l')),
      after: without('g', 'l'),
    },
    'after-update-of-an-included-attribute': {
      title: 'An update of an included attribute shows where it is included',
      before: wide,
      write: update('t', key, 'SET x = :x', values({ ':x': s('new') })),
      after: { ...wide, x: s('new') },
    },
    'after-update-of-an-unprojected-attribute': {
      title: 'An update of an attribute that is not projected shows in no other index',
      before: wide,
      write: update('t', key, 'SET y = :y, z = :y', values({ ':y': s('new') })),
      after: { ...wide, y: s('new'), z: s('new') },
    },
    'after-nested-update': {
      title: 'An update within a map shows in an index that projects everything',
      before: wide,
      write: update('t', key, 'SET m.a = :a REMOVE m.b', values({ ':a': n(9) })),
      after: { ...wide, m: { M: { a: n(9) } } },
    },
    'after-removal-of-an-included-attribute': {
      title: 'The removal of an included attribute shows where it was included',
      before: wide,
      write: update('t', key, 'REMOVE x'),
      after: without('x'),
    },
    'after-removal-of-a-local-key': {
      title: 'The removal of a local index key takes the item out of the local indexes alone',
      before: wide,
      write: update('t', key, 'REMOVE l'),
      after: without('l'),
    },
    'after-move': {
      title: 'New values of both index keys move all entries',
      before: wide,
      write: update('t', key, 'SET g = :v, l = :v', values({ ':v': s('new') })),
      after: { ...wide, g: s('new'), l: s('new') },
    },
    'after-upsert': {
      title: 'An update that creates an item files it in the indexes',
      write: update('t', key, 'SET g = :g, x = :x', values({ ':g': s('g'), ':x': s('x') })),
      after: { ...key, g: s('g'), x: s('x') },
    },
    'after-delete': {
      title: 'A delete takes the item out of every index',
      before: wide,
      write: remove('t', key),
      after: undefined,
    },
    'after-batch-put': {
      title: 'A put in a batch replaces the entries of the item',
      before: wide,
      write: accepted({
        op: 'BatchWriteItem',
        input: { RequestItems: { '$table:t': [{ PutRequest: { Item: { ...key, g: s('new'), x: s('new') } } }] } },
        observe: [],
      }),
      after: { ...key, g: s('new'), x: s('new') },
    },
    'after-batch-delete': {
      title: 'A delete in a batch takes the item out of every index',
      before: wide,
      write: accepted({
        op: 'BatchWriteItem',
        input: { RequestItems: { '$table:t': [{ DeleteRequest: { Key: key } }] } },
        observe: [],
      }),
      after: undefined,
    },
    'after-transacted-put': {
      title: 'A put in a transaction replaces the entries of the item',
      before: wide,
      write: transact({ Put: { ...inT, Item: { ...key, l: s('new'), x: s('new') } } }),
      after: { ...key, l: s('new'), x: s('new') },
    },
    'after-transacted-update': {
      title: 'An update in a transaction moves and changes the entries',
      before: wide,
      write: transact({
        Update: {
          ...inT,
          Key: key,
          UpdateExpression: 'SET g = :v, x = :v REMOVE l',
          ...values({ ':v': s('new') }),
        },
      }),
      after: { ...without('l'), g: s('new'), x: s('new') },
    },
    'after-transacted-delete': {
      title: 'A delete in a transaction takes the item out of every index',
      before: wide,
      write: transact({ Delete: { ...inT, Key: key } }),
      after: undefined,
    },
    'after-legacy-update': {
      title: 'AttributeUpdates moves and removes entries as an expression does',
      before: wide,
      write: accepted({
        op: 'UpdateItem',
        input: {
          ...inT,
          Key: key,
          AttributeUpdates: { g: { Action: 'PUT', Value: s('new') }, l: { Action: 'DELETE' } },
        },
        observe: [],
      }),
      after: { ...without('l'), g: s('new') },
    },
  },
  ({ before, write, after }) => ({
    steps: [...(before === undefined ? [] : [put('t', before), ...all(before)]), write, ...all(after)],
  }),
);

export const cases: readonly Case[] = moves;
