import { numberSize, parseNumber } from './number.ts';
import type { AttributeValue, Item } from './types.ts';

/** 400 KiB. One byte more is refused. */
export const itemSizeMax = 409_600;

/** Bytes of a value without its name. Source: developer guide, item sizes and formats; for numbers see `numberSize`. */
export function valueSize(value: AttributeValue): number {
  if ('S' in value) return Buffer.byteLength(value.S);
  if ('N' in value) return numberSize(parseNumber(value.N));
  if ('B' in value) return binarySize(value.B);
  if ('SS' in value) return sum(value.SS, (member) => Buffer.byteLength(member));
  if ('NS' in value) return sum(value.NS, (member) => numberSize(parseNumber(member)));
  if ('BS' in value) return sum(value.BS, binarySize);
  // A list or map costs three bytes, plus one per element.
  if ('L' in value) return 3 + sum(value.L, (element) => 1 + valueSize(element));
  if ('M' in value) return 3 + Object.keys(value.M).length + itemSize(value.M);
  return 1;
}

/** Bytes of an item: its names in UTF-8 and its values. */
export function itemSize(item: Item): number {
  let size = 0;
  for (const name of Object.keys(item)) size += Buffer.byteLength(name) + valueSize(item[name]!);
  return size;
}

const binarySize = (base64: string): number => Buffer.from(base64, 'base64').length;
const sum = <T>(parts: readonly T[], size: (part: T) => number): number =>
  parts.reduce((total, part) => total + size(part), 0);

/** Number of lists and maps around the innermost value: 0 for a scalar, a set and an empty list. */
export function nestingDepth(value: AttributeValue): number {
  const inner = 'L' in value ? value.L : 'M' in value ? Object.values(value.M) : [];
  return inner.reduce((deepest, element) => Math.max(deepest, 1 + nestingDepth(element)), 0);
}
