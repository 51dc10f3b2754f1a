/** The tables and backups of one round: made, waited for, and read as a whole. */
import type { Item, JsonObject, Operation, Outcome } from '../../oracles/values/types.ts';
import { n, s, type TableSchema, table } from '../cases/case.ts';
import { itemText, keyText } from '../runner/invariants/values.ts';
import { isObject, listAt, valueAt } from '../runner/play/path.ts';
import { summary } from '../runner/summary.ts';
import type { Anomaly } from './anomaly.ts';
import type { Lab } from './lab.ts';

export interface Place {
  /** Names under which the round may have a table, the first of which has the rows. */
  readonly tables: readonly string[];
  readonly backupArn?: string;
  /** Of an index that is added. */
  readonly throughput?: JsonObject;
  /** Its time to live is switched, so that ENABLING and DISABLING are passing states, too. */
  readonly switchesTimeToLive?: true;
}

/** What comes before the disturbance did not work, so the round says nothing. */
export class Unprepared extends Error {
  override readonly name = 'Unprepared';
}

const batchMost = 25;
const keys = ['pk', 'sk'] as const;

/** Of the row that a write is to. */
export const keyOfWrite = ({ Item, Key }: JsonObject): string => {
  const item = Item ?? Key;
  return (isObject(item) ? keyText(item, keys) : undefined) ?? '';
};

/** An index on `g`, a local one on `n`, and a stream where the target has streams. */
export const schemaOf = (lab: Lab): TableSchema =>
  table({
    ...{ hash: ['pk', 'S'], range: ['sk', 'S'] },
    gsi: { 'by-g': { hash: ['g', 'S'], range: ['sk', 'S'] } },
    lsi: { 'by-n': { hash: ['pk', 'S'], range: ['n', 'N'] } },
    ...(lab.supports('DescribeStream', 'GetRecords') && { stream: 'NEW_AND_OLD_IMAGES' }),
  });

