import { bytesOf } from './base64.ts';
import { requestFault } from './fault.ts';
import { canonicalNumber } from './number.ts';

export type SetDescriptor = 'SS' | 'NS' | 'BS';

/** By what a member is one with another: numbers by value. */
export const memberKey = (type: SetDescriptor, member: string): string =>
  type === 'NS' ? canonicalNumber(member) : member;

/** @throws Fault when two members are one. */
export function distinctOrRefused(type: SetDescriptor, members: string[]): string[] {
  const seen = new Map<string, string>();
  for (const member of members) {
    const key = memberKey(type, member);
    if (seen.has(key)) throw requestFault(duplicateText(type, [...seen.values()], member));
    seen.set(key, member);
  }
  return members;
}

/** The service lists what it has seen until the first repetition, sorted, and then the repeated member. */
function duplicateText(type: SetDescriptor, seen: string[], repeated: string): string {
  const invalid = 'One or more parameter values were invalid: Input collection';
  if (type === 'NS') return `${invalid} contains duplicates.`;
  const sorted = type === 'SS' ? [...seen].sort(byUtf8) : [...seen].sort((a, b) => bytesOf(a).compare(bytesOf(b)));
  const quoted = [...sorted, repeated].map((member) => JSON.stringify(member));
  return type === 'SS'
    ? `${invalid} [${quoted.join(', ')}] contains duplicates.`
    : `${invalid} [${quoted.join(',')}]of type BS contains duplicates.`;
}

const byUtf8 = (left: string, right: string): number => Buffer.compare(Buffer.from(left), Buffer.from(right));

/** Members of both, those of `left` first. */
export function union(type: SetDescriptor, left: readonly string[], right: readonly string[]): string[] {
  const keys = new Set(left.map((member) => memberKey(type, member)));
  return [...left, ...right.filter((member) => !keys.has(memberKey(type, member)))];
}

export function difference(type: SetDescriptor, left: readonly string[], right: readonly string[]): string[] {
  const keys = new Set(right.map((member) => memberKey(type, member)));
  return left.filter((member) => !keys.has(memberKey(type, member)));
}

export function sameMembers(type: SetDescriptor, left: readonly string[], right: readonly string[]): boolean {
  const keys = new Set(right.map((member) => memberKey(type, member)));
  return left.length === right.length && left.every((member) => keys.has(memberKey(type, member)));
}
