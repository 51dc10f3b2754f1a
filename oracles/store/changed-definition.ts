/** The definition that an UpdateTable request asks for. */
import type { KeyPart, KeySchema } from '../values/keys.ts';
import { Refusal, validation } from '../values/refusal.ts';
import type { JsonObject, KeyDescriptor } from '../values/types.ts';
import type { EncryptionRequest } from './encryption.ts';
import { partsOf } from './item-keys.ts';
import {
  type AttributeDefinition,
  attributesUsed,
  definedTypes,
  globalIndexesMax,
  type IndexRequest,
  indexOf,
  noThroughput,
  type StreamRequest,
  type ThroughputRequest,
  throughputOf,
  withCeilings,
} from './schema.ts';
import type { BillingMode, IndexDefinition, RequestContext, Table, TableDefinition } from './state.ts';
import { resourceNotFound } from './tables.ts';

interface IndexUpdate {
  Create?: IndexRequest;
  Delete?: { IndexName: string };
  Update?: { IndexName: string; ProvisionedThroughput?: ThroughputRequest };
}
export interface UpdateRequest {
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

const invalid = (text: string): Refusal => validation(`One or more parameter values were invalid: ${text}`);

/** The definition without attributes that no key uses. */
export function pruned(definition: TableDefinition): TableDefinition {
  const used = attributesUsed(definition);
  return { ...definition, attributes: new Map([...definition.attributes].filter(([name]) => used.has(name))) };
}

/** Source: the Alternator suite, verified on the service. @throws Refusal when a key has another type in the table */
function checkSameTypes({ attributes }: TableDefinition, schema: KeySchema): void {
  const text = (typeOf: (part: KeyPart) => KeyDescriptor): string =>
    partsOf(schema)
      .map((part, at) => `key{${part.name}:${typeOf(part)}:${at === 0 ? 'HASH' : 'RANGE'}}`)
      .join(', ');
  const held = ({ name, type }: KeyPart) => attributes.get(name) ?? type;
  if (partsOf(schema).every((part) => held(part) === part.type)) return;
  throw invalid(
    `Attributes cannot be redefined. Please check that your attribute has the same type as previously defined. Existing schema: Schema:[SchemaElement: ${text(held)}] New schema: Schema:[SchemaElement: ${text(({ type }) => type)}]`,
  );
}

/**
 * The request must define the keys of a new index, also those that the table has. Other definitions are ignored. Source:
 * dynoxide, measured in eu-west-2.
 */
function withCreated(definition: TableDefinition, request: IndexRequest, given: UpdateRequest['AttributeDefinitions']) {
  if (definition.indexes.some((index) => index.name === request.IndexName))
    throw validation('Attempting to create an index which already exists');
  if (given === undefined) throw invalid(`AttributeDefinitions is not specified for index: ${request.IndexName}`);
  const types = definedTypes(given);
  const index = indexOf(request, 'global', types);
  checkSameTypes(definition, index.schema);
  if (definition.indexes.filter(({ kind }) => kind === 'global').length >= globalIndexesMax)
    throw new Refusal(
      'LimitExceededException',
      `Subscriber limit exceeded: GlobalSecondaryIndex count exceeds the per-table limit of ${globalIndexesMax}`,
    );
  const attributes = new Map([...types, ...definition.attributes]);
  return pruned({ ...definition, attributes, indexes: [...definition.indexes, index] });
}

function existing(definition: TableDefinition, table: Table, name: string, change: string): IndexDefinition {
  const index = definition.indexes.find((candidate) => candidate.name === name);
  if (index === undefined)
    throw resourceNotFound(`Requested resource not found: Index ${name} for table ${table.name}`);
  if (index.kind === 'local') throw validation(`Cannot ${change} an index that is not a GlobalSecondaryIndex: ${name}`);
  return index;
}

function withThroughput(
  definition: TableDefinition,
  table: Table,
  name: string,
  request: ThroughputRequest | undefined,
) {
  const changed = existing(definition, table, name, 'update');
  if (request === undefined) throw invalid(`ProvisionedThroughput must be specified for index: ${name}`);
  if (definition.billing === 'PAY_PER_REQUEST')
    throw invalid(
      `Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: ${name} when BillingMode is PAY_PER_REQUEST`,
    );
  const { read, write } = changed.throughput;
  if (read === request.ReadCapacityUnits && write === request.WriteCapacityUnits)
    throw validation(
      `The provisioned throughput for the index ${name} will not change. The requested value equals the current value. Current ReadCapacityUnits provisioned for the index: ${read}. Requested ReadCapacityUnits: ${read}. Current WriteCapacityUnits provisioned for the index: ${write}. Requested WriteCapacityUnits: ${write}. Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits.`,
    );
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

/** The requested definition, checked completely before anything changes. */
export function changedDefinition({ store }: RequestContext, request: UpdateRequest, table: Table): TableDefinition {
  let definition = withBilling(table.definition, request);
  for (const { Create, Delete, Update } of request.GlobalSecondaryIndexUpdates ?? []) {
    if (Create !== undefined) definition = withCreated(definition, Create, request.AttributeDefinitions);
    if (Delete !== undefined) existing(definition, table, Delete.IndexName, 'delete');
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
