/**
 * Why a target differs from the reference on generated requests, as data: `reports/ledger/generated/<target>.json`. An
 * explanation speaks of a kind of difference and not of single values, and so narrowly that another fault is not of it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Certainty } from '../../suites/cases/case.ts';
import { certainties } from '../../suites/cases/case.ts';
import type { Kind } from '../../suites/fuzz/kinds/kind.ts';
import { isDay, LedgerError, ledgerDirectory } from './ledger.ts';
import { acceptedBy } from './versions.ts';

/** Each member given must match; `*` stands for any text within one. Of a list one is enough. */
export interface KindPattern {
  op?: string | string[];
  class: string | string[];
  path?: string | string[];
  expected?: string | string[];
  actual?: string | string[];
  /** Each of these must match a feature of the smallest sequence. */
  with?: string[];
  /** None of these may match one. */
  without?: string[];
}

export interface Explanation {
  kinds: KindPattern[];
  /** Versions of the target that are known to behave so, spelled as the target spells them. Newer ones are taken to. */
  versions: string[];
  reason: string;
  /** How the right answer is known; `inferred` where nobody has measured it and the documents leave it open. */
  how: Certainty;
  /** Where the right answer comes from. */
  source?: string;
  /** Day on which it was accepted. */
  since: string;
}

export interface Explanations {
  target: string;
  explanations: Explanation[];
}

export const explanationsDirectory = join(ledgerDirectory, 'generated');

/** The explanations of one target; none when it has no file. @throws LedgerError */
export function loadExplanations(target: string, directory: string = explanationsDirectory): Explanations {
  const file = join(directory, `${target}.json`);
  if (!/^[A-Za-z0-9][\w.-]*$/.test(target) || !existsSync(file)) return { target, explanations: [] };
  const { sameAs, explanations } = parseExplanations(readFileSync(file, 'utf8'), target, file);
  return {
    target,
    explanations: [...(sameAs === undefined ? [] : loadExplanations(sameAs, directory).explanations), ...explanations],
  };
}

/** The targets that have explanations. */
export const explainedTargets = (directory: string = explanationsDirectory): string[] =>
  existsSync(directory)
    ? readdirSync(directory)
        .filter((file) => file.endsWith('.json'))
        .map((file) => file.slice(0, -'.json'.length))
        .sort()
    : [];

/** `file` is only named in errors. */
export function parseExplanations(text: string, target: string, file: string): Explanations & { sameAs?: string } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new LedgerError(`${file}: is not JSON: ${(error as Error).message}`);
  }
  if (!isObject(parsed) || !Array.isArray(parsed.explanations) || parsed.target !== target) {
    throw new LedgerError(`${file}: must be an object with target '${target}' and explanations`);
  }
  const problems = parsed.explanations.flatMap((one: unknown, index) =>
    problemsOf(one).map((problem) => `${file}: explanation ${index + 1}: ${problem}`),
  );
  if (problems.length > 0) throw new LedgerError(problems.join('\n'));
  const { sameAs } = parsed;
  if (sameAs !== undefined && (!isText(sameAs) || sameAs === target))
    throw new LedgerError(`${file}: sameAs must name another target`);
  return { target, explanations: parsed.explanations as Explanation[], ...(sameAs !== undefined && { sameAs }) };
}

const isObject = (value: unknown): value is { [member: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const isStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.length > 0 && value.every(isText);

const members = new Map<string, [holds: (value: unknown) => boolean, problem: string]>([
  ['kinds', [(v) => Array.isArray(v) && v.length > 0, 'kinds must list at least one pattern']],
  ['versions', [isTexts, 'versions must list at least one version']],
  ['reason', [isText, 'has no reason']],
  ['how', [(v) => certainties.some((how) => how === v), `how must be one of ${certainties.join(', ')}`]],
  ['source', [(v) => v === undefined || isText(v), 'source must be a text']],
  ['since', [isDay, 'since must be a day such as 2026-11-29']],
]);
const patternMembers = ['op', 'class', 'path', 'expected', 'actual', 'with', 'without'] as const;

function problemsOf(one: unknown): string[] {
  if (!isObject(one)) return ['must be an object'];
  const wrong = [...members].filter(([name, [holds]]) => !holds(Object.hasOwn(one, name) ? one[name] : undefined));
  const unknown = Object.keys(one).filter((name) => !members.has(name));
  const patterns = Array.isArray(one.kinds) ? one.kinds.flatMap(patternProblems) : [];
  return [
    ...wrong.map(([, [, problem]]) => problem),
    ...unknown.map((name) => `unknown member '${name}'`),
    ...patterns,
  ];
}

/** A pattern that names neither what came nor what it came from would take every fault of its class for known. */
function patternProblems(pattern: unknown): string[] {
  if (!isObject(pattern)) return ['a kind must be an object'];
  const unknown = Object.keys(pattern).filter((name) => !patternMembers.some((known) => known === name));
  const wrong = Object.entries(pattern).filter(([, value]) => typeof value !== 'string' && !isStrings(value));
  const all = Object.values(pattern).flat();
  const bare = all.some((text) => typeof text === 'string' && /^[*\s]*$/.test(text) && text !== '');
  const narrow =
    Object.hasOwn(pattern, 'with') || Object.hasOwn(pattern, 'expected') || Object.hasOwn(pattern, 'actual');
  return [
    ...unknown.map((name) => `unknown member '${name}' of a kind`),
    ...wrong.map(([name]) => `${name} of a kind must be a text or a list of texts`),
    ...(Object.hasOwn(pattern, 'class') ? [] : ['a kind must name its class']),
    ...(bare ? ['a kind has a pattern that everything matches'] : []),
    ...(narrow ? [] : ['a kind must say what was expected, what came, or with which requests']),
  ];
}

const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
const compiled = new Map<string, RegExp>();

function glob(pattern: string): RegExp {
  const known = compiled.get(pattern) ?? new RegExp(`^${escaped(pattern).replaceAll('*', '.*')}$`, 's');
  compiled.set(pattern, known);
  return known;
}

const matchesOne = (patterns: string | string[] | undefined, text: string): boolean =>
  patterns === undefined || [patterns].flat().some((pattern) => glob(pattern).test(text));

/** @param whole the sequence was not made smaller: what it consists of beyond the difference says nothing against it. */
export const matches = (pattern: KindPattern, kind: Kind, whole = false): boolean =>
  matchesOne(pattern.op, kind.op) &&
  matchesOne(pattern.class, kind.class) &&
  matchesOne(pattern.path, kind.path) &&
  matchesOne(pattern.expected, kind.expected) &&
  matchesOne(pattern.actual, kind.actual) &&
  (pattern.with ?? []).every((feature) => kind.with.some((one) => glob(feature).test(one))) &&
  (whole || !(pattern.without ?? []).some((feature) => kind.with.some((one) => glob(feature).test(one))));

/**
 * The first explanation that speaks of this kind on this version, else on the newest older one; the reason of that says so.
 *
 * @param whole the sequence was not made smaller, so that what it also consists of says nothing
 */
export function explanationOf(
  { explanations }: Explanations,
  kind: Kind,
  version: string,
  whole = false,
): Explanation | undefined {
  const speaking = explanations.filter(({ kinds }) => kinds.some((pattern) => matches(pattern, kind, whole)));
  const found = acceptedBy(speaking, version);
  return found?.note === undefined ? found?.by : { ...found.by, reason: `${found.by.reason} (${found.note})` };
}
