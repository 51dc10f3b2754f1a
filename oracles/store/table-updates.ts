/** UpdateTable: one change at a time, each with an intermediate status. */
import { Refusal, validation } from '../values/refusal.ts';
import type { JsonObject } from '../values/types.ts';
import { changedDefinition, pruned, type UpdateRequest } from './changed-definition.ts';
import { describeTable, sizeOf } from './descriptions.ts';
import { type EncryptionRequest, encryptionOf } from './encryption.ts';
import { backfill, emptyIndex, keepDroppedRows } from './indexes.ts';
import { closeStream, openStream, reopenStream } from './records.ts';
import { checkDefinition, checkUnits, type StreamRequest } from './schema.ts';
import { after, type IndexDefinition, type RequestContext, type Table, type TableDefinition } from './state.ts';
import { checkStream, resourceNotFound, stillInUse, tableNamed } from './tables.ts';
import { checkConcerns } from './update-concerns.ts';

const nothingToDo = ({ GlobalSecondaryIndexUpdates: updates, ...request }: UpdateRequest): boolean =>
  (updates ?? []).length === 0 &&
  Object.keys(request).every((member) => member === 'TableName' || member === 'AttributeDefinitions');

const invalid = (text: string): Refusal => validation(`One or more parameter values were invalid: ${text}`);

/** Checks that need no table. Texts: public measurements in two regions, 2026-10. @throws Refusal */
function checkAlone(request: UpdateRequest): void {
  if (nothingToDo(request))
    throw validation(
      'At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, ReplicaTransitRoleArn, MultiRegionConsistency, DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is required',
    );
  if (request.BillingMode === 'PROVISIONED' && request.ProvisionedThroughput === undefined)
    throw invalid('ProvisionedThroughput must be specified when BillingMode is PROVISIONED');
  checkUnits(request.ProvisionedThroughput);
  const named = new Set<string>();
  for (const { Create, Delete, Update } of request.GlobalSecondaryIndexUpdates ?? []) {
    if ([Create, Delete, Update].filter((action) => action !== undefined).length > 1)
      throw invalid('Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate object');
    const name = (Update ?? Create ?? Delete)?.IndexName;
    if (name === undefined)
      throw invalid(
        'One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete must not be null',
      );
    if (named.has(name))
      throw invalid(`Only one global secondary index update per index is allowed simultaneously. Index: ${name}`);
    named.add(name);
  }
  checkConcerns(request as unknown as JsonObject);
}

function checkState({ store }: RequestContext, table: Table): void {
  if (table.status === 'ACTIVE') return;
  const restoring = table.restore !== undefined && table.status === 'CREATING';
  if (restoring && store.decisions.updateWhileRestoring === 'accepted') return;
  // Measured on DynamoDB: a table that is still being restored is not found, unlike one that CreateTable is making.
  if (restoring) throw resourceNotFound(`Requested resource not found: Table: ${table.name} not found`);
  const doing = { CREATING: 'created', UPDATING: 'updated', DELETING: 'deleted' }[table.status];
  throw stillInUse(`Table is being ${doing}: ${table.name}`);
}

/** Source: the parity suite, verified on the service; text: checked on it by the tests of a public emulator. @throws Refusal */
function checkUnitsChange(request: UpdateRequest, { definition }: Table): void {
  const { ProvisionedThroughput: given, BillingMode: billing = definition.billing } = request;
  if (given === undefined || (request.GlobalSecondaryIndexUpdates ?? []).length > 0) return;
  const { read, write } = definition.throughput;
  const same = read === given.ReadCapacityUnits && write === given.WriteCapacityUnits;
  if (billing !== definition.billing || !same) return;
  throw validation(
    `The provisioned throughput for the table will not change. The requested value equals the current value. Current ReadCapacityUnits provisioned for the table: ${read}. Requested ReadCapacityUnits: ${read}. Current WriteCapacityUnits provisioned for the table: ${write}. Requested WriteCapacityUnits: ${write}. Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits.`,
  );
}

function checkIndexUpdates(request: UpdateRequest, table: Table): void {
  const online = (request.GlobalSecondaryIndexUpdates ?? []).filter(
    (update) => update.Create !== undefined || update.Delete !== undefined,
  );
  const unfinished = [...table.indexes.values()].filter((index) => index.status !== 'ACTIVE');
  if (online.length + unfinished.length > 1)
    throw new Refusal(
      'LimitExceededException',
      'Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table',
    );
}

const changedStream = {
  on: 'If stream is being enabled then UpdateViewType is required',
  off: 'If stream is being disabled, then UpdateViewType must not be specified',
};

