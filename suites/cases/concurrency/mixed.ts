/** Writes of different kinds, sent together to the same items. */
import type { Item } from '../../../oracles/values/types.ts';
import type { Call, Case, Repeat, Step, TemplateObject } from '../case.ts';
import { n, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { get, put, queryIndex } from '../steps.ts';
import { together } from './writes.ts';

const tables = { t: table({ hash: ['pk', 'S'] }) };
const t = { TableName: { $table: 't' } };
const key = { pk: s('p') };
const rounds = 40;
const write = (UpdateExpression: string, values: TemplateObject, ConditionExpression?: string): Step => ({
  times: rounds,
  step: {
    op: 'UpdateItem',
    input: {
      ...t,
      Key: key,
      UpdateExpression,
      ExpressionAttributeValues: values,
      ...(ConditionExpression && { ConditionExpression }),
    },
    observe: [],
    expect: { ok: {} },
  },
});

const paths: Case = {
  id: 'concurrency/kinds-of-updates-together',
  title: 'Updates of every kind that are sent together to one item all take effect',
  area: 'concurrency',
  findings: ['mongo-rfc/M15'],
  certainty: 'documented',
  because: 'A store may carry out a plain SET in a shorter way than an update that reads; neither undoes the other.',
  sources: [sources.transactionIsolation],
  tables,
  steps: [
    put('t', { ...key, summed: n(0), appended: { L: [] } }),
    together(
      write('SET written = :v', { ':v': { N: { $i: 'number' } } }),
      write('SET summed = summed + :one', { ':one': n(1) }),
      write('ADD added :one', { ':one': n(1) }),
      write('ADD padded :v', { ':v': { SS: [{ $i: 'padded' }] } }),
      write('SET appended = list_append(appended, :v)', { ':v': { L: [{ N: { $i: 'number' } }] } }),
      write('SET checked = :v', { ':v': { N: { $i: 'number' } } }, 'attribute_exists(pk)'),
    ),
    get('t', key, {
      ...key,
      ...{ written: n(rounds - 1), summed: n(rounds), added: n(rounds), checked: n(rounds - 1) },
      appended: { L: Array.from({ length: rounds }, (_, at) => n(at)) },
      padded: { SS: { $size: rounds } },
    } as TemplateObject),
  ],
};

/** A client that tries again for as long as it is told that there is a conflict, as the SDKs do. */
const tried = (as: string, op: Call['op'], input: TemplateObject): Repeat => ({
  repeat: { op, as, input: { ...input, ReturnConsumedCapacity: 'TOTAL' } },
  until: { path: 'ConsumedCapacity', present: true },
  despite: ['TransactionConflictException', 'TransactionCanceledException', 'TransactionInProgressException'],
  pauseMs: 5,
  turns: 500,
  observe: [],
  expect: { ok: {} },
});
const second = { pk: s('q') };
const adding = (Key: Item): TemplateObject => ({
  ...t,
  Key,
  UpdateExpression: 'ADD v :one',
  ExpressionAttributeValues: { ':one': n(1) },
});
const clients = Array.from({ length: 6 }, (_, at) => at);

const conflicts: Case = {
  id: 'concurrency/transactions-together',
  title: 'Transactions and single writes of the same items succeed, or are told of the conflict, and count once',
  area: 'concurrency',
  findings: ['mongo-rfc/C3-txn-conflict', 'mongo-rfc/R2-nb-txn-conflict-variant'],
  certainty: 'documented',
  because: 'A conflict is TransactionConflict, on which a client tries again; it is no error of the service.',
  sources: [sources.transactionIsolation, sources.transactWrite],
  tables,
  steps: [
    together(
      ...clients.map((at) =>
        tried(`transaction ${at}`, 'TransactWriteItems', {
          TransactItems: (at % 2 === 0 ? [key, second] : [second, key]).map((one) => ({ Update: adding(one) })),
        }),
      ),
      ...clients.flatMap((at) =>
        [key, second].map((one) => tried(`write ${at} ${one.pk.S}`, 'UpdateItem', adding(one))),
      ),
    ),
    ...[key, second].map((one) => get('t', one, { ...one, v: n(2 * clients.length) })),
  ],
};

const indexed = { index: 'by-g', where: 'g = :g' };
const moves = 20;
const moved = (place: string): TemplateObject => ({
  UpdateExpression: 'SET g = :g',
  ExpressionAttributeValues: { ':g': s(place) },
});
const places = ['a', 'b', 'c'];

const indexes: Case = {
  id: 'concurrency/index-of-updates-together',
  title: 'Updates that move one item in an index, sent together, leave one entry: that of the item',
  area: 'concurrency',
  findings: ['mongo-rfc/C6-fastpath'],
  certainty: 'documented',
  because: 'An entry belongs to an item as it is: no update leaves an entry behind that another one made.',
  sources: [sources.gsi, sources.transactionIsolation],
  tables: { t: table({ hash: ['pk', 'S'], gsi: { 'by-g': { hash: ['g', 'S'] } } }) },
  steps: [
    put('t', { ...key, g: s('a') }),
    together(
      ...places.map(
        (place): Step => ({
          times: moves,
          step: { op: 'UpdateItem', input: { ...t, Key: key, ...moved(place) }, observe: [], expect: { ok: {} } },
        }),
      ),
      write('ADD added :one', { ':one': n(1) }),
    ),
    { op: 'UpdateItem', input: { ...t, Key: key, ...moved('z') }, observe: [], expect: { ok: {} } },
    ...places.map((place) => queryIndex(`left in ${place}`, 't', { ...indexed, values: { ':g': s(place) } }, [])),
    queryIndex('at last', 't', { ...indexed, values: { ':g': s('z') } }, [{ ...key, g: s('z'), added: n(rounds) }]),
  ],
};

export const cases: readonly Case[] = [paths, conflicts, indexes];
