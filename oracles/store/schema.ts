/** Table definitions: built from a request that passed `shapes.ts`, and checked by the rules across members. */
import type { Decisions } from '../policies/index.ts';
import type { KeyPart, KeySchema } from '../values/keys.ts';
import { Refusal, validation } from '../values/refusal.ts';
import type { JsonObject, KeyDescriptor } from '../values/types.ts';
import { quotas } from './service.ts';
import type {
  BillingMode,
  IndexDefinition,
  Projection,
  Store,
  StreamView,
  TableDefinition,
  Throughput,
} from './state.ts';

export interface ThroughputRequest {
  ReadCapacityUnits: number;
  WriteCapacityUnits: number;
}
interface KeyElement {
  AttributeName: string;
  KeyType: 'HASH' | 'RANGE';
}
export interface IndexRequest {
  IndexName: string;
  KeySchema: KeyElement[];
  Projection: { ProjectionType?: 'ALL' | 'KEYS_ONLY' | 'INCLUDE'; NonKeyAttributes?: string[] };
  ProvisionedThroughput?: ThroughputRequest;
}
export interface AttributeDefinition {
  AttributeName: string;
  AttributeType: KeyDescriptor;
}
export interface StreamRequest {
  StreamEnabled: boolean;
  StreamViewType?: StreamView;
}
export interface DefinitionRequest {
  AttributeDefinitions: AttributeDefinition[];
  KeySchema: KeyElement[];
  BillingMode?: BillingMode;
  ProvisionedThroughput?: ThroughputRequest;
  GlobalSecondaryIndexes?: IndexRequest[];
  LocalSecondaryIndexes?: IndexRequest[];
  OnDemandThroughput?: JsonObject;
}

export const noThroughput: Throughput = { read: 0, write: 0 };
const invalid = (text: string): Refusal => validation(`One or more parameter values were invalid: ${text}`);
export const throughputOf = (request: ThroughputRequest | undefined): Throughput =>
  request === undefined ? noThroughput : { read: request.ReadCapacityUnits, write: request.WriteCapacityUnits };

export const globalIndexesMax = 20;
const localIndexesMax = 5;
const projectedAttributesMax = 100;

/** Order and texts: checked on the service by the tests of a public emulator. */
function keySchemaOf(elements: readonly KeyElement[], types: ReadonlyMap<string, KeyDescriptor>): KeySchema {
  const part = ({ AttributeName: name }: KeyElement): KeyPart => {
    const type = types.get(name);
    if (type !== undefined) return { name, type };
    const keys = elements.map((e) => e.AttributeName).join(', ');
    const defined = [...types.keys()].join(', ');
    throw invalid(
      `Some index key attributes are not defined in AttributeDefinitions. Keys: [${keys}], AttributeDefinitions: [${defined}]`,
    );
  };
  const [hash, range] = elements.map(part);
  if (range?.name === hash!.name)
    throw validation('Both the Hash Key and the Range Key element in the KeySchema have the same name');
  if (elements[0]!.KeyType !== 'HASH')
    throw validation('Invalid KeySchema: The first KeySchemaElement is not a HASH key type');
  if (range !== undefined && elements[1]!.KeyType !== 'RANGE')
    throw validation('Invalid KeySchema: The second KeySchemaElement is not a RANGE key type');
  return { hash: hash!, range };
}

/** For a new table, keys and definitions are counted before they are matched. @throws Refusal */
function tableSchemaOf(request: DefinitionRequest, types: ReadonlyMap<string, KeyDescriptor>): KeySchema {
  const { KeySchema: elements, AttributeDefinitions: definitions } = request;
  if (elements.length > definitions.length)
    throw validation('Invalid KeySchema: Some index key attribute have no definition');
  const schema = keySchemaOf(elements, types);
  const indexed = request.GlobalSecondaryIndexes !== undefined || request.LocalSecondaryIndexes !== undefined;
  if (!indexed && elements.length !== definitions.length)
    throw invalid(
      'Number of attributes in KeySchema does not exactly match number of attributes defined in AttributeDefinitions',
    );
  return schema;
}

