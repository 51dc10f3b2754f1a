/**
 * CreateBackup, DescribeBackup, ListBackups, DeleteBackup. A backup is a table's definition and items at one moment.
 */
import { Refusal, validation } from '../values/refusal.ts';
import type { Item, JsonObject } from '../values/types.ts';
import { accessDenied, type BackupArn, backupArn, nameRefusal, parseBackupArn, tableNameOf } from './arn.ts';
import { backupDetails, creationTime, describeBackup, present, seconds, sizeOf } from './descriptions.ts';
import { admitted } from './jobs.ts';
import { type Account, after, type Backup, type RequestContext, type Store, type Table } from './state.ts';
import { resourceNotFound } from './tables.ts';

export const backupNotFound = (arn: string): Refusal =>
  new Refusal('BackupNotFoundException', `Backup not found: ${arn}`);
export const backupInUse = (text: string): Refusal => new Refusal('BackupInUseException', text);

interface CreateRequest {
  TableName: string;
  BackupName: string;
}

function checkBackupName(store: Store, name: string): void {
  if (store.decisions.backupNameRules === 'free') return;
  const refusal = nameRefusal(store, 'backupName', name);
  if (refusal !== undefined) throw refusal;
}

function tableToBackUp({ store, account }: RequestContext, name: string): Table {
  const table = account.tables.get(name);
  if (table !== undefined && (table.status === 'ACTIVE' || table.status === 'UPDATING')) return table;
  if (store.decisions.backupMissingTable === 'ResourceNotFound')
    throw resourceNotFound(`Requested resource not found: Table: ${name} not found`);
  throw new Refusal('TableNotFoundException', `Table not found: ${name}`);
}

/**
 * A torn backup: the first half of the early items and the second half of the late ones. Used by a policy mutant only.
 */
function tornItems(early: readonly Item[], late: readonly Item[]): Item[] {
  const half = Math.floor(early.length / 2);
  return [...early.slice(0, half), ...late.slice(half)];
}

function checkedTable(context: RequestContext, { TableName, BackupName }: CreateRequest): Table {
  const { store } = context;
  if (TableName.startsWith('arn:') && store.decisions.createBackupArn === 'refused')
    throw nameRefusal(store, 'tableName', TableName)!;
  if (/^\.+$/.test(TableName) && store.decisions.dotOnlyName === 'refused')
    throw validation(`TableName cannot be backed up: ${TableName}`);
  checkBackupName(store, BackupName);
  return tableToBackUp(context, tableNameOf(context, TableName));
}

/** Backup names need not be unique; ARNs are. */
export function createBackup(context: RequestContext, input: JsonObject): JsonObject {
  const { store, account } = context;
  const request = input as unknown as CreateRequest;
  const table = admitted(context, () => checkedTable(context, request));
  const createdMs = store.clock.now();
  const items = [...table.items.values()];
  const backup: Backup = {
    arn: backupArn(store, table.arn, createdMs),
    name: request.BackupName,
    createdMs,
    sizeBytes: store.decisions.backupSize === 'zero' ? 0 : sizeOf(items),
    status: 'CREATING',
    table: { name: table.name, arn: table.arn, id: table.id, createdMs: table.createdMs },
    definition: table.definition,
    ...(table.stream?.status === 'ENABLED' ? { stream: table.stream } : {}),
    ...(table.ttl?.status === 'ENABLED' ? { ttlAttribute: table.ttl.attribute } : {}),
    ...(table.tableClass === undefined ? {} : { tableClass: table.tableClass }),
    ...(table.encryption === undefined ? {} : { encryption: table.encryption }),
    tags: new Map(),
    items,
  };
  account.backups.set(backup.arn, backup);
  const details = backupDetails(store, backup);
  after(store, store.timing.backupMs, () => {
    if (backup.status !== 'CREATING') return;
    backup.status = 'AVAILABLE';
    if (store.decisions.backupMoment === 'of-two') backup.items = tornItems(items, [...table.items.values()]);
  });
  return { BackupDetails: details };
}

