/**
 * States that pass: a table that is created, changed or restored, an index that is built, a backup that is made. What is
 * sent meanwhile reads or is refused, so that a target whose state has passed already is no different afterwards.
 */
import type { Operation } from '../../../../oracles/values/types.ts';
import type { During, TemplateObject } from '../../../cases/case.ts';
import { backUp, backupArn } from './backups.ts';
import {
  createInput,
  definitionsOf,
  freeName,
  globalIndex,
  indexJson,
  keysOf,
  newPlan,
  type Plan,
  primaryKey,
  unitsJson,
} from './plan.ts';
import { get, query, readEverything } from './rows.ts';
import type { Script } from './script.ts';
import { data, make } from './tables.ts';

type Request = readonly [op: Operation, input: TemplateObject];

function meanwhile(script: Script, during: During, requests: readonly Request[], count: number): void {
  for (const [op, input] of script.draw.some(requests, count)) script.call(op, input, { during });
}

const tableState = (script: Script, of: string, equals: string, over: string | null = 'ACTIVE'): During => ({
  ...{ op: 'DescribeTable', input: { TableName: script.name(of) }, path: 'Table.TableStatus' },
  ...{ equals, over },
});

const tags = [{ Key: 'late', Value: 'late' }];

/** Refused by every table that is not ready for changes. */
const changes = (script: Script, of: string): Request[] => {
  const TableName = script.name(of);
  return [
    ['DescribeTable', { TableName }],
    ['DeleteTable', { TableName }],
    ['UpdateTable', { TableName, BillingMode: 'PAY_PER_REQUEST' }],
    ['UpdateTable', { TableName, TableClass: 'STANDARD' }],
    ['CreateTable', { ...createInput(newPlan(script.draw)), TableName }],
  ];
};

/** Refused by a table that has no items yet. */
const uses = (script: Script, of: string, plan: Plan): Request[] => {
  const TableName = script.name(of);
  const Key = primaryKey(script.draw, plan) as unknown as TemplateObject;
  return [
    ['GetItem', { TableName, Key }],
    ['PutItem', { TableName, Item: Key }],
    ['DeleteItem', { TableName, Key }],
    ['Scan', { TableName }],
    ['BatchGetItem', { RequestItems: { [`$name:${script.label(of)}`]: { Keys: [Key] } } }],
  ];
};

const settings = (script: Script, of: string): Request[] => {
  const TableName = script.name(of);
  return [
    ['DescribeTimeToLive', { TableName }],
    ['UpdateTimeToLive', { TableName, TimeToLiveSpecification: { Enabled: true, AttributeName: 'ttl' } }],
  ];
};

export function tablesPassing(script: Script): void {
  const { draw } = script;
  const plan = { ...newPlan(draw), isProtected: false };
  const TableName = script.name('a');
  script.call('CreateTable', { ...createInput(plan), TableName });
  script.keepArn('a');
  const tagged: Request = ['TagResource', { ResourceArn: script.arn('a'), Tags: tags }];
  meanwhile(
    script,
    tableState(script, 'a', 'CREATING'),
    [...changes(script, 'a'), ...uses(script, 'a', plan), tagged],
    4,
  );
  script.settle(TableName);
  const made = { of: 'a', plan, rows: new Map() };
  data(script, made);
  draw.weighted([3, indexes], [2, unitsChange], [3, tagChange])(script, plan);
  data(script, made);
  script.call('DeleteTable', { TableName });
  const gone = [...uses(script, 'a', plan), ...changes(script, 'a'), ...settings(script, 'a'), tagged];
  meanwhile(script, tableState(script, 'a', 'DELETING', null), gone, 4);
  script.gone(TableName);
}

/** An index while it is built and while it is dropped. */
function indexes(script: Script, plan: Plan): void {
  const { draw } = script;
  const name = freeName(plan);
  if (name === undefined) return;
  const TableName = script.name('a');
  const index = globalIndex(draw, plan, name);
  const Create = {
    AttributeDefinitions: definitionsOf(plan, keysOf(index)),
    GlobalSecondaryIndexUpdates: [{ Create: indexJson(index) }],
  };
  script.call('UpdateTable', { TableName, ...Create });
  const other = globalIndex(draw, plan, 'another');
  const second: TemplateObject = {
    ...{ TableName, AttributeDefinitions: definitionsOf(plan, keysOf(other)) },
    GlobalSecondaryIndexUpdates: [{ Create: indexJson(other) }],
  };
  const asks: Request[] = [...changes(script, 'a'), ['UpdateTable', second], ['UpdateTable', { TableName, ...Create }]];
  meanwhile(script, tableState(script, 'a', 'UPDATING'), asks, 3);
  // Where an index stands in the list is certain only of the first.
  if (!plan.indexes.some(({ kind }) => kind === 'global')) {
    const path = 'Table.GlobalSecondaryIndexes[0].IndexStatus';
    meanwhile(script, { ...tableState(script, 'a', 'CREATING'), path }, [['Scan', { TableName, IndexName: name }]], 1);
  }
  script.settle(TableName);
  readEverything(script, 'a', { ...plan, indexes: [index] });
  if (draw.chance(40)) return;
  script.call('UpdateTable', { TableName, GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: name } }] });
  meanwhile(script, tableState(script, 'a', 'UPDATING'), asks, 2);
  script.settle(TableName);
}

