/** The ledger of accepted divergences: `reports/ledger/<target>.json`, each entry with the reason why it is accepted. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isOperation, type Operation } from '../../oracles/values/operations.ts';
import { statusOf } from '../../suites/runner/judge/status.ts';
import type { Divergence } from '../../suites/runner/record.ts';
import { type Accepted, acceptedBy } from './versions.ts';

export const howKnown = ['measured', 'recorded', 'documented'] as const;

interface Acceptance {
  /** Versions of the target that are known to behave so, spelled as the target spells them. Newer ones are taken to. */
  versions: string[];
  reason: string;
  /** Day on which it was accepted, `2026-11-29`. */
  since: string;
  /** How the right answer is known. */
  how: (typeof howKnown)[number];
}

export interface LedgerEntry extends Acceptance {
  /** The case that shows it. A fingerprint seen in another case is not this entry. */
  case: string;
  /** What one fault does to the steps of one case, each place with its fingerprint. */
  fingerprints: string[];
}

/** Operations that a target does not have and need not have: cases that need them are not counted against it. */
export interface Gap extends Acceptance {
  operations: Operation[];
}

export interface Ledger {
  target: string;
  /** Another target whose entries hold here as well, such as the same product on another storage. */
  sameAs?: string;
  entries: LedgerEntry[];
  gaps?: Gap[];
}

/** A ledger that cannot be trusted: the message names the file and each entry at fault. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
}

export const ledgerDirectory = fileURLToPath(new URL('.', import.meta.url));

/** The ledger of one target; empty when it has none. Throws `LedgerError`. */
export function loadLedger(target: string, directory: string = ledgerDirectory): Ledger {
  // A target may be named by an address; only a plain name can have a file.
  const file = join(directory, `${target}.json`);
  if (!/^[A-Za-z0-9][\w.-]*$/.test(target) || !existsSync(file)) return { target, entries: [] };
  const own = parseLedger(readFileSync(file, 'utf8'), target, file);
  if (own.sameAs === undefined) return own;
  const other = loadLedger(own.sameAs, directory);
  const entries = [...other.entries, ...own.entries];
  const gaps = [...(other.gaps ?? []), ...(own.gaps ?? [])];
  refuseDoubled(entries, gaps, file);
  return { target, entries, ...(gaps.length > 0 && { gaps }) };
}

/** Every ledger of a directory, by target. Throws `LedgerError`. */
export function loadLedgers(directory: string = ledgerDirectory): Map<string, Ledger> {
  if (!existsSync(directory)) return new Map();
  const targets = readdirSync(directory)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
  return new Map(targets.map((target) => [target, loadLedger(target, directory)]));
}

/** `file` is only named in errors. */
export function parseLedger(text: string, target: string, file: string): Ledger {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new LedgerError(`${file}: is not JSON: ${(error as Error).message}`);
  }
  if (!isObject(parsed) || !Array.isArray(parsed.entries)) {
    throw new LedgerError(`${file}: must be an object with target and entries`);
  }
  if (parsed.target !== target) {
    throw new LedgerError(`${file}: is for target ${JSON.stringify(parsed.target)}, its name says '${target}'`);
  }
  const { gaps } = parsed;
  if (gaps !== undefined && !Array.isArray(gaps)) throw new LedgerError(`${file}: gaps must be a list`);
  const problems = [
    ...problemsIn(parsed.entries, entryChecks, entryName),
    ...problemsIn(gaps ?? [], gapChecks, gapName),
  ].map((problem) => `${file}: ${problem}`);
  if (problems.length > 0) throw new LedgerError(problems.join('\n'));
  const { sameAs } = parsed;
  if (sameAs !== undefined && (!isText(sameAs) || sameAs === target)) {
    throw new LedgerError(`${file}: sameAs must name another target`);
  }
  const entries = parsed.entries as LedgerEntry[];
  refuseDoubled(entries, gaps ?? [], file);
  return { target, entries, ...(gaps !== undefined && { gaps }), ...(sameAs !== undefined && { sameAs }) };
}

/** Two acceptances of one thing and version: one of the reasons would never be shown. */
function refuseDoubled(entries: readonly LedgerEntry[], gaps: readonly Gap[], file: string): void {
  const twice = [
    ...doubled(entries, (entry) => entry.fingerprints, entryName, 'entry'),
    ...doubled(gaps, (gap) => gap.operations, gapName, 'gap'),
  ];
  if (twice.length > 0) throw new LedgerError(twice.map((line) => `${file}: ${line}`).join('\n'));
}

