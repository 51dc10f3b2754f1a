import type { Case } from '../case.ts';
import { n, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { accepted, get, puts, queryIndex, refused } from '../steps.ts';

const plain = table({ hash: ['pk', 'S'], range: ['sk', 'N'] });
const t = { TableName: { $table: 't' } };
const key = (sk: number) => ({ pk: s('p'), sk: n(sk) });
const row = (sk: number, g: string) => ({ ...key(sk), g: s(g) });
const byG = (g: string) => ({ index: 'by-g', where: 'g = :g', values: { ':g': s(g) } });

/** One write of each kind, on items 1 to 4. Only 2, 3 and 4 exist before. */
const mixed = [
  { Put: { ...t, Item: row(1, 'new') } },
  {
    Update: {
      ...t,
      Key: key(2),
      UpdateExpression: 'SET g = :g',
      ExpressionAttributeValues: { ':g': s('moved') },
    },
  },
  { Delete: { ...t, Key: key(3) } },
  { ConditionCheck: { ...t, Key: key(4), ConditionExpression: 'attribute_exists(pk)' } },
];
const before = [row(2, 'old'), row(3, 'old'), row(4, 'old')];

const indexes: Case = {
  id: 'transactions/indexes',
  title: 'A transaction keeps the indexes in step: entries added, moved and removed',
  area: 'transactions',
  findings: ['mongo-rfc/C2-gsi', 'mongo-rfc/C1-delete'],
  certainty: 'documented',
  because: 'The writes of a transaction reach global and local indexes like those of any other operation.',
  sources: [sources.transactWrite, sources.gsi],
  tables: {
    t: table({
      hash: ['pk', 'S'],
      range: ['sk', 'N'],
      gsi: { 'by-g': { hash: ['g', 'S'] } },
      lsi: { 'by-l': { hash: ['pk', 'S'], range: ['g', 'S'] } },
    }),
  },
  steps: [
    ...puts('t', before),
    queryIndex('before', 't', byG('old'), before),
    accepted({ op: 'TransactWriteItems', input: { TransactItems: mixed }, observe: [] }),
    queryIndex('added', 't', byG('new'), [row(1, 'new')]),
    queryIndex('moved', 't', byG('moved'), [row(2, 'moved')]),
    queryIndex('left', 't', byG('old'), [row(4, 'old')]),
    {
      op: 'Query',
      input: {
        ...t,
        IndexName: 'by-l',
        KeyConditionExpression: 'pk = :p',
        ExpressionAttributeValues: { ':p': s('p') },
        ConsistentRead: true,
      },
      expect: { ok: { Items: [row(2, 'moved'), row(1, 'new'), row(4, 'old')] } },
    },
  ],
};

const streamRecords: Case = {
  id: 'transactions/stream-records',
  title: 'Each write of a transaction is a record of the stream, and a condition check is none',
  area: 'transactions',
  findings: ['mongo-rfc/C2', 'mongo-rfc/C2-rvoccf-dropped'],
  certainty: 'documented',
  because:
    'A stream captures every change of the table’s items, also those that a transaction makes; a cancelled one makes none.',
  sources: [sources.streams, sources.transactWrite],
  tables: { t: { ...plain, StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } } },
  steps: [
    { op: 'DescribeTable', as: 'table', input: t, observe: [] },
    ...puts('t', before),
    refused(
      {
        op: 'TransactWriteItems',
        input: {
          TransactItems: [
            { Put: { ...t, Item: row(9, 'never') } },
            { ConditionCheck: { ...t, Key: key(4), ConditionExpression: 'attribute_not_exists(pk)' } },
          ],
        },
        observe: [],
      },
      'TransactionCanceledException',
    ),
    accepted({ op: 'TransactWriteItems', input: { TransactItems: mixed }, observe: [] }),
    {
      readStream: { $from: 'table', path: 'Table.LatestStreamArn' },
      until: { records: 6 },
      pauseMs: 50,
      observe: [
        'Records[].eventName',
        'Records[].dynamodb.Keys',
        'Records[].dynamodb.NewImage',
        'Records[].dynamodb.OldImage',
      ],
      // The writes of one transaction have no order.
      unordered: true,
      expect: {
        ok: {
          Records: {
            $unordered: [
              ...before.map((item) => ({ eventName: 'INSERT', dynamodb: { NewImage: item } })),
              { eventName: 'INSERT', dynamodb: { NewImage: row(1, 'new'), OldImage: { $absent: true } } },
              { eventName: 'MODIFY', dynamodb: { NewImage: row(2, 'moved'), OldImage: row(2, 'old') } },
              { eventName: 'REMOVE', dynamodb: { Keys: key(3), NewImage: { $absent: true }, OldImage: row(3, 'old') } },
            ],
          },
        },
      },
    },
  ],
};

