import { compareCases } from '../../reports/compare/cases.ts';
import {
  type Compared,
  type Comparison,
  comparisonJson,
  verdictOfComparison,
} from '../../reports/compare/comparison.ts';
import type { Difference, Side } from '../../reports/compare/difference.ts';
import { compareGenerated } from '../../reports/compare/generated.ts';
import { comparisonMarkdown } from '../../reports/compare/markdown.ts';
import { compareRounds, roundsToRepeat } from '../../reports/compare/rounds.ts';
import { renderComparison } from '../../reports/compare/terminal.ts';
import type { Case } from '../../suites/cases/case.ts';
import { crash } from '../../suites/crash/crash.ts';
import { readRound as readCrashRound } from '../../suites/crash/plan.ts';
import { loadCatalogue } from '../../suites/findings/catalogue.ts';
import { fuzz } from '../../suites/fuzz/fuzz.ts';
import { race, readRound as readRaceRound } from '../../suites/race/race.ts';
import type { RoundsOptions } from '../../suites/rounds/play.ts';
import type { RoundsTarget } from '../../suites/rounds/record.ts';
import type { TargetTranscript } from '../../suites/runner/judge/shown.ts';
import { answersOfSides } from '../../suites/runner/judge/sides.ts';
import type { Leftover } from '../../suites/runner/record.ts';
import { recordedName } from '../../suites/runner/recording.ts';
import { runCases } from '../../suites/runner/run.ts';
import type { Target } from '../../suites/targets/target.ts';
import { type CommandContext, defineCommand, exitCodes } from '../command-line/command.ts';
import { fileToWrite, keep } from '../command-line/files.ts';
import { type Option, type OptionsOf, text, wholeNumber } from '../command-line/option.ts';
import { shellWord } from '../command-line/shell-word.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { caseOptions, selectCases } from '../options/cases.ts';
import { recordedAnswers, recordingOption } from '../options/recording.ts';
import { repeatedOptions, startOf, startOptions } from '../options/start.ts';
import { referenceOf, referenceOption, targetNamed } from '../options/targets.ts';
import { casesProgress } from '../run-with-ledger.ts';
import { progressOf } from './fuzz.ts';

const options = [
  ['--base <store>', 'what was there before: a target, an endpoint, or start:COMMAND', text],
  ['--head <store>', 'what is reviewed, in the same words', text],
  referenceOption,
  recordingOption,
  ...caseOptions,
  ['--quick', 'all cases, and 50 generated sequences'],
  ['--full', 'all cases, 1,000 generated sequences, and 60 rounds each of race and crash'],
  ['--runs <n>', 'number of generated sequences (default: 200, and none where cases are selected)', wholeNumber(0)],
  ['--rounds <n>', 'number of rounds of race and of crash (default: none)', wholeNumber(0)],
  ...startOptions,
  ['--markdown <file>', 'write the review, ready to be posted'],
] as const satisfies readonly Option[];

type Options = OptionsOf<typeof options> & { readonly json?: string };

export const compare = defineCommand({
  name: 'compare',
  summary: 'compares a head with a base as a review does: what it breaks, what it fixes, what stays wrong',
  options,
  example: `npx parallax compare --base http://127.0.0.1:8000 --head http://127.0.0.1:8001 --markdown review.md
  npx parallax compare --base 'start:./main/store {port} {dir}' --head 'start:./branch/store {port} {dir}' --quick
  npx parallax compare --base extenddb --head dynoxide --area secondary-index

Both are compared with the same reference, by the same cases and sequences. Exit code 1 says that head newly breaks something.
A difference that nothing written down decides is shown and does not fail.`,
  async run(context, _operands, options) {
    const sides = sidesOf(options);
    const depth = depthOf(options);
    const reference = referenceOf(options);
    const cases = selectCases(options);
    const kept = recordedAnswers(context, options, cases);
    if (options.markdown !== undefined) fileToWrite(options.markdown);
    const review = new Review(context, options, sides);
    const { signal } = context;
    await review.cases(cases, reference, kept?.recorded);
    if (reference !== undefined && !signal.aborted) await review.sequences(reference, depth.sequences);
    if (!signal.aborted) await review.rounds('race', depth.rounds);
    if (!signal.aborted) await review.rounds('crash', depth.rounds);
    return conclude(
      context,
      options,
      review.result(kept ? recordedName : (reference?.name ?? 'nothing but the cases')),
    );
  },
});

