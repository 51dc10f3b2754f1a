import { type Operation, operations } from '../../oracles/values/operations.ts';
import type { Json, JsonObject, Outcome } from '../../oracles/values/types.ts';
import { sorted } from './play/canonical.ts';
import { isObject, valueAt } from './play/path.ts';

/** The parts of an answer that depend on the run, not on the store. */
export interface RunNames {
  /** Real name → the name in the case. */
  tables: ReadonlyMap<string, string>;
  /** `arn:aws:dynamodb:us-east-1:000000000000:` of the target's own account, when known. */
  arnPrefix?: string;
  /** The same for the second account. */
  otherArnPrefix?: string;
}

/** Members with a time, a counter or an id chosen by the server. Only their presence is compared. */
const drawn: ReadonlySet<string> = new Set([
  'ApproximateCreationDateTime',
  'BackupCreationDateTime',
  'BackupExpiryDateTime',
  'CreationDateTime',
  'CreationRequestDateTime',
  'EarliestRestorableDateTime',
  'EndingSequenceNumber',
  'LastEvaluatedShardId',
  'KMSMasterKeyArn',
  'LastUpdateToPayPerRequestDateTime',
  'LatestRestorableDateTime',
  'LatestStreamLabel',
  'NextShardIterator',
  'NextToken',
  'ParentShardId',
  'RestoreDateTime',
  'SequenceNumber',
  'ShardId',
  'ShardIds',
  'ShardIterator',
  'StartingSequenceNumber',
  'StreamLabel',
  'TableCreationDateTime',
  'TableId',
  'awsRegion',
  'eventID',
]);

/**
 * Members that a right answer may lack: the service dates changes of the throughput, and adds a summary that its model
 * does not have.
 */
const unpromised: ReadonlySet<string> = new Set([
  'LastDecreaseDateTime',
  'LastIncreaseDateTime',
  'TableThroughputModeSummary',
]);

/** Whether a member has the form that every server gives it: times are seconds since 1970. */
const isForm = (name: string, value: Json): boolean =>
  !name.endsWith('DateTime') || (typeof value === 'number' && value > 1e9 && value < 1e10);

/**
 * Sizes and counts of a server's own: most are updated "approximately every six hours" (API reference, TableDescription),
 * and how the size of a stream record is counted is not documented.
 */
const laggingCounts: ReadonlySet<string> = new Set([
  'BackupSizeBytes',
  'IndexSizeBytes',
  'ItemCount',
  'NumberOfDecreasesToday',
  'SizeBytes',
  'TableSizeBytes',
]);

/** Members with attribute values or items. This is user data, so member names in it have no special meaning. */
const userData: ReadonlySet<string> = new Set([
  'Attributes',
  'ExclusiveStartKey',
  'Item',
  'ItemCollectionKey',
  'Items',
  'Key',
  'Keys',
  'LastEvaluatedKey',
  'NewImage',
  'OldImage',
  'Responses',
]);

/**
 * Replaces everything that may differ between two correct answers, and nothing else.
 * @param unordered whether rows have no guaranteed order; the default depends on the operation
 */
export function normalise(outcome: Outcome, op: Operation, names: RunNames, unordered?: boolean): Outcome {
  const rowsUnordered = unordered ?? operations[op].unorderedRows;
  switch (outcome.kind) {
    case 'ok':
      return {
        kind: 'ok',
        output: rows(normaliseObject(ownOnly(outcome.output, op, names), names, op), rowsUnordered),
      };
    case 'rejected':
      return {
        kind: 'rejected',
        type: outcome.type,
        rawType: outcome.rawType,
        message: renamed(outcome.message, names),
        status: outcome.status,
        members: normaliseObject(outcome.members, names, op),
      };
    case 'unanswered':
      return { kind: 'unanswered', cause: outcome.cause, detail: renamed(outcome.detail, names) };
  }
}

/** The table that an element of an account's listing belongs to. */
const listings: {
  readonly [operation in Operation]?: readonly [list: string, table: (element: Json) => Json | undefined];
} = {
  ListTables: ['TableNames', (name) => name],
  ListBackups: ['BackupSummaries', (summary) => valueAt(summary, 'TableName')],
  ListStreams: ['Streams', (stream) => valueAt(stream, 'TableName')],
};

/** A shared account also lists what others have made. */
function ownOnly(output: JsonObject, op: Operation, { tables }: RunNames): JsonObject {
  const [list = '', tableOf] = listings[op] ?? [];
  const listed = output[list];
  if (tableOf === undefined || !Array.isArray(listed)) return output;
  const isForeign = (name: Json | undefined): boolean => typeof name === 'string' && !tables.has(name);
  const { LastEvaluatedTableName: last } = output;
  return {
    ...output,
    [list]: listed.filter((element) => !isForeign(tableOf(element))),
    ...(isForeign(last) && { LastEvaluatedTableName: '<another>' }),
  };
}

