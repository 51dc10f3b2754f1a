/** Whether a table that is there can be used with every operation, and agrees with its indexes and its stream. */
import type { Json, JsonObject, Operation, Outcome } from '../../oracles/values/types.ts';
import { n, s } from '../cases/case.ts';
import type { Exchange } from '../runner/invariants/exchange.ts';
import { tableFacts } from '../runner/invariants/facts.ts';
import { invariants } from '../runner/invariants/index.ts';
import type { AuditedTable, Breach, Invariant } from '../runner/invariants/invariant.ts';
import { isObject, listAt, valueAt } from '../runner/play/path.ts';
import { summary } from '../runner/summary.ts';
import { type Anomaly, keyOf } from './anomaly.ts';
import type { Lab } from './lab.ts';
import { rowsOf } from './place.ts';

const key = { pk: s('~'), sk: s('~') };
const item = { ...key, g: s('~g'), h: s('~h'), n: n(1) };

/** Requests to a table with the schema of `place.ts`; each must be accepted. They leave the rows as they were. */
function requestsTo(TableName: string, indexes: readonly string[], lab: Lab): [Operation, JsonObject, Json?][] {
  const value = (text: string) => ({ ExpressionAttributeValues: { ':v': s(text) } });
  const hashes = new Map([
    ['by-g', ['g', '~g']],
    ['by-h', ['h', '~h']],
    ['by-n', ['pk', '~']],
  ]);
  const transaction: [Operation, JsonObject, Json?][] = [
    ['TransactWriteItems', { TransactItems: [{ Put: { TableName, Item: { ...item, n: n(3) } } }] }],
    ['TransactGetItems', { TransactItems: [{ Get: { TableName, Key: key } }] }],
  ];
  const batch: [Operation, JsonObject, Json?][] = [
    ['BatchWriteItem', { RequestItems: { [TableName]: [{ PutRequest: { Item: { ...item, n: n(4) } } }] } }],
    ['BatchGetItem', { RequestItems: { [TableName]: { Keys: [key] } } }],
  ];
  return [
    ['DescribeTable', { TableName }],
    ['PutItem', { TableName, Item: item }],
    [
      'UpdateItem',
      { TableName, Key: key, UpdateExpression: 'ADD n :one', ExpressionAttributeValues: { ':one': n(1) } },
    ],
    ['GetItem', { TableName, Key: key, ConsistentRead: true }, { Item: { ...item, n: n(2) } }],
    ['Query', { TableName, ConsistentRead: true, KeyConditionExpression: 'pk = :v', ...value('~') }, { Count: 1 }],
    ...indexes.flatMap((IndexName): [Operation, JsonObject, Json?][] => {
      const [name = 'pk', text = '~'] = hashes.get(IndexName) ?? [];
      return [['Query', { TableName, IndexName, KeyConditionExpression: `${name} = :v`, ...value(text) }]];
    }),
    ...(lab.supports('TransactWriteItems', 'TransactGetItems') ? transaction : []),
    ...batch,
    ['DeleteItem', { TableName, Key: key }],
    ['GetItem', { TableName, Key: key, ConsistentRead: true }, { Item: null }],
  ];
}

/** Sends every operation to the table, or some. `indexes`: those that must answer. */
export async function use(
  lab: Lab,
  TableName: string,
  indexes: readonly string[],
  found: Anomaly[],
  only: (operation: Operation) => boolean = () => true,
): Promise<void> {
  let failed = false;
  for (const [operation, input, expected] of requestsTo(TableName, indexes, lab)) {
    if (!only(operation)) continue;
    const outcome = await lab.ask(operation, input, found);
    const at = { where: lab.inRoles(TableName), operation };
    if (outcome.kind === 'rejected' && outcome.status < 500)
      found.push({
        ...{ ...at, kind: 'unusable', expected: 'accepted' },
        actual: lab.inRoles(String(summary(outcome))),
      });
    failed ||= outcome.kind !== 'ok';
    // After a write that failed, what is read says nothing more.
    if (failed || outcome.kind !== 'ok' || !isObject(expected)) continue;
    for (const [name, wanted] of Object.entries(expected)) {
      const got = outcome.output[name] ?? null;
      if (textOf(got) !== textOf(wanted))
        found.push({ ...at, kind: 'wrong-answer', expected: textOf(wanted), actual: textOf(got) });
    }
  }
}