const failing = { ConditionExpression: 'g = :g', ExpressionAttributeValues: { ':g': s('other') } };
const returning = { ...failing, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' };
const failed = (item: unknown) => ({ Code: 'ConditionalCheckFailed', Item: item as never });
const none = { Code: 'None', Item: { $absent: true } };

const reasons: Case = {
  id: 'transactions/cancellation-reasons',
  title: 'Reasons stand in the order of the actions, with the item where ALL_OLD asked for it',
  area: 'transactions',
  findings: ['mongo-rfc/M1', 'mongo-rfc/C2-rvoccf-dropped'],
  certainty: 'documented',
  because: 'Each action has its own reason: None, or ConditionalCheckFailed with the item that failed it if so asked.',
  sources: [sources.transactWrite, sources.cancellationReason, sources.conformance],
  tables: { t: plain },
  steps: [
    ...puts(
      't',
      [1, 2, 3, 4, 5].map((sk) => row(sk, `g${sk}`)),
    ),
    {
      op: 'TransactWriteItems',
      input: {
        TransactItems: [
          { Put: { ...t, Item: row(8, 'never') } },
          { Put: { ...t, Item: row(1, 'never'), ...returning } },
          { Update: { ...t, Key: key(2), UpdateExpression: 'SET h = g', ...returning } },
          { Delete: { ...t, Key: key(3), ...returning } },
          // It is undocumented what an operand reads when there is no item, so this update reads nothing.
          { Update: { ...t, Key: key(9), UpdateExpression: 'REMOVE h' } },
          { ConditionCheck: { ...t, Key: key(4), ...returning } },
          { Delete: { ...t, Key: key(5), ...failing } },
        ],
      },
      observe: [],
      expect: {
        rejected: 'TransactionCanceledException',
        members: {
          CancellationReasons: [
            none,
            ...[1, 2, 3].map((sk) => failed(row(sk, `g${sk}`))),
            none,
            failed(row(4, 'g4')),
            failed({ $absent: true }),
          ],
        },
        texts: [
          'Transaction cancelled, please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed, ConditionalCheckFailed, ConditionalCheckFailed, None, ConditionalCheckFailed, ConditionalCheckFailed]',
        ],
      },
    },
    ...[1, 2, 3, 4, 5].map((sk) => get('t', key(sk), row(sk, `g${sk}`))),
    get('t', key(8), 'absent'),
    get('t', key(9), 'absent'),
  ],
};

const missingItemReason: Case = {
  id: 'transactions/reason-without-item',
  title: 'A condition that fails on a missing item returns no item, also under ALL_OLD',
  area: 'transactions',
  findings: ['mongo-rfc/M1'],
  certainty: 'documented',
  because: 'There is no old item to return.',
  sources: [sources.transactWrite, sources.cancellationReason],
  tables: { t: plain },
  steps: [
    {
      op: 'TransactWriteItems',
      input: {
        TransactItems: [
          { Put: { ...t, Item: row(1, 'never') } },
          {
            ConditionCheck: {
              ...t,
              Key: key(2),
              ConditionExpression: 'attribute_exists(pk)',
              ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
            },
          },
        ],
      },
      observe: [],
      expect: {
        rejected: 'TransactionCanceledException',
        members: { CancellationReasons: [none, failed({ $absent: true })] },
      },
    },
    get('t', key(1), 'absent'),
  ],
};

const wanted = [3, 9, 1, 2];

const reads: Case = {
  id: 'transactions/get-order',
  title: 'TransactGetItems answers in the order of the request, with an empty entry for a missing item',
  area: 'transactions',
  findings: ['mongo-rfc/m10'],
  certainty: 'documented',
  because: 'Responses are positional; an item that does not exist leaves its place empty.',
  sources: [sources.transactGet],
  tables: { t: plain },
  steps: [
    ...puts(
      't',
      [1, 2, 3].map((sk) => row(sk, `g${sk}`)),
    ),
    {
      op: 'TransactGetItems',
      input: { TransactItems: wanted.map((sk) => ({ Get: { ...t, Key: key(sk) } })) },
      expect: {
        ok: { Responses: wanted.map((sk) => ({ Item: sk === 9 ? { $absent: true } : row(sk, `g${sk}`) })) },
      },
    },
  ],
};

export const cases: readonly Case[] = [indexes, streamRecords, reasons, missingItemReason, reads];