/** Rows are top-level lists; in a batch read they are one level deeper, by table. */
function rows(output: JsonObject, unordered: boolean): JsonObject {
  if (!unordered) return output;
  const sortLists = (value: Json): Json => (Array.isArray(value) ? sorted(value) : value);
  return mapMembers(output, (value) => (isObject(value) ? mapMembers(value, sortLists) : sortLists(value)));
}

const mapMembers = (object: JsonObject, change: (value: Json, name: string) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));

const normaliseObject = (object: JsonObject, names: RunNames, op: Operation): JsonObject =>
  Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) =>
      unpromised.has(name) ? [] : [[renamed(name, names), normaliseMember(name, value, names, op)]],
    ),
  );

function normaliseMember(name: string, value: Json, names: RunNames, op: Operation): Json {
  if (userData.has(name)) return name === 'Responses' ? normaliseResponses(value, names, op) : inOneOrder(value);
  if (drawn.has(name)) return isForm(name, value) ? `<${name}>` : value;
  if (laggingCounts.has(name) && typeof value === 'number') return `<${name}>`;
  const list = normaliseValue(value, names, op);
  return Array.isArray(list) && operations[op].unorderedLists.includes(name) ? sortedByName(list) : list;
}

/** Elements that have a name are in its order, so that another difference does not compare two of different names. */
function sortedByName(list: readonly Json[]): Json[] {
  const nameOf = (element: Json): Json | undefined =>
    valueAt(element, 'IndexName') ?? valueAt(element, 'AttributeName');
  if (!list.every((element) => typeof nameOf(element) === 'string')) return sorted(list);
  return [...sorted(list)].sort((a, b) => (String(nameOf(a)) < String(nameOf(b)) ? -1 : 1));
}

/** Items by table for a batch read; otherwise a list of entries with an item, and a table name or an error. */
function normaliseResponses(responses: Json, names: RunNames, op: Operation): Json {
  if (!isObject(responses)) return normaliseValue(responses, names, op);
  return Object.fromEntries(
    Object.entries(responses).map(([table, items]) => [renamed(table, names), inOneOrder(items)]),
  );
}

function normaliseValue(value: Json, names: RunNames, op: Operation): Json {
  if (typeof value === 'string') return renamed(value, names);
  if (Array.isArray(value)) return value.map((element) => normaliseValue(element, names, op));
  return isObject(value) ? normaliseObject(value, names, op) : value;
}

/**
 * Sorts the members of sets and the attributes of items. Neither has a guaranteed order (developer guide, data types:
 * sets are unordered), and sorted values are easier to compare by eye.
 */
function inOneOrder(value: Json): Json {
  if (Array.isArray(value)) return value.map(inOneOrder);
  if (!isObject(value)) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(
    members.map(([name, member]) => [name, isSet(name, member) ? sorted(member) : inOneOrder(member)]),
  );
}

const isSet = (name: string, member: Json): member is string[] =>
  ['SS', 'NS', 'BS'].includes(name) && Array.isArray(member) && member.every((one) => typeof one === 'string');

/** Replaces the run's names by the case's, and server-chosen parts of ARNs by words. */
export const renamed = (text: string, names: RunNames): string =>
  renamedButIds(text, names)
    .replace(/\/backup\/[0-9]+-[0-9a-f]+/g, '/backup/<id>')
    .replace(/\/stream\/[-0-9T:.]+/g, '/stream/<label>')
    .replace(/\bshardId-[-0-9a-f]+/g, '<shard>');

/** The same, but keeps backup ids and stream labels. */
export function renamedButIds(text: string, names: RunNames): string {
  let result = text;
  for (const [real, label] of names.tables) if (result.includes(real)) result = result.replaceAll(real, `<${label}>`);
  if (!result.includes('arn:')) return result;
  for (const [prefix, account] of [
    [names.arnPrefix, '<account>'] as const,
    [names.otherArnPrefix, '<other account>'] as const,
  ])
    if (prefix !== undefined) result = withoutOwner(result, prefix, account);
  return result;
}

/** An error may echo an ARN with one of region and account changed. Replaces the target's own other part. */
function withoutOwner(text: string, prefix: string, account: string): string {
  const [, , , ownRegion, ownAccount] = prefix.split(':');
  return text
    .replaceAll(prefix, `arn:aws:dynamodb:<region>:${account}:`)
    .replace(/(\barn:[^:\s]*:[^:\s]*):([^:\s]*):([^:\s]*):/g, (_, service, region, owner) =>
      [service, region === ownRegion ? '<region>' : region, owner === ownAccount ? account : owner, ''].join(':'),
    );
}
