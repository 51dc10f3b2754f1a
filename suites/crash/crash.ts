/** Rounds of crash on several targets, each on servers of its own. */
import type { Operation } from '../../oracles/values/types.ts';
import { type Anomaly, keyOf } from '../rounds/anomaly.ts';
import { Lab } from '../rounds/lab.ts';
import { type RoundRecord, type RoundsTarget, type SeenAnomaly, verdictOfRound } from '../rounds/record.ts';
import { deadlineOf } from '../runner/host/deadline.ts';
import { runName, runPrefix } from '../runner/host/names.ts';
import { openSession } from '../runner/host/session.ts';
import { probe, type Support } from '../targets/probe.ts';
import { type StartOptions, type Target, TargetError } from '../targets/target.ts';
import { Bystander } from './bystander.ts';
import { Unprepared } from './place.ts';
import { roundsOf } from './plan.ts';
import { measure, type Played, playRound, type Round, roundId, type Undisturbed } from './round.ts';
import { type SubjectName, subjects } from './subjects.ts';

export interface CrashOptions {
  readonly targets: readonly Target[];
  readonly seed: string;
  /** Part of every name. */
  readonly runId: string;
  /** Rounds a target; or these alone. */
  readonly rounds: number | readonly Round[];
  /** Only every `count`-th round, from number `index`, which begins with 1. */
  readonly shard?: { readonly index: number; readonly count: number };
  readonly timeMs?: number;
  readonly signal?: AbortSignal;
  readonly start?: StartOptions;
  /** Why the ledger accepts an anomaly; undefined if it does not. */
  readonly known: (target: string, version: string, round: string, anomaly: Anomaly) => string | undefined;
  readonly onProgress?: (target: string, done: number, total: number, anomalies: number) => void;
  /** After each round, so that an interrupted run loses nothing. */
  readonly onRound?: (target: string, round: RoundRecord) => void;
}

/** Plays of a round that showed something new. */
const playsMost = 5;

/** One target after another: two servers at once would slow each other, and moments would be missed. */
export async function crash(options: CrashOptions): Promise<RoundsTarget[]> {
  const deadline = deadlineOf(options.signal, options.timeMs);
  const records: RoundsTarget[] = [];
  try {
    for (const [at, target] of options.targets.entries()) {
      const share = options.timeMs === undefined ? undefined : options.timeMs / options.targets.length;
      const own = deadlineOf(deadline.signal, share);
      const cut = (): RoundsTarget['cut'] => (options.signal?.aborted ? 'interrupted' : own.cut() && 'time');
      records.push(await new TargetCrash(target, at, options, own.signal, cut).play());
      own.clear();
    }
  } finally {
    deadline.clear();
  }
  return records;
}

interface Stage {
  readonly lab: Lab;
  readonly bystander: Bystander;
  /** Of an echo on the idle server, in milliseconds. */
  readonly echoMs: number;
}

class TargetCrash {
  readonly #target: Target;
  readonly #number: number;
  readonly #options: CrashOptions;
  readonly #signal: AbortSignal;
  readonly #cut: () => RoundsTarget['cut'];
  readonly #rounds: RoundRecord[] = [];
  readonly #undisturbed = new Map<SubjectName, Undisturbed>();
  readonly #unmeasured = new Map<SubjectName, string>();
  #supported: ReadonlyMap<Operation, Support> | undefined;
  #stage: Stage | undefined;
  #version = 'unknown';

  constructor(
    target: Target,
    number: number,
    options: CrashOptions,
    signal: AbortSignal,
    cut: () => RoundsTarget['cut'],
  ) {
    this.#target = target;
    this.#number = number;
    this.#options = options;
    this.#signal = signal;
    this.#cut = cut;
  }

