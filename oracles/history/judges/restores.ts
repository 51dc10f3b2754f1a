import type { JsonObject } from '../../values/types.ts';
import type { History } from '../history.ts';
import { type Anomaly, type Judge, judgementOf } from '../judge.ts';
import { type Reading, readingsOf } from '../readings.ts';
import { byItem, byStart, itemText, picked, type TableFacts, tablesOf, writesOf } from '../tables.ts';
import { timeline } from '../timeline.ts';
import { staying } from './paging.ts';

const needs = 'a restored table that was described as ACTIVE and then scanned to the end, before any write to it';

export const restores: Judge = {
  statement:
    'A restored table has all its items when it is first described as ACTIVE: those of its source when the backup was made.',
  source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/backuprestore_HowItWorks.html',
  needs,
  judge(history) {
    const restored = restoresOf(history);
    return judgementOf(
      restored.length,
      restored.flatMap((one) => faultsOf(history, one)),
      [],
      needs,
    );
  },
};

interface Restored {
  readonly target: string;
  readonly source: TableFacts | undefined;
  /** When the backup was asked for, and answered. */
  readonly backup: { readonly startUs: number; readonly endUs: number } | undefined;
  /** The description, and scans before any write. */
  readonly active: number;
  readonly scans: readonly Reading[];
}

function restoresOf(history: History): Restored[] {
  const { calls } = history;
  const tables = tablesOf(history);
  const readings = readingsOf(history);
  return [...calls.keys()].flatMap((at): Restored[] => {
    const call = calls[at]!;
    const target = String(call.input.TargetTableName);
    if (call.operation !== 'RestoreTableFromBackup' || call.outcome.kind !== 'ok') return [];
    const active = byStart(calls).find((i) => calls[i]!.startUs >= call.startUs && isActive(calls[i]!, target));
    if (active === undefined) return [];
    const changedUs = firstChange(history, target, calls[active]!.startUs);
    const scans = readings.filter(
      (one) =>
        one.table === target &&
        one.index === undefined &&
        one.isWhole &&
        one.startUs >= calls[active]!.endUs! &&
        one.endUs < changedUs,
    );
    const made = calls.find((one) => backupArn(one) === call.input.BackupArn && one.operation === 'CreateBackup');
    const source = made === undefined ? undefined : tables.get(String(made.input.TableName));
    const backup = made?.endUs === undefined ? undefined : { startUs: made.startUs, endUs: made.endUs };
    return scans.length === 0 ? [] : [{ target, source, backup, active, scans }];
  });
}

const isActive = ({ operation, input, outcome }: History['calls'][number], target: string): boolean =>
  operation === 'DescribeTable' &&
  input.TableName === target &&
  outcome.kind === 'ok' &&
  (outcome.output.Table as JsonObject | undefined)?.TableStatus === 'ACTIVE';

const backupArn = ({ outcome }: History['calls'][number]): unknown =>
  outcome.kind === 'ok' ? (outcome.output.BackupDetails as JsonObject | undefined)?.BackupArn : undefined;

/** When the table is first written, deleted or made again. */
function firstChange({ calls }: History, target: string, fromUs: number): number {
  const reads = ['DescribeTable', 'Scan', 'Query', 'GetItem', 'BatchGetItem', 'TransactGetItems'];
  const isChange = (one: History['calls'][number]): boolean =>
    one.startUs > fromUs &&
    !reads.includes(one.operation) &&
    JSON.stringify(one.input).includes(JSON.stringify(target));
  return Math.min(...calls.filter(isChange).map(({ startUs }) => startUs));
}

function faultsOf(history: History, { target, source, backup, active, scans }: Restored): Anomaly[] {
  const first = scans[0]!;
  const anomaly = (text: string, rows: readonly string[], more: readonly number[]): Anomaly[] => {
    const calls = [active, ...first.calls, ...more];
    return [
      {
        kind: 'restored rows',
        text,
        calls,
        shown: [...rows.slice(0, 20), '', timeline(history, calls.slice(0, 24))].join('\n'),
      },
    ];
  };
  const rows = new Set(first.rows.map((row) => itemText(row)));
  for (const later of scans.slice(1)) {
    const added = later.rows.map((row) => itemText(row)).filter((row) => !rows.has(row));
    if (added.length > 0)
      return anomaly(`${target} was ACTIVE, and ${added.length} rows came later.`, added, later.calls);
  }
  if (source === undefined || backup === undefined) return [];
  const items = byItem(writesOf(history, new Map([[source.name, source]])));
  const keys = new Set(first.rows.map((row) => itemText(picked(row, source.keys))));
  const lost = staying(items, source, { ...backup, index: undefined }).filter((key) => !keys.has(key));
  return lost.length === 0 ? [] : anomaly(`${target} is ACTIVE and lacks ${lost.length} rows of its backup.`, lost, []);
}
