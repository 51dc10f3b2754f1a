/** Amazon Resource Names, and table names given as ARNs. */
import { Refusal, validation } from '../values/refusal.ts';
import { draw, type RequestContext, type Store } from './state.ts';

export const accessDenied = (): Refusal => new Refusal('AccessDeniedException', 'Access is denied');

export const tableArn = (store: Store, account: string, name: string): string =>
  `arn:aws:dynamodb:${store.region}:${account}:table/${name}`;

/** Eight hex digits, unique in this store. */
export const uniqueHex = (store: Store): string => draw(store).toString(16).padStart(8, '0');

/** A backup id starts with its creation time in milliseconds, padded to 14 digits. Source: measured on DynamoDB. */
export const backupArn = (store: Store, sourceArn: string, createdMs: number): string =>
  `${sourceArn}/backup/${String(createdMs).padStart(store.decisions.backupIdDigits === 'fourteen' ? 14 : 13, '0')}-${uniqueHex(store)}`;

const backupShape =
  /^arn:(?<partition>aws[a-z-]*):dynamodb:(?<region>[a-z0-9-]+):(?<account>\d+):table\/(?<table>[a-zA-Z0-9_.-]+)\/backup\/(?<id>[^/]+)$/;
/** Some older stores made ids of 13 digits. DynamoDB was seen to refuse these as malformed ARNs. */
const idShape = /^(?:\d{14}-[0-9a-f]{8})$/;
/** A store whose own ids are shorter accepts these. */
const shorterIdShape = /^\d{13}-[0-9a-f]{8}$/;
const bareIdShape = /^\d{13}$/;

export interface BackupArn {
  readonly region: string;
  readonly account: string;
  readonly table: string;
  readonly id: string;
  readonly text: string;
}

/** Parses the ARN of any account's backup. @throws Refusal ValidationException */
export function parseBackupArn({ decisions }: Store, given: string): BackupArn {
  const invalid = validation('Invalid Request: BackupArn is not valid');
  // Surrounding ASCII white space is trimmed. Source: measured on DynamoDB for a newline at the end.
  const text = decisions.arnTrim === 'trimmed' ? given.replace(/^[\t-\r ]+|[\t-\r ]+$/g, '') : given;
  if (Buffer.byteLength(text) > 1024) throw invalid;
  const groups = backupShape.exec(text)?.groups;
  if (groups === undefined) throw invalid;
  if (groups.partition !== 'aws' && decisions.arnPartition === 'aws-only') throw invalid;
  const { region = '', account = '', table = '', id = '' } = groups;
  if (decisions.arnIdShape === 'looked-up') return { region, account, table, id, text };
  if (bareIdShape.test(id)) throw invalid;
  const isShorter = decisions.backupIdDigits === 'thirteen' && shorterIdShape.test(id);
  if (!idShape.test(id) && !isShorter) throw validation('Invalid Backup ARN');
  return { region, account, table, id, text };
}

/**
 * The table name from a member that accepts a name or an ARN. A wrong account is reported before a wrong region.
 * @throws Refusal AccessDeniedException, ValidationException
 */
export function tableNameOf(context: RequestContext, given: string): string {
  const match = /^arn:([^:]*):dynamodb:([^:]*):([^:]*):table\/(.+)$/.exec(given);
  if (match === null) {
    checkTableName(context.store, given);
    return given;
  }
  const [, , region = '', account, name = ''] = match;
  const { tableArnCheck } = context.store.decisions;
  if (tableArnCheck === 'the-region') checkRegion(context.store, given, region);
  if (account !== context.account.id) throw accessDenied();
  checkRegion(context.store, given, region);
  checkTableName(context.store, name);
  return name;
}

/** Like `tableNameOf`, for a caller that has already refused malformed names. @throws Refusal */
export const resolvedName = (context: RequestContext, given: string): string =>
  given.startsWith('arn:') ? tableNameOf(context, given) : given;

function checkRegion({ region, decisions }: Store, arn: string, given: string): void {
  if (given !== region && decisions.tableArnRegion === 'refused')
    throw validation(`1 validation error detected: Invalid AWS region in '${arn}'`);
}

/** One message holds both clauses when both fail. Source: measured on DynamoDB for backup requests. */
export function nameRefusal({ decisions }: Store, member: string, value: string): Refusal | undefined {
  let clauses = [
    value.length > 255 ? 'Member must have length less than or equal to 255' : '',
    value.length < 3 ? 'Member must have length greater than or equal to 3' : '',
    /^[a-zA-Z0-9_.-]+$/.test(value) ? '' : 'Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+',
  ].filter((clause) => clause !== '');
  if (clauses.length === 0) return undefined;
  if (decisions.nameViolations === 'the-first') clauses = clauses.slice(0, 1);
  const texts = clauses.map((clause) => `Value '${value}' at '${member}' failed to satisfy constraint: ${clause}`);
  return validation(`${texts.length} validation error${texts.length === 1 ? '' : 's'} detected: ${texts.join('; ')}`);
}

function checkTableName(store: Store, name: string): void {
  const refusal = store.decisions.backupTableName === 'held' ? nameRefusal(store, 'tableName', name) : undefined;
  if (refusal !== undefined) throw refusal;
}
