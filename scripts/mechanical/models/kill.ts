/** Judges mutants of the protocols: asks which explorations reach each, and explores those with the mutant. */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { models } from '../../../models/index.ts';
import { UsageError } from '../../command-line/usage-error.ts';
import { isLost, ThreadPool, withPool } from '../../threads.ts';
import type { InstrumentedProgram } from '../build.ts';
import type { Mutant } from '../mutant.ts';
import { buildProtocols } from './build.ts';
import {
  type Covering,
  nameOf,
  type Place,
  type ProtocolAnswer,
  type ProtocolJob,
  type Setting,
  type StepsAtStake,
  type Verdict,
} from './jobs.ts';

export interface JudgedProtocol extends Omit<Verdict, 'kind'> {
  readonly mutant: Mutant;
  readonly durationMs: number;
}

interface Options {
  readonly signal: AbortSignal;
  readonly onCovered?: (done: number, total: number) => void;
  /** In the order in which they are judged. */
  readonly onJudged?: (judged: JudgedProtocol, done: number) => void;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** @throws when the sources or the development dependencies are missing */
export const buildProtocolMutants = (): Promise<InstrumentedProgram> => buildProtocols(root);

type Pool = ThreadPool<ProtocolJob, ProtocolAnswer>;

/** An exploration of the right protocol, and the mutants that it reaches. */
interface Covered extends Place, Omit<Covering, 'kind' | 'reached'> {
  readonly reached: ReadonlySet<number>;
}

/** One that takes longer hangs, such as in a loop of a body. */
const judgeMs = 300_000;
const memoryMb = 4_000;

/**
 * Judges those of the mutants that are part of a protocol: `draw` is given these, and chooses. Those that an interruption skips are
 * left out.
 */
export async function judgeProtocols(
  { code, mutants }: InstrumentedProgram,
  draw: (mutants: readonly Mutant[]) => readonly Mutant[],
  options: Options,
): Promise<JudgedProtocol[]> {
  const setting: Setting = { code, mutants };
  const pool: Pool = new ThreadPool('scripts/mechanical/models/jobs.ts', {
    setting,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  return await withPool(pool, options.signal, async () => {
    const covered = await cover(pool, options);
    if (covered === undefined) return [];
    return await judgeAll(pool, mutants, draw(partsOfProtocols(mutants, covered)), covered, options);
  });
}

/** Undefined when interrupted. */
async function cover(pool: Pool, { onCovered }: Options): Promise<Covered[] | undefined> {
  const places = Object.values(models).flatMap(({ name, variants }) =>
    variants.map((variant) => ({ kind: 'cover' as const, model: name, variant })),
  );
  let done = 0;
  const answers = await pool.runAll(places, (answer, { model, variant }) => {
    if (answer.kind === 'wrong')
      throw new UsageError(
        `${nameOf({ model, variant })} is ${answer.why} without any change, so it can judge no mutant`,
        `mend the protocol: npx parallax model ${model} --variant ${variant}`,
      );
    onCovered?.(++done, places.length);
  });
  return answers?.map((answer, at) => {
    if (answer.kind !== 'cover') throw new Error('a thread answered another job');
    return { ...places[at]!, ...answer, reached: new Set(answer.reached) };
  });
}

/**
 * Mutants that some exploration reaches. What declares a protocol runs in no body, and steps that only planted bugs take are
 * reached by these alone; that every other step is taken is a property of its own.
 */
function partsOfProtocols(mutants: readonly Mutant[], covered: readonly Covered[]): Mutant[] {
  const reached = new Set(covered.flatMap((one) => [...one.reached]));
  return mutants.filter((_, number) => reached.has(number));
}

async function judgeAll(
  pool: Pool,
  mutants: readonly Mutant[],
  chosen: readonly Mutant[],
  covered: readonly Covered[],
  { onJudged }: Options,
): Promise<JudgedProtocol[]> {
  const numbers = new Map(mutants.map(({ id }, number) => [id, number]));
  const kills = new Map<string, number>();
  let done = 0;
  const judge = async (mutant: Mutant): Promise<JudgedProtocol[]> => {
    const number = numbers.get(mutant.id)!;
    const begin = performance.now();
    const killsAt = (place: Place): number => kills.get(`${mutant.file} ${nameOf(place)}`) ?? 0;
    const cost = (place: Covered): number => place.durationMs - killWorthMs * killsAt(place);
    const reaching = covered.filter(({ reached }) => reached.has(number)).sort((a, b) => cost(a) - cost(b));
    const places = reaching.map(({ model, variant, size }) => ({ model, variant, size }));
    const verdict = await judgeOne(pool, number, places, atStake(reaching, covered));
    if (verdict === undefined) return [];
    const { fate, why, at } = verdict;
    if (fate === 'killed' && at !== null) kills.set(`${mutant.file} ${nameOf(at)}`, killsAt(at) + 1);
    const one = { mutant, fate, why, at, durationMs: Math.round(performance.now() - begin) };
    onJudged?.(one, ++done);
    return [one];
  };
  const limit = pLimit(atOnce);
  return (await Promise.all(chosen.map((mutant) => limit(judge, mutant)))).flat();
}

/** Where a mutant is not reached, the steps of the right protocol are taken as ever. */
function atStake(reaching: readonly Covered[], covered: readonly Covered[]): StepsAtStake {
  const models = new Set(reaching.map(({ model }) => model));
  const stepsIn = (places: readonly Covered[]): Set<string> => new Set(places.flatMap(({ taken }) => taken));
  return Object.fromEntries(
    [...models].map((model) => {
      const own = covered.filter((place) => place.model === model);
      const elsewhere = stepsIn(own.filter((place) => !reaching.includes(place)));
      return [model, [...stepsIn(own)].filter((step) => !elsewhere.has(step))];
    }),
  );
}

/** A place where others of the same file were killed is tried before places that are as much cheaper. */
const killWorthMs = 20;

// Few at a time, so that places that kill are known early, and an interruption loses little.
const atOnce = 2 * availableParallelism();

/** Undefined when interrupted. */
async function judgeOne(
  pool: Pool,
  mutant: number,
  places: Extract<ProtocolJob, { kind: 'judge' }>['places'],
  steps: StepsAtStake,
): Promise<Omit<Verdict, 'kind'> | undefined> {
  const answer = await pool.run({ kind: 'judge', mutant, places, steps }, judgeMs);
  if (isLost(answer)) return answer.lost === 'closed' ? undefined : { fate: 'unknown', why: answer.why, at: null };
  if (answer.kind !== 'judge') throw new Error('a thread answered another job');
  return answer;
}
