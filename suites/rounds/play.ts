/** Plays rounds on targets, each on servers of its own: draws, confirms, replaces a server that is broken, and keeps the record. */
import type { Operation } from '../../oracles/values/types.ts';
import { deadlineOf } from '../runner/host/deadline.ts';
import { runName, runPrefix } from '../runner/host/names.ts';
import { overtimeMs, patienceWith } from '../runner/host/patience.ts';
import { openSession } from '../runner/host/session.ts';
import { findRemnants, removeRemnants, SweepError } from '../runner/host/sweep.ts';
import type { Leftover } from '../runner/record.ts';
import { probe, type Support } from '../targets/probe.ts';
import { type StartOptions, type Target, TargetError } from '../targets/target.ts';
import { type Anomaly, keyOf } from './anomaly.ts';
import { Lab } from './lab.ts';
import { Unprepared } from './place.ts';
import { confirmedAcross, type RoundRecord, type RoundsTarget, type SeenAnomaly, verdictOfRound } from './record.ts';

export interface RoundsOptions<Round> {
  readonly targets: readonly Target[];
  readonly seed: string;
  /** Part of every name. */
  readonly runId: string;
  /** Rounds a target; or these alone. */
  readonly rounds: number | readonly Round[];
  /** Only every `count`-th round, from number `index`, which begins with 1. */
  readonly shard?: { readonly index: number; readonly count: number };
  /** Shared by the targets. */
  readonly timeMs?: number;
  readonly signal?: AbortSignal;
  readonly start?: StartOptions;
  /** Plays of a round that showed something new, at least 2. Default: 5. */
  readonly plays?: number;
  /** Why the ledger accepts an anomaly; undefined if it does not. */
  readonly known: (target: string, version: string, round: string, anomaly: Anomaly) => string | undefined;
  readonly onProgress?: (target: string, done: number, total: number, violated: number) => void;
  /** After each round, so that an interrupted run loses nothing. */
  readonly onRound?: (target: string, round: RoundRecord) => void;
}

export interface Played {
  readonly anomalies: readonly Anomaly[];
  /** Signals to the server, and clients that left. */
  readonly disturbances: number;
  /** Until nothing was in a passing state and the first request of each kind was answered. */
  readonly wholeMs?: number;
  /** Why it has no verdict. */
  readonly undecided?: string;
}

/** What `crash` and `race` do differently. One object for each target. */
export interface Discipline<Round> {
  idOf(round: Round): string;
  /** All rounds in a drawn order, endless. */
  drawn(supports: (...operations: readonly Operation[]) => boolean): Iterable<Round>;
  /** Called for each new server. @throws Unprepared */
  begin(lab: Lab): Promise<void>;
  /** Why the round cannot be played there; null where it says nothing, so that it is played only if it is named. */
  obstacle(
    round: Round,
    lab: () => Promise<Lab>,
  ): Promise<{ readonly name: string; readonly why: string } | null | undefined>;
  /** @throws Unprepared */
  play(round: Round, lab: Lab): Promise<Played>;
}

/** One target after another: two servers at once would slow each other, and moments would be missed. */
export async function playRounds<Round>(
  options: RoundsOptions<Round>,
  disciplineOf: (target: Target) => Discipline<Round>,
): Promise<RoundsTarget[]> {
  const deadline = deadlineOf(options.signal, options.timeMs);
  const records: RoundsTarget[] = [];
  try {
    for (const [at, target] of options.targets.entries()) {
      const share = options.timeMs === undefined ? undefined : options.timeMs / options.targets.length;
      const own = deadlineOf(deadline.signal, share);
      const cut = (): RoundsTarget['cut'] => (options.signal?.aborted ? 'interrupted' : own.cut() && 'time');
      records.push(await new TargetRounds(target, at, options, disciplineOf(target), own.signal, cut).play());
      own.clear();
    }
  } finally {
    deadline.clear();
  }
  return records;
}

const playsDefault = 5;
/** Once it was shown twice, no more plays begin after this time. */
const rateMsMost = 5_000;