function conclude(context: CommandContext, { markdown }: Options, comparison: Comparison): number {
  const verdict = verdictOfComparison(comparison);
  const envelope = context.envelope('compare', verdict);
  context.print(renderComparison(envelope, comparison, { width: context.columns, color: context.colour }));
  context.writeJson(comparisonJson(envelope, comparison));
  if (markdown !== undefined)
    keep(context, markdown, comparisonMarkdown(envelope, comparison, { catalogue: loadCatalogue() }));
  return exitCodes[verdict];
}

type Sides = { readonly [side in Side]: Target };

/** @throws UsageError when one is missing, or both are one running store */
function sidesOf({ base, head }: Options): Sides {
  if (base === undefined || head === undefined)
    throw new UsageError(
      'compare needs a base and a head',
      'give --base and --head, each a target, an endpoint or start:COMMAND',
    );
  const sides = { base: targetNamed(base), head: targetNamed(head) };
  if (sides.base.name === sides.head.name && !sides.base.startedByUs && base !== 'oracle')
    throw new UsageError('base and head are the same running store', 'give two endpoints, or let Parallax start both');
  return sides;
}

interface Depth {
  readonly sequences: number;
  readonly rounds: number;
}

function depthOf({ quick, full, runs, rounds, area, case: named, finding }: Options): Depth {
  if (quick && full) throw new UsageError('--quick and --full contradict each other', 'omit one of the two');
  const isSelected = area !== undefined || named !== undefined || finding !== undefined;
  const sequences = full ? 1_000 : quick ? 50 : isSelected ? 0 : 200;
  return { sequences: runs ?? sequences, rounds: rounds ?? (full ? 60 : 0) };
}

/** The same target under the name of its side, so that two of one kind can be told apart. */
const as = (side: Side, target: Target): Target => ({
  ...target,
  name: side,
  start: async (options) => ({ ...(await target.start(options)), target: side }),
});

const sideNames = ['base', 'head'] as const;