/** @throws Refusal ValidationException for a malformed ARN, AccessDeniedException for another account's ARN */
function ownArn({ store, account }: RequestContext, given: string): BackupArn {
  const { malformedArn, foreignArn } = store.decisions;
  let arn: BackupArn;
  try {
    arn = parseBackupArn(store, given);
  } catch (thrown) {
    if (malformedArn === 'AccessDenied') throw accessDenied();
    if (malformedArn === 'BackupNotFound') throw backupNotFound(given);
    throw thrown;
  }
  if (arn.account !== account.id && store.decisions.backupLookup === 'those-of-the-caller')
    throw foreignArn === 'AccessDenied' ? accessDenied() : backupNotFound(arn.text);
  return arn;
}

/** The validated ARN without surrounding white space. @throws Refusal */
export const checkedArn = (context: RequestContext, given: string): string => ownArn(context, given).text;

function lookedUp({ store, account }: RequestContext, arn: string): Backup | undefined {
  const { backupLookup } = store.decisions;
  if (backupLookup === 'those-of-the-caller') return account.backups.get(arn);
  const all = [...store.accounts.values()].flatMap(({ backups }) => [...backups.values()]);
  const key = (text: string): string =>
    backupLookup === 'those-of-all-accounts' ? text : parseBackupArn(store, text).id;
  return all.find((backup) => key(backup.arn) === key(arn));
}

/** @throws Refusal BackupNotFoundException */
export function backupOf(context: RequestContext, arn: string): Backup {
  const backup = lookedUp(context, arn);
  if (backup === undefined || backup.status === 'DELETED') throw backupNotFound(arn);
  return backup;
}

/** Whether a restore from this backup is running. */
export const isBeingRestored = (account: Account, backup: Backup): boolean =>
  [...account.tables.values()].some((table) => table.status === 'CREATING' && table.restore?.backupArn === backup.arn);

export const usedByRestore = ({ decisions }: Store, backup: Backup): Refusal =>
  decisions.inUseText === 'the-backup'
    ? backupInUse(`Backup is being used to restore another table: ${backup.arn}`)
    : backupInUse(`Backup is being used to restore table: ${backup.table.name}`);

export function describe(context: RequestContext, input: JsonObject): JsonObject {
  const backup = backupOf(context, checkedArn(context, input.BackupArn as string));
  return { BackupDescription: describeBackup(context.store, backup) };
}

export function deleteBackup(context: RequestContext, input: JsonObject): JsonObject {
  const { store, account } = context;
  const backup = backupOf(context, checkedArn(context, input.BackupArn as string));
  if (backup.status === 'CREATING' && store.decisions.deleteWhileCreating === 'BackupInUse')
    throw backupInUse(`Backup is being created: ${backup.arn}`);
  if (isBeingRestored(account, backup) && store.decisions.deleteWhileRestoring === 'BackupInUse')
    throw usedByRestore(store, backup);
  backup.status = 'DELETED';
  const whole = store.decisions.deletedBackupDescription === 'the-whole-backup';
  return { BackupDescription: whole ? describeBackup(store, backup) : { BackupDetails: backupDetails(store, backup) } };
}

interface ListRequest {
  TableName?: string;
  Limit?: number;
  TimeRangeLowerBound?: number;
  TimeRangeUpperBound?: number;
  ExclusiveStartBackupArn?: string;
  BackupType?: 'USER' | 'SYSTEM' | 'AWS_BACKUP' | 'ALL';
}

function checkTimes(store: Store, { TimeRangeLowerBound: lower, TimeRangeUpperBound: upper }: ListRequest): void {
  for (const bound of [lower, upper])
    if (bound !== undefined && bound < 0 && store.decisions.backupListEpoch === 'refused')
      throw validation('Invalid Request: A time range bound must not be negative');
  if (lower !== undefined && upper !== undefined && lower > upper && store.decisions.backupListTimes === 'refused')
    throw validation('Time range lower bound must be less than or equal to upper bound');
}

