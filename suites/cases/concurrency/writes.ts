import type { Call, Case, Step } from '../case.ts';
import { n, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { get, put, remove } from '../steps.ts';

const tables = { t: table({ hash: ['pk', 'S'] }) };
const t = { TableName: { $table: 't' } };
const key = { pk: s('p') };
export const together = (...steps: Step[]): Step => ({ parallel: steps.map((step) => [step]) });
const set = (name: string): Call => ({
  op: 'UpdateItem',
  input: {
    ...t,
    Key: key,
    UpdateExpression: 'SET #a = :v',
    ExpressionAttributeNames: { '#a': name },
    ExpressionAttributeValues: { ':v': s(name) },
  },
  observe: [],
  expect: { ok: {} },
});
const names = ['a', 'b', 'c', 'd', 'e'];
const all = Object.fromEntries(names.map((name) => [name, s(name)]));

const puts: Case = {
  id: 'concurrency/puts-together',
  title: 'Writes of one item that are sent together all succeed, and the item is one of those written',
  area: 'concurrency',
  findings: ['mongo-rfc/C3'],
  certainty: 'documented',
  because: 'Single-item writes are serializable, and one that waits for another is not an error.',
  sources: [sources.transactionIsolation],
  tables,
  steps: [
    together(...names.map((name) => put('t', { ...key, v: s(name) }))),
    {
      op: 'GetItem',
      input: { ...t, Key: key, ConsistentRead: true },
      observe: [],
      expect: { ok: { Item: { $oneOf: names.map((name) => ({ ...key, v: s(name) })) } } },
    },
    together(...names.map(() => remove('t', key))),
    get('t', key, 'absent'),
  ],
};

const counter: Case = {
  id: 'concurrency/counter',
  title: 'Additions to one counter that are sent together are all counted',
  area: 'concurrency',
  findings: ['mongo-rfc/M2', 'mongo-rfc/M2-exhaustion'],
  certainty: 'documented',
  because: 'ADD reads and writes in one step, and a retry of the store is no affair of the caller.',
  sources: [sources.workingWithItems],
  tables,
  steps: [
    put('t', { ...key, v: n(0) }),
    {
      // More at once than the fifty attempts after which a store was seen to give up.
      times: 200,
      concurrency: 100,
      step: {
        op: 'UpdateItem',
        input: { ...t, Key: key, UpdateExpression: 'ADD v :one', ExpressionAttributeValues: { ':one': n(1) } },
        observe: [],
      },
    },
    get('t', key, { ...key, v: n(200) }),
  ],
};

const upserts: Case = {
  id: 'concurrency/upserts-together',
  title: 'Updates that are sent together, and one of which creates the item, all take effect',
  area: 'concurrency',
  findings: ['mongo-rfc/M2-upsert-race'],
  certainty: 'documented',
  because: 'Each update goes by the item that the update ahead of it left, whichever came first.',
  sources: [sources.transactionIsolation],
  tables,
  steps: [together(...names.map(set)), get('t', key, { ...key, ...all })],
};

const updates: Case = {
  id: 'concurrency/updates-together',
  title: 'Updates of different attributes of one item that are sent together all take effect',
  area: 'concurrency',
  findings: [],
  certainty: 'documented',
  because: 'No acknowledged update is lost: each goes by the item that the one ahead of it left.',
  sources: [sources.transactionIsolation],
  tables,
  steps: [put('t', key), together(...names.map(set)), get('t', key, { ...key, ...all })],
};

const inserts: Case = {
  id: 'concurrency/inserts-together',
  title: 'Of insertions of one item that are sent together one succeeds, and the others fail for their condition',
  area: 'concurrency',
  findings: ['mongo-rfc/M3'],
  certainty: 'documented',
  because: 'The condition is judged when the write takes place, so a loser sees the item of the winner.',
  sources: [sources.transactionIsolation],
  tables,
  steps: [
    {
      times: 8,
      concurrency: 8,
      step: {
        op: 'PutItem',
        input: { ...t, Item: { ...key, v: { S: { $i: 'padded' } } }, ConditionExpression: 'attribute_not_exists(pk)' },
        observe: [],
        expect: { rejected: 'ConditionalCheckFailedException' },
      },
    },
    {
      op: 'GetItem',
      input: { ...t, Key: key, ConsistentRead: true },
      observe: [],
      expect: { ok: { Item: { $present: true } } },
    },
  ],
};

export const cases: readonly Case[] = [puts, counter, upserts, updates, inserts];
