import type { Case } from '../case.ts';
import { n, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { accepted, get, put, refused } from '../steps.ts';

const tables = { t: table({ hash: ['pk', 'S'] }) };
const key = { pk: s('counter') };
const token = { $token: 'counter' };
const add = (by: number, reordered = false) => {
  const parts = {
    TableName: { $table: 't' },
    Key: key,
    UpdateExpression: 'ADD #c :by',
    ExpressionAttributeNames: { '#c': 'count' },
    ExpressionAttributeValues: { ':by': n(by) },
  };
  const update = reordered ? Object.fromEntries(Object.entries(parts).reverse()) : parts;
  return {
    op: 'TransactWriteItems' as const,
    input: { ClientRequestToken: token, TransactItems: [{ Update: update }] },
    observe: [],
  };
};

const replay: Case = {
  id: 'idempotency/replay',
  title: 'The same token and request run once, and another request under that token is refused',
  area: 'idempotency',
  findings: ['mongo-rfc/C11-mismatch'],
  certainty: 'documented',
  because:
    'Within ten minutes a token stands for one request: repeating it is a success without effect, altering it a mismatch.',
  sources: [sources.transactWrite, sources.localstackToken],
  tables,
  steps: [
    accepted(add(1)),
    accepted(add(1)),
    accepted(add(1, true)),
    get('t', key, { ...key, count: n(1) }),
    refused(add(2), 'IdempotentParameterMismatchException'),
    get('t', key, { ...key, count: n(1) }),
    put('t', { ...key, count: n(10) }),
    accepted(add(1)),
    get('t', key, { ...key, count: n(10) }),
  ],
};

const guarded = (by: number) => ({
  op: 'TransactWriteItems' as const,
  input: {
    ClientRequestToken: { $token: 'guarded' },
    TransactItems: [
      {
        Update: {
          TableName: { $table: 't' },
          Key: key,
          UpdateExpression: 'SET #c = #c + :by',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeNames: { '#c': 'count' },
          ExpressionAttributeValues: { ':by': n(by) },
        },
      },
    ],
  },
  observe: [],
});

const afterFailure: Case = {
  id: 'idempotency/cancelled-then-retried',
  title: 'A token whose transaction was cancelled can run the same request again',
  area: 'idempotency',
  findings: ['mongo-rfc/C11-mismatch'],
  certainty: 'inferred',
  because:
    'A repeated call does nothing if the original one was successful. That the writes of one that failed are applied by the next follows from it, and is not on record.',
  sources: [sources.transactionIsolation],
  tables,
  steps: [
    refused(guarded(5), 'TransactionCanceledException'),
    put('t', { ...key, count: n(1) }),
    accepted(guarded(5)),
    accepted(guarded(5)),
    get('t', key, { ...key, count: n(6) }),
  ],
};

export const cases: readonly Case[] = [replay, afterFailure];
