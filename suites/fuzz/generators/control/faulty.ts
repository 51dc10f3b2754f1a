/** Sequences of requests with one fault each. What is accepted all the same is waited for. */
import type { Operation } from '../../../../oracles/values/types.ts';
import { from, type TemplateObject } from '../../../cases/case.ts';
import { backUp, backupArn, overrides } from './backups.ts';
import { createInput, globalIndex, localIndex, newPlan, type Plan, someTags, units, views } from './plan.ts';
import type { Script } from './script.ts';
import { anyChange } from './table-changes.ts';
import { data, make } from './tables.ts';

const requestsMin = 28;
const requestsMore = 16;
/** How long a change of tags may take. */
const tagMs = 300;
const tagChangesMax = 6;

/** A table with everything that a request can be wrong about. */
function richPlan(script: Script): Plan {
  const { draw } = script;
  const own = draw.chance(50) ? { units: units(draw) } : {};
  const base = { ...newPlan(draw), range: draw.chance(80), isProtected: false, stream: draw.pick(views) };
  const { units: _, ceilings: __, ...rest } = base;
  const plan = { ...rest, ...own };
  const indexes = [globalIndex(draw, plan, 'first'), globalIndex(draw, plan, 'second')];
  return { ...plan, indexes: plan.range ? [...indexes, localIndex(draw, 'third')] : indexes };
}

const several = (script: Script, one: () => void): void => {
  for (let left = requestsMin + script.draw.int(requestsMore); left > 0; left--) one();
};

export function faultyTables(script: Script): void {
  const { draw } = script;
  const made = make(script, 'a', richPlan(script));
  const TableName = script.name('a');
  const ResourceArn = script.arn('a');
  let tagChanges = 0;
  const tagged = (op: Operation, input: TemplateObject): void => {
    if (++tagChanges > tagChangesMax) return;
    script.faulty(op, { ResourceArn, ...input });
    script.steps.push({ wait: tagMs, because: 'a change of tags shows later' });
  };
  let others = 0;
  // A server that first asks whether the table exists shows a fault only of a new one.
  const created = (plan: Plan): void => {
    const name = draw.chance(60) ? script.name(`n${others++}`) : TableName;
    script.faulty('CreateTable', { ...createInput(plan), TableName: name });
    script.settle(name);
  };
  const updated = (): void => {
    const [input] = anyChange(script, made.plan) ?? [];
    if (input === undefined) return;
    script.faulty('UpdateTable', { TableName, ...input });
    script.settle(TableName);
  };
  const Tags = someTags.map(([Key, Value]) => ({ Key, Value }));
  several(script, () =>
    draw.weighted(
      [13, () => created(richPlan(script))],
      [3, () => created({ ...newPlan(draw), indexes: [] })],
      [8, updated],
      [2, () => tagged('TagResource', { Tags })],
      [1, () => tagged('UntagResource', { TagKeys: ['team', 'stage'] })],
      [1, () => script.faulty('ListTagsOfResource', { ResourceArn })],
      [1, () => script.faulty('DescribeTable', { TableName })],
      [1, () => script.faulty('ListTables', { ExclusiveStartTableName: script.name('0'), Limit: 2 })],
    )(),
  );
  if (draw.chance(50)) data(script, made);
}

export function faultyStreams(script: Script): void {
  const { draw } = script;
  make(script, 'a', { ...richPlan(script), range: false, indexes: [] });
  const TableName = script.name('a');
  script.call('DescribeTable', { TableName }, { as: 'described', observe: ['Table'] });
  const StreamArn = from('described', 'Table.LatestStreamArn');
  script.call('PutItem', { TableName, Item: { pk: { S: 'a' } } });
  script.call('DescribeStream', { StreamArn }, { as: 'shards' });
  const ShardId = from('shards', 'StreamDescription.Shards[0].ShardId');
  const StartingSequenceNumber = from(
    'shards',
    'StreamDescription.Shards[0].SequenceNumberRange.StartingSequenceNumber',
  );
  const iterator = { StreamArn, ShardId };
  script.call('GetShardIterator', { ...iterator, ShardIteratorType: 'TRIM_HORIZON' }, { as: 'iterator' });
  several(script, () =>
    draw.weighted(
      [2, () => script.faulty('DescribeStream', { StreamArn, Limit: 10, ExclusiveStartShardId: ShardId })],
      [
        3,
        () =>
          script.faulty('GetShardIterator', { ...iterator, ShardIteratorType: draw.pick(['TRIM_HORIZON', 'LATEST']) }),
      ],
      [
        2,
        () =>
          script.faulty('GetShardIterator', {
            ...iterator,
            ShardIteratorType: 'AT_SEQUENCE_NUMBER',
            SequenceNumber: StartingSequenceNumber,
          }),
      ],
      [2, () => script.faulty('GetRecords', { ShardIterator: from('iterator', 'ShardIterator'), Limit: 10 })],
      [2, () => script.faulty('ListStreams', { TableName, Limit: 10 })],
      [
        2,
        () =>
          script.faulty('UpdateTimeToLive', {
            TableName,
            TimeToLiveSpecification: { Enabled: true, AttributeName: 'ttl' },
          }),
      ],
      [1, () => script.faulty('DescribeTimeToLive', { TableName })],
    )(),
  );
}

export function faultyBackups(script: Script): void {
  const { draw } = script;
  const made = make(script, 'a', richPlan(script));
  data(script, made);
  const kept = backUp(script, made);
  const BackupArn = backupArn(kept);
  const until = { path: 'BackupDescription.BackupDetails.BackupStatus', equals: 'AVAILABLE' };
  script.poll('DescribeBackup', { BackupArn }, until, { observe: ['BackupDescription'] });
  const TableName = script.name('a');
  let targets = 0;
  const restored = (): void => {
    const TargetTableName = script.name(`r${targets++}`);
    const { input } = overrides(script, made.plan);
    script.faulty('RestoreTableFromBackup', { TargetTableName, BackupArn, ...input });
    script.settle(TargetTableName);
  };
  const days = { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 7 };
  several(script, () =>
    draw.weighted(
      [8, restored],
      [2, () => script.faulty('CreateBackup', { TableName, BackupName: 'daily' })],
      [2, () => script.faulty('DescribeBackup', { BackupArn })],
      [
        4,
        () =>
          script.faulty('ListBackups', {
            TableName,
            Limit: 5,
            BackupType: 'USER',
            TimeRangeLowerBound: 5,
            TimeRangeUpperBound: 6,
          }),
      ],
      [3, () => script.faulty('ListBackups', { TableName, ExclusiveStartBackupArn: BackupArn })],
      [3, () => script.faulty('UpdateContinuousBackups', { TableName, PointInTimeRecoverySpecification: days })],
      [1, () => script.faulty('DescribeContinuousBackups', { TableName })],
    )(),
  );
}
