/** Judges mutants of the oracle: builds it with all of them, asks which tests reach each, and plays those. */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { UsageError } from '../command-line/usage-error.ts';
import { isLost, ThreadPool, withPool } from '../threads.ts';
import type { InstrumentedProgram } from './build.ts';
import { Coverage } from './coverage.ts';
import type { MechanicalAnswer, MechanicalJob, Setting } from './jobs.ts';
import { type JudgeName, judgeNames, judgesOf } from './judges.ts';
import type { Mutant } from './mutant.ts';
import { buildOracle } from './oracle.ts';
import { subjectsOf } from './subject.ts';

/** For each judge the test that turned red, or null. */
type Reds = { readonly [judge in JudgeName]: string | null };

export interface Judged {
  readonly mutant: Mutant;
  readonly reds: Reds;
  readonly durationMs: number;
}

export interface MechanicalOptions {
  /** Of the generated sequences. */
  readonly seed: string;
  readonly sequences: number;
  readonly signal: AbortSignal;
  readonly onCovered?: (done: number, total: number) => void;
  /** In the order in which they are judged. */
  readonly onJudged?: (judged: Judged, done: number) => void;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** @throws when the sources or the development dependencies are missing */
export const buildMutants = (): Promise<InstrumentedProgram> => buildOracle(root);

/** A mutant for which a judge takes longer hangs, and is caught. */
const judgeMs = 120_000;
const memoryMb = 2_000;

/** Judges the chosen mutants. Those that an interruption skips are left out. */
export async function judgeMutants(
  oracle: InstrumentedProgram,
  chosen: readonly Mutant[],
  options: MechanicalOptions,
): Promise<Judged[]> {
  const { seed, sequences, signal } = options;
  const setting: Setting = { code: oracle.code, mutants: oracle.mutants.length, seed, sequences };
  const pool = new ThreadPool<MechanicalJob, MechanicalAnswer>('scripts/mechanical/jobs.ts', {
    setting,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  return await withPool(pool, signal, async () => {
    const coverage = await cover(pool, setting, options);
    return coverage === undefined ? [] : await judgeAll(pool, oracle, chosen, coverage, options);
  });
}

type Pool = ThreadPool<MechanicalJob, MechanicalAnswer>;

/** Tests a thread covers at a time. */
const chunkSize = 20;

/** Undefined when interrupted. @throws UsageError for a test that is red without any change */
async function cover(pool: Pool, setting: Setting, { onCovered }: MechanicalOptions): Promise<Coverage | undefined> {
  const { open, reached } = subjectsOf(setting.code, setting.mutants).covering();
  open();
  const coverage = new Coverage(reached());
  const judges = judgesOf(setting);
  const chunks = judgeNames.flatMap((judge) => {
    const { tests } = judges[judge];
    const starts = Array.from({ length: Math.ceil(tests.length / chunkSize) }, (_, at) => at * chunkSize);
    return starts.map((start) => ({ kind: 'cover' as const, judge, tests: tests.slice(start, start + chunkSize) }));
  });
  let done = 0;
  const answers = await pool.runAll(chunks, (answer, { judge, tests }) => {
    if (answer.kind === 'red') throw redUnchanged(judge, answer.test);
    if (answer.kind !== 'cover') throw new Error('a thread answered another job');
    const { reached, durations } = answer;
    coverage.add(
      judge,
      tests.map((test, at) => ({ test, reached: reached[at]!, duration: durations[at]! })),
    );
    onCovered?.(++done, chunks.length);
  });
  return answers && coverage;
}

/** What fails anyway tells nothing of a mutant. */
const redUnchanged = (judge: JudgeName, test: string): UsageError =>
  judge === 'cases'
    ? new UsageError(
        `the case ${test} is red on the oracle without any change, so it can judge no mutant`,
        `mend the oracle or the case: npx parallax run --target oracle --case ${test}`,
      )
    : new UsageError(
        `sequence ${test} is red on the oracle without any change (${judge}), so it can judge no mutant`,
        'mend the oracle first: npx vitest run oracles',
      );

async function judgeAll(
  pool: Pool,
  { mutants }: InstrumentedProgram,
  chosen: readonly Mutant[],
  coverage: Coverage,
  { onJudged }: MechanicalOptions,
): Promise<Judged[]> {
  const numbers = new Map(mutants.map(({ id }, number) => [id, number]));
  let done = 0;
  // Few at a time, so that what has caught one mutant is tried first on the next, and an interruption loses little.
  const limit = pLimit(atOnce);
  const judge = async (mutant: Mutant): Promise<Judged[]> => {
    const number = numbers.get(mutant.id)!;
    const begin = performance.now();
    const reds: [JudgeName, string | null][] = [];
    for (const name of judgeNames) {
      const red = await judgeOne(pool, coverage, name, mutant, number);
      if (red === undefined) return [];
      if (red !== null) coverage.noteKill(name, mutant.file, red);
      reds.push([name, red]);
    }
    const durationMs = Math.round(performance.now() - begin);
    const one = { mutant, reds: Object.fromEntries(reds) as { [judge in JudgeName]: string | null }, durationMs };
    onJudged?.(one, ++done);
    return [one];
  };
  return (await Promise.all(chosen.map((mutant) => limit(judge, mutant)))).flat();
}

const atOnce = 2 * availableParallelism();

/** Undefined when interrupted. */
async function judgeOne(
  pool: Pool,
  coverage: Coverage,
  judge: JudgeName,
  { file }: Mutant,
  number: number,
): Promise<string | null | undefined> {
  const tests = coverage.testsFor(judge, number, file);
  if (tests.length === 0) return null;
  const answer = await pool.run({ kind: 'judge', judge, mutant: number, tests }, judgeMs);
  if (isLost(answer)) return answer.lost === 'closed' ? undefined : `hung: ${answer.why}`;
  if (answer.kind !== 'judge') throw new Error('a thread answered another job');
  return answer.red;
}