/** Where a page starts: creation time and ARN. The backup itself may have been deleted since. */
interface Cursor {
  readonly createdMs: number;
  readonly arn: string;
}

function cursorOf(context: RequestContext, request: ListRequest, table: string | undefined): Cursor | undefined {
  if (request.ExclusiveStartBackupArn === undefined) return undefined;
  const { store } = context;
  const { cursorAccount, cursorRegion, cursorTable } = store.decisions;
  const arn = parseBackupArn(store, request.ExclusiveStartBackupArn);
  const mismatch = (what: string): Refusal =>
    validation(`Invalid Request: The supplied ExclusiveStartBackupArn does not match the ${what}`);
  if (arn.account !== context.account.id && cursorAccount === 'refused') throw mismatch('account');
  if (arn.region !== store.region && cursorRegion === 'refused') throw mismatch('region');
  if (table !== undefined && arn.table !== table && cursorTable === 'refused') throw mismatch('table');
  return { createdMs: Number(arn.id.split('-')[0]), arn: arn.text };
}

function compareCursors({ decisions }: Store, a: Cursor, b: Cursor): number {
  const text = ({ arn }: Cursor): string =>
    decisions.backupListOrder === 'by-bytes-of-the-arn' ? arn : arn.toLowerCase();
  return a.createdMs - b.createdMs || (text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0);
}

/** Only stores that list deleted backups hide that they are deleted. */
const summaryStatus = ({ decisions }: Store, { status }: Backup): string =>
  decisions.backupListDeleted === 'as-AVAILABLE' && status === 'DELETED' ? 'AVAILABLE' : status;

function summary(store: Store, backup: Backup): JsonObject {
  return present({
    TableName: backup.table.name,
    TableId: store.decisions.backupListTableId === 'carried' ? backup.table.id : undefined,
    TableArn: backup.table.arn,
    BackupArn: backup.arn,
    BackupName: backup.name,
    BackupCreationDateTime: creationTime(store, backup),
    BackupStatus: summaryStatus(store, backup),
    BackupType: 'USER',
    BackupSizeBytes: backup.sizeBytes,
  });
}

export function listBackups(context: RequestContext, input: JsonObject): JsonObject {
  const { store, account } = context;
  const request = input as ListRequest;
  checkTimes(store, request);
  if (request.TableName?.startsWith('arn:') && store.decisions.listBackupsArn === 'refused')
    throw nameRefusal(store, 'tableName', request.TableName)!;
  const table = request.TableName === undefined ? undefined : tableNameOf(context, request.TableName);
  const cursor = cursorOf(context, request, table);
  const {
    TimeRangeLowerBound: lower = Number.NEGATIVE_INFINITY,
    TimeRangeUpperBound: upper = Number.POSITIVE_INFINITY,
  } = request;
  const { backupListType, backupListRange, backupListDeleted } = store.decisions;
  const userKind = ['USER', 'ALL'].includes(request.BackupType ?? 'USER') || backupListType === 'ignored';
  const inRange = ({ createdMs }: Backup): boolean => seconds(createdMs) >= lower && seconds(createdMs) < upper;
  const all = [...account.backups.values()]
    .filter((backup) => userKind && (backup.status !== 'DELETED' || backupListDeleted === 'as-AVAILABLE'))
    .filter((backup) => table === undefined || backup.table.name === table)
    .filter((backup) => backupListRange === 'after' || inRange(backup))
    .filter((backup) => cursor === undefined || compareCursors(store, backup, cursor) > 0)
    .sort((a, b) => compareCursors(store, a, b));
  const limit = store.decisions.backupListLimit === 'kept-to' ? (request.Limit ?? 100) : all.length;
  const page = all.slice(0, limit).filter(inRange);
  const more = all.length > limit && store.decisions.backupListCursor === 'carried';
  return present({
    BackupSummaries: page.map((backup) => summary(store, backup)),
    LastEvaluatedBackupArn: more ? page.at(-1)?.arn : undefined,
  });
}
