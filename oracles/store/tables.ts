/** CreateTable, DescribeTable, DeleteTable, ListTables, and the table lookup of all other operations. */
import { Refusal, validation } from '../values/refusal.ts';
import type { JsonObject } from '../values/types.ts';
import { resolvedName, tableArn } from './arn.ts';
import { internalFailure } from './contention.ts';
import { describeDeleted, describeTable, present } from './descriptions.ts';
import { type EncryptionRequest, encryptionOf } from './encryption.ts';
import { emptyIndex, keepDroppedRows } from './indexes.ts';
import { closeStream, openStream } from './records.ts';
import { type DefinitionRequest, definitionOf, type StreamRequest } from './schema.ts';
import {
  type Account,
  after,
  draw,
  type Encryption,
  type RequestContext,
  type Store,
  type Table,
  type TableDefinition,
} from './state.ts';
import { checkTags, type Tag } from './tag-rules.ts';

export const resourceNotFound = (text: string): Refusal => new Refusal('ResourceNotFoundException', text);
export const resourceInUse = (text: string): Refusal => new Refusal('ResourceInUseException', text);
export const stillInUse = (text: string): Refusal =>
  resourceInUse(`Attempt to change a resource which is still in use: ${text}`);

/** The table of a control-plane request, in any status. @throws Refusal ResourceNotFoundException */
export function tableNamed(context: RequestContext, given: string): Table {
  const name = resolvedName(context, given);
  const table = context.account.tables.get(name);
  if (table === undefined) throw resourceNotFound(`Requested resource not found: Table: ${name} not found`);
  return table;
}

/** The table of an item request; not one that is being created or deleted. @throws Refusal */
export function usableTable(context: RequestContext, given: string): Table {
  const { account, store } = context;
  const table = account.tables.get(resolvedName(context, given));
  const creating = table?.status === 'CREATING' && store.decisions.creatingDataPlane === 'refused';
  if (creating && store.decisions.firstRead === 'absent-for-five-seconds-more')
    table.absentUntilMs ??= store.clock.now() + 5000;
  if (table?.status === 'DELETING' && store.decisions.deletingDataPlane !== 'ResourceNotFound') throw internalFailure();
  const absent = store.clock.now() < (table?.absentUntilMs ?? 0);
  if (table === undefined || creating || absent || table.status === 'DELETING')
    throw resourceNotFound('Requested resource not found');
  return table;
}

/** Unique in the store, and the same in every run. */
const tableId = (store: Store): string => `00000000-0000-4000-8000-${draw(store).toString(16).padStart(12, '0')}`;

export interface TableSettings {
  deletionProtected?: boolean;
  tableClass?: string | undefined;
  encryption?: Encryption | undefined;
  tags?: readonly Tag[] | undefined;
}

/** Adds a table in status CREATING. The caller schedules its change to ACTIVE. */
export function registerTable(
  store: Store,
  account: Account,
  name: string,
  definition: TableDefinition,
  settings: TableSettings = {},
): Table {
  const table: Table = {
    account: account.id,
    name,
    arn: tableArn(store, account.id, name),
    id: tableId(store),
    createdMs: store.clock.now(),
    status: 'CREATING',
    definition,
    deletionProtected: settings.deletionProtected ?? false,
    ...(definition.billing === 'PAY_PER_REQUEST' ? { onDemandSinceMs: store.clock.now() } : {}),
    ...(settings.tableClass === undefined ? {} : { tableClass: settings.tableClass }),
    ...(settings.encryption === undefined ? {} : { encryption: settings.encryption }),
    tags: new Map(settings.tags?.map(({ Key, Value }) => [Key, Value])),
    items: new Map(),
    indexes: new Map(definition.indexes.map((index) => [index.name, emptyIndex(account, name, index, 'CREATING')])),
  };
  account.tables.set(name, table);
  return table;
}

/** Delayed transitions compare the table object, since a new table may have the same name by then. */
export const stillThere = (account: Account, table: Table): boolean => account.tables.get(table.name) === table;

export function activate(account: Account, table: Table): void {
  if (!stillThere(account, table) || table.status !== 'CREATING') return;
  table.status = 'ACTIVE';
  for (const index of table.indexes.values()) index.status = 'ACTIVE';
}

const newStream = {
  on: 'Table is being created with a stream enabled, UpdateViewType is required',
  off: 'Table is being created with a stream disabled, UpdateViewType should not be specified',
};