/** Plays everything on both sides, and keeps what differs. */
class Review {
  readonly #context: CommandContext;
  readonly #options: Options;
  readonly #sides: Sides;
  readonly #differences: Difference[] = [];
  readonly #leftovers: { readonly [side in Side]: Leftover[] } = { base: [], head: [] };
  readonly #versions: { [side in Side]?: string } = {};
  readonly #unavailable: { [side in Side]?: Compared['unavailable'] } = {};
  #tried: Comparison['tried'] = {
    ...{ cases: 0, judged: 0, matching: 0, neither: 0, sequences: 0, raceRounds: 0, crashRounds: 0 },
  };
  #cut: string | undefined;

  constructor(context: CommandContext, options: Options, sides: Sides) {
    this.#context = context;
    this.#options = options;
    this.#sides = sides;
  }

  get #targets(): Target[] {
    return sideNames.map((side) => as(side, this.#sides[side]));
  }

  async cases(
    cases: readonly Case[],
    reference: Target | undefined,
    recorded: ReadonlyMap<string, TargetTranscript> | undefined,
  ): Promise<void> {
    const { progress, runId, signal } = this.#context;
    const { onPlayed, answerOf } = answersOfSides(cases);
    const run = await runCases({
      ...{ cases, targets: this.#targets, runId, signal, start: startOf(this.#options), audits: 'light', onPlayed },
      ...(reference && { reference }),
      ...(recorded && { recorded }),
      onProgress: casesProgress(progress),
    });
    for (const target of run.targets) this.#note(target);
    const reproOf = (side: Side, fingerprint: string): string => this.#repro('repro', side, fingerprint);
    const { differences, ...numbers } = compareCases(run, { answerOf, reproOf });
    this.#differences.push(...differences);
    this.#tried = { ...this.#tried, cases: cases.length, ...numbers };
    if (run.cut) this.#cut = 'interrupted before the end';
  }

  async sequences(reference: Target, runs: number): Promise<void> {
    if (runs === 0 || this.#isMissing) return;
    const { seed, runId, signal } = this.#context;
    const record = await fuzz({
      ...{
        targets: this.#targets,
        reference,
        seed,
        runId,
        signal,
        runs,
        start: startOf(this.#options),
        audits: 'light',
      },
      onProgress: progressOf(this.#context),
    });
    for (const target of record.targets) this.#note(target);
    const reproOf = (side: Side, { at }: { at: number }): string =>
      `${this.#repro('fuzz', side)} --seed ${shellWord(seed)} --from ${at} --runs 1`;
    this.#differences.push(...compareGenerated(record, reproOf));
    this.#tried = { ...this.#tried, sequences: record.runs };
    if (record.cut) this.#cut = 'interrupted before the end';
  }

  async rounds(by: 'race' | 'crash', rounds: number): Promise<void> {
    if (rounds === 0 || this.#isMissing) return;
    const { seed, runId, signal, progress } = this.#context;
    const asked = {
      ...{ targets: this.#targets, seed, runId, signal, start: startOf(this.#options), known: () => undefined },
      onProgress: (target: string, done: number, total: number, violated: number) =>
        progress.update(target, `${by}, ${violated} violated`, { done, total }),
    };
    const played = await playRounds(by, { ...asked, rounds });
    const repeated = roundsToRepeat(played).flatMap((id) => Array.from({ length: playsOfBase }, () => id));
    const again =
      repeated.length === 0 || signal.aborted
        ? []
        : await playRounds(by, { ...asked, targets: this.#targets.slice(0, 1), rounds: repeated });
    for (const target of [...played, ...again]) this.#note(target);
    const reproOf = (side: Side, round: string): string => `${this.#repro(by, side)} --round ${shellWord(round)}`;
    this.#differences.push(...compareRounds(by, played, again, reproOf));
    const least = Math.min(...played.map((target) => target.rounds.length));
    this.#tried = { ...this.#tried, [`${by}Rounds`]: least };
    if (signal.aborted) this.#cut = 'interrupted before the end';
  }

  result(reference: string): Comparison {
    const compared = (side: Side): Compared => ({
      ...{ name: this.#sides[side].name, version: this.#versions[side] ?? 'unknown', leftovers: this.#leftovers[side] },
      ...(this.#unavailable[side] && { unavailable: this.#unavailable[side] }),
    });
    return {
      sides: { base: compared('base'), head: compared('head') },
      ...{ reference, differences: this.#differences, tried: this.#tried },
      ...(this.#cut !== undefined && { cut: this.#cut }),
    };
  }

  get #isMissing(): boolean {
    return sideNames.some((side) => this.#unavailable[side] !== undefined);
  }

  #note(target: Pick<Compared, 'version' | 'leftovers' | 'unavailable'> & { readonly name: string }): void {
    const side = target.name as Side;
    this.#versions[side] = target.version;
    this.#leftovers[side].push(...target.leftovers);
    if (target.unavailable) this.#unavailable[side] = target.unavailable;
  }

  #repro(command: string, side: Side, what?: string): string {
    const words = ['npx', 'parallax', command, ...(what === undefined ? [] : [what])];
    const reference = command === 'race' || command === 'crash' ? 'oracle' : this.#options.reference;
    const reached = repeatedOptions(reference, startOf(this.#options));
    return `${[...words, '--target', this.#sides[side].name].map(shellWord).join(' ')}${reached}`;
  }
}

/** How often base plays a round that only head has failed: once may miss it. */
const playsOfBase = 5;

type RoundsAsked = Omit<RoundsOptions<never>, 'rounds'> & { readonly rounds: number | readonly string[] };

function playRounds(by: 'race' | 'crash', { rounds, ...asked }: RoundsAsked): Promise<RoundsTarget[]> {
  const read = <Round>(of: (id: string) => Round | undefined): number | Round[] =>
    typeof rounds === 'number' ? rounds : rounds.flatMap((id) => of(id) ?? []);
  return by === 'race'
    ? race({ ...asked, rounds: read(readRaceRound) })
    : crash({ ...asked, rounds: read(readCrashRound) });
}
