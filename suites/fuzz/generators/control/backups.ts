/** Backups, restores with overrides, and point-in-time recovery. */
import { from, type Template, type TemplateObject } from '../../../cases/case.ts';
import { ceilings, globalIndex, indexJson, newPlan, type Plan, type PlanIndex, units, unitsJson } from './plan.ts';
import { readEverything } from './rows.ts';
import type { Script } from './script.ts';
import { enableTimeToLive } from './settings.ts';
import { change, data, drop, type Made, make } from './tables.ts';

/** A backup that a sequence made, with the definition that it holds. */
export interface Kept {
  as: string;
  plan: Plan;
}

export const backupArn = ({ as }: Kept): TemplateObject => from(as, 'BackupDetails.BackupArn');

export function backUp(script: Script, { of, plan }: Made, name?: string): Kept {
  const kept = { as: `backup ${script.steps.length}`, plan };
  const BackupName = name ?? script.draw.pick(['daily', 'daily', 'weekly.1_a-B']);
  const input = { TableName: script.table(of), BackupName };
  if (script.draw.chance(25)) script.faulty('CreateBackup', input);
  script.call('CreateBackup', input, { as: kept.as });
  return kept;
}

const available = (script: Script, kept: Kept): void =>
  script.poll(
    'DescribeBackup',
    { BackupArn: backupArn(kept) },
    { path: 'BackupDescription.BackupDetails.BackupStatus', equals: 'AVAILABLE' },
    { observe: ['BackupDescription'] },
  );

/** The indexes that a restore asks for instead of those of the backup. */
function otherIndexes(script: Script, plan: Plan, provisioned: boolean): PlanIndex[] {
  const { draw } = script;
  const globals = plan.indexes.filter(({ kind }) => kind === 'global');
  const some = draw.some(globals, draw.int(globals.length + 1));
  return some.map((index) => {
    const { units: _, ...held } = draw.chance(75)
      ? index
      : { ...globalIndex(draw, plan, index.name), hash: index.hash };
    return provisioned ? { ...held, units: units(draw) } : held;
  });
}

export function overrides(script: Script, plan: Plan): { input: TemplateObject; plan: Plan } {
  const { draw } = script;
  if (draw.chance(35)) return { input: {}, plan };
  const provisioned = draw.chance(50) ? plan.units !== undefined : draw.chance(50);
  const names = draw.chance(50);
  const globals = names
    ? otherIndexes(script, plan, provisioned)
    : plan.indexes.filter(({ kind }) => kind === 'global');
  const locals = plan.indexes.filter(({ kind }) => kind === 'local');
  const keptLocals = draw.chance(20) ? locals.slice(1) : locals;
  const becomes = provisioned !== (plan.units !== undefined) || draw.chance(30);
  const withUnits = provisioned && (becomes || draw.chance(40));
  const input: TemplateObject = {
    ...(becomes && { BillingModeOverride: provisioned ? 'PROVISIONED' : 'PAY_PER_REQUEST' }),
    ...(withUnits && { ProvisionedThroughputOverride: unitsJson(units(draw)) }),
    ...(names && { GlobalSecondaryIndexOverride: globals.map(indexJson) }),
    ...(keptLocals !== locals && { LocalSecondaryIndexOverride: keptLocals.map(indexJson) }),
    ...(!provisioned && draw.chance(20) && { OnDemandThroughputOverride: ceilings(draw) }),
    ...(draw.chance(10) && { SSESpecificationOverride: { Enabled: true, SSEType: 'KMS' } }),
  };
  return { input, plan: { ...plan, indexes: [...globals, ...keptLocals] } };
}

function restore(script: Script, kept: Kept, of: string): Made {
  const { input, plan } = overrides(script, kept.plan);
  const TargetTableName = script.name(of);
  const request = { TargetTableName, BackupArn: backupArn(kept), ...input };
  if (script.draw.chance(40)) {
    script.faulty('RestoreTableFromBackup', request);
    script.settle(TargetTableName);
  }
  script.call('RestoreTableFromBackup', request);
  script.settle(TargetTableName);
  script.keepArn(of);
  return { of, plan: { ...plan, isProtected: false, tags: new Map() }, rows: new Map() };
}