/** UpdateTable that adds an index to a table of this schema, paid by request. @param throughput see `throughputOf` */
export const addsIndex = (TableName: string, IndexName: string, hash: string, throughput: JsonObject): JsonObject => ({
  TableName,
  AttributeDefinitions: [hash, 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
  GlobalSecondaryIndexUpdates: [
    {
      Create: {
        ...{ IndexName, Projection: { ProjectionType: 'ALL' }, ...throughput },
        KeySchema: [
          { AttributeName: hash, KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
      },
    },
  ],
});

const throughputs = new WeakMap<Lab, JsonObject>();

/** What an index needs that is added to a table paid by request: nothing, but dynalite asks for its throughput all the same. */
export async function throughputOf(lab: Lab): Promise<JsonObject> {
  const known = throughputs.get(lab);
  if (known) return known;
  const TableName = await made(lab, 'trial', 0);
  const outcome = await lab.send('UpdateTable', addsIndex(TableName, 'by-h', 'h', {}));
  const isAsked = outcome.kind === 'rejected' && outcome.status < 500;
  const found: JsonObject = isAsked ? { ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 5 } } : {};
  throughputs.set(lab, found);
  await settledOrThrow(lab, { tables: [TableName] });
  await lab.send('DeleteTable', { TableName });
  return found;
}

export const row = (at: number): Item => ({
  ...{ pk: s(at % 2 === 0 ? 'a' : 'b'), sk: s(String(at).padStart(3, '0')) },
  ...{ g: s(at % 3 === 0 ? 'x' : 'y'), h: s(at % 5 === 0 ? 'u' : 'v'), n: n(at) },
});

export const rowKey = (at: number): Item => ({ pk: row(at).pk!, sk: row(at).sk! });

/** @throws Unprepared for any other answer than a success */
export async function done(lab: Lab, operation: Operation, input: JsonObject): Promise<JsonObject> {
  const outcome = await lab.send(operation, input);
  if (outcome.kind === 'ok') return outcome.output;
  throw new Unprepared(lab.inRoles(`${operation}: ${String(summary(outcome))}`));
}

/** A table with rows, once it is ACTIVE. */
export async function made(lab: Lab, role: string, rows: number, schema = schemaOf(lab)): Promise<string> {
  const TableName = lab.name(role);
  await done(lab, 'CreateTable', { ...schema, TableName });
  await settledOrThrow(lab, { tables: [TableName] });
  for (let from = 0; from < rows; from += batchMost) {
    const items = Array.from({ length: Math.min(batchMost, rows - from) }, (_, at) => row(from + at));
    await done(lab, 'BatchWriteItem', {
      RequestItems: { [TableName]: items.map((Item) => ({ PutRequest: { Item } })) },
    });
  }
  return TableName;
}

const prepareMsMax = 20_000;

export async function settledOrThrow(lab: Lab, place: Place): Promise<void> {
  const { passing } = await settled(lab, place, prepareMsMax, []);
  if (passing !== undefined) throw new Unprepared(`${passing} before the disturbance`);
}

const finalStates = new Set(['ACTIVE', 'AVAILABLE']);
const pollMs = 3;

/**
 * Waits until no table, index or backup of the place is in a passing state.
 *
 * @returns what still is, when the time is over, such as `restored is CREATING`
 */
export async function settled(
  lab: Lab,
  place: Place,
  ms: number,
  found: Anomaly[],
): Promise<{ passing?: string; afterMs: number }> {
  const begin = performance.now();
  const before = found.length;
  for (;;) {
    const passing = await passingIn(lab, place, found);
    const afterMs = performance.now() - begin;
    if (passing === undefined) return { afterMs };
    // A server that fails to describe does not get better by being asked.
    if (afterMs > ms || found.length > before) return { passing, afterMs };
    await lab.session.pause(pollMs);
  }
}

async function passingIn(lab: Lab, place: Place, found: Anomaly[]): Promise<string | undefined> {
  const { tables, switchesTimeToLive = false } = place;
  for (const TableName of tables) {
    const described = await lab.ask('DescribeTable', { TableName }, found);
    if (described.kind !== 'ok') continue;
    const table = valueAt(described.output, 'Table');
    const states: [string, unknown][] = [
      [lab.inRoles(TableName), valueAt(table, 'TableStatus')],
      ...listAt(table, 'GlobalSecondaryIndexes').map((index): [string, unknown] => [
        `index ${String(valueAt(index, 'IndexName'))}`,
        valueAt(index, 'IndexStatus') ?? 'ACTIVE',
      ]),
    ];
    if (switchesTimeToLive) {
      const state = await timeToLiveOf(lab, TableName, found);
      if (/ING$/.test(state)) states.push(['time to live', state]);
    }
    for (const [what, state] of states) if (!finalStates.has(String(state))) return `${what} is ${String(state)}`;
  }
  const waiting = (await backupsOf(lab, tables, found)).find(({ status }) => !finalStates.has(status));
  return waiting && `a backup is ${waiting.status}`;
}

interface Backup {
  readonly arn: string;
  readonly status: string;
}

export async function backupsOf(lab: Lab, tables: readonly string[], found: Anomaly[]): Promise<Backup[]> {
  if (!lab.supports('ListBackups')) return [];
  const all: Backup[] = [];
  for (const TableName of tables) {
    const listed = await lab.ask('ListBackups', { TableName }, found);
    if (listed.kind !== 'ok') continue;
    for (const one of listAt(listed.output, 'BackupSummaries'))
      all.push({ arn: String(valueAt(one, 'BackupArn')), status: String(valueAt(one, 'BackupStatus')) });
  }
  return all;
}

export interface TableState {
  readonly indexes: readonly string[];
  readonly stream: string;
  readonly timeToLive: string;
  /** Item texts by key text. */
  readonly rows: ReadonlyMap<string, string>;
}

/** What a client can see of a place, without names, ids and dates. */
export interface Snapshot {
  /** In the order of the place's names; null for none. */
  readonly tables: readonly (TableState | null)[];
  readonly backups: readonly string[];
}

export async function snapshotOf(lab: Lab, place: Place, found: Anomaly[]): Promise<Snapshot> {
  const tables: (TableState | null)[] = [];
  for (const name of place.tables) tables.push(await stateOf(lab, name, found));
  return { tables, backups: (await backupsOf(lab, place.tables, found)).map(({ status }) => status).sort() };
}

async function stateOf(lab: Lab, TableName: string, found: Anomaly[]): Promise<TableState | null> {
  const described = await lab.ask('DescribeTable', { TableName }, found);
  if (described.kind !== 'ok') return null;
  const table = valueAt(described.output, 'Table');
  const read = await rowsOf(lab, TableName, found);
  return {
    indexes: [...listAt(table, 'GlobalSecondaryIndexes'), ...listAt(table, 'LocalSecondaryIndexes')]
      .map((index) => String(valueAt(index, 'IndexName')))
      .sort(),
    stream: String(valueAt(table, 'StreamSpecification.StreamEnabled') ?? false),
    timeToLive: await timeToLiveOf(lab, TableName, found),
    rows: new Map(read.map((item) => [keyText(item, keys) ?? '', itemText(item)])),
  };
}

/** Empty where the target has none. */
async function timeToLiveOf(lab: Lab, TableName: string, found: Anomaly[]): Promise<string> {
  if (!lab.supports('DescribeTimeToLive')) return '';
  const answer = await lab.ask('DescribeTimeToLive', { TableName }, found);
  return answer.kind === 'ok' ? String(valueAt(answer.output, 'TimeToLiveDescription.TimeToLiveStatus')) : '';
}

/** All rows, read consistently. */
export async function rowsOf(lab: Lab, TableName: string, found: Anomaly[]): Promise<JsonObject[]> {
  const rows: JsonObject[] = [];
  let next: JsonObject = {};
  for (;;) {
    const page: Outcome = await lab.ask('Scan', { TableName, ConsistentRead: true, ...next }, found);
    if (page.kind !== 'ok') {
      if (page.kind === 'unanswered' || page.status >= 500) return rows;
      const actual = lab.inRoles(String(summary(page)));
      found.push({
        ...{ kind: 'unusable', where: lab.inRoles(TableName), operation: 'Scan' },
        ...{ expected: 'the rows of a table that is described', actual },
      });
      return rows;
    }
    rows.push(...listAt(page.output, 'Items').filter(isObject));
    const last = page.output.LastEvaluatedKey;
    if (!isObject(last)) return rows;
    next = { ExclusiveStartKey: last };
  }
}