  async play(): Promise<RoundsTarget> {
    const begin = performance.now();
    let unavailable: RoundsTarget['unavailable'];
    let planned = 0;
    try {
      const { rounds, shard = { index: 1, count: 1 } } = this.#options;
      const isWhole = typeof rounds !== 'number';
      planned = isWhole ? rounds.length : Math.ceil((rounds - shard.index + 1) / shard.count);
      await this.#open();
      for (const round of isWhole ? rounds : this.#drawn()) {
        if (this.#signal.aborted || this.#rounds.length >= planned) break;
        await this.#measure(round.subject);
        // Nothing there could be disturbed, so another round is drawn instead.
        if (!isWhole && !this.#undisturbed.has(round.subject)) continue;
        if (!isWhole && round.moment.phase === 'settling' && !this.#settles(round.subject)) continue;
        const record = await this.#round(round);
        if (record === undefined) break;
        this.#rounds.push(record);
        this.#options.onRound?.(this.#target.name, record);
        this.#progress(planned);
      }
    } catch (thrown) {
      if (!(thrown instanceof TargetError)) throw thrown;
      if (!this.#signal.aborted) unavailable = { reason: thrown.message, remedy: thrown.remedy };
    } finally {
      await this.#close();
    }
    const cut = this.#rounds.length < planned || this.#signal.aborted ? this.#cut() : undefined;
    return {
      ...{ name: this.#target.name, version: this.#version, planned, rounds: this.#rounds },
      ...(unavailable && { unavailable }),
      ...(cut && { cut }),
      leftOut: [...this.#unmeasured].map(([name, why]) => ({ name, why })),
      durationMs: Math.round(performance.now() - begin),
    };
  }

  #progress(planned: number): void {
    const found = this.#rounds.filter(({ verdict }) => verdict === 'violated').length;
    this.#options.onProgress?.(this.#target.name, this.#rounds.length, planned, found);
  }

  *#drawn(): Generator<Round> {
    const { seed, shard } = this.#options;
    const supports = (...needs: readonly Operation[]): boolean => this.#supports(...needs);
    let at = 0;
    for (const round of roundsOf(this.#target, supports, seed))
      if (shard === undefined || at++ % shard.count === shard.index - 1) yield round;
  }

  #supports(...needs: readonly Operation[]): boolean {
    return needs.every((operation) => this.#supported?.get(operation)?.supported !== false);
  }

  /** Whether its request leaves a passing state that lasts long enough to be disturbed. */
  #settles(name: SubjectName): boolean {
    const { answerMs = 0, settledMs = 0 } = this.#undisturbed.get(name) ?? {};
    return settledMs > 2 * answerMs + 10;
  }

  async #measure(name: SubjectName): Promise<void> {
    if (this.#undisturbed.has(name) || this.#unmeasured.has(name) || this.#signal.aborted) return;
    const { needs }: { needs: readonly Operation[] } = subjects[name];
    if (!this.#supports(...needs)) {
      this.#unmeasured.set(name, `the target lacks ${needs.join(' or ')}`);
      return;
    }
    try {
      this.#undisturbed.set(name, await measure(name, this.#stage ?? (await this.#open())));
    } catch (thrown) {
      if (!(thrown instanceof Unprepared)) throw thrown;
      this.#unmeasured.set(name, thrown.message);
      await this.#close();
    }
  }

  async #open(): Promise<Stage> {
    const { runId, start, seed: _ } = this.#options;
    const session = await openSession(this.#target, { signal: this.#signal, ...(start && { start }) });
    this.#version = session.version;
    const prefix = runPrefix(runId, this.#number);
    try {
      this.#supported ??= (await probe(session, runName(prefix, 'probe', 0))).found;
      const lab = new Lab({ session, supported: this.#supported, prefix, ...(start && { start }) });
      this.#stage = { lab, bystander: await Bystander.on(lab), echoMs: await echoOf(lab) };
      return this.#stage;
    } catch (thrown) {
      await session.stop();
      if (thrown instanceof Unprepared)
        throw new TargetError(`${this.#target.name} takes no table of ours: ${thrown.message}`, 'see `parallax run`');
      throw thrown;
    }
  }

  async #close(): Promise<void> {
    const stage = this.#stage;
    this.#stage = undefined;
    await stage?.lab.close();
  }

  /** Undefined when the run was cut meanwhile. */
  async #round(round: Round): Promise<RoundRecord | undefined> {
    const begin = performance.now();
    const name = roundId(round);
    const undisturbed = this.#undisturbed.get(round.subject);
    if (undisturbed === undefined) {
      const detail = this.#unmeasured.get(round.subject) ?? 'it was not measured';
      return this.#record(round, { operations: 0, plays: [], detail, begin });
    }
    const plays: Played[] = [];
    let operations = 0;
    let detail: string | undefined;
    while (plays.length < this.#playsOf(name, plays)) {
      const stage = this.#stage ?? (await this.#open());
      const before = stage.lab.calls;
      try {
        plays.push(await this.#play(round, undisturbed, stage));
      } catch (thrown) {
        if (!(thrown instanceof Unprepared)) throw thrown;
        detail = thrown.message;
      }
      operations += stage.lab.calls - before;
      // What is broken once would be found again in every later round.
      if (detail !== undefined || plays.at(-1)?.anomalies.length) await this.#close();
      if (this.#signal.aborted)
        return plays.length > 0 && detail === undefined ? this.#record(round, { operations, plays, begin }) : undefined;
      if (detail !== undefined) break;
    }
    return this.#record(round, { operations, plays, begin, ...(detail !== undefined && { detail }) });
  }

  async #play(round: Round, undisturbed: Undisturbed, { lab, bystander, echoMs }: Stage): Promise<Played> {
    const load = Math.max(1, (await echoOf(lab)) / echoMs);
    return playRound(round, undisturbed, { lab, bystander, load });
  }

  /** Once, unless it shows what is not known; then until it is shown twice, and five times for a rate. */
  #playsOf(name: string, plays: readonly Played[]): number {
    const isNew = plays.some(({ anomalies }) => anomalies.some((one) => this.#knownAs(name, one) === undefined));
    return isNew ? playsMost : 1;
  }

  #knownAs(name: string, anomaly: Anomaly): string | undefined {
    return this.#options.known(this.#target.name, this.#version, name, anomaly);
  }

  #record(
    round: Round,
    { operations, plays, detail, begin }: { operations: number; plays: Played[]; detail?: string; begin: number },
  ): RoundRecord {
    const name = roundId(round);
    const anomalies = seenIn(plays, (one) => this.#knownAs(name, one));
    const wholeMs = plays.find((play) => play.wholeMs !== undefined)?.wholeMs;
    return {
      ...{ target: this.#target.name, name, operations, verdict: verdictOfRound(anomalies, detail), anomalies },
      ...(detail !== undefined && { detail }),
      disturbances: plays.reduce((sum, { disturbances }) => sum + disturbances, 0),
      ...(wholeMs !== undefined && { wholeMs: Math.round(wholeMs) }),
      durationMs: Math.round(performance.now() - begin),
    };
  }
}

function seenIn(plays: readonly Played[], knownAs: (one: Anomaly) => string | undefined): SeenAnomaly[] {
  const first = new Map<string, { one: Anomaly; seen: number }>();
  for (const { anomalies } of plays)
    for (const one of anomalies)
      first.set(keyOf(one), { one: first.get(keyOf(one))?.one ?? one, seen: (first.get(keyOf(one))?.seen ?? 0) + 1 });
  return [...first.values()].map(({ one, seen }): SeenAnomaly => {
    const reason = knownAs(one);
    const status = reason !== undefined ? 'known' : seen >= 2 ? 'new' : 'once';
    return { ...one, seen, of: plays.length, status, ...(reason !== undefined && { reason }) };
  });
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