class TargetRounds<Round> {
  readonly #target: Target;
  readonly #number: number;
  readonly #options: RoundsOptions<Round>;
  readonly #discipline: Discipline<Round>;
  readonly #signal: AbortSignal;
  readonly #cut: () => RoundsTarget['cut'];
  readonly #rounds: RoundRecord[] = [];
  readonly #leftOut = new Map<string, string>();
  readonly #leftovers: Leftover[] = [];
  #supported: ReadonlyMap<Operation, Support> | undefined;
  #lab: Lab | undefined;
  #version = 'unknown';

  constructor(
    target: Target,
    number: number,
    options: RoundsOptions<Round>,
    discipline: Discipline<Round>,
    signal: AbortSignal,
    cut: () => RoundsTarget['cut'],
  ) {
    this.#target = target;
    this.#number = number;
    this.#options = options;
    this.#discipline = discipline;
    this.#signal = signal;
    this.#cut = cut;
  }

  async play(): Promise<RoundsTarget> {
    const begin = performance.now();
    const { rounds, shard = { index: 1, count: 1 } } = this.#options;
    const planned = typeof rounds === 'number' ? Math.ceil((rounds - shard.index + 1) / shard.count) : rounds.length;
    let unavailable: RoundsTarget['unavailable'];
    try {
      await this.#open();
      await this.#rest(planned);
    } catch (thrown) {
      if (!(thrown instanceof TargetError)) throw thrown;
      if (!this.#signal.aborted) unavailable = { reason: thrown.message, remedy: thrown.remedy };
    } finally {
      await this.#close();
    }
    const cut = this.#rounds.length < planned || this.#signal.aborted ? this.#cut() : undefined;
    return {
      ...{ name: this.#target.name, version: this.#version, planned, rounds: confirmedAcross(this.#rounds) },
      ...(unavailable && { unavailable }),
      ...(cut && { cut }),
      leftovers: this.#leftovers,
      leftOut: [...this.#leftOut].map(([name, why]) => ({ name, why })),
      durationMs: Math.round(performance.now() - begin),
    };
  }

  async #rest(planned: number): Promise<void> {
    const { rounds, onRound, onProgress } = this.#options;
    const isDrawn = typeof rounds === 'number';
    for (const round of isDrawn ? this.#drawn() : rounds) {
      if (this.#signal.aborted || this.#rounds.length >= planned) return;
      const obstacle = await this.#obstacle(round);
      // Another round is drawn instead.
      if (isDrawn && obstacle !== undefined) continue;
      const record = await this.#round(round, obstacle?.why);
      if (record === undefined) return;
      this.#rounds.push(record);
      onRound?.(this.#target.name, record);
      const violated = this.#rounds.filter(({ verdict }) => verdict === 'violated').length;
      onProgress?.(this.#target.name, this.#rounds.length, planned, violated);
    }
  }

  *#drawn(): Generator<Round> {
    const { shard } = this.#options;
    const supports = (...needs: readonly Operation[]): boolean =>
      needs.every((operation) => this.#supported?.get(operation)?.supported !== false);
    let at = 0;
    for (const round of this.#discipline.drawn(supports))
      if (shard === undefined || at++ % shard.count === shard.index - 1) yield round;
  }

  async #obstacle(round: Round): ReturnType<Discipline<Round>['obstacle']> {
    const found = await this.#discipline.obstacle(round, () => this.#open());
    if (found) {
      if (!this.#leftOut.has(found.name)) await this.#close();
      this.#leftOut.set(found.name, found.why);
    }
    return found;
  }

  /** The lab on the running server, or on a new one. */
  async #open(): Promise<Lab> {
    if (this.#lab !== undefined) return this.#lab;
    const { runId, start } = this.#options;
    const session = await openSession(this.#target, { signal: this.#signal, ...(start && { start }) });
    this.#version = session.version;
    const prefix = runPrefix(runId, this.#number);
    try {
      this.#supported ??= (await probe(session, runName(prefix, 'probe', 0))).found;
      const lab = new Lab({ session, supported: this.#supported, prefix, ...(start && { start }) });
      await this.#discipline.begin(lab);
      this.#lab = lab;
      return lab;
    } catch (thrown) {
      await session.stop();
      if (thrown instanceof Unprepared)
        throw new TargetError(`${this.#target.name} takes no table of ours: ${thrown.message}`, 'see `parallax run`');
      throw thrown;
    }
  }

  async #close(): Promise<void> {
    const lab = this.#lab;
    this.#lab = undefined;
    if (lab === undefined) return;
    try {
      if (!this.#target.startedByUs) await this.#clean(lab);
    } finally {
      await lab.close();
    }
  }

  /** Removes from a store of somebody else what has the prefix of this run. */
  async #clean({ session }: Lab): Promise<void> {
    const prefix = runPrefix(this.#options.runId, this.#number);
    try {
      const { remnants } = await findRemnants(session);
      const own = remnants.filter(({ name }) => name.includes(prefix));
      const { closeMs } = patienceWith(this.#target, session);
      this.#leftovers.push(...(await removeRemnants(session, own, this.#signal.aborted ? overtimeMs : closeMs)));
    } catch (thrown) {
      if (!(thrown instanceof SweepError)) throw thrown;
      this.#leftovers.push({ kind: 'table', name: `${prefix}…`, why: thrown.message });
    }
  }

  /** Undefined when the run was cut meanwhile. */
  async #round(round: Round, obstacle: string | undefined): Promise<RoundRecord | undefined> {
    const begin = performance.now();
    const name = this.#discipline.idOf(round);
    if (obstacle !== undefined) return this.#record(name, { operations: 0, plays: [], detail: obstacle, begin });
    const plays: Played[] = [];
    let operations = 0;
    let detail: string | undefined;
    while (plays.length < this.#playsOf(name, plays, begin)) {
      const lab = await this.#open();
      const before = lab.calls;
      try {
        plays.push(await this.#discipline.play(round, lab));
      } catch (thrown) {
        if (!(thrown instanceof Unprepared)) throw thrown;
        detail = thrown.message;
      }
      operations += lab.calls - before;
      // What is broken once would be found again in every later round.
      if (detail !== undefined || plays.at(-1)?.anomalies.length) await this.#close();
      // A play that the signal has cut short says nothing.
      if (this.#signal.aborted) return undefined;
      if (detail !== undefined) break;
    }
    detail ??= plays.find(({ undecided }) => undecided !== undefined)?.undecided;
    return this.#record(name, { operations, plays, begin, ...(detail !== undefined && { detail }) });
  }

  /** Once, unless it shows what is not known; then several times, for a rate, or twice where that takes long. */
  #playsOf(name: string, plays: readonly Played[], begin: number): number {
    const fresh = plays.map(({ anomalies }) => anomalies.filter((one) => this.#knownAs(name, one) === undefined));
    if (fresh.every((some) => some.length === 0)) return 1;
    const isConfirmed = fresh.filter((some) => some.length > 0).length >= 2;
    return isConfirmed && performance.now() - begin > rateMsMost ? plays.length : (this.#options.plays ?? playsDefault);
  }

  #knownAs(name: string, anomaly: Anomaly): string | undefined {
    return this.#options.known(this.#target.name, this.#version, name, anomaly);
  }

  #record(
    name: string,
    { operations, plays, detail, begin }: { operations: number; plays: Played[]; detail?: string; begin: number },
  ): RoundRecord {
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

/** Each anomaly once, with its rate. Shown in one play only, it is no verdict. */
function seenIn(plays: readonly Played[], knownAs: (one: Anomaly) => string | undefined): SeenAnomaly[] {
  const all = new Map<string, { one: Anomaly; seen: number }>();
  for (const one of plays.flatMap(({ anomalies }) => anomalies)) {
    const before = all.get(keyOf(one));
    all.set(keyOf(one), { one: before?.one ?? one, seen: (before?.seen ?? 0) + 1 });
  }
  return [...all.values()].map(({ one, seen }): SeenAnomaly => {
    const reason = knownAs(one);
    const status = reason !== undefined ? 'known' : seen >= 2 ? 'new' : 'once';
    return { ...one, seen, of: plays.length, status, ...(reason !== undefined && { reason }) };
  });
}
