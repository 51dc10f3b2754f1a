/** What many clients do at once to few items. Each gives one of the judges of histories something to judge. */

import type { Random } from '../../models/checker/random.ts';
import type { JudgeName } from '../../oracles/history/index.ts';
import type { Item, JsonObject, Operation } from '../../oracles/values/types.ts';
import { n, s, table } from '../cases/case.ts';
import type { Lab } from '../rounds/lab.ts';
import { settledOrThrow, Unprepared } from '../rounds/place.ts';
import { isObject, listAt, valueAt } from '../runner/play/path.ts';
import type { Interruption } from './interruption.ts';
import { everyCall, tableOfEveryCall } from './every-call.ts';
import type { RecordedClient, Recorder } from './recorder.ts';
import type { Step } from './step.ts';

/** What is drawn for a round. */
interface Setting {
  readonly clients: number;
  readonly random: Random;
  readonly interruption: Interruption;
}

export interface Workload {
  readonly title: string;
  readonly needs: readonly Operation[];
  /** Beside the one of names. */
  readonly judges: readonly JudgeName[];
  /** Clients at once, from the fewest to the most. */
  readonly clients: readonly [number, number];
  play(lab: Lab, recorder: Recorder, setting: Setting): Promise<void>;
}

/** A table for the round; the set-up of its history. @throws Unprepared */
async function tableFor(lab: Lab, recorder: Recorder, spec: Parameters<typeof table>[0]): Promise<string> {
  const TableName = lab.name('table');
  const made = await recorder.setUp('CreateTable', { ...table(spec), TableName });
  if (made.kind !== 'ok') throw new Unprepared(lab.inRoles(`CreateTable: ${JSON.stringify(made)}`));
  await settledOrThrow(lab, { tables: [TableName] });
  return TableName;
}

const simple: Parameters<typeof table>[0] = { hash: ['pk', 'S'] };
const pickOf = <T>(random: Random, all: readonly T[]): T => all[random.below(all.length)]!;
const times = <T>(number: number, make: (at: number) => T): T[] => Array.from({ length: number }, (_, at) => make(at));

/** All clients begin together and do their calls one after another. */
async function together(
  recorder: Recorder,
  { clients, interruption }: Setting,
  calls: (client: number) => readonly Step[],
): Promise<RecordedClient[]> {
  const all: { client: RecordedClient; steps: readonly Step[] }[] = [];
  for (let at = 0; at < clients; at++) {
    const client = await recorder.client();
    all.push({ client, steps: calls(client.number) });
  }
  interruption.expect(all.reduce((sum, { steps }) => sum + steps.length, 0));
  await Promise.all(
    all.map(async ({ client, steps }) => {
      for (const { operation, input, leavesAfterMs, how = 'abort' } of steps) {
        await interruption.pass();
        if (leavesAfterMs === undefined) await client.call(operation, input);
        else await client.leaveDuring(operation, input, how, leavesAfterMs);
      }
    }),
  );
  await interruption.end();
  return all.map(({ client }) => client);
}

const readsOf = (TableName: string, keys: readonly Item[]): Step[] =>
  keys.map((Key) => ({ operation: 'GetItem', input: { TableName, Key, ConsistentRead: true } }));

async function inTurn(client: RecordedClient | undefined, steps: readonly Step[]): Promise<void> {
  for (const { operation, input } of steps) await client?.call(operation, input);
}

/** Left calls for each item. */
const leftMost = 6;

/**
 * One call in so many is left by its client; none in every other round.
 *
 * @param most a write that may have happened or not doubles what a search for an order has to try
 */
const leavers = (random: Random, most = Number.POSITIVE_INFINITY): ((step: Step) => Step) => {
  const oneIn = random.below(2) === 0 ? 0 : 8;
  let left = most;
  return (step) => {
    if (oneIn === 0 || random.below(oneIn) > 0 || left === 0) return step;
    left -= 1;
    return { ...step, leavesAfterMs: random.below(4), how: random.below(2) === 0 ? 'abort' : 'reset' };
  };
};

