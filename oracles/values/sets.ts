import { bytesOf } from './base64.ts';
import { canonicalNumber, compareNumbers, parseNumber } from './number.ts';
import { type Refusal, requestRefusal } from './refusal.ts';

export type SetDescriptor = 'SS' | 'NS' | 'BS';

/** Equal for members that are equal; numbers compare by value. */
const memberKey = (type: SetDescriptor, member: string): string => (type === 'NS' ? canonicalNumber(member) : member);

/** @throws Refusal for duplicate members @returns the members in stored order */
export function distinctOrRefused(type: SetDescriptor, members: readonly string[]): string[] {
  const seen = new Set<string>();
  members.forEach((member, at) => {
    const key = memberKey(type, member);
    if (seen.has(key)) throw duplicateRefusal(type, members, at);
    seen.add(key);
  });
  return inOrder(type, members);
}

const byUtf8 = (left: string, right: string): number => Buffer.compare(Buffer.from(left), Buffer.from(right));
const byBytes = (left: string, right: string): number => bytesOf(left).compare(bytesOf(right));
const byValue = (left: string, right: string): number => compareNumbers(parseNumber(left), parseNumber(right));
const orders = { SS: byUtf8, BS: byBytes, NS: byValue };

/** Strings and binaries sort by bytes, numbers by value. Source: the parity suite (eu-west-2, 2026-10-09). */
const inOrder = (type: SetDescriptor, members: readonly string[]): string[] => members.toSorted(orders[type]);

/**
 * The newer layer sorts the members before the first duplicate and quotes all of them. The older layer prints the set
 * in request order. Neither prints number sets. Source: captured in four regions, 2026-10-09.
 */
function duplicateRefusal(type: SetDescriptor, members: readonly string[], at: number): Refusal {
  const invalid = 'One or more parameter values were invalid: Input collection';
  if (type === 'NS') return requestRefusal(`${invalid} contains duplicates.`, 'Input collection contains duplicates');
  const quoted = [...inOrder(type, members.slice(0, at)), ...members.slice(at)].map((member) => JSON.stringify(member));
  const ending = type === 'SS' ? ' contains duplicates.' : 'of type BS contains duplicates.';
  const separator = type === 'SS' ? ', ' : ',';
  return requestRefusal(
    `${invalid} [${quoted.join(separator)}]${ending}`,
    `${invalid} [${members.join(', ')}]${ending}`,
  );
}

/** The members of either set, without duplicates. */
export function union(type: SetDescriptor, left: readonly string[], right: readonly string[]): string[] {
  const keys = new Set(left.map((member) => memberKey(type, member)));
  return inOrder(type, [...left, ...right.filter((member) => !keys.has(memberKey(type, member)))]);
}

export function difference(type: SetDescriptor, left: readonly string[], right: readonly string[]): string[] {
  const keys = new Set(right.map((member) => memberKey(type, member)));
  return left.filter((member) => !keys.has(memberKey(type, member)));
}

export function sameMembers(type: SetDescriptor, left: readonly string[], right: readonly string[]): boolean {
  const keys = new Set(right.map((member) => memberKey(type, member)));
  return left.length === right.length && left.every((member) => keys.has(memberKey(type, member)));
}