const isObject = (value: unknown): value is { [member: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const isFingerprint = (value: unknown): boolean => isText(value) && /^[0-9a-f]{12}$/.test(value);
const isList = (value: unknown, of: (element: unknown) => boolean): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(of);

const entryName = (entry: unknown, index: number): string =>
  `entry ${index + 1}${isObject(entry) && isText(entry.case) ? ` (${entry.case})` : ''}`;
const gapName = (_: unknown, index: number): string => `gap ${index + 1}`;

type Checks = ReadonlyMap<string, readonly [holds: (value: unknown) => boolean, problem: string]>;

const acceptanceChecks: Checks = new Map([
  ['versions', [(v) => isList(v, isText), 'versions must list at least one version']],
  ['reason', [isText, 'has no reason; an accepted divergence must say why it is accepted']],
  ['since', [isDay, 'since must be a day such as 2026-11-29']],
  ['how', [(v) => howKnown.some((how) => how === v), `how must be one of ${howKnown.join(', ')}`]],
]);
const entryChecks: Checks = new Map([
  ['case', [isText, 'case must name the case that shows it']],
  ['fingerprints', [(v) => isList(v, isFingerprint), 'fingerprints must list at least one, of twelve hex digits each']],
  ...acceptanceChecks,
]);
const namesOperation = (value: unknown): boolean => typeof value === 'string' && isOperation(value);
const gapChecks: Checks = new Map([
  ['operations', [(v) => isList(v, namesOperation), 'operations must list at least one operation of DynamoDB']],
  ...acceptanceChecks,
]);

const problemsIn = (
  list: readonly unknown[],
  checks: Checks,
  nameOf: (one: unknown, index: number) => string,
): string[] =>
  list.flatMap((one, index) => problemsOf(one, checks).map((problem) => `${nameOf(one, index)}: ${problem}`));

function problemsOf(one: unknown, checks: Checks): string[] {
  if (!isObject(one)) return ['must be an object'];
  const wrong = [...checks].filter(([member, [holds]]) => !holds(Object.hasOwn(one, member) && one[member]));
  // A misspelt member would otherwise be an acceptance that nobody reads.
  const unknown = Object.keys(one).filter((member) => !checks.has(member));
  return [...wrong.map(([, [, problem]]) => problem), ...unknown.map((member) => `unknown member '${member}'`)];
}

export function isDay(value: unknown): boolean {
  if (!isText(value) || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

function doubled<T extends Acceptance>(
  list: readonly T[],
  thingsOf: (one: T) => readonly string[],
  nameOf: (one: T, index: number) => string,
  word: string,
): string[] {
  const seen = new Map<string, number>();
  const lines: string[] = [];
  list.forEach((one, index) => {
    for (const thing of thingsOf(one)) {
      for (const version of one.versions) {
        const first = seen.get(`${thing} ${version}`);
        if (first === undefined) seen.set(`${thing} ${version}`, index);
        else lines.push(`${nameOf(one, index)}: ${thing} of ${version} is already in ${word} ${first + 1}`);
      }
    }
  });
  return lines;
}

/** By what is accepted, such as a fingerprint: the acceptance that counts on this version. */
function acceptedOn<T extends Acceptance>(
  list: readonly T[],
  thingsOf: (one: T) => readonly string[],
  version: string,
): Map<string, Accepted<T>> {
  const candidates = new Map<string, T[]>();
  for (const one of list)
    for (const thing of thingsOf(one)) candidates.set(thing, [...(candidates.get(thing) ?? []), one]);
  const accepted = [...candidates].map(([thing, ones]) => [thing, acceptedBy(ones, version)] as const);
  return new Map(accepted.flatMap(([thing, found]) => (found === undefined ? [] : [[thing, found] as const])));
}

/** By operation: what a target is accepted to lack on this version. */
export type Gaps = ReadonlyMap<string, Accepted<Gap>>;

export const gapsOn = ({ gaps = [] }: Ledger, version: string): Gaps =>
  acceptedOn(gaps, ({ operations }) => operations, version);

/** For generated sequences, which know the target only by its name. */
export const isGap = (target: string, version: string, operation: Operation): boolean =>
  gapsOn(loadLedger(target), version).has(operation);

export interface Judgement {
  status: Divergence['status'];
  /** Of a known one. */
  reason?: string;
  note?: string;
}

/** What must be known of a divergence to judge it. */
export type LedgerSubject = Pick<Divergence, 'fingerprint' | 'case' | 'target' | 'class' | 'tier' | 'certainty'>;

/** A divergence that the ledger accepts and that was not seen. */
export interface Unseen {
  case: string;
  fingerprint: string;
}

/**
 * The status of each divergence, in the order given, and what should have been seen and was not: `stale` where it was
 * accepted for this version, `gone` where for older ones only, which says no more than that it may have been mended.
 * `casesRun` are the cases that came to an answer on this target (`matches` or `diverges`): of a case that crashed or was
 * skipped, entries are neither confirmed nor stale.
 */
export function judge(
  ledger: Ledger,
  divergences: readonly LedgerSubject[],
  version: string,
  casesRun: ReadonlySet<string>,
): { judgements: Judgement[]; stale: Unseen[]; gone: Unseen[] } {
  const accepted = acceptedOn(ledger.entries, ({ fingerprints }) => fingerprints, version);
  const seen = new Set<string>();
  const judgements = divergences.map((divergence): Judgement => {
    const found = divergence.target === ledger.target ? accepted.get(divergence.fingerprint) : undefined;
    if (found?.by.case === divergence.case) {
      seen.add(divergence.fingerprint);
      return { status: 'known', reason: found.by.reason, ...(found.note !== undefined && { note: found.note }) };
    }
    return { status: statusOf(divergence) };
  });
  const unseen = [...accepted].filter(([mark, { by }]) => casesRun.has(by.case) && !seen.has(mark));
  const of = (older: boolean): Unseen[] =>
    unseen
      .filter(([, { note }]) => (note !== undefined) === older)
      .map(([fingerprint, { by }]) => ({ case: by.case, fingerprint }));
  return { judgements, stale: of(false), gone: of(true) };
}
