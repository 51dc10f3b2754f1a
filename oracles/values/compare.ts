import type { Decisions } from '../policies/index.ts';
import { bytesOf } from './base64.ts';
import { limitedKeyNumber } from './key-number.ts';
import { compareNumbers, parseNumber } from './number.ts';
import { sameMembers } from './sets.ts';
import type { AttributeValue } from './types.ts';
import { attributeOf, descriptorOf } from './validate.ts';

export type Comparator = '=' | '<>' | '<' | '<=' | '>' | '>=';

/** Compares two key values of one type: negative, zero or positive. */
export function compareKeyValues(left: AttributeValue, right: AttributeValue, decisions: Decisions): number {
  if ('S' in left && 'S' in right) return compareStrings(left.S, right.S, decisions);
  if ('N' in left && 'N' in right) {
    return compareNumbers(limitedKeyNumber(left.N, decisions), limitedKeyNumber(right.N, decisions));
  }
  if ('B' in left && 'B' in right) return compareBinaries(bytesOf(left.B), bytesOf(right.B), decisions);
  throw new Error(`no order between key values of types ${descriptorOf(left)} and ${descriptorOf(right)}`);
}

export function compareStrings(left: string, right: string, decisions: Decisions): number {
  if (decisions.stringOrder === 'utf16-units') return left < right ? -1 : left > right ? 1 : 0;
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

function compareBinaries(left: Buffer, right: Buffer, decisions: Decisions): number {
  switch (decisions.binaryOrder) {
    case 'unsigned-bytes':
      return Buffer.compare(left, right);
    case 'length-first':
      return left.length - right.length || Buffer.compare(left, right);
    case 'signed-bytes':
      return Buffer.compare(signFlipped(left), signFlipped(right));
  }
}

/** Flipping the sign bits turns the order of unsigned bytes into that of signed ones. */
const signFlipped = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ 0x80));

/** Whether a key value starts with a prefix. Values of different types never do. */
export function keyBeginsWith(value: AttributeValue, prefix: AttributeValue, decisions: Decisions): boolean {
  if ('S' in value && 'S' in prefix) {
    if (decisions.stringPrefix === 'prefix-of-the-text') return value.S.startsWith(prefix.S);
    return (
      compareStrings(value.S, prefix.S, decisions) >= 0 &&
      compareStrings(value.S, `${prefix.S}\u{10FFFF}`, decisions) < 0
    );
  }
  if (!('B' in value && 'B' in prefix)) return false;
  const bytes = bytesOf(value.B);
  const start = bytesOf(prefix.B);
  if (decisions.binaryPrefix === 'prefix-of-the-bytes') return startsWith(bytes, start);
  if (decisions.binaryPrefix === 'keys-in-hex-bounds-in-bytes')
    return isBetween(Buffer.from(bytes.toString('hex')), start, incremented(start));
  const bound = decisions.binaryPrefix === 'below-incremented-hex' ? incremented(start) : lastIncremented(start);
  return isBetween(bytes, start, bound);
}

const isBetween = (bytes: Buffer, low: Buffer, high: Buffer): boolean =>
  Buffer.compare(bytes, low) >= 0 && Buffer.compare(bytes, high) < 0;

export const startsWith = (bytes: Buffer, start: Buffer): boolean => bytes.subarray(0, start.length).equals(start);

/**
 * Adds one and drops the carry: [2F, FF] → [30, 00], an upper bound that wrongly includes [30]; [FF] → [00], which
 * excludes everything.
 */
function incremented(bytes: Buffer): Buffer {
  const bound = Buffer.from(bytes);
  for (let at = bound.length - 1; at >= 0; at -= 1) {
    bound[at] = (bound[at]! + 1) & 0xff;
    if (bound[at] !== 0) break;
  }
  return bound;
}

function lastIncremented(bytes: Buffer): Buffer {
  const bound = Buffer.from(bytes);
  bound[bound.length - 1] = (bound[bound.length - 1]! + 1) & 0xff;
  return bound;
}

