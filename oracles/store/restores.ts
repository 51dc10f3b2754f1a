/** RestoreTableFromBackup: ordered checks, then a copy in batches. The table becomes ACTIVE with the last batch. */
import { isDeepStrictEqual } from 'node:util';
import { Refusal, validation } from '../values/refusal.ts';
import type { Item, JsonObject } from '../values/types.ts';
import { nameRefusal } from './arn.ts';
import { backupInUse, backupNotFound, backupOf, checkedArn, isBeingRestored, usedByRestore } from './backups.ts';
import { describeRestored } from './descriptions.ts';
import { type EncryptionRequest, encryptionOf } from './encryption.ts';
import { admitted } from './jobs.ts';
import {
  attributesUsed,
  checkDefinition,
  type IndexRequest,
  indexOf,
  noThroughput,
  type ThroughputRequest,
  throughputOf,
} from './schema.ts';
import {
  type Account,
  after,
  type Backup,
  type BillingMode,
  type IndexDefinition,
  type RequestContext,
  type Store,
  type Table,
  type TableDefinition,
} from './state.ts';
import { activate, registerTable, resourceInUse, stillThere, type TableSettings } from './tables.ts';
import { writeItem } from './writes.ts';

interface RestoreRequest {
  TargetTableName: string;
  BackupArn: string;
  BillingModeOverride?: BillingMode;
  GlobalSecondaryIndexOverride?: IndexRequest[];
  LocalSecondaryIndexOverride?: IndexRequest[];
  ProvisionedThroughputOverride?: ThroughputRequest;
  OnDemandThroughputOverride?: JsonObject;
  SSESpecificationOverride?: EncryptionRequest;
}

/** @throws Refusal when the target table already exists */
function checkName({ store, account }: RequestContext, name: string, arn: string): void {
  const table = account.tables.get(name);
  if (table === undefined) return;
  const unfinished = table.restore !== undefined && table.status === 'CREATING';
  if (unfinished && store.decisions.restoreUnfinishedName === 'TableInUse') {
    const text =
      table.restore?.backupArn === arn
        ? `Table: ${name} is already being restored from backup: ${arn}`
        : `Attempt to change a resource which is still in use: Table: ${name} is being used.`;
    throw new Refusal('TableInUseException', text);
  }
  if (unfinished && store.decisions.restoreUnfinishedName === 'BackupInUse')
    throw backupInUse(`Backup is being used: ${arn}`);
  if (store.decisions.restoreTakenName === 'ResourceInUse') throw resourceInUse(`Table already exists: ${name}`);
  throw new Refusal('TableAlreadyExistsException', `Table already exists: ${name}`);
}

function checkNotInUse({ store, account }: RequestContext, backup: Backup): void {
  if (!isBeingRestored(account, backup) || store.decisions.secondRestore === 'accepted') return;
  throw store.decisions.secondRestore === 'BackupInUse' ? usedByRestore(store, backup) : backupNotFound(backup.arn);
}

function indexesOf(
  store: Store,
  backup: Backup,
  kind: IndexDefinition['kind'],
  override: readonly IndexRequest[] | undefined,
): IndexDefinition[] {
  const { restoreGsis, restoreLsis, emptyIndexOverride, overriddenIndexUnits, overriddenProjection } = store.decisions;
  const own = backup.definition.indexes.filter((index) => index.kind === kind);
  if ((kind === 'global' ? restoreGsis : restoreLsis) === 'dropped') return [];
  if (override === undefined) return own;
  if (override.length === 0 && emptyIndexOverride === 'refused')
    throw validation(`One or more parameter values were invalid: List of ${kind} secondary index overrides is empty`);
  if (override.length === 0 && emptyIndexOverride === 'ignored') return own;
  // The service treats the list as a new definition: other indexes are allowed if their key attributes are defined.
  return override.map((request) => {
    const index = indexOf(request, kind, backup.definition.attributes);
    const held = own.find(({ name }) => name === index.name);
    if (store.decisions.otherIndexOverride === 'refused' && !isDeepStrictEqual(held?.schema, index.schema))
      throw validation(`Invalid Request: Index: ${index.name} is not that of the backup`);
    const { throughput } = overriddenIndexUnits === 'that-of-the-override' ? index : (held ?? index);
    const { projection } = overriddenProjection === 'that-of-the-override' ? index : (held ?? index);
    return { ...index, throughput, projection };
  });
}