/** One call to one item, of every kind that has a value to lose. */
function registerCall(random: Random, TableName: string, keys: number, value: string): Step {
  const Key = { pk: s(`k${random.below(keys)}`) };
  const values = { ExpressionAttributeValues: { ':v': s(value) } };
  switch (random.below(7)) {
    case 0:
      return { operation: 'PutItem', input: { TableName, Item: { ...Key, v: s(value) }, ReturnValues: 'ALL_OLD' } };
    case 1:
      return {
        operation: 'PutItem',
        input: { TableName, Item: { ...Key, v: s(value) }, ConditionExpression: 'attribute_not_exists(pk)' },
      };
    case 2:
      return {
        operation: 'UpdateItem',
        input: { TableName, Key, UpdateExpression: 'SET v = :v', ...values, ReturnValues: 'ALL_NEW' },
      };
    case 3:
      return {
        operation: 'UpdateItem',
        input: {
          ...{ TableName, Key, UpdateExpression: 'ADD c :one', ReturnValues: 'UPDATED_NEW' },
          ExpressionAttributeValues: { ':one': n(1) },
        },
      };
    case 4:
      return { operation: 'DeleteItem', input: { TableName, Key, ReturnValues: 'ALL_OLD' } };
    default:
      return { operation: 'GetItem', input: { TableName, Key, ConsistentRead: true } };
  }
}

const append = (TableName: string, key: string, element: string): JsonObject => ({
  ...{ TableName, Key: { pk: s(key) } },
  UpdateExpression: 'SET l = list_append(if_not_exists(l, :none), :v)',
  ExpressionAttributeValues: { ':none': { L: [] }, ':v': { L: [s(element)] } },
});

const streamed: Parameters<typeof table>[0] = { ...simple, stream: 'NEW_AND_OLD_IMAGES' };