/**
 * Texts: public measurements, 2026-10.
 * @throws Refusal ValidationException when the view type is missing, or given for a disabled stream
 */
export function checkStream(stream: StreamRequest | undefined, texts = newStream): void {
  if (stream === undefined || stream.StreamEnabled === (stream.StreamViewType !== undefined)) return;
  throw validation(`One or more parameter values were invalid: ${stream.StreamEnabled ? texts.on : texts.off}`);
}

interface CreateRequest extends DefinitionRequest {
  TableName: string;
  StreamSpecification?: StreamRequest;
  DeletionProtectionEnabled?: boolean;
  TableClass?: string;
  SSESpecification?: EncryptionRequest;
  Tags?: Tag[];
}

export function createTable(context: RequestContext, input: JsonObject): JsonObject {
  const { store, account } = context;
  const request = input as unknown as CreateRequest;
  const name = resolvedName(context, request.TableName);
  const definition = definitionOf(request, store);
  checkStream(request.StreamSpecification);
  checkTags(request.Tags ?? []);
  const held = account.tables.get(name);
  const isTarget = held?.restore !== undefined && held.status === 'CREATING';
  // The text for a table that is being created: public measurements, 2026-10-08.
  if (held?.status === 'CREATING' && !isTarget) throw stillInUse(`Table is being created: ${name}`);
  if (held !== undefined && !(isTarget && store.decisions.createIntoTarget === 'accepted'))
    throw resourceInUse(`Table already exists: ${name}`);
  const table = registerTable(store, account, name, definition, {
    deletionProtected: request.DeletionProtectionEnabled ?? false,
    tableClass: request.TableClass,
    encryption: encryptionOf(context, request.SSESpecification),
    tags: request.Tags,
  });
  const view = request.StreamSpecification?.StreamViewType;
  if (view !== undefined) table.stream = openStream(store, account, table, view);
  const delayMs = store.decisions.tableCreation === 'CREATING-first' ? store.timing.tableCreationMs : 0;
  after(store, delayMs, () => activate(account, table));
  return { TableDescription: describeTable(store, table) };
}

export function describe(context: RequestContext, input: JsonObject): JsonObject {
  return { Table: describeTable(context.store, tableNamed(context, input.TableName as string)) };
}

/** Refuses to delete a table twice. Source: public measurements, 2026-10-08; the API reference says otherwise. */
function checkDeletable({ store }: RequestContext, table: Table): void {
  if (table.status === 'DELETING') throw stillInUse(`Table is being deleted: ${table.name}`);
  if (table.deletionProtected)
    throw validation(
      'Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.',
    );
  const restoring = table.restore !== undefined && table.status === 'CREATING';
  if (restoring && store.decisions.deleteTargetWhileRestoring === 'accepted') return;
  if (restoring) throw stillInUse(`Table is being restored: ${table.name}`);
  if (table.status === 'CREATING') throw stillInUse(`Table is being created: ${table.name}`);
  if (table.status === 'UPDATING') throw stillInUse(`Table is being updated: ${table.name}`);
  if (table.tagChange !== undefined) throw stillInUse(`Table tags are being updated: ${table.name}`);
  for (const index of table.indexes.values())
    if (index.status !== 'ACTIVE')
      throw stillInUse(`Table: ${table.name}, index: ${index.definition.name} is ${index.status}`);
}

export function deleteTable(context: RequestContext, input: JsonObject): JsonObject {
  const { store, account } = context;
  const table = tableNamed(context, input.TableName as string);
  checkDeletable(context, table);
  table.status = 'DELETING';
  if (table.stream !== undefined) closeStream(store, table.stream);
  after(store, store.timing.tableDeletionMs, () => {
    if (!stillThere(account, table)) return;
    for (const index of table.indexes.values()) keepDroppedRows(store, account, table, index);
    account.tables.delete(table.name);
  });
  const description = describeDeleted(store, table);
  if (store.decisions.tableDeletion === 'ACTIVE') description.TableStatus = 'ACTIVE';
  return { TableDescription: description };
}

export function listTables({ account }: RequestContext, input: JsonObject): JsonObject {
  const { ExclusiveStartTableName: start, Limit: limit = 100 } = input as {
    ExclusiveStartTableName?: string;
    Limit?: number;
  };
  const names = [...account.tables.keys()].sort().filter((name) => start === undefined || name > start);
  const page = names.slice(0, limit);
  return present({ TableNames: page, LastEvaluatedTableName: names.length > page.length ? page.at(-1) : undefined });
}
