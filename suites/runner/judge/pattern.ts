import { compareNumbers, parseNumber } from '../../../oracles/values/number.ts';
import type { Json, JsonObject } from '../../../oracles/values/types.ts';
import { canonical, sameJson } from '../play/canonical.ts';
import { isObject } from '../play/path.ts';
import { otherType } from '../play/value-type.ts';

/** The first position where a value fails its pattern. `cases/case.ts` describes the pattern language. */
export interface Mismatch {
  path: string;
  expected: Json;
  /** Absent values are null, since JSON has no undefined. */
  actual: Json;
}

const sets = ['SS', 'NS', 'BS'];

/**
 * The first mismatch, or undefined when the value matches. An absent value is undefined. References must be resolved.
 *
 * @param exact whether objects may have no members that the pattern does not name
 */
export function mismatch(pattern: Json, value: Json | undefined, path = '', exact = false): Mismatch | undefined {
  const here = (ok: boolean): Mismatch | undefined =>
    ok ? undefined : { path, expected: pattern, actual: value ?? null };
  if (isObject(pattern)) {
    const rule = Object.keys(pattern).find((member) => member.startsWith('$'));
    // A value that is wrong says more than one too many, so it is looked for first.
    if (rule === '$exact')
      return mismatch(pattern.$exact!, value, path) ?? mismatch(pattern.$exact!, value, path, true);
    if (rule !== undefined) {
      const parts = exact ? exactParts(pattern) : pattern;
      const matched = here(ruleMatches(rule, parts, value));
      return matched && (nearestMismatch(parts.$unordered, value, path) ?? matched);
    }
    if (!isObject(value) || otherType(pattern, value)) return here(false);
    return (
      firstMismatch(
        Object.entries(pattern).map(
          ([member, part]) =>
            () =>
              sets.includes(member) && Array.isArray(part)
                ? setMismatch(part, value[member], join(path, member))
                : mismatch(part, Object.hasOwn(value, member) ? value[member] : undefined, join(path, member), exact),
        ),
      ) ?? (exact ? extraMember(pattern, value, path) : undefined)
    );
  }
  if (!Array.isArray(pattern)) return here(value !== undefined && sameJson(pattern, value));
  if (!Array.isArray(value) || value.length !== pattern.length) return here(false);
  return firstMismatch(pattern.map((part, at) => () => mismatch(part, value[at], `${path}[${at}]`, exact)));
}

function extraMember(pattern: JsonObject, value: JsonObject, path: string): Mismatch | undefined {
  // The first by name: stores answer members in any order, and a fingerprint has to be the same each time.
  const [extra] = Object.keys(value)
    .filter((member) => !Object.hasOwn(pattern, member))
    .sort();
  return extra === undefined
    ? undefined
    : { path: join(path, extra), expected: { $absent: true }, actual: value[extra] ?? null };
}

/** The patterns within a rule are exact where the rule stands among exact ones. */
function exactParts(pattern: JsonObject): JsonObject {
  const within = (parts: Json): Json => (Array.isArray(parts) ? parts.map((part) => ({ $exact: part })) : parts);
  return Object.fromEntries(
    Object.entries(pattern).map(([rule, argument]) => [
      rule,
      rule === '$unordered' || rule === '$oneOf' ? within(argument) : argument,
    ]),
  );
}

const join = (path: string, member: string): string => (path === '' ? member : `${path}.${member}`);

function firstMismatch(checks: (() => Mismatch | undefined)[]): Mismatch | undefined {
  for (const check of checks) {
    const found = check();
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The members of a set attribute have no guaranteed order. */
function setMismatch(expected: Json[], actual: Json | undefined, path: string): Mismatch | undefined {
  const same =
    Array.isArray(actual) &&
    canonical(expected.map(canonical).sort()) === canonical(actual.map((member) => canonical(member)).sort());
  return same ? undefined : { path, expected, actual: actual ?? null };
}

function ruleMatches(rule: string, pattern: JsonObject, value: Json | undefined): boolean {
  const argument = pattern[rule] ?? null;
  switch (rule) {
    case '$absent':
      return value === undefined;
    case '$present':
      return value !== undefined;
    case '$size':
      return Array.isArray(value) && value.length === argument;
    case '$number':
      return typeof value === 'string' && typeof argument === 'string' && sameNumber(argument, value);
    case '$startsWith':
      return typeof value === 'string' && typeof argument === 'string' && value.startsWith(argument);
    case '$matches':
      return (
        typeof value === 'string' && typeof argument === 'string' && new RegExp(`^(?:${argument})$`, 'u').test(value)
      );
    case '$between':
      return typeof value === 'number' && Array.isArray(argument) && isWithin(value, argument);
    case '$unresolved':
      return false;
    case '$oneOf':
      return Array.isArray(argument) && argument.some((part) => mismatch(part, value) === undefined);
    case '$unordered':
      return Array.isArray(argument) && Array.isArray(value) && matchesInSomeOrder(argument, value);
    default:
      throw new RangeError(`no pattern rule is called ${rule}`);
  }
}

const isWithin = (value: number, [least, most]: readonly Json[]): boolean =>
  typeof least === 'number' && typeof most === 'number' && least <= value && value <= most;

function sameNumber(a: string, b: string): boolean {
  try {
    return compareNumbers(parseNumber(a), parseNumber(b)) === 0;
  } catch {
    return false;
  }
}

/**
 * Pairs patterns with values by augmenting paths. A greedy pairing can fail where another succeeds: `{}` and `{a: 1}`
 * against `{a: 1}` and `{b: 2}`.
 *
 * @returns the pattern index by value index
 */
function pairing(patterns: Json[], values: Json[]): ReadonlyMap<number, number> {
  const takenBy = new Map<number, number>();
  const place = (at: number, tried: Set<number>): boolean =>
    values.some((value, slot) => {
      if (tried.has(slot) || mismatch(patterns[at]!, value) !== undefined) return false;
      tried.add(slot);
      const holder = takenBy.get(slot);
      if (holder !== undefined && !place(holder, tried)) return false;
      takenBy.set(slot, at);
      return true;
    });
  for (const at of patterns.keys()) place(at, new Set());
  return takenBy;
}

const matchesInSomeOrder = (patterns: Json[], values: Json[]): boolean =>
  patterns.length === values.length && pairing(patterns, values).size === patterns.length;

/**
 * The mismatch of the unmatched element closest to the first unmatched pattern, measured by matching members. Undefined
 * when the numbers of elements differ, or no element is closest.
 */
function nearestMismatch(patterns: Json | undefined, values: Json | undefined, path: string): Mismatch | undefined {
  if (!Array.isArray(patterns) || !Array.isArray(values) || patterns.length !== values.length) return undefined;
  const paired = pairing(patterns, values);
  const lone = patterns.find((_, at) => ![...paired.values()].includes(at)) ?? null;
  const near = [...values.keys()]
    .filter((slot) => !paired.has(slot))
    .map((slot) => ({ slot, alike: membersAlike(lone, values[slot]!) }))
    .sort((a, b) => b.alike - a.alike);
  const [first, second] = near;
  if (first === undefined || first.alike === 0 || first.alike === second?.alike) return undefined;
  return mismatch(lone, values[first.slot], `${path}[${first.slot}]`);
}

function membersAlike(pattern: Json, value: Json): number {
  if (!isObject(pattern) || !isObject(value)) return 0;
  if (pattern.$exact !== undefined) return membersAlike(pattern.$exact, value);
  const alike = (name: string): boolean => Object.hasOwn(value, name) && !mismatch(pattern[name]!, value[name]);
  return Object.keys(pattern).filter(alike).length;
}
