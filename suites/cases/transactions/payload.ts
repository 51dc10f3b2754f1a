/** What a transaction is refused for before any of its conditions is evaluated. */
import type { Case, Step } from '../case.ts';
import { n, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { get, put, refused } from '../steps.ts';

const TableName = { $table: 't' };
const tables = { t: table({ hash: ['pk', 'S'] }) };
const none = { Code: 'None', Message: { $absent: true as const } };
const wrong = { Code: 'ValidationError', Message: { $present: true as const } };
const failed = { Code: 'ConditionalCheckFailed' };
const puts = (pk: string, condition?: string) => ({
  Put: { TableName, Item: { pk: s(pk) }, ...(condition === undefined ? {} : { ConditionExpression: condition }) },
});
const badPut = { Put: { TableName, Item: { pk: n(7) } } };
const badDelete = { Delete: { TableName, Key: { pk: n(8) } } };
const unmet = 'attribute_exists(pk)';

const first = family(
  {
    area: 'transactions',
    name: 'keys-first',
    certainty: 'measured',
    because: 'Keys are checked before conditions, and the first wrong one alone has a reason.',
    sources: [sources.alternatorTransactionTests],
    tables,
  },
  {
    'of-two': {
      title: 'Of two wrong keys only the first is reported',
      items: [badPut, { Put: { TableName, Item: { pk: n(8) } } }, puts('c')],
      reasons: [wrong, none, none],
    },
    'before-a-later-condition': {
      title: 'A wrong key is reported, and a condition behind it that fails is not',
      items: [badPut, puts('b'), puts('c', unmet)],
      reasons: [wrong, none, none],
    },
    'before-an-earlier-condition': {
      title: 'A wrong key is reported, and a condition ahead of it that fails is not',
      items: [puts('a', unmet), badPut, puts('c')],
      reasons: [none, wrong, none],
    },
    'of-a-delete': {
      title: 'The wrong key of a delete is reported alone as well',
      items: [puts('a', unmet), badDelete, badPut],
      reasons: [none, wrong, none],
    },
    none: {
      title: 'Where all keys fit, every condition that fails is reported',
      items: [puts('a', unmet), puts('b'), puts('c', unmet)],
      reasons: [failed, none, failed],
    },
  },
  ({ items, reasons }: { title: string; items: object[]; reasons: object[] }) => ({
    steps: [
      refused(
        { op: 'TransactWriteItems', input: { TransactItems: items as never }, observe: [] },
        'TransactionCanceledException',
        { members: { CancellationReasons: reasons as never } },
      ),
      ...['a', 'b', 'c'].map((pk) => get('t', { pk: s(pk) }, 'absent')),
    ],
  }),
);

const large = s('x'.repeat(100_000));
const names = (count: number) => Array.from({ length: count }, (_, at) => s(`p${String(at).padStart(2, '0')}`));
const written = (count: number): Step => ({
  op: 'TransactWriteItems',
  input: { TransactItems: names(count).map((pk) => ({ Put: { TableName, Item: { pk, v: large } } })) },
  observe: [],
});

const payload: Case = {
  id: 'transactions/payload',
  title: 'A transaction writes 3 MB, but not 5 MB',
  area: 'transactions',
  findings: [],
  heavy: true,
  certainty: 'measured',
  because: 'A transaction holds 4 MB at most. One of more is refused as a whole, and writes nothing.',
  sources: [sources.alternatorTransactionTests, sources.transactWrite],
  tables,
  steps: [
    { ...written(50), expect: { rejected: 'ValidationException' } } as Step,
    ...names(2).map((pk) => get('t', { pk }, 'absent')),
    { ...written(30), expect: { ok: {} } } as Step,
    ...names(2).map((pk) => get('t', { pk }, { pk, v: large })),
  ],
};

const removal: Case = {
  id: 'transactions/removal-of-more',
  title: 'A small transaction deletes items of 5 MB',
  area: 'transactions',
  findings: [],
  heavy: true,
  certainty: 'measured',
  because: 'It is the request that may not be larger than 4 MB, not the items that it names.',
  sources: [sources.alternatorTransactionTests],
  tables,
  steps: [
    ...names(50).map((pk) => put('t', { pk, v: large })),
    {
      op: 'TransactWriteItems',
      input: { TransactItems: names(50).map((pk) => ({ Delete: { TableName, Key: { pk } } })) },
      observe: [],
      expect: { ok: {} },
    },
    {
      op: 'Scan',
      input: { TableName, Select: 'COUNT', ConsistentRead: true },
      observe: ['Count'],
      expect: { ok: { Count: 0 } },
    },
  ],
};

export const cases: readonly Case[] = [...first, payload, removal];
