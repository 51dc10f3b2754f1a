/**
 * The ledger: the accepted divergences of each target, with reasons. One file for each target, `reports/ledger/<target>.json`,
 * holds the divergences of cases, the operations that the target lacks, the kinds of difference on generated sequences, and the anomalies of rounds.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { problemsOf } from '../../suites/validation.ts';
import { lineOf, lineOfError, lineOfLast } from './lines.ts';
import { type Ledger, LedgerFile, type OwnLedger } from './schema.ts';

/** What is wrong in a line of a ledger file. */
export interface Problem {
  readonly line: number;
  readonly text: string;
}

/** A ledger file is invalid. The message names the file, and of each faulty member its line. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
  readonly file: string;
  constructor(file: string, problems: readonly Problem[]) {
    super(problems.map(({ line, text }) => `${file}:${line}: ${text}`).join('\n'));
    this.file = file;
  }
}

const ledgerDirectory = fileURLToPath(new URL('.', import.meta.url));

export const emptyLedger = (target: string): Ledger => ({
  target,
  gaps: [],
  entries: [],
  explanations: [],
  rounds: [],
});

/** The file of a target, whether it is there or not. Undefined for an address, which can have none. */
export const ledgerFileOf = (target: string, directory: string = ledgerDirectory): string | undefined =>
  /^[A-Za-z0-9][\w.-]*$/.test(target) ? join(directory, `${target}.json`) : undefined;

/** The ledger of one target; empty when it has none. @throws LedgerError */
export function loadLedger(target: string, directory: string = ledgerDirectory): Ledger {
  const file = ledgerFileOf(target, directory);
  return file !== undefined && existsSync(file) ? named(target, file) : emptyLedger(target);
}

/** Every ledger of a directory, by target. @throws LedgerError */
export function loadLedgers(directory: string = ledgerDirectory): Map<string, Ledger> {
  return new Map(ledgerNames(directory).map((target) => [target, loadLedger(target, directory)]));
}

/** The targets that have a ledger. */
export function ledgerNames(directory: string = ledgerDirectory): string[] {
  if (!existsSync(directory)) return [];
  const files = readdirSync(directory).filter((file) => file.endsWith('.json'));
  return files.map((file) => file.slice(0, -'.json'.length)).sort();
}

function named(target: string, file: string, above: readonly string[] = []): Ledger {
  const ledger = readLedger(file, above);
  if (ledger.target === target) return ledger;
  const text = `has the target '${ledger.target}', but its file name says '${target}'`;
  throw new LedgerError(file, [{ line: lineOf(readFileSync(file, 'utf8'), ['target']), text }]);
}

/**
 * Reads a ledger file of any name, merged with the file that its `sameAs` names.
 *
 * @param above the targets that led to it through `sameAs`, to detect a cycle
 * @throws LedgerError
 */
export function readLedger(file: string, above: readonly string[] = []): Ledger {
  const text = readFileSync(file, 'utf8');
  const { sameAs, ...own } = parseLedger(text, file);
  const ledger = sameAs === undefined ? own : joined(otherOf(sameAs, file, [...above, own.target]), own);
  const twice = [
    ...twiceIn('entries', ledger.entries, ({ fingerprints }) => fingerprints),
    ...twiceIn('gaps', ledger.gaps, ({ operations }) => operations),
  ];
  if (twice.length === 0) return ledger;
  throw new LedgerError(
    file,
    twice.map((one) => ({ line: lineOfLast(text, JSON.stringify(one.thing)), text: one.text })),
  );
}

function otherOf(target: string, file: string, above: readonly string[]): Ledger {
  if (above.includes(target)) {
    const line = lineOf(readFileSync(file, 'utf8'), ['sameAs']);
    throw new LedgerError(file, [{ line, text: 'sameAs must name another target, without a cycle' }]);
  }
  const other = join(dirname(file), `${target}.json`);
  return existsSync(other) ? named(target, other, above) : emptyLedger(target);
}

const joined = (other: Ledger, own: Ledger): Ledger => ({
  target: own.target,
  gaps: [...other.gaps, ...own.gaps],
  entries: [...other.entries, ...own.entries],
  explanations: [...other.explanations, ...own.explanations],
  rounds: [...other.rounds, ...own.rounds],
});

/** The content of a file, with its members in their order, which the schema would change. @throws LedgerError */
export function parseLedger(text: string, file: string): OwnLedger {
  const parsed = parsedJson(text, file);
  const { success, issues } = v.safeParse(LedgerFile, parsed);
  if (success) return { ...emptyLedger(''), ...(parsed as Pick<OwnLedger, 'target'> & Partial<OwnLedger>) };
  const paths = issues.map(({ path }) => (path ?? []).map(({ key }) => key as string | number));
  throw new LedgerError(
    file,
    problemsOf(issues).map((problem, at) => ({ line: lineOf(text, paths[at] ?? []), text: problem })),
  );
}

function parsedJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    throw new LedgerError(file, [{ line: lineOfError(text), text: `is not JSON: ${message}` }]);
  }
}

/** Two acceptances of the same thing and version. One of the two reasons would never be shown. */
function twiceIn<T extends { versions: string[] }>(
  section: string,
  list: readonly T[],
  thingsOf: (one: T) => string[],
): { thing: string; text: string }[] {
  const all = list.flatMap((one) =>
    thingsOf(one).flatMap((thing) =>
      one.versions.map((version) => ({ thing, text: `${section} accept ${thing} of ${version} twice` })),
    ),
  );
  const texts = all.map(({ text }) => text);
  return all.filter(({ text }, at) => texts.indexOf(text) !== at && texts.lastIndexOf(text) === at);
}