export const workloads = {
  registers: {
    title: 'puts, updates, deletes and consistent reads of few items, some with a condition',
    needs: [],
    judges: ['linearizability'],
    clients: [8, 32],
    play: async (lab, recorder, setting) => {
      const { random } = setting;
      const name = await tableFor(lab, recorder, simple);
      const keys = 1 + random.below(8);
      const leaving = leavers(random, leftMost * keys);
      const [last] = await together(recorder, setting, (client) =>
        times(12, (at) => leaving(registerCall(random, name, keys, `${client}.${at}`))),
      );
      await inTurn(
        last,
        readsOf(
          name,
          times(keys, (at) => ({ pk: s(`k${at}`) })),
        ),
      );
    },
  },
  mixed: {
    title: 'reads and writes of every kind of few items: single, in batches and transactions, in pages',
    needs: [],
    judges: ['linearizability', 'indexes', 'paging'],
    clients: [6, 16],
    play: async (lab, recorder, setting) => {
      const { random } = setting;
      const TableName = await tableFor(lab, recorder, tableOfEveryCall(lab));
      const leaving = leavers(random, leftMost);
      const call = everyCall(lab, TableName, random);
      const [last] = await together(recorder, setting, (client) => times(14, (at) => leaving(call(`${client}.${at}`))));
      await lab.session.pause(250);
      await last?.call('Scan', { TableName, ConsistentRead: true });
      await last?.call('Scan', { TableName, IndexName: 'by-g' });
    },
  },
  counters: {
    title: 'ADD to few numbers, read at the end',
    needs: [],
    judges: ['counters'],
    clients: [8, 64],
    play: async (lab, recorder, setting) => {
      const { random } = setting;
      const TableName = await tableFor(lab, recorder, simple);
      const keys = times(1 + random.below(2), (at) => ({ pk: s(`k${at}`) }));
      const leaving = leavers(random);
      const add = (Key: Item): Step => ({
        operation: 'UpdateItem',
        input: { TableName, Key, UpdateExpression: 'ADD c :one', ExpressionAttributeValues: { ':one': n(1) } },
      });
      const [last] = await together(recorder, setting, () => times(12, () => leaving(add(pickOf(random, keys)))));
      await lab.session.pause(50);
      await inTurn(last, readsOf(TableName, keys));
    },
  },
  winners: {
    title: 'puts of one item that ask for its absence',
    needs: [],
    judges: ['winners'],
    clients: [8, 64],
    play: async (lab, recorder, setting) => {
      const TableName = await tableFor(lab, recorder, simple);
      await together(recorder, setting, (client) =>
        times(12, (at) => ({
          operation: 'PutItem',
          input: {
            ...{ TableName, Item: { pk: s(`k${at}`), by: n(client) } },
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        })),
      );
    },
  },
  transactions: {
    title: 'transactions that append to lists of several items, and read them',
    needs: ['TransactWriteItems', 'TransactGetItems'],
    judges: ['transactions'],
    clients: [8, 24],
    play: async (lab, recorder, setting) => {
      const { random } = setting;
      const TableName = await tableFor(lab, recorder, simple);
      const keys = times(4, (at) => `k${at}`);
      const two = (): string[] => {
        const first = random.below(keys.length);
        return [keys[first]!, keys[(first + 1 + random.below(keys.length - 1)) % keys.length]!];
      };
      await together(recorder, setting, (client) =>
        times(16, (at): Step => {
          if (random.below(2) === 0)
            return {
              operation: 'TransactGetItems',
              input: { TransactItems: two().map((key) => ({ Get: { TableName, Key: { pk: s(key) } } })) },
            };
          const TransactItems = two().map((key) => ({ Update: append(TableName, key, `${client}.${at}`) }));
          return { operation: 'TransactWriteItems', input: { TransactItems } };
        }),
      );
    },
  },
  tokens: {
    title: 'each transaction sent by several clients at once, with one token',
    needs: ['TransactWriteItems'],
    judges: ['tokens', 'linearizability'],
    clients: [8, 16],
    play: async (lab, recorder, setting) => {
      const { random } = setting;
      const TableName = await tableFor(lab, recorder, simple);
      const mark = random.below(2 ** 30).toString(36);
      const Key = { pk: s('k') };
      const add = { TableName, Key, UpdateExpression: 'ADD c :one', ExpressionAttributeValues: { ':one': n(1) } };
      const never = { TableName, Key: { pk: s('none') }, ConditionExpression: 'attribute_exists(pk)' };
      const [last] = await together(recorder, setting, () =>
        times(12, (at): Step[] => [
          {
            operation: 'TransactWriteItems',
            input: {
              ClientRequestToken: `${mark}-${at}`,
              TransactItems: [{ Update: add }, ...(at % 4 === 3 ? [{ ConditionCheck: never }] : [])],
            },
          },
          ...(random.below(3) === 0 ? readsOf(TableName, [Key]) : []),
        ]).flat(),
      );
      await inTurn(last, readsOf(TableName, [Key]));
    },
  },
  stream: {
    title: 'writes to a table whose stream is read all the time',
    needs: ['DescribeStream', 'GetShardIterator', 'GetRecords'],
    judges: ['streams'],
    clients: [8, 24],
    play: async (lab, recorder, setting) => {
      const { random } = setting;
      const { interruption } = setting;
      const TableName = await tableFor(lab, recorder, streamed);
      const reader = await recorder.client();
      const shards = await iteratorsOf(reader, TableName);
      let isOver = false;
      const read = async (): Promise<void> => {
        for (let quiet = 0; quiet < 3; quiet = isOver ? quiet + 1 : 0)
          for (const [shard, iterator] of shards) {
            const page = await reader.call('GetRecords', { ShardIterator: iterator });
            const next = page.kind === 'ok' ? page.output.NextShardIterator : undefined;
            if (typeof next === 'string') shards.set(shard, next);
            // Without an answer the same iterator is used again.
            else if (page.kind !== 'unanswered') shards.delete(shard);
            else await interruption.up();
          }
      };
      const reading = read();
      await together(recorder, setting, (client) =>
        times(12, (at) => ({
          operation: 'PutItem',
          input: { TableName, Item: { pk: s(`k${random.below(6)}`), v: s(`${client}.${at}`) } },
        })),
      );
      await lab.session.pause(100);
      isOver = true;
      await reading;
    },
  },
  index: {
    title: 'writes that move items in an index; table and index are read at the end',
    needs: [],
    judges: ['indexes'],
    clients: [8, 24],
    play: async (lab, recorder, setting) => {
      const { random } = setting;
      const TableName = await tableFor(lab, recorder, { ...simple, gsi: { 'by-g': { hash: ['g', 'S'] } } });
      const [last] = await together(recorder, setting, () =>
        times(16, (): Step => {
          const Key = { pk: s(`k${random.below(8)}`) };
          if (random.below(5) === 0) return { operation: 'DeleteItem', input: { TableName, Key } };
          if (random.below(2) === 0)
            return { operation: 'PutItem', input: { TableName, Item: { ...Key, g: s(`g${random.below(4)}`) } } };
          return {
            operation: 'UpdateItem',
            input: {
              ...{ TableName, Key, UpdateExpression: 'SET g = :g' },
              ExpressionAttributeValues: { ':g': s(`g${random.below(4)}`) },
            },
          };
        }),
      );
      await lab.session.pause(250);
      await last?.call('Scan', { TableName, ConsistentRead: true });
      await last?.call('Scan', { TableName, IndexName: 'by-g' });
    },
  },
  paging: {
    title: 'pages of scans and queries, of a table and of an index, under writes to some of its rows',
    needs: [],
    judges: ['paging', 'linearizability'],
    clients: [8, 16],
    play: async (lab, recorder, setting) => {
      const { random } = setting;
      const TableName = await tableFor(lab, recorder, paged);
      for (let at = 0; at < 20; at++)
        await recorder.setUp('PutItem', { TableName, Item: { ...pageKey(`s${10 + at}`), g: s('g'), v: s('stays') } });
      // An index may lag behind the set-up.
      await lab.session.pause(100);
      let isOver = false;
      const readers = await Promise.all(
        readingsOf(TableName).map(async (reading) => ({ reading, client: await recorder.client() })),
      );
      const all = readers.map(async ({ reading, client }) => {
        while (!isOver) await inPages(client, reading, setting.interruption);
      });
      await together(recorder, setting, (client) =>
        times(10, (at): Step => {
          const Key = pageKey(`s${10 + random.below(20)}x${random.below(3)}`);
          if (random.below(3) === 0) return { operation: 'DeleteItem', input: { TableName, Key } };
          return { operation: 'PutItem', input: { TableName, Item: { ...Key, g: s('g'), v: s(`${client}.${at}`) } } };
        }),
      );
      isOver = true;
      await Promise.all(all);
    },
  },
} as const satisfies Record<string, Workload>;

const paged: Parameters<typeof table>[0] = {
  ...{ hash: ['pk', 'S'], range: ['sk', 'S'] },
  gsi: { 'by-g': { hash: ['g', 'S'], range: ['sk', 'S'] } },
};

const pageKey = (sk: string): Item => ({ pk: s('p'), sk: s(sk) });

/** A Scan, a Query in both directions, and one of an index, each in small pages. */
function readingsOf(TableName: string): Pick<Step, 'operation' | 'input'>[] {
  const equals = (name: string, value: string) => ({
    KeyConditionExpression: `${name} = :v`,
    ExpressionAttributeValues: { ':v': s(value) },
  });
  const consistent = { TableName, ConsistentRead: true, Limit: 3 };
  return [
    { operation: 'Scan', input: consistent },
    { operation: 'Query', input: { ...consistent, ...equals('pk', 'p') } },
    { operation: 'Query', input: { ...consistent, ...equals('pk', 'p'), ScanIndexForward: false } },
    { operation: 'Query', input: { TableName, Limit: 3, IndexName: 'by-g', ...equals('g', 'g') } },
  ];
}

/** From the first page to the last, or to one that fails. */
async function inPages(
  client: RecordedClient,
  { operation, input }: Pick<Step, 'operation' | 'input'>,
  interruption: Interruption,
): Promise<void> {
  let start: JsonObject = {};
  do {
    await interruption.up();
    const page = await client.call(operation, { ...input, ...start });
    const last = page.kind === 'ok' ? page.output.LastEvaluatedKey : undefined;
    start = isObject(last) ? { ExclusiveStartKey: last } : {};
  } while (start.ExclusiveStartKey !== undefined);
}

/** An iterator from the beginning of each shard. */
async function iteratorsOf(reader: RecordedClient, TableName: string): Promise<Map<string, string>> {
  const described = await reader.call('DescribeTable', { TableName });
  const StreamArn = described.kind === 'ok' ? (valueAt(described.output, 'Table.LatestStreamArn') ?? null) : null;
  const stream = await reader.call('DescribeStream', { StreamArn });
  const found = new Map<string, string>();
  for (const ShardId of stream.kind === 'ok' ? listAt(stream.output, 'StreamDescription.Shards[].ShardId') : []) {
    const answer = await reader.call('GetShardIterator', { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' });
    if (answer.kind === 'ok') found.set(String(ShardId), String(answer.output.ShardIterator));
  }
  return found;
}
