/** The features of a sequence without its random values: short texts that say when a difference occurs. */
import type { Json } from '../../../oracles/values/types.ts';
import {
  type Call,
  isParallel,
  isReadStream,
  isRepeat,
  isTimes,
  isWait,
  type ReadStream,
  type Step,
} from '../../cases/case.ts';
import { isObject } from '../../runner/play/path.ts';
import { indexNames, isPlain, keyNames } from '../generators/words.ts';
import { type Aliases, aliasOf, indexAliasOf, statementInOurNames } from './aliases.ts';
import { isSetting, settingFeatures } from './settings.ts';

const descriptors = ['S', 'N', 'B', 'SS', 'NS', 'BS', 'L', 'M', 'BOOL', 'NULL'];

/** `N`; `L<N>` for a list of numbers; `wrong` for an invalid attribute value. */
function typeOf(value: Json | undefined): string {
  if (!isObject(value)) return 'wrong';
  const names = Object.keys(value);
  const [name = ''] = names;
  if (names.length !== 1 || !descriptors.includes(name)) return 'wrong';
  const inner = value[name]!;
  const inside =
    name === 'L' && Array.isArray(inner) ? inner : name === 'M' && isObject(inner) ? Object.values(inner) : [];
  const types = [...new Set(inside.map(typeOf))].sort();
  return types.length > 0 ? `${name}<${types.join(',')}>` : name;
}

const isKey = (name: string): boolean => (keyNames as readonly string[]).includes(name);

/** Attribute types; key attributes also keep their names. */
function itemShape(given: Json, aliases: Aliases | undefined): string {
  if (!isObject(given)) return 'wrong';
  const item = Object.entries(given).map(([name, value]) => [aliasOf(name, aliases), value] as const);
  const indexes = item.flatMap(([name]) => (isKey(name) && name !== 'pk' && name !== 'sk' ? [name] : []));
  const types = [...new Set(item.flatMap(([name, value]) => (isKey(name) ? [] : [typeOf(value)])))].sort();
  const odd = item.some(([name, value]) => isKey(name) && /^(?:wrong|[LM<]|SS|NS|BS|BOOL|NULL)/.test(typeOf(value)));
  return `{${[...indexes, ...types, ...(odd ? ['odd key'] : [])].join(', ')}}`;
}

const words =
  /^(?:SET|REMOVE|ADD|DELETE|AND|OR|NOT|IN|BETWEEN|size|contains|begins_with|attribute_type|attribute_exists|attribute_not_exists|if_not_exists|list_append)$/;

/** An expression with types in place of values and `path` in place of paths. Keys keep their names. */
export function expressionShape(
  text: string,
  names: Json | undefined,
  values: Json | undefined,
  aliases?: Aliases,
): string {
  const nameOf = (token: string): string =>
    aliasOf(
      token.startsWith('#') && isObject(names) && typeof names[token] === 'string' ? names[token] : token,
      aliases,
    );
  const shaped = text.replace(/[#:]?[A-Za-z_][A-Za-z0-9_]*|\.[#A-Za-z_][A-Za-z0-9_]*/g, (token) => {
    if (words.test(token)) return token;
    if (token.startsWith(':'))
      return isObject(values) && Object.hasOwn(values, token) ? typeOf(values[token]) : ':undefined';
    if (token.startsWith('.')) return '.member';
    const name = nameOf(token);
    if (isKey(name)) return name;
    if (token.startsWith('#')) return name === token ? '#undefined' : 'path';
    return isPlain(name) ? 'path' : name;
  });
  return shaped.replace(/\[\d+\]/g, '[0]').trim();
}

const plainMembers: ReadonlySet<string> = new Set([
  'TableName',
  'ExpressionAttributeNames',
  'ExpressionAttributeValues',
  'ExclusiveStartKey',
]);

function listShape(list: Json): string {
  return Array.isArray(list) ? [...new Set(list.map(typeOf))].sort().join(',') : typeOf(list);
}

