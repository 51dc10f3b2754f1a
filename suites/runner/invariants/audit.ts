/** Looks at the tables of a case after its last step, and judges all that was said. */
import type { JsonObject, Operation, Outcome } from '../../../oracles/values/types.ts';
import type { Case } from '../../cases/case.ts';
import type { Support } from '../../targets/probe.ts';
import type { Session } from '../../targets/target.ts';
import type { ReadPatience } from '../judge/read-patience.ts';
import { waitMs } from '../needs.ts';
import { isObject, listAt, valueAt } from '../play/path.ts';
import { atEnd, type Recorder } from './exchange.ts';
import { type InvariantId, invariants } from './index.ts';
import type { AskTable, AuditedTable, Breach, Invariant, Seen } from './invariant.ts';
import { replay } from './known/contradictions.ts';
import type { KnownTable } from './known/known.ts';
import { loadServiceModel } from './model.ts';

/** A breach, and the invariant that it breaks. */
export interface Violation extends Breach {
  invariant: InvariantId;
  /** In a read that may lag: to be confirmed with the full wait. */
  lags: boolean;
}

/** `light`: a few requests a table. `deep`: every page size, direction, partition and segment. */
export const auditDepths = ['light', 'deep'] as const;
export type AuditDepth = (typeof auditDepths)[number];

/** Larger tables are not audited. */
const rowsMax = 60;

/** "All data in DynamoDB Streams is subject to a 24-hour lifetime" (developer guide, streams). */
const retentionMs = 24 * 3_600_000;

interface AuditOptions {
  subject: Case;
  recorder: Recorder;
  /** Tables that were empty when the case began. */
  tables: ReadonlyMap<string, JsonObject>;
  session: Session;
  supported: ReadonlyMap<Operation, Support>;
  depth: AuditDepth;
  patience: ReadPatience;
  signal?: AbortSignal | undefined;
  /** The target has stopped answering, so nothing more is sent. */
  isLost: boolean;
}

type Entry = readonly [InvariantId, Invariant];
const entries = Object.entries(invariants) as Entry[];

export async function audit(options: AuditOptions): Promise<Violation[]> {
  const { subject, recorder, tables, isLost } = options;
  const { exchanges } = recorder;
  const seen: Seen = { subject, exchanges, tables, model: await loadServiceModel() };
  const found: Violation[] = [];
  if (!isLost) for (const [name, known] of replay(seen).tables) found.push(...(await auditTable(name, known, options)));
  for (const [id, { judge }] of entries) found.push(...(judge?.(seen) ?? []).map(violation(id, false)));
  return distinct(found);
}

const violation =
  (invariant: InvariantId, lags: boolean) =>
  (breach: Breach): Violation => ({ invariant, lags, ...breach });

/** One fault shows in many answers of a case. */
function distinct(all: readonly Violation[]): Violation[] {
  const first = new Map<string, Violation>();
  for (const one of all) {
    const key = [one.invariant, one.path, one.class].join('\n');
    if (!first.has(key)) first.set(key, one);
  }
  return [...first.values()];
}

async function auditTable(name: string, known: KnownTable, options: AuditOptions): Promise<Violation[]> {
  const table = await auditedTable(name, known, options);
  if (table === undefined) return [];
  const found: Violation[] = [];
  for (const [id, { audit: look, lags = false }] of entries) {
    if (look === undefined || options.signal?.aborted) continue;
    found.push(...(await look(table)).map(violation(id, lags)));
  }
  return found;
}

/** Undefined for a table that is gone, not ACTIVE, or too large. */
async function auditedTable(name: string, known: KnownTable, options: AuditOptions): Promise<AuditedTable | undefined> {
  const ask = asker(name, options);
  if (known.unsettled && !(await isActive(ask))) return undefined;
  const { outcome } = await ask('Scan', { ConsistentRead: true, ReturnConsumedCapacity: 'INDEXES' });
  if (outcome.kind !== 'ok' || outcome.output.LastEvaluatedKey !== undefined) return undefined;
  const rows = listAt(outcome.output, 'Items').filter(isObject);
  if (rows.length > rowsMax) return undefined;
  const { facts, wholeLife, made, expires, streamSwitched } = known;
  return {
    ...{
      name,
      facts,
      rows,
      made,
      expires,
      ask,
      wholeLife: wholeLife && !streamSwitched && waitMs(options.subject.steps) < retentionMs,
    },
    deep: options.depth === 'deep',
    inTime: (look) => inTime(look, options),
    supports: (...ops) => ops.every((op) => options.supported.get(op)?.supported !== false),
  };
}

/** Requests of one table. Sent raw, since an SDK drops what it does not know. */
function asker(name: string, { recorder }: AuditOptions): AskTable {
  const isOfTable = (op: Operation): boolean => /^(?:DescribeTable|Scan|Query|GetItem|PutItem|DeleteItem)$/.test(op);
  return async (op, input) => {
    const outcome = await recorder.send(atEnd, op, isOfTable(op) ? { TableName: name, ...input } : input, {
      raw: true,
    });
    return { exchange: recorder.exchanges.at(-1)!, outcome };
  };
}

async function isActive(ask: AskTable): Promise<boolean> {
  const { outcome }: { outcome: Outcome } = await ask('DescribeTable', {});
  if (outcome.kind !== 'ok') return false;
  const states = [
    valueAt(outcome.output, 'Table.TableStatus'),
    ...listAt(outcome.output, 'Table.GlobalSecondaryIndexes[].IndexStatus'),
  ];
  return states.every((state) => state === 'ACTIVE');
}

const pauseMsFirst = 5;

/** As for reads of a case: see `judge/settle.ts`. */
async function inTime(look: () => Promise<Breach[]>, options: AuditOptions): Promise<Breach[]> {
  const { patience, session, signal } = options;
  let found = await look();
  if (found.length === 0) return found;
  const boundMs = patience.ms;
  const begin = performance.now();
  let waitedMs = 0;
  for (let ms = pauseMsFirst; waitedMs < boundMs && performance.now() - begin < boundMs && !signal?.aborted; ms *= 2) {
    await session.pause(ms);
    waitedMs += ms;
    found = await look();
    if (found.length > 0) continue;
    patience.settled();
    return found;
  }
  patience.differed();
  return found;
}
