/** A difference that fuzz found, by its fingerprint and the record that knows its sequence. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { divergenceJson, explain, fuzzVerdict, type Judged, type JudgedFuzz, targetJson } from '../reports/fuzz.ts';
import { isGap } from '../reports/ledger/ledger.ts';
import { renderCase } from '../reports/render/case.ts';
import type { Case } from '../suites/cases/case.ts';
import { fuzz as runFuzz } from '../suites/fuzz/fuzz.ts';
import type { Verdict } from '../suites/runner/record.ts';
import type { Target } from '../suites/targets/target.ts';
import { type CommandContext, exitCodes, UsageError } from './command.ts';
import { explanationsOf, mutantTarget, progressOf } from './commands/fuzz.ts';
import { isCase, isObject } from './saved-case.ts';
import { selectTargets, targetNamed } from './selection.ts';
import { referenceOf, repeatedOptions, shellWord, startOf } from './target-options.ts';

type Options = { readonly [name: string]: unknown };

/** A sequence as a record holds it. */
interface Recorded {
  fingerprint: string;
  target: string;
  case: Case;
}

const howToRecord = 'npx parallax fuzz --json FILE (or --save DIR) writes one; then add --record FILE';

/** Plays the sequence again, on the target that it was found on unless others are named. */
export async function reproGenerated(context: CommandContext, what: string, options: Options): Promise<number> {
  const { record: files } = options as { record?: string[] };
  if (files === undefined)
    throw new UsageError(`${what} is of a generated sequence, which only the record of its run knows`, howToRecord);
  const wanted = oneOf(what, files.flatMap(filesIn).flatMap(sequencesIn));
  const targets = await targetsOf(options, wanted.target);
  const reference = referenceOf(options);
  if (reference === undefined)
    throw new UsageError('a generated sequence needs a reference', 'leave --reference away, or name a target');
  const start = startOf(options);
  const explanations = explanationsOf(targets);
  const { seed, runId, signal } = context;
  const record = await runFuzz({
    ...{ targets, reference, start, seed, runId, signal, cases: [wanted.case], runs: 1 },
    onProgress: progressOf(context),
  });
  const judged = explain(record, explanations, undefined, isGap);
  const suffix = ` --record ${files.map(shellWord).join(',')}${repeatedOptions(reference, start)}`;
  return conclude(context, wanted, judged, suffix, options);
}

async function targetsOf({ target }: Options, found: string): Promise<Target[]> {
  if (target !== undefined) return selectTargets(target as string[]);
  const mutant = mutantIn(found);
  return [mutant === undefined ? targetNamed(found) : mutantTarget(mutant)];
}

const mutantIn = (target: string): string | undefined => /^oracle\+(.+)$/.exec(target)?.[1];

function oneOf(what: string, recorded: readonly Recorded[]): Recorded {
  const known = [...new Set(recorded.map(({ fingerprint }) => fingerprint))];
  const meant = known.filter((fingerprint) => fingerprint.startsWith(what));
  if (meant.length > 1)
    throw new UsageError(
      `${what} is the beginning of ${meant.length} fingerprints`,
      `give one of ${meant.slice(0, 20).join(', ')}`,
    );
  const found = recorded.find(({ fingerprint }) => fingerprint === meant[0]);
  if (found) return found;
  throw new UsageError(`the record does not know ${what}`, `it knows ${known.slice(0, 20).join(', ') || 'none'}`);
}

function filesIn(path: string): string[] {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [path];
  const names = readdirSync(path).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => join(path, name));
}

/** Of a file that `--save` wrote the one sequence, of a record that `--json` wrote all. */
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

function conclude(
  context: CommandContext,
  wanted: Recorded,
  fuzz: JudgedFuzz,
  suffix: string,
  options: Options,
): number {
  const all = fuzz.targets.flatMap(({ judged }) => judged);
  const page = { color: context.colour, width: context.columns, brief: options.brief === true };
  // The record itself names the oracle with a bug planted, which is no target that can be given.
  const on = (target: string): string => (mutantIn(target) === undefined ? ` --target ${shellWord(target)}` : '');
  const repeat = ({ target }: Judged): string => `npx parallax repro ${wanted.fingerprint}${on(target)}${suffix}`;
  for (const one of all) {
    const { found, target } = one;
    const marks = found.divergence ? [{ ...found.divergence, status: markOf(one) }] : [];
    context.print(renderCase(found.case, target, found.transcripts, marks, page));
    context.print(`  repeat: ${repeat(one)}\n`);
  }
  const verdict = fuzzVerdict(fuzz, context.signal.aborted);
  context.writeJson({
    ...{ ...context.envelope('repro', verdict), runs: fuzz.record.runs, targets: fuzz.targets.map(targetJson) },
    divergences: all.map((one) => divergenceJson(one, repeat(one))),
  });
  context.print(sentence(verdict, wanted, fuzz));
  return exitCodes[verdict];
}

const markOf = ({ status }: Judged): 'new' | 'known' | 'advisory' => (status === 'lost' ? 'new' : status);

function sentence(verdict: Verdict, { fingerprint }: Recorded, { targets }: JudgedFuzz): string {
  const parts = targets.map(({ target, judged }) => {
    if (target.unavailable) return `${target.name} could not be asked: ${target.unavailable.reason}`;
    const what = judged.map(({ found, status }) => `${found.fingerprint} (${status})`);
    return `${target.name} ${what.length === 0 ? 'answers as the reference does' : `shows ${what.join(', ')}`}`;
  });
  const lead = verdict === 'unknown' ? 'could not tell' : verdict;
  return `${lead}: the sequence of ${fingerprint}: ${parts.join('; ')}.`;
}