/** Legacy members: operators and the types of their values. */
function olderShape(map: Json, aliases: Aliases | undefined): string[] {
  if (!isObject(map)) return ['wrong'];
  return Object.entries(map).map(([given, one]) => {
    const name = aliasOf(given, aliases);
    if (!isObject(one)) return 'wrong';
    const parts = Object.entries(one).map(([member, value]) => {
      if (member === 'AttributeValueList') return listShape(value);
      return member === 'Value'
        ? typeOf(value)
        : `${member === 'ComparisonOperator' || member === 'Action' ? '' : `${member} `}${String(value)}`;
    });
    return `${isKey(name) ? `${name} ` : isPlain(name) ? '' : 'reserved or unusual name '}${parts.join(' ')}`;
  });
}

const older: ReadonlySet<string> = new Set([
  'Expected',
  'AttributeUpdates',
  'QueryFilter',
  'ScanFilter',
  'KeyConditions',
]);

function memberFeatures(
  name: string,
  value: Json,
  part: { [member: string]: Json },
  aliases: Aliases | undefined,
): string[] {
  if (name === 'AttributesToGet' && Array.isArray(value))
    return value.some((one) => !isPlain(aliasOf(String(one), aliases))) ? [`${name} reserved or unusual name`] : [name];
  if (plainMembers.has(name)) return name === 'ExclusiveStartKey' ? [name] : [];
  if (name.endsWith('Expression') && typeof value === 'string') {
    return [
      `${name} ${expressionShape(value, part.ExpressionAttributeNames, part.ExpressionAttributeValues, aliases)}`,
    ];
  }
  if (older.has(name)) return olderShape(value, aliases).map((shape) => `${name} ${shape}`);
  if (name === 'Item') return [`Item ${itemShape(value, aliases)}`];
  if (name === 'Key')
    return isObject(value) && Object.keys(value).every((key) => ['pk', 'sk'].includes(aliasOf(key, aliases)))
      ? []
      : ['Key wrong'];
  if (name === 'Parameters') return [`Parameters ${listShape(value)}`];
  if (name === 'Statement')
    return [
      `Statement ${statementInOurNames(JSON.stringify(value), aliases).replace(/\{"\$table":"[^"]*"\}/g, 'table')}`,
    ];
  if (name === 'IndexName' && typeof value === 'string' && aliases) return [`${name} ${indexAliasOf(value, aliases)}`];
  if (name === 'IndexName' && !aliases && !isOwnIndex(value)) return [name];
  if (isSetting(name, value)) return settingFeatures(name, value);
  if (typeof value === 'boolean' || (typeof value === 'string' && value.length < 30)) return [`${name} ${value}`];
  return typeof value === 'object' ? [] : [name];
}

/** Indexes of other tables have names that say nothing. */
const isOwnIndex = (name: Json): boolean => Object.values<Json>(indexNames).includes(name);

/** Parts of a transaction or batch, described like requests of their own. */
function partFeatures(part: Json, aliases: Aliases | undefined): string[] {
  if (Array.isArray(part)) return part.flatMap((one) => partFeatures(one, aliases));
  if (!isObject(part)) return [];
  return Object.entries(part).flatMap(([name, value]) => {
    if (
      ['TransactItems', 'RequestItems', 'TransactStatements', 'Statements'].includes(name) ||
      name.startsWith('$table:')
    )
      return partFeatures(value, aliases);
    if (['Put', 'Update', 'Delete', 'ConditionCheck', 'Get', 'PutRequest', 'DeleteRequest'].includes(name)) {
      return [name, ...partFeatures(value, aliases).map((feature) => `${name} ${feature}`)];
    }
    return memberFeatures(name, value, part, aliases);
  });
}

const callOf = (step: Exclude<Step, ReadStream>): Call | undefined => {
  if (isParallel(step) || isWait(step)) return undefined;
  return isRepeat(step) ? step.repeat : isTimes(step) ? step.step : step;
};

function stepFeatures(step: Step, aliases?: Aliases): string[] {
  if (isReadStream(step)) return ['GetRecords'];
  const call = callOf(step);
  if (call === undefined) return [];
  const looped = isRepeat(step) && step.collect !== undefined ? [`${call.op} in pages`] : [];
  const found = partFeatures(call.input as Json, aliases).map((feature) => `${call.op} ${feature}`);
  return found.length + looped.length === 0 ? [call.op] : [...looped, ...found];
}

/** The features of several steps, without duplicates, sorted. */
export const featuresOf = (steps: readonly Step[], aliases?: Aliases): string[] =>
  [...new Set(steps.flatMap((step) => stepFeatures(step, aliases)))].sort();