/** Deep equality by type and value. Sets compare in any order, numbers by value. */
export function deepEqual(left: AttributeValue, right: AttributeValue): boolean {
  if ('S' in left && 'S' in right) return left.S === right.S;
  if ('N' in left && 'N' in right) return numbersOf(left.N, right.N) === 0;
  if ('B' in left && 'B' in right) return left.B === right.B;
  if ('BOOL' in left && 'BOOL' in right) return left.BOOL === right.BOOL;
  if ('NULL' in left && 'NULL' in right) return true;
  if ('SS' in left && 'SS' in right) return sameMembers('SS', left.SS, right.SS);
  if ('NS' in left && 'NS' in right) return sameMembers('NS', left.NS, right.NS);
  if ('BS' in left && 'BS' in right) return sameMembers('BS', left.BS, right.BS);
  if ('L' in left && 'L' in right) return listsEqual(left.L, right.L);
  if ('M' in left && 'M' in right) return mapsEqual(left.M, right.M);
  return false;
}

const listsEqual = (left: readonly AttributeValue[], right: readonly AttributeValue[]): boolean =>
  left.length === right.length && left.every((element, at) => deepEqual(element, right[at]!));

function mapsEqual(left: { [name: string]: AttributeValue }, right: { [name: string]: AttributeValue }): boolean {
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  return names.every((name) => {
    const other = attributeOf(right, name);
    return other !== undefined && deepEqual(left[name]!, other);
  });
}

/**
 * Evaluates one comparison of a condition. An operand is undefined when its path does not exist.
 * @param bothAttributes both operands are document paths, not literal values
 */
export function compareForCondition(
  op: Comparator,
  left: AttributeValue | undefined,
  right: AttributeValue | undefined,
  decisions: Decisions,
  how: { bothAttributes: boolean },
): boolean {
  if (left === undefined || right === undefined) return op === '<>' && decisions.missingNotEqual === 'holds';
  if (op === '=') return equal(left, right, decisions);
  if (op === '<>') return !equal(left, right, decisions);
  const order = orderOf(left, right, decisions, how);
  if (op === '<') return order < 0;
  if (op === '<=') return order <= 0;
  return op === '>' ? order > 0 : order >= 0;
}

function equal(left: AttributeValue, right: AttributeValue, decisions: Decisions): boolean {
  if (decisions.collectionEquality === 'never' && isCollection(left) && isCollection(right)) return false;
  if (decisions.crossTypeComparison === 'by-text' && descriptorOf(left) !== descriptorOf(right)) {
    return textOf(left) !== undefined && textOf(left) === textOf(right);
  }
  return deepEqual(left, right);
}

/** NaN when the two values have no order, which is neither below nor above zero. */
function orderOf(
  left: AttributeValue,
  right: AttributeValue,
  decisions: Decisions,
  how: { bothAttributes: boolean },
): number {
  if ('N' in left && 'N' in right) {
    const policy = how.bothAttributes ? decisions.attributeComparison : decisions.numberComparison;
    return policy === 'as-text' ? compareStrings(left.N, right.N, decisions) : numbersOf(left.N, right.N);
  }
  if ('S' in left && 'S' in right) return compareStrings(left.S, right.S, decisions);
  if ('B' in left && 'B' in right) return compareBinaries(bytesOf(left.B), bytesOf(right.B), decisions);
  if (decisions.crossTypeComparison === 'never') return Number.NaN;
  const [a, b] = [textOf(left), textOf(right)];
  return a === undefined || b === undefined ? Number.NaN : compareStrings(a, b, decisions);
}

const isCollection = (value: AttributeValue): boolean => ['SS', 'NS', 'BS', 'L', 'M'].includes(descriptorOf(value));
const numbersOf = (left: string, right: string): number => compareNumbers(parseNumber(left), parseNumber(right));

function textOf(value: AttributeValue): string | undefined {
  if ('S' in value) return value.S;
  if ('N' in value) return value.N;
  return 'B' in value ? value.B : undefined;
}
