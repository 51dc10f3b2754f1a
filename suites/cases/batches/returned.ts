/** What batches return besides items: metrics, costs, and what was left over. */
import type { Case, Template, Times } from '../case.ts';
import { from, n, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { exactly, put } from '../steps.ts';
import { batchGet, batchWrite, deleting, key, many, plain, putting, ranged } from './requests.ts';

const local = table({
  hash: ['pk', 'S'],
  range: ['sk', 'N'],
  lsi: { 'by-l': { hash: ['pk', 'S'], range: ['l', 'N'] } },
});
const collection = (pk: string) => ({ ItemCollectionKey: { pk: s(pk) }, SizeEstimateRangeGB: [0, 1] });

const metrics: Case = {
  id: 'batches/write-metrics',
  title: 'Metrics list the item collections of a table with a local index, in whole gigabytes, and only on request',
  area: 'batches',
  findings: [],
  certainty: 'measured',
  because: 'A collection is the items of one partition key. A table without a local index has none.',
  sources: [sources.conformance, sources.itemCollections],
  tables: { t: local, u: plain },
  steps: [
    batchWrite(
      { t: [putting(key(1))], u: [putting({ pk: s('p') })] },
      {
        ok: exactly({
          UnprocessedItems: {},
          ItemCollectionMetrics: { '$table:t': [collection('p')] },
        }),
      },
      { ReturnItemCollectionMetrics: 'SIZE' },
    ),
    batchWrite(
      { t: [putting(key(1)), deleting(key(3, 'q'))] },
      { ok: { ItemCollectionMetrics: { '$table:t': { $size: 2 } } } },
      {
        ReturnItemCollectionMetrics: 'SIZE',
      },
    ),
    ...[{ ReturnItemCollectionMetrics: 'NONE' }, {}].map((asked) =>
      batchWrite({ t: [putting(key(4))] }, { ok: exactly({ UnprocessedItems: {} }) }, asked),
    ),
    batchWrite(
      { u: [putting({ pk: s('p') })] },
      { ok: { ItemCollectionMetrics: { $absent: true } } },
      {
        ReturnItemCollectionMetrics: 'SIZE',
      },
    ),
  ],
};

const units = (count: number) => ({ CapacityUnits: count });
const indexed = table({
  hash: ['pk', 'S'],
  range: ['sk', 'N'],
  gsi: { 'by-g': { hash: ['g', 'S'], projection: 'KEYS_ONLY' } },
});
const large = { pk: s('q'), v: s('x'.repeat(1025)) };
const inT = { t: [putting({ ...key(1), g: s('x') }), putting(key(2)), deleting(key(9))] };
const inU = { u: [deleting({ pk: s('q') })] };
const costs = (tables: typeof inT | typeof inU, asked: string, entry: Template) => [
  put('u', large),
  batchWrite(tables, { ok: { ConsumedCapacity: exactly([entry]) } }, { ReturnConsumedCapacity: asked }),
  batchWrite({ t: [deleting(key(1)), deleting(key(2))] }, { ok: { ConsumedCapacity: { $absent: true } } }),
];

const capacity: Case = {
  id: 'batches/write-capacity',
  title: 'Each request costs a unit a kilobyte, a delete by what it removes, and an index by itself',
  area: 'batches',
  findings: [],
  certainty: 'documented',
  because: 'A write is rounded up to 1 KB; a delete is charged for the item it removes, and for one if there is none.',
  sources: [sources.batchWrite, sources.readWriteUnits],
  tables: { t: indexed, u: plain },
  steps: [
    ...costs(inT, 'TOTAL', { TableName: { $table: 't' }, ...units(4) }),
    ...costs(inU, 'TOTAL', { TableName: { $table: 'u' }, ...units(2) }),
    ...costs(inT, 'INDEXES', {
      ...{ TableName: { $table: 't' }, ...units(4), Table: units(3) },
      GlobalSecondaryIndexes: { 'by-g': units(1) },
    }),
    ...costs(inU, 'INDEXES', { TableName: { $table: 'u' }, ...units(2), Table: units(2) }),
    batchWrite({ ...inT, ...inU }, { ok: { ConsumedCapacity: { $size: 2 } } }, { ReturnConsumedCapacity: 'TOTAL' }),
  ],
};

/** Items of 405 kB each, with the sort keys 0, 1 … */
const filled = (count: number): Times => ({
  times: count,
  concurrency: 4,
  step: {
    op: 'PutItem',
    input: { TableName: { $table: 't' }, Item: { pk: s('p'), sk: { N: { $i: 'number' } }, v: s('x'.repeat(405_000)) } },
  },
});

const count = 43;
const asked = { ConsistentRead: true, ProjectionExpression: '#n', ExpressionAttributeNames: { '#n': 'sk' } };
const sortKeys = many(count, (at) => String(at));

const leftovers: Case = {
  id: 'batches/get-leftovers',
  title: 'A batch read over 16 MB returns a part, and the other keys with all that was asked of them',
  area: 'batches',
  findings: [],
  certainty: 'documented',
  because:
    'UnprocessedKeys has the form of RequestItems, so that it can be sent as it is. The limit counts whole items.',
  sources: [sources.batchGet],
  tables: { t: ranged },
  heavy: true,
  steps: [
    filled(count),
    {
      ...batchGet(
        { t: { Keys: many(count, (at) => key(at)), ...asked } },
        {
          ok: {
            Responses: { '$table:t': { $present: true } },
            UnprocessedKeys: { '$table:t': exactly({ Keys: { $present: true }, ...asked }) },
          },
        },
      ),
      as: 'first',
    },
    {
      op: 'BatchGetItem',
      input: { RequestItems: from('first', 'UnprocessedKeys') },
      observe: [],
      // At least one key was left over: 43 items of 405,000 bytes are over 16 MB in either sense of the word.
      expect: {
        ok: exactly({
          Responses: {
            '$table:t': { $oneOf: [1, 2, 3, 4].map((left) => many(left, () => ({ sk: { N: { $oneOf: sortKeys } } }))) },
          },
          UnprocessedKeys: {},
        }),
      },
    },
  ],
};

const largeKeys: Case = {
  id: 'batches/get-under-16-mb',
  title: 'A batch read of 15 MB is answered whole',
  area: 'batches',
  findings: [],
  certainty: 'documented',
  because: 'Only what is over 16 MB is left over.',
  sources: [sources.batchGet],
  tables: { t: ranged },
  heavy: true,
  steps: [
    filled(37),
    batchGet(
      { t: { Keys: many(37, (at) => key(at)), ConsistentRead: true, ProjectionExpression: 'sk' } },
      {
        ok: exactly({
          Responses: { '$table:t': { $unordered: many(37, (at) => ({ sk: n(at) })) } },
          UnprocessedKeys: {},
        }),
      },
    ),
  ],
};

export const cases: readonly Case[] = [metrics, capacity, leftovers, largeKeys];