/** An update shows the old values until it ends. Another one and the deletion of the table have to wait. */
function unitsChange(script: Script, plan: Plan): void {
  const { draw } = script;
  const TableName = script.name('a');
  const change: TemplateObject =
    plan.units !== undefined && draw.chance(60)
      ? { ProvisionedThroughput: unitsJson({ read: 7, write: 8 }) }
      : draw.pick<TemplateObject>([{ TableClass: 'STANDARD_INFREQUENT_ACCESS' }, { DeletionProtectionEnabled: false }]);
  script.call('UpdateTable', { TableName, ...change });
  meanwhile(
    script,
    tableState(script, 'a', 'UPDATING'),
    [...changes(script, 'a'), ...settings(script, 'a').slice(0, 1)],
    3,
  );
  script.settle(TableName);
}

/** A change of tags shows a moment later. Until then another one and the deletion of the table have to wait. */
function tagChange(script: Script, plan: Plan): void {
  const ResourceArn = script.arn('a');
  const before = [...plan.tags].map(([Key, Value]) => ({ Key, Value }));
  const list = { op: 'ListTagsOfResource', input: { ResourceArn } } as const;
  const removes = before.length > 0 && script.draw.chance(40);
  const after = removes ? before.slice(1) : [...before, ...tags];
  const during: During = { ...list, path: 'Tags', equals: before, over: after };
  if (removes) script.call('UntagResource', { ResourceArn, TagKeys: [before[0]!.Key] });
  else script.call('TagResource', { ResourceArn, Tags: tags });
  const asks: Request[] = [
    [list.op, list.input],
    ['TagResource', { ResourceArn, Tags: [{ Key: 'other', Value: '' }] }],
    ['TagResource', { ResourceArn, Tags: [{ Key: 'late', Value: 'later' }] }],
    ['UntagResource', { ResourceArn, TagKeys: ['late'] }],
    ['DeleteTable', { TableName: script.name('a') }],
  ];
  meanwhile(script, during, asks, 3);
  const until = removes ? { path: 'Tags', lacks: before[0]! } : { path: 'Tags', has: tags[0]! };
  script.poll('ListTagsOfResource', { ResourceArn }, until, { observe: ['Tags'] });
}

const backupState = (BackupArn: TemplateObject): During => ({
  ...{ op: 'DescribeBackup', input: { BackupArn }, path: 'BackupDescription.BackupDetails.BackupStatus' },
  ...{ equals: 'CREATING', over: 'AVAILABLE' },
});

export function backupsPassing(script: Script): void {
  const made = make(script, 'a', { ...newPlan(script.draw), isProtected: false });
  data(script, made);
  const kept = backUp(script, made);
  const BackupArn = backupArn(kept);
  const early: Request[] = [
    ['DescribeBackup', { BackupArn }],
    ['DeleteBackup', { BackupArn }],
    ['RestoreTableFromBackup', { BackupArn, TargetTableName: script.name('early') }],
    ['ListBackups', { TableName: script.name('a') }],
  ];
  meanwhile(script, backupState(BackupArn), early, 3);
  const until = { path: 'BackupDescription.BackupDetails.BackupStatus', equals: 'AVAILABLE' };
  script.poll('DescribeBackup', { BackupArn }, until, { observe: ['BackupDescription'] });
  // A backup holds the items of its moment, a restore those of the backup.
  data(script, made);
  script.call('RestoreTableFromBackup', { BackupArn, TargetTableName: script.name('b') });
  script.keepArn('b');
  const copying: Request[] = [
    ...changes(script, 'b'),
    ...uses(script, 'b', made.plan),
    ...settings(script, 'b'),
    ['DeleteBackup', { BackupArn }],
    ['RestoreTableFromBackup', { BackupArn, TargetTableName: script.name('other') }],
    ['RestoreTableFromBackup', { BackupArn, TargetTableName: script.name('b') }],
    ['CreateBackup', { TableName: script.name('b'), BackupName: 'too-early' }],
    ['DescribeContinuousBackups', { TableName: script.name('b') }],
  ];
  meanwhile(script, tableState(script, 'b', 'CREATING'), copying, 6);
  script.settle(script.name('b'));
  readEverything(script, 'b', made.plan);
  query(script, 'b', made.plan);
  get(script, 'b', made.plan);
  script.call('DeleteBackup', { BackupArn });
}