/** The throughput of a global index under the restored table's billing mode. @throws Refusal */
function withBilling(
  store: Store,
  index: IndexDefinition,
  billing: BillingMode,
  request: RestoreRequest,
): IndexDefinition {
  if (index.kind === 'local') return index;
  const entry = request.GlobalSecondaryIndexOverride?.find((given) => given.IndexName === index.name);
  if (billing === 'PAY_PER_REQUEST')
    return entry?.ProvisionedThroughput === undefined ? { ...index, throughput: noThroughput } : index;
  if (request.BillingModeOverride !== 'PROVISIONED' || entry?.ProvisionedThroughput !== undefined) return index;
  if (store.decisions.provisionedIndexUnits === 'refused')
    throw validation(
      `Invalid Request: Must override ProvisionedThroughput if BillingMode is overridden to PROVISIONED for index ${index.name}`,
    );
  return { ...index, throughput: throughputOf(request.ProvisionedThroughputOverride) };
}

/** Refusals that only policy mutants make. */
function refuseOverrides({ decisions }: Store, { definition }: Backup, request: RestoreRequest): void {
  const same =
    request.OnDemandThroughputOverride !== undefined &&
    isDeepStrictEqual(request.OnDemandThroughputOverride, definition.onDemand);
  if (same && decisions.sameOverride === 'refused')
    throw validation('One or more parameter values were invalid: The override changes nothing');
  if (request.BillingModeOverride !== undefined && decisions.overriddenBilling === 'refused')
    throw validation('One or more parameter values were invalid: BillingModeOverride is not supported');
}

/** The definition of the restored table after overrides. @throws Refusal ValidationException */
function overridden(store: Store, backup: Backup, request: RestoreRequest): TableDefinition {
  const { definition } = backup;
  refuseOverrides(store, backup, request);
  const billing = request.BillingModeOverride ?? definition.billing;
  const given = request.ProvisionedThroughputOverride;
  if (billing === 'PAY_PER_REQUEST' && given !== undefined && store.decisions.overriddenUnits === 'refused')
    throw validation(
      'One or more parameter values were invalid: Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST',
    );
  if (billing === 'PROVISIONED' && definition.billing === 'PAY_PER_REQUEST' && given === undefined)
    throw validation(
      'Invalid Request: Must override ProvisionedThroughput if BillingMode is overridden to PROVISIONED',
    );
  const indexes = [
    ...indexesOf(store, backup, 'global', request.GlobalSecondaryIndexOverride),
    ...indexesOf(store, backup, 'local', request.LocalSecondaryIndexOverride),
  ].map((index) => withBilling(store, index, billing, request));
  const override = store.decisions.restoreCeilings === 'overridden' ? request.OnDemandThroughputOverride : undefined;
  const onDemand = override ?? (billing === 'PAY_PER_REQUEST' ? definition.onDemand : undefined);
  if (billing === 'PROVISIONED' && request.OnDemandThroughputOverride !== undefined)
    throw validation(
      'One or more parameter values were invalid: OnDemandThroughput cannot be specified when BillingMode is PROVISIONED',
    );
  const used = attributesUsed({ schema: definition.schema, indexes });
  const throughput = billing === 'PAY_PER_REQUEST' ? noThroughput : given ? throughputOf(given) : definition.throughput;
  const restored: TableDefinition = {
    schema: definition.schema,
    attributes:
      store.decisions.overriddenAttributes === 'left-out-too'
        ? new Map([...definition.attributes].filter(([name]) => used.has(name)))
        : definition.attributes,
    indexes,
    billing,
    throughput,
    onDemand,
  };
  if (store.decisions.restoreValidation === 'those-of-CreateTable') checkDefinition(restored, store.decisions);
  return restored;
}