/** All backups of a table, page by page, between some of them, or of one type. */
function list(script: Script, kept: readonly Kept[]): void {
  const { draw } = script;
  const time = (one: Kept): Template => from(one.as, 'BackupDetails.BackupCreationDateTime');
  const TableName = script.table('a');
  const bound = draw.pick(kept);
  const filters: TemplateObject[] = [
    {},
    {},
    { BackupType: draw.pick(['USER', 'ALL', 'SYSTEM', 'AWS_BACKUP']) },
    { TimeRangeUpperBound: 1_000_000_000 },
    { TimeRangeLowerBound: 1_000_000_000 },
    { TimeRangeLowerBound: time(kept[0]!), TimeRangeUpperBound: 9_000_000_000 },
    { ExclusiveStartBackupArn: backupArn(bound) },
  ];
  const filter = draw.pick(filters);
  if (draw.chance(25) || 'ExclusiveStartBackupArn' in filter) {
    if (draw.chance(50)) script.call('ListBackups', { TableName, ...filter });
    else script.faulty('ListBackups', { TableName, ...filter });
    return;
  }
  // Pages that are joined do not show how long each was.
  if (draw.chance(35)) {
    script.call('ListBackups', { TableName, ...filter, Limit: 1 + draw.int(2) });
    return;
  }
  const as = `backups ${script.steps.length}`;
  const start = from(as, 'LastEvaluatedBackupArn');
  const Limit = draw.pick([1, 2, 100, undefined]);
  script.steps.push({
    repeat: {
      op: 'ListBackups',
      as,
      raw: true,
      input: { TableName, ...filter, ...(Limit !== undefined && { Limit }), ExclusiveStartBackupArn: start },
    },
    until: { path: 'LastEvaluatedBackupArn', absent: true },
    ...{ turns: 40, collect: ['BackupSummaries'], observe: ['BackupSummaries'] },
  });
}

function discard(script: Script, kept: Kept[]): void {
  const [gone] = script.draw.some(kept, 1);
  if (gone === undefined || kept.length < 2) return;
  kept.splice(kept.indexOf(gone), 1);
  script.call('DeleteBackup', { BackupArn: backupArn(gone) });
  const asks = [
    () => script.call('DescribeBackup', { BackupArn: backupArn(gone) }),
    () => script.call('DeleteBackup', { BackupArn: backupArn(gone) }),
    () => script.call('RestoreTableFromBackup', { BackupArn: backupArn(gone), TargetTableName: script.name('z') }),
    () => script.call('ListBackups', { TableName: script.name('a'), ExclusiveStartBackupArn: backupArn(gone) }),
  ];
  for (const ask of script.draw.some(asks, 2)) ask();
}

const arnFaults = (script: Script, kept: Kept): void => {
  const { draw } = script;
  const op = draw.pick(['DescribeBackup', 'DescribeBackup', 'DeleteBackup', 'RestoreTableFromBackup'] as const);
  const BackupArn = backupArn(kept);
  script.faulty(op, op === 'RestoreTableFromBackup' ? { BackupArn, TargetTableName: script.name('z') } : { BackupArn });
};

function recovery(script: Script): void {
  const { draw } = script;
  const TableName = script.table('a');
  const specification = draw.pick<TemplateObject>([
    { PointInTimeRecoveryEnabled: true },
    { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: draw.pick([1, 7, 35]) },
    { PointInTimeRecoveryEnabled: false },
  ]);
  script.request('UpdateContinuousBackups', { TableName, PointInTimeRecoverySpecification: specification });
  script.request('DescribeContinuousBackups', { TableName });
}

export function backups(script: Script): void {
  const { draw } = script;
  const made = make(script, 'a', { ...newPlan(draw), isProtected: false });
  data(script, made);
  data(script, made);
  // A backup knows the attribute of the time to live.
  if (draw.chance(30)) enableTimeToLive(script, script.table('a'), 'ttl');
  const kept = [backUp(script, made)];
  available(script, kept[0]!);
  kept.push(backUp(script, made));
  available(script, kept[1]!);
  const targets = ['c', 'd', 'e', 'f'];
  for (let left = 5 + draw.int(5); left > 0; left--) {
    draw.weighted(
      [3, () => data(script, made)],
      [2, () => change(script, made)],
      [
        3,
        () => {
          const one = backUp(script, made);
          kept.push(one);
          available(script, one);
        },
      ],
      [5, () => list(script, kept)],
      [2, () => arnFaults(script, draw.pick(kept))],
      [
        8,
        () => {
          const of = targets.pop();
          if (of === undefined) return;
          const restored = restore(script, draw.pick(kept), of);
          readEverything(script, of, restored.plan);
          if (draw.chance(40)) data(script, restored);
          if (draw.chance(20))
            script.call('RestoreTableFromBackup', { BackupArn: backupArn(kept[0]!), TargetTableName: script.name(of) });
        },
      ],
      [2, () => discard(script, kept)],
      [2, () => recovery(script)],
    )();
  }
  if (draw.chance(40)) {
    drop(script, made);
    list(script, kept);
    available(script, kept.at(-1)!);
    script.call('DescribeContinuousBackups', { TableName: script.name('a') });
    script.call('CreateBackup', { TableName: script.name('a'), BackupName: 'late' });
    const restored = restore(script, kept.at(-1)!, 'a');
    readEverything(script, 'a', restored.plan);
  }
  script.call('DescribeLimits', {});
  script.call('DescribeEndpoints', {});
}