function checkStreamChange({ store }: RequestContext, request: StreamRequest | undefined, table: Table): void {
  if (request === undefined) return;
  checkStream(request, changedStream);
  const enabled = table.stream?.status === 'ENABLED';
  if (request.StreamEnabled && enabled && store.decisions.streamReenable === 'refused')
    throw validation(`Table already has an enabled stream: TableName: ${table.name}`);
  if (!request.StreamEnabled && !enabled) throw validation(`Table has no stream to disable: TableName: ${table.name}`);
}

function changeStream({ store, account }: RequestContext, request: StreamRequest | undefined, table: Table): void {
  if (request === undefined) return;
  if (!request.StreamEnabled) closeStream(store, table.stream!);
  else if (table.stream?.status === 'ENABLED') reopenStream(store, account, table);
  else table.stream = openStream(store, account, table, request.StreamViewType!);
}

/** A batch limit of one database. A mutant sends everything in one batch. */
const batchBytesMax = 50 * 1024;

function addIndex({ store, account }: RequestContext, table: Table, definition: IndexDefinition): void {
  const atOnce = store.decisions.gsiBackfillStatus === 'at-once';
  const index = {
    ...emptyIndex(account, table.name, definition, atOnce ? 'ACTIVE' : 'CREATING'),
    addedMs: store.clock.now(),
  };
  table.indexes.set(definition.name, index);
  after(store, store.timing.indexBackfillMs, () => {
    if (index.status === 'DELETING') return;
    if (table.items.size === 0 && store.decisions.emptyBackfill === 'it-stays-creating') return;
    if (store.decisions.largeBackfill === 'it-stays-creating' && sizeOf([...table.items.values()]) > batchBytesMax)
      return;
    backfill(store, table, index);
    index.status = 'ACTIVE';
  });
}

function dropIndex({ store, account }: RequestContext, table: Table, name: string): void {
  const index = table.indexes.get(name)!;
  index.status = 'DELETING';
  after(store, store.timing.indexBackfillMs, () => {
    keepDroppedRows(store, account, table, index);
    table.indexes.delete(name);
    const indexes = table.definition.indexes.filter((definition) => definition.name !== name);
    table.definition = pruned({ ...table.definition, indexes });
  });
}

function changeEncryption(context: RequestContext, request: EncryptionRequest, table: Table): void {
  const encryption = encryptionOf(context, request);
  if (encryption === undefined) delete table.encryption;
  else table.encryption = encryption;
}

function apply(context: RequestContext, request: UpdateRequest, table: Table, definition: TableDefinition): void {
  const { store } = context;
  if (definition.billing === 'PAY_PER_REQUEST' && table.definition.billing === 'PROVISIONED')
    table.onDemandSinceMs = store.clock.now();
  table.definition = definition;
  for (const index of definition.indexes) {
    const held = table.indexes.get(index.name);
    if (held === undefined) addIndex(context, table, index);
    else held.definition = index;
  }
  for (const { Delete } of request.GlobalSecondaryIndexUpdates ?? [])
    if (Delete !== undefined) dropIndex(context, table, Delete.IndexName);
  changeStream(context, request.StreamSpecification, table);
  if (request.DeletionProtectionEnabled !== undefined) table.deletionProtected = request.DeletionProtectionEnabled;
  if (request.TableClass !== undefined) table.tableClass = request.TableClass;
  if (request.SSESpecification !== undefined) changeEncryption(context, request.SSESpecification, table);
}

export function updateTable(context: RequestContext, input: JsonObject): JsonObject {
  const { store } = context;
  const request = input as unknown as UpdateRequest;
  checkAlone(request);
  const table = tableNamed(context, request.TableName);
  checkState(context, table);
  checkStreamChange(context, request.StreamSpecification, table);
  checkIndexUpdates(request, table);
  checkUnitsChange(request, table);
  const definition = changedDefinition(context, request, table);
  checkDefinition(definition, store.decisions);
  // A change of the billing mode shows the new units immediately.
  const sameBilling = definition.billing === table.definition.billing;
  const { throughput } = sameBilling ? table.definition : definition;
  const still = { throughput, tableClass: table.tableClass };
  apply(context, request, table, definition);
  if (table.status === 'ACTIVE') {
    table.status = 'UPDATING';
    table.still = still;
    after(store, store.timing.tableUpdateMs, () => {
      table.status = 'ACTIVE';
      delete table.still;
    });
  }
  return { TableDescription: describeTable(store, table) };
}
