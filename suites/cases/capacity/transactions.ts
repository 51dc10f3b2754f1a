/** What transactions cost. */
import type { Item } from '../../../oracles/values/types.ts';
import type { Case, TemplateObject } from '../case.ts';
import { n, s } from '../case.ts';
import { alone, numbered, projected } from '../reads.ts';
import { sources } from '../sources.ts';
import { get, put, puts } from '../steps.ts';
import { filled, units } from './units.ts';

const inTable = (table: string, more: TemplateObject): TemplateObject => ({ TableName: { $table: table }, ...more });
const capacity = (op: 'TransactWriteItems' | 'TransactGetItems', input: TemplateObject, answer: TemplateObject) => ({
  op,
  input,
  observe: ['ConsumedCapacity'],
  expect: { ok: answer },
});
const key = (pk: string) => ({ pk: s(pk) });
const putsOf = (...names: string[]) => names.map((pk) => ({ Put: inTable('t', { Item: key(pk) }) }));
const getsOf = (...names: string[]) => names.map((pk) => ({ Get: inTable('t', { Key: key(pk) }) }));

const shared = { area: 'capacity', findings: [], certainty: 'measured' } as const;

const doubled: Case = {
  ...shared,
  findings: [],
  id: 'capacity/transaction',
  title: 'A transaction costs two units for each item, missing ones included',
  because: 'Every item of a transaction is read or written twice: to prepare and to commit.',
  sources: [sources.dynoxideTransactionUnits, sources.localstackTransactionUnits],
  tables: { t: alone },
  steps: [
    capacity(
      'TransactWriteItems',
      { TransactItems: putsOf('a', 'b'), ReturnConsumedCapacity: 'TOTAL' },
      { ConsumedCapacity: [units('t', 4, undefined, 'Write')] },
    ),
    capacity(
      'TransactGetItems',
      { TransactItems: getsOf('a', 'nobody'), ReturnConsumedCapacity: 'TOTAL' },
      { ConsumedCapacity: [units('t', 4, undefined, 'Read')] },
    ),
    {
      op: 'GetItem',
      input: inTable('t', { Key: key('a'), ReturnConsumedCapacity: 'TOTAL' }),
      observe: ['ConsumedCapacity'],
      expect: { ok: { ConsumedCapacity: units('t', 0.5) } },
    },
    {
      op: 'GetItem',
      input: inTable('t', { Key: key('a'), ConsistentRead: true, ReturnConsumedCapacity: 'TOTAL' }),
      observe: ['ConsumedCapacity'],
      expect: { ok: { ConsumedCapacity: units('t', 1) } },
    },
  ],
};

const notAsked: Case = {
  ...shared,
  findings: [],
  certainty: 'documented',
  id: 'capacity/transaction-not-asked-for',
  title: 'A transaction shows no capacity unless it is asked for',
  because: 'NONE is the default.',
  sources: [sources.transactWrite, sources.transactGet],
  tables: { t: alone },
  steps: [
    capacity('TransactWriteItems', { TransactItems: putsOf('a') }, { ConsumedCapacity: { $absent: true } }),
    capacity(
      'TransactGetItems',
      { TransactItems: getsOf('a'), ReturnConsumedCapacity: 'NONE' },
      { ConsumedCapacity: { $absent: true } },
    ),
  ],
};

const sizes: Case = {
  ...shared,
  findings: [],
  certainty: 'documented',
  id: 'capacity/transaction-sizes',
  title: 'A transaction costs two units for each KB written and for each 4 KB read, rounded for each item',
  because: 'Each item is rounded up for itself, and then doubled.',
  sources: [sources.readWriteUnits, sources.transactionIsolation],
  tables: { t: alone },
  steps: [
    ...puts('t', [filled(2049, key('small')), filled(10, key('grows'))]),
    capacity(
      'TransactWriteItems',
      {
        TransactItems: [
          { Put: inTable('t', { Item: filled(1025, key('q')) }) },
          { Put: inTable('t', { Item: filled(4097, key('r')) }) },
          { Delete: inTable('t', { Key: key('small') }) },
          {
            Update: inTable('t', {
              Key: key('grows'),
              UpdateExpression: 'SET v = :v',
              ExpressionAttributeValues: { ':v': s('x'.repeat(1500)) },
            }),
          },
        ],
        ReturnConsumedCapacity: 'TOTAL',
      },
      { ConsumedCapacity: [units('t', 2 * (2 + 5 + 3 + 2), undefined, 'Write')] },
    ),
    capacity(
      'TransactGetItems',
      { TransactItems: getsOf('q', 'r'), ReturnConsumedCapacity: 'TOTAL' },
      { ConsumedCapacity: [units('t', 2 * (1 + 2), undefined, 'Read')] },
    ),
  ],
};

