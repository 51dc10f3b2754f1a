import type { Operation } from '../../oracles/values/types.ts';
import type { Case } from '../cases/case.ts';
import { probe, type Support } from '../targets/probe.ts';
import { type StartOptions, type Target, TargetError } from '../targets/target.ts';
import { type Attempt, attemptOf, settle } from './attempt.ts';
import type { Side } from './judge.ts';
import { TablePool } from './pool.ts';
import {
  type CaseRecord,
  type CaseVerdict,
  type Divergence,
  type RunRecord,
  type TargetRecord,
  untoldVerdicts,
} from './record.ts';
import { type Bench, playCase } from './run-case.ts';

export interface RunProgress {
  target: string;
  /** The case that ends now; undefined while the target starts. */
  case?: string;
  done: number;
  total: number;
}

export interface RunOptions {
  cases: readonly Case[];
  targets: readonly Target[];
  /** Its answers count as right. Without one, only the expectations written in the cases judge. */
  reference?: Target;
  /** Part of every table name, so that nothing else is ever touched: `[a-z0-9]+`. */
  runId: string;
  start?: StartOptions;
  /** How often each case is played; it must come out the same each time. Default 1. */
  repeat?: number;
  onProgress?: (progress: RunProgress) => void;
  /** Hands over what was sent and answered, the reference's first. */
  onPlayed?: (subject: Case, side: Side) => void;
  /** Ends the run after the case at hand; what was found so far is returned. */
  signal?: AbortSignal;
}

// A server of our own has its delays set to nothing and is thrown away afterwards; the real service takes minutes over an
// index, and every table left behind there costs.
const ownLoopMs = 30_000;
const foreignLoopMs = 600_000;
const ownPatience = { activeMs: 30_000, dropMs: 1_000 };
const foreignPatience = { activeMs: 600_000, dropMs: 600_000 };

/** The target gave no answer: it may have to be replaced, and after a few in a row it is given up. */
const lostVerdicts: readonly CaseVerdict[] = ['crashed', 'hung', 'silent', 'refused'];

/** After so many cases in a row without an answer the target is given up. */
const unansweredMax = 3;

/** Plays every case on the reference and on every target, the targets side by side. Statuses are given later, by the ledger. */
export async function runCases(options: RunOptions): Promise<RunRecord> {
  const sides = new Map<string, Side>();
  const { reference } = options;
  let referenceRun: TargetRun | undefined;
  if (reference) {
    referenceRun = new TargetRun(reference, options);
    await referenceRun.run((subject, side) => void sides.set(subject.id, side));
    // A run whose reference is missing would compare with nothing and call it agreement.
    const { unavailable } = referenceRun.record();
    if (unavailable)
      throw new TargetError(`the reference ${reference.name}: ${unavailable.reason}`, unavailable.remedy);
  }
  const runs = options.targets.map((target) => {
    if (target === reference && referenceRun) return Promise.resolve(referenceRun);
    const run = new TargetRun(target, options);
    return run.run(undefined, sides).then(() => run);
  });
  const done = await Promise.all(runs);
  return {
    reference: reference?.name ?? 'none',
    targets: done.map((run) => run.record()),
    divergences: done.flatMap((run) => run.divergences),
  };
}

class TargetRun {
  readonly divergences: Divergence[] = [];
  readonly #target: Target;
  readonly #options: RunOptions;
  readonly #results: CaseRecord[] = [];
  #bench: Bench | undefined;
  #version = 'unknown';
  #facts: { readonly [name: string]: string } = {};
  #unavailable: TargetRecord['unavailable'];
  #durationMs = 0;

  constructor(target: Target, options: RunOptions) {
    this.#target = target;
    this.#options = options;
  }

  async run(onPlayed?: (subject: Case, side: Side) => void, references?: ReadonlyMap<string, Side>): Promise<void> {
    const begin = performance.now();
    try {
      await this.#start();
      await this.#cases(onPlayed, references);
    } catch (error) {
      if (!(error instanceof TargetError)) throw error;
      this.#unavailable = { reason: error.message, remedy: error.remedy };
    } finally {
      await this.#stop();
      this.#durationMs = Math.round(performance.now() - begin);
    }
  }

