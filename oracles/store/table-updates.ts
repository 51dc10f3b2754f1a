/** UpdateTable: one change at a time, each with an intermediate status. */
import { Refusal, validation } from '../values/refusal.ts';
import type { JsonObject, KeyDescriptor } from '../values/types.ts';
import { describeTable, sizeOf } from './descriptions.ts';
import { type EncryptionRequest, encryptionOf } from './encryption.ts';
import { backfill, emptyIndex, keepDroppedRows } from './indexes.ts';
import { closeStream, openStream, reopenStream } from './records.ts';
import {
  type AttributeDefinition,
  attributesUsed,
  checkDefinition,
  checkUnits,
  definedTypes,
  type IndexRequest,
  indexOf,
  noThroughput,
  type StreamRequest,
  type ThroughputRequest,
  throughputOf,
  withCeilings,
} from './schema.ts';
import {
  after,
  type BillingMode,
  type IndexDefinition,
  type RequestContext,
  type Table,
  type TableDefinition,
} from './state.ts';
import { checkStream, resourceNotFound, stillInUse, stillThere, tableNamed } from './tables.ts';
import { checkConcerns } from './update-concerns.ts';

interface IndexUpdate {
  Create?: IndexRequest;
  Delete?: { IndexName: string };
  Update?: { IndexName: string; ProvisionedThroughput?: ThroughputRequest };
}
interface UpdateRequest {
  TableName: string;
  BillingMode?: BillingMode;
  ProvisionedThroughput?: ThroughputRequest;
  AttributeDefinitions?: AttributeDefinition[];
  GlobalSecondaryIndexUpdates?: IndexUpdate[];
  StreamSpecification?: StreamRequest;
  DeletionProtectionEnabled?: boolean;
  TableClass?: string;
  OnDemandThroughput?: JsonObject;
  SSESpecification?: EncryptionRequest;
}

const nothingToDo = ({ GlobalSecondaryIndexUpdates: updates, ...request }: UpdateRequest): boolean =>
  (updates ?? []).length === 0 &&
  Object.keys(request).every((member) => member === 'TableName' || member === 'AttributeDefinitions');

const invalid = (text: string): Refusal => validation(`One or more parameter values were invalid: ${text}`);

