/** One target during a fuzz run: started once, asked what it can do, replaced when it is lost. */
import type { Operation } from '../../oracles/values/types.ts';
import type { Case } from '../cases/case.ts';
import { TablePool } from '../runner/pool.ts';
import { untoldVerdicts } from '../runner/record.ts';
import { type Bench, type Played, playCase } from '../runner/run-case.ts';
import { probe, type Support } from '../targets/probe.ts';
import { type Session, type StartOptions, type Target, TargetError } from '../targets/target.ts';

const ownPatience = { activeMs: 30_000, dropMs: 1_000 };
const foreignPatience = { activeMs: 600_000, dropMs: 600_000 };
/** A loop of pages has few turns here. */
const loopMs = 10_000;

export interface SideOptions {
  runId: string;
  start?: StartOptions;
  signal?: AbortSignal;
}

/** Nothing goes through an SDK here, the tables of the pool included: it takes longer than most servers. */
const raw = (session: Session): Session => ({
  ...session,
  send: (operation, input, options) => session.send(operation, input, { raw: true, ...options }),
});

export class FuzzSide {
  readonly target: Target;
  version = 'unknown';
  facts: { readonly [name: string]: string } = {};
  /** Milliseconds in which it was played on, and requests that it was sent. */
  playedMs = 0;
  requests = 0;
  readonly #options: SideOptions;
  #bench: Bench | undefined;

  constructor(target: Target, options: SideOptions) {
    this.target = target;
    this.#options = options;
  }

  /** @throws TargetError when it cannot be started. */
  async start(): Promise<void> {
    const { start, runId, signal } = this.#options;
    const availability = await this.target.availability(start);
    if (availability.kind === 'unavailable') throw new TargetError(availability.reason, availability.remedy);
    const session = raw(await this.target.start(start));
    const supported = new Map<Operation, Support>();
    const ours = this.target.startedByUs;
    const pool = new TablePool(session, `parallax_${runId}_`, ours ? ownPatience : foreignPatience);
    const limits = { loopMs, ...(signal && { signal }) };
    // Held before anything is asked, so that a failing probe cannot leave a server behind.
    this.#bench = { session, pool, supported, heavyAllowed: ours, limits };
    this.version = session.version;
    this.facts = session.facts;
    for (const [operation, support] of await probe(session)) supported.set(operation, support);
  }

  /** A target that gave no answer is replaced by a fresh one where we start it. */
  async play(subject: Case): Promise<Played> {
    if (!this.#bench) throw new TargetError(`${this.target.name} is not running`, 'start it again');
    const begin = performance.now();
    const played = await playCase(subject, this.#bench);
    this.playedMs += performance.now() - begin;
    this.requests += played.entries.length;
    if (played.stopped && untoldVerdicts.includes(played.stopped.verdict) && this.target.startedByUs) {
      await this.stop();
      await this.start();
    }
    return played;
  }

  async stop(): Promise<void> {
    const bench = this.#bench;
    this.#bench = undefined;
    if (!bench) return;
    if (!this.target.startedByUs) await bench.pool.close();
    await bench.session.stop();
  }
}