function projectionOf({ ProjectionType: type, NonKeyAttributes: attributes }: IndexRequest['Projection']): Projection {
  if (type === undefined) throw invalid('Unknown ProjectionType: null');
  if (type !== 'INCLUDE') {
    if (attributes !== undefined) throw invalid(`ProjectionType is ${type}, but NonKeyAttributes is specified`);
    return { type };
  }
  if (attributes === undefined) throw invalid('ProjectionType is INCLUDE, but NonKeyAttributes is not specified');
  const repeated = attributes.find((name, at) => attributes.indexOf(name) < at);
  if (repeated !== undefined) throw invalid(`Duplicate element in NonKeyAttributes: ${repeated}`);
  return { type, attributes };
}

/** @throws Refusal when an attribute is defined twice, also with one type */
export function definedTypes(definitions: readonly AttributeDefinition[]): Map<string, KeyDescriptor> {
  const types = new Map<string, KeyDescriptor>();
  for (const { AttributeName: name, AttributeType: type } of definitions) {
    if (types.has(name)) throw validation(`Attribute Name is duplicated: ${name}`);
    types.set(name, type);
  }
  return types;
}

export function indexOf(
  request: IndexRequest,
  kind: IndexDefinition['kind'],
  types: ReadonlyMap<string, KeyDescriptor>,
): IndexDefinition {
  return {
    name: request.IndexName,
    kind,
    schema: keySchemaOf(request.KeySchema, types),
    projection: projectionOf(request.Projection),
    throughput: throughputOf(request.ProvisionedThroughput),
  };
}

function checkLocal(index: IndexDefinition, table: KeySchema): void {
  if (table.range === undefined)
    throw invalid('Table KeySchema does not have a range key, which is required when specifying a LocalSecondaryIndex');
  if (index.schema.range === undefined)
    throw invalid(`Index KeySchema does not have a range key for index: ${index.name}`);
  if (index.schema.hash.name !== table.hash.name)
    throw invalid(
      `Index KeySchema does not have the same leading hash key as table KeySchema for index: ${index.name}. index hash key: ${index.schema.hash.name}, table hash key: ${table.hash.name}`,
    );
}

const usesOf = ({ hash, range }: KeySchema): string[] => (range === undefined ? [hash.name] : [hash.name, range.name]);
export const attributesUsed = (definition: Pick<TableDefinition, 'schema' | 'indexes'>): Set<string> =>
  new Set([definition.schema, ...definition.indexes.map((index) => index.schema)].flatMap(usesOf));

function checkThroughput(definition: TableDefinition, decisions: Decisions): void {
  definition.indexes.forEach((index, i) => {
    if (index.kind !== 'global') return;
    const { read, write } = index.throughput;
    if (definition.billing === 'PAY_PER_REQUEST') {
      if (read !== 0 || write !== 0)
        throw invalid(
          `ProvisionedThroughput should not be specified for index: ${index.name} when BillingMode is PAY_PER_REQUEST`,
        );
    } else if (index.throughput === noThroughput) {
      throw invalid(`Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: ${index.name}`);
    } else if ((read < 1 || write < 1) && decisions.gsiThroughputMin === 'refused') {
      const unit = read < 1 ? 'readCapacityUnits' : 'writeCapacityUnits';
      throw validation(
        `1 validation error detected: Value '${read < 1 ? read : write}' at 'globalSecondaryIndexes.${i + 1}.member.provisionedThroughput.${unit}' failed to satisfy constraint: Member must have value greater than or equal to 1`,
      );
    }
  });
}

/** Checks that CreateTable, UpdateTable and restores share. @throws Refusal */
export function checkDefinition(definition: TableDefinition, decisions: Decisions): void {
  const globals = definition.indexes.filter((index) => index.kind === 'global');
  const locals = definition.indexes.filter((index) => index.kind === 'local');
  if (globals.length > globalIndexesMax)
    throw invalid(`GlobalSecondaryIndex count exceeds the per-table limit of ${globalIndexesMax}`);
  if (locals.length > localIndexesMax)
    throw invalid(`Number of LocalSecondaryIndexes exceeds per-table limit of ${localIndexesMax}`);
  const names = new Set<string>();
  for (const { name } of definition.indexes) {
    if (names.has(name)) throw invalid(`Duplicate index name: ${name}`);
    names.add(name);
  }
  for (const index of locals) checkLocal(index, definition.schema);
  const projected = definition.indexes.flatMap(({ projection }) =>
    projection.type === 'INCLUDE' ? projection.attributes : [],
  );
  if (projected.length > projectedAttributesMax && decisions.projectedAttributesMax === 'a-hundred')
    throw invalid(
      `The number of NonKeyAttributes over all indexes exceeds ${projectedAttributesMax}: ${projected.length}`,
    );
  checkThroughput(definition, decisions);
  const used = attributesUsed(definition);
  const unused = [...definition.attributes.keys()].filter((name) => !used.has(name));
  if (unused.length > 0)
    throw invalid(
      `Some AttributeDefinitions are not used. AttributeDefinitions: [${[...definition.attributes.keys()].join(', ')}], keys used: [${[...used].join(', ')}]`,
    );
}

