/**
 * The ledger: the accepted divergences of each target, with reasons. One file for each target, `reports/ledger/<target>.json`,
 * holds the divergences of cases, the operations that the target lacks, the kinds of difference on generated sequences, and the anomalies of rounds.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { problemsOf } from '../../suites/validation.ts';
import { type Ledger, LedgerFile } from './schema.ts';

/** A ledger file is invalid. The message names the file and each faulty member. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
  readonly file: string;
  constructor(file: string, problems: readonly string[]) {
    super(problems.map((problem) => `${file}: ${problem}`).join('\n'));
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

/** The ledger of one target; empty when it has none. @throws LedgerError */
export function loadLedger(target: string, directory: string = ledgerDirectory): Ledger {
  // A target may be named by an address. Only a plain name can have a file.
  const file = join(directory, `${target}.json`);
  return /^[A-Za-z0-9][\w.-]*$/.test(target) && existsSync(file) ? named(target, file) : emptyLedger(target);
}

/** Every ledger of a directory, by target. @throws LedgerError */
export function loadLedgers(directory: string = ledgerDirectory): Map<string, Ledger> {
  if (!existsSync(directory)) return new Map();
  const targets = readdirSync(directory)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
  return new Map(targets.map((target) => [target, loadLedger(target, directory)]));
}

function named(target: string, file: string, above: readonly string[] = []): Ledger {
  const ledger = readLedger(file, above);
  if (ledger.target === target) return ledger;
  throw new LedgerError(file, [`has the target '${ledger.target}', but its file name says '${target}'`]);
}

/**
 * Reads a ledger file of any name, merged with the file that its `sameAs` names.
 *
 * @param above the targets that led to it through `sameAs`, to detect a cycle
 * @throws LedgerError
 */
export function readLedger(file: string, above: readonly string[] = []): Ledger {
  const { sameAs, ...own } = parseLedger(readFileSync(file, 'utf8'), file);
  const ledger = sameAs === undefined ? own : joined(otherOf(sameAs, file, [...above, own.target]), own);
  const twice = [
    ...twiceIn(ledger.entries, ({ fingerprints }) => fingerprints).map((one) => `entries accept ${one} twice`),
    ...twiceIn(ledger.gaps, ({ operations }) => operations).map((one) => `gaps accept ${one} twice`),
  ];
  if (twice.length > 0) throw new LedgerError(file, twice);
  return ledger;
}

function otherOf(target: string, file: string, above: readonly string[]): Ledger {
  if (above.includes(target)) throw new LedgerError(file, ['sameAs must name another target, without a cycle']);
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

function parseLedger(text: string, file: string): v.InferOutput<typeof LedgerFile> {
  const { success, output, issues } = v.safeParse(LedgerFile, parsedJson(text, file));
  if (success) return output;
  throw new LedgerError(file, problemsOf(issues));
}

function parsedJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new LedgerError(file, [`is not JSON: ${(error as Error).message}`]);
  }
}

/** Two acceptances of the same thing and version. One of the two reasons would never be shown. */
function twiceIn<T extends { versions: string[] }>(list: readonly T[], thingsOf: (one: T) => string[]): string[] {
  const all = list.flatMap((one) =>
    thingsOf(one).flatMap((thing) => one.versions.map((version) => `${thing} of ${version}`)),
  );
  return [...new Set(all.filter((one, at) => all.indexOf(one) !== at))];
}
