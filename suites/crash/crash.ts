/** Rounds of crash on several targets. */
import type { Operation } from '../../oracles/values/types.ts';
import type { Lab } from '../rounds/lab.ts';
import { Unprepared } from '../rounds/place.ts';
import { type Discipline, type Played, playRounds, type RoundsOptions } from '../rounds/play.ts';
import type { RoundsTarget } from '../rounds/record.ts';
import type { Target } from '../targets/target.ts';
import { Bystander } from './bystander.ts';
import { roundsOf } from './plan.ts';
import { measure, playRound, type Round, roundId, type Undisturbed } from './round.ts';
import type { SubjectName } from './subjects.ts';

export type CrashOptions = RoundsOptions<Round>;

export const crash = (options: CrashOptions): Promise<RoundsTarget[]> =>
  playRounds(options, (target) => new Crash(target, options.seed));

class Crash implements Discipline<Round> {
  readonly #target: Target;
  readonly #seed: string;
  readonly #undisturbed = new Map<SubjectName, Undisturbed>();
  readonly #unmeasured = new Map<SubjectName, string>();
  #bystander: Bystander | undefined;
  /** Of an echo on the new server, in milliseconds. */
  #echoMs = 1;

  constructor(target: Target, seed: string) {
    this.#target = target;
    this.#seed = seed;
  }

  readonly idOf = roundId;

  drawn(supports: (...operations: readonly Operation[]) => boolean): Iterable<Round> {
    return roundsOf(this.#target, supports, this.#seed);
  }

  async begin(lab: Lab): Promise<void> {
    this.#bystander = await Bystander.on(lab);
    this.#echoMs = await echoOf(lab);
  }

  async obstacle(round: Round, lab: () => Promise<Lab>): ReturnType<Discipline<Round>['obstacle']> {
    const why = await this.#whyNot(round.subject, lab);
    if (why !== undefined) return { name: round.subject, why };
    return round.moment.phase === 'settling' && !this.#settles(round.subject) ? null : undefined;
  }

  async #whyNot(name: SubjectName, open: () => Promise<Lab>): Promise<string | undefined> {
    if (this.#undisturbed.has(name) || this.#unmeasured.has(name)) return this.#unmeasured.get(name);
    try {
      const lab = await open();
      this.#undisturbed.set(name, await measure(name, { lab, bystander: this.#bystander! }));
    } catch (thrown) {
      if (!(thrown instanceof Unprepared)) throw thrown;
      this.#unmeasured.set(name, thrown.message);
    }
    return this.#unmeasured.get(name);
  }

  /** Whether its request leaves a passing state that lasts long enough to be disturbed. */
  #settles(name: SubjectName): boolean {
    const { answerMs = 0, settledMs = 0 } = this.#undisturbed.get(name) ?? {};
    return settledMs > 2 * answerMs + 10;
  }

  async play(round: Round, lab: Lab): Promise<Played> {
    const load = Math.max(1, (await echoOf(lab)) / this.#echoMs);
    return playRound(round, this.#undisturbed.get(round.subject)!, { lab, bystander: this.#bystander!, load });
  }
}

const echoes = 3;

/** The median time of a small request. */
async function echoOf(lab: Lab): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < echoes; at++) {
    const begin = performance.now();
    await lab.send('ListTables', { Limit: 1 });
    times.push(performance.now() - begin);
  }
  return times.sort((a, b) => a - b)[(echoes - 1) / 2]!;
}
