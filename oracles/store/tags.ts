/** TagResource, UntagResource, ListTagsOfResource. Each is all or nothing, and what is wrong with a tag is told synchronously. */
import { validation } from '../values/fault.ts';
import type { JsonObject } from '../values/types.ts';
import { accessDenied, parseBackupArn } from './arn.ts';
import type { Backup, Context, Table } from './state.ts';
import { resourceNotFound, stillInUse } from './tables.ts';
import { checkKey, checkTags, type Tag, tagsMax, tooMany } from './tag-rules.ts';

function backupNamed({ store, account }: Context, arn: string): Backup | undefined {
  try {
    return account.backups.get(parseBackupArn(store, arn).text);
  } catch {
    return undefined;
  }
}

/** Where the tags of a resource are kept. Only tables bear any. @throws Fault */
function tagsOf(context: Context, arn: string): { tags: Map<string, string>; table?: Table } {
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

function changeable(context: Context, arn: string): Map<string, string> {
  const { tags, table } = tagsOf(context, arn);
  if (table?.status === 'CREATING') throw stillInUse(`Table is being created: ${table.name}`);
  if (table?.status === 'DELETING') throw stillInUse(`Table is being deleted: ${table.name}`);
  return tags;
}

export function tagResource(context: Context, input: JsonObject): JsonObject {
  const { ResourceArn: arn, Tags: given } = input as unknown as { ResourceArn: string; Tags: Tag[] };
  if (given.length === 0) throw validation('Atleast one Tag needs to be provided as Input.');
  checkTags(given);
  const tags = changeable(context, arn);
  if (new Set([...tags.keys(), ...given.map(({ Key }) => Key)]).size > tagsMax) throw tooMany();
  for (const { Key, Value } of given) tags.set(Key, Value);
  return {};
}

export function untagResource(context: Context, input: JsonObject): JsonObject {
  const { ResourceArn: arn, TagKeys: keys } = input as unknown as { ResourceArn: string; TagKeys: string[] };
  if (keys.length === 0) throw validation('Atleast one Tag Key needs to be provided as Input.');
  for (const key of keys) checkKey(key);
  const tags = changeable(context, arn);
  for (const key of keys) tags.delete(key);
  return {};
}

/** All at once: a full set of fifty was seen to come without a token. */
export function listTagsOfResource(context: Context, input: JsonObject): JsonObject {
  const { tags } = tagsOf(context, input.ResourceArn as string);
  return { Tags: [...tags].map(([Key, Value]) => ({ Key, Value })) };
}
