/**
 * TagResource, UntagResource, ListTagsOfResource. A request changes all of its tags or none, and is checked
 * synchronously. The change takes effect later, and blocks most other changes until then. Source: public measurements,
 * 2026-10-09.
 */
import { Refusal, validation } from '../values/refusal.ts';
import type { JsonObject } from '../values/types.ts';
import { accessDenied, parseBackupArn } from './arn.ts';
import { after, type Backup, type RequestContext, type Store, type Table } from './state.ts';
import { resourceNotFound, stillInUse } from './tables.ts';
import { checkKey, checkTags, type Tag, tagsMax, tooMany } from './tag-rules.ts';

function backupNamed({ store, account }: RequestContext, arn: string): Backup | undefined {
  try {
    return account.backups.get(parseBackupArn(store, arn).text);
  } catch {
    return undefined;
  }
}

/** The tags of a resource. Only tables have any. @throws Refusal */
function tagsOf(context: RequestContext, arn: string): { tags: Map<string, string>; table?: Table } {
  const { store, account } = context;
  const parts = /^arn:aws:dynamodb:([^:]*):([^:]*):(table\/.+)$/.exec(arn);
  if (parts === null) throw validation(`Invalid TableArn: Invalid ResourceArn provided as input ${arn}`);
  const [, region, owner, resource = ''] = parts;
  if (owner !== account.id) throw accessDenied();
  const backup = store.decisions.backupTags === 'accepted' ? backupNamed(context, arn) : undefined;
  if (backup !== undefined) return { tags: backup.tags };
  const name = resource.slice('table/'.length);
  if (name.includes('/'))
    throw validation(`One or more parameter values were invalid: Provided Arn is not a DynamoDB resource arn: ${arn}`);
  const table = region === store.region ? account.tables.get(name) : undefined;
  if (table === undefined) throw resourceNotFound(`Requested resource not found: ResourceArn: ${arn} not found`);
  return { tags: table.tags, table };
}

function changeable(context: RequestContext, arn: string): { tags: Map<string, string>; table?: Table } {
  const resource = tagsOf(context, arn);
  const { table } = resource;
  if (table?.status === 'CREATING') throw stillInUse(`Table is being created: ${table.name}`);
  if (table?.status === 'DELETING') throw stillInUse(`Table is being deleted: ${table.name}`);
  return resource;
}

const sameTags = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean =>
  a.size === b.size && holds(a, b);
const holds = (all: ReadonlyMap<string, string>, some: ReadonlyMap<string, string>): boolean =>
  [...some].every(([key, value]) => all.get(key) === value);

/** A running change allows only a request that sets at least the same tags. @throws Refusal LimitExceededException */
function checkNoOther({ name, tagChange }: Table, sets: ReadonlyMap<string, string>): void {
  if (tagChange === undefined || (tagChange.sets.size > 0 && holds(sets, tagChange.sets))) return;
  throw new Refusal('LimitExceededException', `Subscriber limit exceeded: Table tags are being updated: ${name}`);
}

function change(store: Store, table: Table, sets: ReadonlyMap<string, string>, result: Map<string, string>): void {
  if (sameTags(table.tags, result)) return;
  const tagChange = { sets, result };
  table.tagChange = tagChange;
  after(store, store.timing.tagChangeMs, () => {
    if (table.tagChange !== tagChange) return;
    table.tags = result;
    delete table.tagChange;
  });
}

export function tagResource(context: RequestContext, input: JsonObject): JsonObject {
  const { ResourceArn: arn, Tags: given } = input as unknown as { ResourceArn: string; Tags: Tag[] };
  if (given.length === 0) throw validation('Atleast one Tag needs to be provided as Input.');
  checkTags(given);
  const { tags, table } = changeable(context, arn);
  const sets = new Map(given.map(({ Key, Value }) => [Key, Value]));
  if (table !== undefined) checkNoOther(table, sets);
  const result = new Map([...tags, ...sets]);
  if (result.size > tagsMax) throw tooMany();
  if (table !== undefined) change(context.store, table, sets, result);
  else for (const [key, value] of sets) tags.set(key, value);
  return {};
}

export function untagResource(context: RequestContext, input: JsonObject): JsonObject {
  const { ResourceArn: arn, TagKeys: keys } = input as unknown as { ResourceArn: string; TagKeys: string[] };
  if (keys.length === 0) throw validation('Atleast one Tag Key needs to be provided as Input.');
  for (const key of keys) checkKey(key);
  if (keys.length > tagsMax) throw tooMany();
  const { tags, table } = changeable(context, arn);
  if (table !== undefined) {
    checkNoOther(table, new Map());
    change(context.store, table, new Map(), new Map([...tags].filter(([key]) => !keys.includes(key))));
  } else for (const key of keys) tags.delete(key);
  return {};
}

/** Returns all tags in one page: the service returned fifty without a token. */
export function listTagsOfResource(context: RequestContext, input: JsonObject): JsonObject {
  const { tags } = tagsOf(context, input.ResourceArn as string);
  return { Tags: [...tags].map(([Key, Value]) => ({ Key, Value })) };
}