const textOf = (value: Json): string =>
  isObject(value)
    ? JSON.stringify(Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))))
    : JSON.stringify(value);

/** The invariants that a disturbance can break. The others judge single answers, which `run` does. */
const judged = ['index-rows', 'stream-replay', 'description'] as const;

/**
 * Invariants of the table and its rows.
 *
 * @param wholeLife its stream has been on since it was made
 * @param broken keys of anomalies that show without a disturbance: waiting for them to vanish would take the full time each
 */
export async function audit(
  lab: Lab,
  TableName: string,
  wholeLife: boolean,
  broken: ReadonlySet<string>,
  found: Anomaly[],
): Promise<void> {
  const described = await lab.ask('DescribeTable', { TableName }, found);
  const table = described.kind === 'ok' ? valueAt(described.output, 'Table') : undefined;
  if (!isObject(table)) return;
  const facts = tableFacts(table);
  const audited: AuditedTable = {
    ...{ name: TableName, facts, rows: await rowsOf(lab, TableName, found), wholeLife },
    ...{ made: false, expires: false, deep: false, supports: (...operations) => lab.supports(...operations) },
    ask: async (op, input) => {
      const sent = lab.calls;
      const whole = op.endsWith('Records') || op.includes('Shard') || op === 'DescribeStream';
      const outcome: Outcome = await lab.ask(op, whole ? input : { TableName, ...input }, found);
      const exchange: Exchange = { step: 'end', op, input, outcome, sent, answered: lab.calls };
      return { exchange, outcome };
    },
    inTime: (look) => inTime(lab, look),
  };
  for (const id of judged) {
    const { audit: look }: Invariant = invariants[id];
    const of = { kind: 'disagrees', where: `${lab.inRoles(TableName)}, ${id}`, expected: '', actual: '' } as const;
    if (broken.has(keyOf(of))) continue;
    for (const breach of (await look?.(audited)) ?? []) found.push(disagreement(lab, TableName, id, breach));
  }
}

function disagreement(lab: Lab, TableName: string, id: string, { exchange, expected, actual, path }: Breach): Anomaly {
  const said = (value: Json): string => lab.inRoles(clipped(JSON.stringify(value)));
  return {
    ...{ kind: 'disagrees', where: `${lab.inRoles(TableName)}, ${id}`, operation: exchange.op },
    ...{ expected: `${path} ${said(expected)}`, actual: said(actual) },
  };
}

const clipped = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

const lagMsMax = 1_000;
const pollMs = 10;

async function inTime(lab: Lab, look: () => Promise<Breach[]>): Promise<Breach[]> {
  const begin = performance.now();
  for (;;) {
    const breaches = await look();
    if (breaches.length === 0 || performance.now() - begin > lagMsMax) return breaches;
    await lab.session.pause(pollMs);
  }
}

/** Names of the indexes that are described, global ones only if ACTIVE. */
export async function indexesOf(lab: Lab, TableName: string, found: Anomaly[]): Promise<string[] | undefined> {
  const described = await lab.ask('DescribeTable', { TableName }, found);
  if (described.kind !== 'ok') return undefined;
  const table = valueAt(described.output, 'Table');
  const active = listAt(table, 'GlobalSecondaryIndexes').filter(
    (index) => (valueAt(index, 'IndexStatus') ?? 'ACTIVE') === 'ACTIVE',
  );
  return [...active, ...listAt(table, 'LocalSecondaryIndexes')].map((index) => String(valueAt(index, 'IndexName')));
}