/** Checks that need no table. Texts: checked on the service by the tests of a public emulator. @throws Refusal */
function checkAlone(request: UpdateRequest): void {
  if (nothingToDo(request))
    throw validation(
      'At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates or SSESpecification or ReplicaUpdates is required',
    );
  if (request.BillingMode === 'PROVISIONED' && request.ProvisionedThroughput === undefined)
    throw invalid('ProvisionedThroughput must be specified when BillingMode is PROVISIONED');
  checkUnits(request.ProvisionedThroughput);
  const named = new Set<string>();
  for (const { Create, Delete, Update } of request.GlobalSecondaryIndexUpdates ?? []) {
    const [one, another] = [Update, Create, Delete].filter((update) => update !== undefined);
    if (one === undefined)
      throw invalid(
        'One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete must not be null',
      );
    // Measured on DynamoDB by the Alternator suite, which keeps one word of the text: "one".
    if (another !== undefined) throw invalid('Only one of the members of GlobalSecondaryIndexUpdate may be specified');
    const name = one.IndexName;
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

/** The definition without attributes that no key uses. */
function pruned(definition: TableDefinition): TableDefinition {
  const used = attributesUsed(definition);
  return { ...definition, attributes: new Map([...definition.attributes].filter(([name]) => used.has(name))) };
}

function withCreated(definition: TableDefinition, request: IndexRequest, types: ReadonlyMap<string, KeyDescriptor>) {
  if (definition.indexes.some((index) => index.name === request.IndexName))
    throw validation('Attempting to create an index which already exists');
  checkTypes(definition, types);
  // The request must define the keys of the index, those that the table knows too (measured by the Alternator suite).
  const index = indexOf(request, 'global', types);
  const attributes = new Map([...definition.attributes, ...types]);
  return pruned({ ...definition, attributes, indexes: [...definition.indexes, index] });
}

/** Measured on DynamoDB by the Alternator suite. @throws Refusal ValidationException */
function checkTypes({ attributes }: TableDefinition, types: ReadonlyMap<string, KeyDescriptor>): void {
  for (const [name, type] of types)
    if ((attributes.get(name) ?? type) !== type)
      throw invalid(
        'Attributes cannot be redefined. Please check that your attribute has the same type as previously defined.',
      );
}

function existing(definition: TableDefinition, table: Table, name: string): IndexDefinition {
  const index = definition.indexes.find((candidate) => candidate.name === name);
  if (index === undefined)
    throw resourceNotFound(`Requested resource not found: Index ${name} for table ${table.name}`);
  // The type of the exception: measured on DynamoDB by the Alternator suite.
  if (index.kind === 'local') throw invalid(`Index ${name} is not a global secondary index`);
  return index;
}

function withThroughput(
  definition: TableDefinition,
  table: Table,
  name: string,
  request: ThroughputRequest | undefined,
) {
  const changed = existing(definition, table, name);
  const indexes = definition.indexes.map((index) =>
    index === changed ? { ...index, throughput: throughputOf(request) } : index,
  );
  return { ...definition, indexes };
}

function withBilling(definition: TableDefinition, request: UpdateRequest): TableDefinition {
  const billing = request.BillingMode ?? definition.billing;
  const given = request.ProvisionedThroughput;
  if (billing === 'PAY_PER_REQUEST') {
    // The text differs when the request itself changes the billing mode (public measurements, 2026-10-08).
    const units =
      request.BillingMode === undefined
        ? 'Neither ReadCapacityUnits nor WriteCapacityUnits can'
        : 'ProvisionedThroughput cannot';
    if (given !== undefined) throw invalid(`${units} be specified when BillingMode is PAY_PER_REQUEST`);
    const indexes = definition.indexes.map((index) => ({ ...index, throughput: noThroughput }));
    return { ...definition, billing, throughput: noThroughput, indexes };
  }
  return { ...definition, billing, throughput: given === undefined ? definition.throughput : throughputOf(given) };
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

/** The requested definition, checked completely before anything changes. */
function changedDefinition({ store }: RequestContext, request: UpdateRequest, table: Table): TableDefinition {
  let definition = withBilling(table.definition, request);
  const types = definedTypes(request.AttributeDefinitions ?? []);
  for (const { Create, Delete, Update } of request.GlobalSecondaryIndexUpdates ?? []) {
    if (Create !== undefined) definition = withCreated(definition, Create, types);
    if (Delete !== undefined) existing(definition, table, Delete.IndexName);
    if (Update !== undefined)
      definition = withThroughput(definition, table, Update.IndexName, Update.ProvisionedThroughput);
  }
  if (request.OnDemandThroughput !== undefined) {
    if (definition.billing === 'PROVISIONED')
      throw validation(
        'One or more parameter values were invalid: MaxReadRequestUnits for OnDemandThroughput cannot be specified when the table BillingMode is PROVISIONED',
      );
    definition = withCeilings(definition, request.OnDemandThroughput, store.region);
  }
  return definition;
}

function checkIndexUpdates(request: UpdateRequest, table: Table): void {
  const online = (request.GlobalSecondaryIndexUpdates ?? []).filter(
    (update) => update.Create !== undefined || update.Delete !== undefined,
  );
  const unfinished = [...table.indexes.values()].filter((index) => index.status !== 'ACTIVE');
  if (online.length > 0 && online.length + unfinished.length > 1)
    throw new Refusal(
      'LimitExceededException',
      'Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table',
    );
}

function checkStreamChange({ store }: RequestContext, request: StreamRequest | undefined, table: Table): void {
  if (request === undefined) return;
  checkStream(request);
  const enabled = table.stream?.status === 'ENABLED';
  if (request.StreamEnabled && enabled && store.decisions.streamReenable === 'refused')
    throw validation(`Table already has an enabled stream: TableName: ${table.name}`);
  if (!request.StreamEnabled && !enabled)
    throw validation(`Table is not having a stream to disable: TableName: ${table.name}`);
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
  const { store, account } = context;
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
  if (table.status === 'ACTIVE' && store.timing.tableUpdateMs > 0) {
    table.status = 'UPDATING';
    table.still = still;
    after(store, store.timing.tableUpdateMs, () => {
      if (!stillThere(account, table) || table.status !== 'UPDATING') return;
      table.status = 'ACTIVE';
      delete table.still;
    });
  }
  return { TableDescription: describeTable(store, table) };
}