function checkTargetName(store: Store, { TargetTableName: name }: RestoreRequest): void {
  const refusal = nameRefusal(store, 'targetTableName', name);
  if (refusal !== undefined) throw refusal;
}

/** All checks in the service's order: ARN, backup, table name, backup in use, overrides. */
function checked(context: RequestContext, request: RestoreRequest): { backup: Backup; definition: TableDefinition } {
  const { store } = context;
  const { restoreBackupCheck, restoreInUseCheck, restoreOverrideCheck, restoreNameCheck, restoreStateCheck } =
    store.decisions;
  if (restoreNameCheck === 'the-name') checkTargetName(store, request);
  const arn = checkedArn(context, request.BackupArn);
  checkTargetName(store, request);
  if (restoreBackupCheck === 'the-name') checkName(context, request.TargetTableName, arn);
  const backup = backupOf(context, arn);
  if (restoreStateCheck === 'the-name') checkName(context, request.TargetTableName, arn);
  if (backup.status === 'CREATING') throw backupInUse(`Backup is being created: ${backup.arn}`);
  if (restoreInUseCheck === 'the-backup') checkNotInUse(context, backup);
  if (restoreOverrideCheck === 'the-override') overridden(store, backup, request);
  checkName(context, request.TargetTableName, arn);
  checkNotInUse(context, backup);
  return { backup, definition: overridden(store, backup, request) };
}

const isStuck = (store: Store, { definition }: Table): boolean =>
  store.decisions.restoredIndexes === 'it-stays-creating' && definition.indexes.some(({ kind }) => kind === 'global');

/** Copies one batch and schedules the next. */
function copy(store: Store, account: Account, table: Table, items: readonly Item[], batch = 0): void {
  const { restoreBatches: batches, restoreBatchMs } = store.timing;
  after(store, restoreBatchMs, () => {
    if (!stillThere(account, table)) return;
    const from = Math.floor((items.length * batch) / batches);
    const to = Math.floor((items.length * (batch + 1)) / batches);
    for (const item of items.slice(from, to)) writeItem(store, table, undefined, item, { kind: 'restore' });
    if (batch + 1 < batches) copy(store, account, table, items, batch + 1);
    else if (!isStuck(store, table)) activate(account, table);
  });
}

/**
 * Tags, time to live, streams and the table class are not restored. Source: AWS developer guide; the class is measured.
 */
function settingsOf(context: RequestContext, request: RestoreRequest, backup: Backup): TableSettings {
  const { restoreTableClass, restoreEncryption } = context.store.decisions;
  return {
    tableClass: restoreTableClass === 'STANDARD' ? undefined : backup.tableClass,
    encryption:
      restoreEncryption === 'as-the-override-says'
        ? encryptionOf(context, request.SSESpecificationOverride)
        : undefined,
  };
}

export function restoreTable(context: RequestContext, input: JsonObject): JsonObject {
  const { store, account } = context;
  const request = input as unknown as RestoreRequest;
  const { backup, definition } = admitted(context, () => checked(context, request));
  const table = registerTable(
    store,
    account,
    request.TargetTableName,
    definition,
    settingsOf(context, request, backup),
  );
  const ofBackup = store.decisions.restoreTime === 'the-time-of-the-backup';
  table.restore = {
    backupArn: backup.arn,
    sourceTableArn: backup.table.arn,
    shownMs: ofBackup ? backup.createdMs : store.clock.now(),
  };
  if (store.decisions.restoreAnswer === 'after-the-copy') {
    for (const item of backup.items) writeItem(store, table, undefined, item, { kind: 'restore' });
    activate(account, table);
    return { TableDescription: describeRestored(store, table) };
  }
  const description = describeRestored(store, table);
  if (store.decisions.restoreActive === 'by-the-timer-of-a-new-table')
    after(store, store.timing.tableCreationMs, () => activate(account, table));
  copy(store, account, table, backup.items);
  return { TableDescription: description };
}