/** The order of the tables is not promised, so the list is compared with what is written down alone. */
const unordered = (...asked: Parameters<typeof capacity>) => ({ ...capacity(...asked), observe: [] });

const tables: Case = {
  ...shared,
  findings: [],
  certainty: 'documented',
  id: 'capacity/transaction-of-two-tables',
  title: 'A transaction over two tables gives the capacity of each',
  because: 'ConsumedCapacity is a list with an entry for each table.',
  sources: [sources.transactWrite, sources.transactGet],
  tables: { t: alone, u: numbered },
  steps: [
    unordered(
      'TransactWriteItems',
      {
        TransactItems: [...putsOf('a', 'b'), { Put: inTable('u', { Item: { ...key('a'), sk: n(1) } }) }],
        ReturnConsumedCapacity: 'TOTAL',
      },
      {
        ConsumedCapacity: {
          $unordered: [units('t', 4, undefined, 'Write'), units('u', 2, undefined, 'Write')],
        },
      },
    ),
    unordered(
      'TransactGetItems',
      {
        TransactItems: [...getsOf('a'), { Get: inTable('u', { Key: { ...key('a'), sk: n(1) } }) }],
        ReturnConsumedCapacity: 'TOTAL',
      },
      {
        ConsumedCapacity: { $unordered: [units('t', 2, undefined, 'Read'), units('u', 2, undefined, 'Read')] },
      },
    ),
  ],
};

const both = (sum: number) => ({ CapacityUnits: sum, WriteCapacityUnits: sum });

const indexes: Case = {
  ...shared,
  findings: [],
  id: 'capacity/transaction-with-indexes',
  title: 'A transaction costs the table twice and its indexes once',
  because: 'Indexes take no part in the preparation, and are written after the commit.',
  sources: [sources.conformance],
  tables: { t: projected },
  steps: [
    put('t', { pk: s('a'), sk: n(1), g: s('g'), x: s('x') }),
    capacity(
      'TransactWriteItems',
      {
        TransactItems: [
          { Put: inTable('t', { Item: { pk: s('b'), sk: n(1), g: s('g') } }) },
          {
            Update: inTable('t', {
              Key: { pk: s('a'), sk: n(1) },
              UpdateExpression: 'SET x = :x',
              ExpressionAttributeValues: { ':x': s('new') },
            }),
          },
        ],
        ReturnConsumedCapacity: 'INDEXES',
      },
      {
        ConsumedCapacity: [
          {
            TableName: { $table: 't' },
            ...both(9),
            Table: both(4),
            GlobalSecondaryIndexes: { all: both(2), keys: both(1), some: both(2) },
            LocalSecondaryIndexes: { $absent: true },
          },
        ],
      },
    ),
  ],
};

const inAll: Item = { pk: s('a'), sk: n(1), g: s('g'), l: s('l'), x: s('x') };
const checks: Case = {
  ...shared,
  findings: [],
  certainty: 'documented',
  id: 'capacity/transaction-check',
  title: 'A condition of a transaction costs the table twice and no index',
  because: 'It writes nothing, so no index has anything to write.',
  sources: [sources.transactWrite, sources.readWriteUnits],
  tables: { t: projected },
  steps: [
    put('t', inAll),
    ...(
      [
        ['a', 'attribute_exists(pk)', 2],
        ['nobody', 'attribute_not_exists(pk)', 2],
      ] as const
    ).map(([pk, ConditionExpression, sum]) =>
      capacity(
        'TransactWriteItems',
        {
          TransactItems: [{ ConditionCheck: inTable('t', { Key: { pk: s(pk), sk: n(1) }, ConditionExpression }) }],
          ReturnConsumedCapacity: 'INDEXES',
        },
        {
          ConsumedCapacity: [
            {
              TableName: { $table: 't' },
              ...both(sum),
              Table: both(sum),
              GlobalSecondaryIndexes: { $absent: true },
              LocalSecondaryIndexes: { $absent: true },
            },
          ],
        },
      ),
    ),
    get('t', { pk: s('a'), sk: n(1) }, inAll),
    get('t', { pk: s('nobody'), sk: n(1) }, 'absent'),
  ],
};

export const cases: readonly Case[] = [doubled, notAsked, sizes, tables, indexes, checks];