  async #start(): Promise<void> {
    const { onProgress, cases, runId, start, signal } = this.#options;
    onProgress?.({ target: this.#target.name, done: 0, total: cases.length });
    const availability = await this.#target.availability(start);
    if (availability.kind === 'unavailable') throw new TargetError(availability.reason, availability.remedy);
    const session = await this.#target.start(start);
    // Held before anything else is asked, so that a failing probe cannot leave a server behind.
    const supported: Map<Operation, Support> = new Map();
    const ours = this.#target.startedByUs;
    const pool = new TablePool(session, `parallax_${runId}_`, ours ? ownPatience : foreignPatience);
    const limits = { loopMs: ours ? ownLoopMs : foreignLoopMs, ...(signal && { signal }) };
    this.#bench = { session, pool, supported, heavyAllowed: ours, limits };
    this.#version = session.version;
    this.#facts = session.facts;
    for (const [operation, support] of await probe(session)) supported.set(operation, support);
  }

  async #stop(): Promise<void> {
    const bench = this.#bench;
    this.#bench = undefined;
    if (!bench) return;
    if (!this.#target.startedByUs) await bench.pool.close();
    await bench.session.stop();
  }

  async #cases(onPlayed?: (subject: Case, side: Side) => void, references?: ReadonlyMap<string, Side>): Promise<void> {
    const { cases, signal, onProgress, repeat = 1 } = this.#options;
    let unanswered = 0;
    for (const [at, subject] of cases.entries()) {
      if (signal?.aborted) return this.#leaveOut(cases.slice(at), 'skipped', 'interrupted');
      if (unanswered >= unansweredMax || !this.#bench) {
        return this.#leaveOut(
          cases.slice(at),
          'refused',
          `not tried: the target gave no answer ${unanswered} times in a row`,
        );
      }
      const attempts: Attempt[] = [];
      for (let turn = 0; turn < repeat && this.#bench && !signal?.aborted; turn++) {
        attempts.push(await this.#attempt(subject, this.#bench, onPlayed, references?.get(subject.id)));
        const lost = lostVerdicts.includes(attempts.at(-1)?.record.verdict ?? 'matches');
        unanswered = lost ? unanswered + 1 : 0;
        if (lost && this.#target.startedByUs) await this.#replace();
      }
      const { record, found } = settle(subject, attempts);
      this.#results.push(record);
      this.divergences.push(...found);
      onProgress?.({ target: this.#target.name, case: subject.id, done: at + 1, total: cases.length });
    }
  }

  async #attempt(
    subject: Case,
    bench: Bench,
    onPlayed: RunOptions['onPlayed'],
    reference: Side | undefined,
  ): Promise<Attempt> {
    const begin = performance.now();
    const played = await playCase(subject, bench);
    const side: Side = { target: this.#target.name, entries: played.entries, names: played.names };
    onPlayed?.(subject, side);
    this.#options.onPlayed?.(subject, side);
    return attemptOf(subject, side, played, performance.now() - begin, reference);
  }

  /** A target that crashed or hung is replaced by a fresh one, and its tables are forgotten with it. */
  async #replace(): Promise<void> {
    this.#bench?.pool.forget();
    await this.#stop();
    await this.#start();
  }

  #leaveOut(cases: readonly Case[], verdict: CaseVerdict, detail: string): void {
    for (const { id, area } of cases)
      this.#results.push({ case: id, area, verdict, detail, divergences: [], durationMs: 0 });
  }

  record(): TargetRecord {
    const count = (...verdicts: CaseVerdict[]): number =>
      this.#results.filter(({ verdict }) => verdicts.includes(verdict)).length;
    const advisory = this.divergences.filter(({ status }) => status === 'advisory').length;
    return {
      name: this.#target.name,
      version: this.#version,
      cases: this.#options.cases.length,
      matched: count('matches'),
      diverged: count('diverges'),
      known: 0,
      new: this.divergences.length - advisory,
      unknown: this.#unavailable
        ? this.#options.cases.length - this.#results.length + count(...untoldVerdicts)
        : count(...untoldVerdicts),
      skipped: count('skipped', 'unsupported'),
      advisory,
      judged: count('matches', 'diverges'),
      facts: { ...this.#facts },
      ...(this.#unavailable && { unavailable: this.#unavailable }),
      stale: [],
      leftovers: [],
      results: this.#results,
      durationMs: this.#durationMs,
    };
  }
}
