/** Repeats a difference that fuzz found, by its fingerprint and the record that contains its sequence. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { explain, type FuzzKind, type FuzzPart, type FuzzTargetResult } from '../reports/fuzz/explain.ts';
import { type CasePage, renderCase } from '../reports/render/case.ts';
import type { ScriptKind } from '../reports/render/script.ts';
import type { Case } from '../suites/cases/case.ts';
import { fuzz as runFuzz } from '../suites/fuzz/fuzz.ts';
import type { Divergence } from '../suites/runner/record.ts';
import type { Target } from '../suites/targets/target.ts';
import { isObject } from '../suites/validation.ts';
import type { CommandContext } from './command-line/command.ts';
import type { OptionsOf } from './command-line/option.ts';
import { shellWord } from './command-line/shell-word.ts';
import { UsageError } from './command-line/usage-error.ts';
import { mutantTarget, progressOf } from './commands/fuzz.ts';
import { type auditOption, auditsOf, repeatedAudits } from './options/audits.ts';
import { chosenLedgers, type ledgerOption, repeatedLedger } from './options/ledger.ts';
import { repeatedOptions, startOf, type startOptions } from './options/start.ts';
import { referenceOf, type referenceOption, selectTargets, targetNamed, type targetOption } from './options/targets.ts';
import { conclude } from './outcome.ts';
import { printedScript } from './repro-script.ts';
import { isCase } from './saved-case.ts';

type Options = OptionsOf<
  [typeof targetOption, typeof referenceOption, typeof auditOption, typeof ledgerOption, ...typeof startOptions]
> & {
  readonly record?: readonly string[];
  readonly brief?: true;
  readonly as?: ScriptKind;
};

/** A sequence, as stored in a record. */
interface Recorded {
  fingerprint: string;
  target: string;
  case: Case;
}

const howToRecord = 'npx parallax fuzz --json FILE (or --save DIR) writes one; then add --record FILE';

/** Plays the sequence again, on the target where it was found unless others are given. */
export async function reproGenerated(context: CommandContext, what: string, options: Options): Promise<number> {
  const { record: files } = options;
  if (files === undefined)
    throw new UsageError(
      `${what} belongs to a generated sequence, which only the record of its run holds`,
      howToRecord,
    );
  const wanted = oneOf(what, files.flatMap(filesIn).flatMap(sequencesIn));
  const targets = await targetsOf(options, wanted.target);
  const reference = referenceOf(options);
  if (reference === undefined)
    throw new UsageError('a generated sequence needs a reference', 'omit --reference, or name a target');
  const start = startOf(options);
  const ledgerOf = chosenLedgers(options, targets);
  const { seed, runId, signal } = context;
  const record = await runFuzz({
    ...{ targets, reference, start, seed, runId, signal, cases: [wanted.case], runs: 1, audits: auditsOf(options) },
    onProgress: progressOf(context),
  });
  const suffix = ` --record ${files.map(shellWord).join(',')}${repeatedOptions(reference.name, start)}${repeatedAudits(options)}${repeatedLedger(options)}`;
  const reproOf = ({ target }: Pick<FuzzKind, 'target'>): string =>
    `npx parallax repro ${wanted.fingerprint}${namedTarget(target)}${suffix}`;
  const part = explain(record, { ledgerOf, reproOf });
  if (options.as === undefined) return shown(context, wanted, part, options.brief === true);
  context.print(scriptOfKinds(options.as, part));
  return 0;
}

function scriptOfKinds(kind: ScriptKind, { targets }: FuzzPart): string {
  const all = targets
    .flatMap(({ kinds }) => kinds)
    .flatMap(({ found }) => (found.divergence ? [{ ...found, one: found.divergence }] : []));
  const playedOf = (one: Divergence) => {
    const found = all.find((other) => other.one === one);
    return found && { subject: found.case, played: found.transcripts.target };
  };
  return printedScript(
    kind,
    all.map(({ one }) => one),
    playedOf,
  );
}

function shown(context: CommandContext, { fingerprint }: Recorded, fuzz: FuzzPart, brief: boolean): number {
  const page = { color: context.colour, width: context.columns, brief };
  for (const kind of fuzz.targets.flatMap(({ kinds }) => kinds))
    for (const text of wholeSequence(kind, page)) context.print(text);
  const details = [[`The sequence of ${fingerprint}:`, ...fuzz.targets.map(answerText)].join('\n  ')];
  return conclude(context, 'repro', { fuzz }, undefined, { details, brief });
}

/** A record names the mutated oracle as target, which `--target` does not accept. */
const namedTarget = (target: string): string =>
  mutantIn(target) === undefined ? ` --target ${shellWord(target)}` : '';

/** The whole sequence with both answers; empty for a kind that the report shows in full anyway. */
function wholeSequence({ found, target, status, repro }: FuzzKind, page: CasePage): string[] {
  if (status === 'new' || status === 'lost') return [];
  const marks = found.divergence ? [{ ...found.divergence, status }] : [];
  return [renderCase(found.case, target, found.transcripts, marks, page), `  repeat: ${repro}\n`];
}

function answerText({ target, kinds }: FuzzTargetResult): string {
  if (target.unavailable) return `${target.name} is unavailable`;
  const what = kinds.map(({ found, status }) => `${found.fingerprint} (${status})`);
  return `${target.name} ${what.length === 0 ? 'matches the reference' : `shows ${what.join(', ')}`}`;
}

async function targetsOf({ target }: Options, found: string): Promise<Target[]> {
  if (target !== undefined) return selectTargets(target);
  const mutant = mutantIn(found);
  return [mutant === undefined ? targetNamed(found) : mutantTarget(mutant)];
}

const mutantIn = (target: string): string | undefined => /^oracle\+(.+)$/.exec(target)?.[1];

function oneOf(what: string, recorded: readonly Recorded[]): Recorded {
  const known = [...new Set(recorded.map(({ fingerprint }) => fingerprint))];
  const meant = known.filter((fingerprint) => fingerprint.startsWith(what));
  if (meant.length > 1)
    throw new UsageError(
      `${meant.length} fingerprints begin with ${what}`,
      `give one of ${meant.slice(0, 20).join(', ')}`,
    );
  const found = recorded.find(({ fingerprint }) => fingerprint === meant[0]);
  if (found) return found;
  throw new UsageError(`the record does not hold ${what}`, `it holds ${known.slice(0, 20).join(', ') || 'none'}`);
}

function filesIn(path: string): string[] {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [path];
  const names = readdirSync(path).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => join(path, name));
}

/** All sequences in a file: one from `--save`, all from a `--json` record. */
function sequencesIn(file: string): Recorded[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${(error as Error).message}`, howToRecord);
  }
  const entries = isObject(parsed) && Array.isArray(parsed.divergences) ? parsed.divergences : [parsed];
  const found = entries.flatMap((entry): Recorded[] => {
    if (!isObject(entry) || typeof entry.fingerprint !== 'string' || typeof entry.target !== 'string') return [];
    const sequence = entry.sequence ?? entry.case;
    return isCase(sequence) ? [{ fingerprint: entry.fingerprint, target: entry.target, case: sequence }] : [];
  });
  if (found.length > 0) return found;
  throw new UsageError(`${file} holds no sequence that fuzz found`, howToRecord);
}
