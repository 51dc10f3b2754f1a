/** Item collection metrics. */
import type { Call, Case, TemplateObject } from '../case.ts';
import { n, s } from '../case.ts';
import { family } from '../family.ts';
import { indexed, numbered, projected } from '../reads.ts';
import { sources } from '../sources.ts';
import { put } from '../steps.ts';

const absent = { $absent: true };
const key = { pk: s('p'), sk: n(1) };
const collection = (pk: string): TemplateObject => ({
  ItemCollectionKey: { pk: s(pk), sk: absent },
  SizeEstimateRangeGB: [0, 1],
});
const metrics = (op: Call['op'], input: TemplateObject, expected: TemplateObject): Call => ({
  op,
  input,
  observe: ['ItemCollectionMetrics'],
  expect: { ok: { ItemCollectionMetrics: expected } },
});
const inT = { TableName: { $table: 't' } };
const size = { ReturnItemCollectionMetrics: 'SIZE' };

type Written = { title: string; step: Call };

const writes = family<Written>(
  {
    name: 'collection',
    area: 'capacity',
    certainty: 'documented',
    because: 'A table with a local index tells the size of the collection that a write belongs to, in gigabytes.',
    sources: [sources.collectionMetrics, sources.conformance],
    tables: { t: indexed },
  },
  {
    put: {
      title: 'A put answers with the partition key and a size of zero to one gigabyte',
      step: metrics('PutItem', { ...inT, Item: { ...key, l: s('l') }, ...size }, collection('p')),
    },
    update: {
      title: 'An update answers with the metrics of its collection',
      step: metrics(
        'UpdateItem',
        { ...inT, Key: key, UpdateExpression: 'SET v = :v', ExpressionAttributeValues: { ':v': n(1) }, ...size },
        collection('p'),
      ),
    },
    delete: {
      title: 'A delete answers with the metrics of its collection',
      step: metrics('DeleteItem', { ...inT, Key: key, ...size }, collection('p')),
    },
    batch: {
      title: 'A batch answers with each collection once',
      step: metrics(
        'BatchWriteItem',
        {
          RequestItems: {
            '$table:t': [
              { PutRequest: { Item: key } },
              { PutRequest: { Item: { ...key, sk: n(2) } } },
              { DeleteRequest: { Key: { pk: s('q'), sk: n(1) } } },
            ],
          },
          ...size,
        },
        { '$table:t': { $unordered: [collection('p'), collection('q')] } },
      ),
    },
    transaction: {
      title: 'A transaction answers with the collections that it wrote to',
      step: metrics(
        'TransactWriteItems',
        { TransactItems: [{ Put: { ...inT, Item: key } }], ...size },
        { '$table:t': [collection('p')] },
      ),
    },
    'transaction-of-each-kind': {
      title: 'A transaction answers with the collections of its puts, updates and deletes, and not of its checks',
      step: metrics(
        'TransactWriteItems',
        {
          TransactItems: [
            {
              ConditionCheck: { ...inT, Key: { ...key, pk: s('c') }, ConditionExpression: 'attribute_not_exists(pk)' },
            },
            { Put: { ...inT, Item: { ...key, pk: s('q') } } },
            { Update: { ...inT, Key: { ...key, pk: s('r') }, UpdateExpression: 'REMOVE v' } },
            { Delete: { ...inT, Key: key } },
          ],
          ...size,
        },
        { '$table:t': { $unordered: ['q', 'r', 'p'].map(collection) } },
      ),
    },
    'not-asked-for': {
      title: 'Without SIZE there are no metrics',
      step: metrics('PutItem', { ...inT, Item: key, ReturnItemCollectionMetrics: 'NONE' }, absent),
    },
  },
  ({ step }) => ({ steps: [put('t', key), step] }),
);

const noLocalIndex: Case = {
  id: 'capacity/collection-without-a-local-index',
  title: 'A table without a local index has no collection metrics',
  area: 'capacity',
  findings: [],
  certainty: 'documented',
  because: 'Only tables with local indexes have item collections that are limited.',
  sources: [sources.collectionMetrics, sources.conformance],
  tables: { t: numbered },
  steps: [
    metrics('PutItem', { ...inT, Item: key, ...size }, absent),
    metrics('DeleteItem', { ...inT, Key: key, ...size }, absent),
    metrics(
      'BatchWriteItem',
      { RequestItems: { '$table:t': [{ PutRequest: { Item: key } }] }, ...size },
      {
        $oneOf: [absent, {}],
      },
    ),
  ],
};

const twoTables: Case = {
  id: 'capacity/collections-of-two-tables',
  title: 'A batch over several tables has metrics of each with a local index, and of no other',
  area: 'capacity',
  findings: [],
  certainty: 'documented',
  because: 'The metrics are grouped by table, and a table without a local index has none.',
  sources: [sources.collectionMetrics],
  tables: { t: indexed, u: projected, w: numbered },
  steps: [
    metrics(
      'BatchWriteItem',
      {
        RequestItems: Object.fromEntries(
          ['$table:w', '$table:t', '$table:u'].map((name) => [name, [{ PutRequest: { Item: key } }]]),
        ),
        ...size,
      },
      { '$table:t': [collection('p')], '$table:u': [collection('p')], '$table:w': absent },
    ),
  ],
};

export const cases: readonly Case[] = [...writes, noLocalIndex, twoTables];
