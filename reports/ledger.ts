/** The ledger of accepted divergences: `reports/ledger/<target>.json`, each entry with the reason why it is accepted. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Divergence } from '../suites/runner/record.ts';
import { statusOf } from '../suites/runner/status.ts';

export const howKnown = ['measured', 'recorded', 'documented'] as const;

export interface LedgerEntry {
  /** The case that shows it. A fingerprint seen in another case is not this entry. */
  case: string;
  /** What one fault does to the steps of one case, each place with its fingerprint. */
  fingerprints: string[];
  /** Versions of the target that are known to behave so, spelled as the target spells them. */
  versions: string[];
  reason: string;
  /** Day on which it was accepted, `2026-11-29`. */
  since: string;
  /** How the right answer is known. */
  how: (typeof howKnown)[number];
}

export interface Ledger {
  target: string;
  /** Another target whose entries hold here as well, such as the same product on another storage. */
  sameAs?: string;
  entries: LedgerEntry[];
}

/** A ledger that cannot be trusted: the message names the file and each entry at fault. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
}

export const ledgerDirectory = fileURLToPath(new URL('./ledger', import.meta.url));

/** The ledger of one target; empty when it has none. Throws `LedgerError`. */
export function loadLedger(target: string, directory: string = ledgerDirectory): Ledger {
  // A target may be named by an address; only a plain name can have a file.
  const file = join(directory, `${target}.json`);
  if (!/^[A-Za-z0-9][\w.-]*$/.test(target) || !existsSync(file)) return { target, entries: [] };
  const own = parseLedger(readFileSync(file, 'utf8'), target, file);
  if (own.sameAs === undefined) return own;
  const entries = [...loadLedger(own.sameAs, directory).entries, ...own.entries];
  refuseDoubled(entries, file);
  return { target, entries };
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
  const problems = parsed.entries.flatMap((entry: unknown, index) =>
    entryProblems(entry).map((problem) => `${file}: ${entryName(entry, index)}: ${problem}`),
  );
  if (problems.length > 0) throw new LedgerError(problems.join('\n'));
  const { sameAs } = parsed;
  if (sameAs !== undefined && (!isText(sameAs) || sameAs === target)) {
    throw new LedgerError(`${file}: sameAs must name another target`);
  }
  const entries = parsed.entries as LedgerEntry[];
  refuseDoubled(entries, file);
  return { target, entries, ...(sameAs !== undefined && { sameAs }) };
}

function refuseDoubled(entries: readonly LedgerEntry[], file: string): void {
  const twice = doubled(entries);
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

const entryChecks = new Map<string, [holds: (value: unknown) => boolean, problem: string]>([
  ['case', [isText, 'case must name the case that shows it']],
  ['fingerprints', [(v) => isList(v, isFingerprint), 'fingerprints must list at least one, of twelve hex digits each']],
  ['versions', [(v) => isList(v, isText), 'versions must list at least one version']],
  ['reason', [isText, 'has no reason; an accepted divergence must say why it is accepted']],
  ['since', [isDay, 'since must be a day such as 2026-11-29']],
  ['how', [(v) => howKnown.some((how) => how === v), `how must be one of ${howKnown.join(', ')}`]],
]);

function entryProblems(entry: unknown): string[] {
  if (!isObject(entry)) return ['must be an object'];
  const wrong = [...entryChecks].filter(([member, [holds]]) => !holds(Object.hasOwn(entry, member) && entry[member]));
  // A misspelt member would otherwise be an acceptance that nobody reads.
  const unknown = Object.keys(entry).filter((member) => !entryChecks.has(member));
  return [...wrong.map(([, [, problem]]) => problem), ...unknown.map((member) => `unknown member '${member}'`)];
}

export function isDay(value: unknown): boolean {
  if (!isText(value) || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** Two entries for one fingerprint and version: one of the reasons would never be shown. */
function doubled(entries: readonly LedgerEntry[]): string[] {
  const seen = new Map<string, number>();
  const lines: string[] = [];
  entries.forEach((entry, index) => {
    for (const fingerprint of entry.fingerprints) {
      for (const version of entry.versions) {
        const first = seen.get(`${fingerprint} ${version}`);
        if (first === undefined) seen.set(`${fingerprint} ${version}`, index);
        else lines.push(`${entryName(entry, index)}: ${fingerprint} of ${version} is already in entry ${first + 1}`);
      }
    }
  });
  return lines;
}

export interface Judgement {
  status: Divergence['status'];
  /** Of a known one. */
  reason?: string;
}

/** What must be known of a divergence to judge it. */
export type Judged = Pick<Divergence, 'fingerprint' | 'case' | 'target' | 'class' | 'tier' | 'certainty'>;

/** A divergence that the ledger accepts and that was not seen. */
export interface Stale {
  case: string;
  fingerprint: string;
}

/**
 * The status of each divergence, in the order given, and what should have been seen and was not. `casesRun` are the cases
 * that came to an answer on this target (`matches` or `diverges`): of a case that crashed or was skipped, entries are
 * neither confirmed nor stale.
 */
export function judge(
  ledger: Ledger,
  divergences: readonly Judged[],
  version: string,
  casesRun: ReadonlySet<string>,
): { judgements: Judgement[]; stale: Stale[] } {
  const entries = ledger.entries.filter((entry) => entry.versions.includes(version));
  const accepted = new Map(entries.flatMap((entry) => entry.fingerprints.map((mark) => [mark, entry] as const)));
  const seen = new Set<string>();
  const judgements = divergences.map((divergence): Judgement => {
    const entry = divergence.target === ledger.target ? accepted.get(divergence.fingerprint) : undefined;
    if (entry?.case === divergence.case) {
      seen.add(divergence.fingerprint);
      return { status: 'known', reason: entry.reason };
    }
    return { status: statusOf(divergence) };
  });
  const stale = [...accepted].filter(([mark, entry]) => casesRun.has(entry.case) && !seen.has(mark));
  return { judgements, stale: stale.map(([fingerprint, entry]) => ({ case: entry.case, fingerprint })) };
}
