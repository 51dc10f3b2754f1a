/** The settings of tables in a request: which are given, and the words of the protocol among their values. */
import type { Json } from '../../../oracles/values/types.ts';
import { isObject } from '../../runner/play/path.ts';

const settings =
  /^(?:(?:Global|Local)SecondaryIndex(?:es|Updates)|.+Override|.*Specification|.*Throughput|Tags|TagKeys)$/;

/** Names that a sequence chooses. */
const chosen: ReadonlySet<string> = new Set([
  ...['AttributeName', 'IndexName', 'Key', 'KeyType', 'NonKeyAttributes', 'Value'],
  ...['ReadCapacityUnits', 'WriteCapacityUnits'],
]);

export const isSetting = (name: string, value: Json): boolean => settings.test(name) && typeof value === 'object';

/** `GlobalSecondaryIndexUpdates Create Projection ProjectionType ALL` */
export function settingFeatures(name: string, value: Json): string[] {
  if (Array.isArray(value))
    return value.length === 0 ? [`${name} empty`] : value.flatMap((one) => settingFeatures(name, one));
  if (!isObject(value)) return [isWord(value) ? `${name} ${value}` : name];
  const inner = Object.entries(value).flatMap(([member, one]) =>
    chosen.has(member) ? [] : settingFeatures(`${name} ${member}`, one),
  );
  return inner.length > 0 ? inner : [name];
}

const isWord = (value: Json): boolean =>
  value === null || typeof value === 'boolean' || (typeof value === 'string' && /^[A-Z][A-Z_]{0,29}$/.test(value));