const unitsMax = 1_000_000_000_000;

/** @throws Refusal */
export function checkUnits(given: ThroughputRequest | undefined): void {
  if (given === undefined) return;
  for (const member of ['ReadCapacityUnits', 'WriteCapacityUnits'] as const)
    if (given[member] > unitsMax) throw validation(`Given value ${given[member]} for ${member} is out of bounds`);
}

function billingOf(request: DefinitionRequest): Pick<TableDefinition, 'billing' | 'throughput'> {
  const billing = request.BillingMode ?? 'PROVISIONED';
  const given = request.ProvisionedThroughput;
  if (billing === 'PROVISIONED' && given === undefined)
    throw invalid('ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED');
  if (billing === 'PAY_PER_REQUEST' && given !== undefined)
    throw invalid(
      'Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST',
    );
  if (billing === 'PROVISIONED' && request.OnDemandThroughput !== undefined)
    throw invalid(
      'MaxReadRequestUnits for OnDemandThroughput cannot be specified when table BillingMode is PROVISIONED.',
    );
  checkUnits(given);
  return { billing, throughput: throughputOf(given) };
}

function indexesOf(request: DefinitionRequest, types: ReadonlyMap<string, KeyDescriptor>): IndexDefinition[] {
  if (request.GlobalSecondaryIndexes?.length === 0) throw invalid('List of GlobalSecondaryIndexes is empty');
  if (request.LocalSecondaryIndexes?.length === 0) throw invalid('List of LocalSecondaryIndexes is empty');
  return [
    ...(request.GlobalSecondaryIndexes ?? []).map((index) => indexOf(index, 'global', types)),
    ...(request.LocalSecondaryIndexes ?? []).map((index) => indexOf(index, 'local', types)),
  ];
}

/**
 * Where `mayBeNone`, -1 means no ceiling.
 * @throws Refusal ValidationException below 1, LimitExceededException above the table quota
 */
function checkCeilings(given: JsonObject, mayBeNone: boolean, region: string): void {
  for (const member of ['MaxReadRequestUnits', 'MaxWriteRequestUnits']) {
    const units = given[member];
    if (typeof units === 'number' && units < 1 && !(mayBeNone && units === -1))
      throw invalid(`Requested ${member} for OnDemandThroughput for table is outside of valid range`);
    const limit = member === 'MaxReadRequestUnits' ? 'TableMaxReadCapacityUnits' : 'TableMaxWriteCapacityUnits';
    if (typeof units === 'number' && units > quotas[limit])
      throw new Refusal(
        'LimitExceededException',
        `Subscriber limit exceeded: Requested ${member} for OnDemandThroughput for table exceeds ${limit} of the account in region ${region}`,
      );
  }
}

/** Applies on-demand ceilings; omitted ones stay. Source: public measurements, 2026-10. @throws Refusal */
export function withCeilings(definition: TableDefinition, given: JsonObject, region: string): TableDefinition {
  checkCeilings(given, true, region);
  const { onDemand: held, ...rest } = definition;
  const ceilings = Object.fromEntries(Object.entries({ ...held, ...given }).filter(([, units]) => units !== -1));
  return Object.keys(ceilings).length === 0 ? rest : { ...rest, onDemand: ceilings };
}

/** @throws Refusal ValidationException */
export function definitionOf(request: DefinitionRequest, { decisions, region }: Store): TableDefinition {
  const attributes = definedTypes(request.AttributeDefinitions);
  const billing = billingOf(request);
  const definition: TableDefinition = {
    schema: tableSchemaOf(request, attributes),
    attributes,
    indexes: indexesOf(request, attributes),
    ...billing,
  };
  checkDefinition(definition, decisions);
  if (request.OnDemandThroughput === undefined) return definition;
  checkCeilings(request.OnDemandThroughput, false, region);
  return withCeilings(definition, request.OnDemandThroughput, region);
}
