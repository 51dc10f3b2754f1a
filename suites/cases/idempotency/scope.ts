import type { Call, Case, TemplateObject } from '../case.ts';
import { n, s, table } from '../case.ts';
import { byOther, created, nameOf } from '../other-account.ts';
import { sources } from '../sources.ts';
import { accepted, get } from '../steps.ts';

const schema = table({ hash: ['pk', 'S'] });
const key = { pk: s('counter') };
const add = (of: TemplateObject, token: string, by: number): Call =>
  accepted({
    op: 'TransactWriteItems',
    input: {
      ClientRequestToken: { $token: token },
      TransactItems: [
        {
          Update: {
            TableName: of,
            Key: key,
            UpdateExpression: 'ADD #c :by',
            ExpressionAttributeNames: { '#c': 'count' },
            ExpressionAttributeValues: { ':by': n(by) },
          },
        },
      ],
    },
    observe: [],
  });
const counts = (of: TemplateObject, count: number): Call => get(of, key, { ...key, count: n(count) });

const name = { $name: 'counters' };
const mine = nameOf('own');
const theirs = nameOf('foreign');

const perAccount: Case = {
  id: 'idempotency/token-of-an-account',
  title: 'One token in two accounts stands for two requests, alike or not',
  area: 'idempotency',
  findings: ['mongo-rfc/C11', 'mongo-rfc/C11-mismatch'],
  certainty: 'documented',
  because: 'A mismatch is a retry with other parameters, and nobody retries the request of another account.',
  sources: [sources.transactWrite],
  steps: [
    ...created('own', name, schema),
    ...created('foreign', name, schema).map(byOther),
    add(mine, 'alike', 1),
    byOther(add(theirs, 'alike', 1)),
    counts(mine, 1),
    byOther(counts(theirs, 1)),
    add(mine, 'different', 10),
    byOther(add(theirs, 'different', 20)),
    counts(mine, 11),
    byOther(counts(theirs, 21)),
    // Each account's token must still work for its own request.
    add(mine, 'different', 10),
    byOther(add(theirs, 'different', 20)),
    counts(mine, 11),
    byOther(counts(theirs, 21)),
  ],
};

const minutes = 60_000;
const own = { $table: 't' };

const window: Case = {
  id: 'idempotency/token-window',
  title: 'A token is known for ten minutes, and free again right after',
  area: 'idempotency',
  findings: ['mongo-rfc/m4'],
  certainty: 'documented',
  because: 'It is valid for ten minutes after the first request that used it; then the request counts as a new one.',
  sources: [sources.transactWrite],
  tables: { t: schema },
  steps: [
    add(own, 'window', 1),
    { wait: 10 * minutes - 100, because: 'the token is still known' },
    add(own, 'window', 1),
    counts(own, 1),
    { wait: 101, because: 'ten minutes are over, and no sweep that runs each minute has come by' },
    add(own, 'window', 1),
    counts(own, 2),
  ],
};

export const cases: readonly Case[] = [perAccount, window];
