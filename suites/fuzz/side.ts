/** One target during a fuzz run: started once, asked what it can do, replaced when it is lost. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { Operation } from '../../oracles/values/types.ts';
import type { Case } from '../cases/case.ts';
import type { Side } from '../runner/judge.ts';
import { TablePool } from '../runner/pool.ts';
import { untoldVerdicts } from '../runner/record.ts';
import { type Bench, type Played, playCase } from '../runner/run-case.ts';
import { LearnedPatience, type SettleOptions, settling } from '../runner/settle.ts';
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

/** Whether a sequence ended without an answer. */
export const isLost = ({ stopped }: Played): boolean =>
  stopped !== undefined && untoldVerdicts.includes(stopped.verdict);

/** Nothing goes through an SDK here, the tables of the pool included: it takes longer than most servers. */
const raw = (session: Session): Session => ({
  ...session,
  send: (operation, input, options) => session.send(operation, input, { raw: true, ...options }),
});

export class FuzzSide {
  readonly target: Target;
  version = 'unknown';
  facts: { readonly [name: string]: string } = {};
  /** Requests that it was sent. */
  requests = 0;
  readonly patience = new LearnedPatience();
  readonly #options: SideOptions;
  #bench: Bench | undefined;
  #replacing: Promise<void> | undefined;

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

  /**
   * Several sequences may be played at once. A target of ours that gave no answer is replaced by a fresh one. With the answers
   * of the reference, eventual reads that differ from them are given time to agree.
   */
  async play(subject: Case, expected?: Side, patience: SettleOptions['patience'] = this.patience): Promise<Played> {
    // A target in this process never waits for anything: without a pause neither a signal nor a timer would come through.
    await breathe();
    await this.#replacing;
    const bench = this.#bench;
    if (!bench) throw new TargetError(`${this.target.name} is not running`, 'start it again');
    const { signal } = this.#options;
    const { pause } = bench.session;
    const settle = expected && settling({ subject, expected, pause, patience, ...(signal && { signal }) });
    const played = await playCase(subject, { ...bench, limits: { ...bench.limits, ...(settle && { settle }) } });
    this.requests += played.entries.length;
    if (isLost(played) && this.target.startedByUs && !signal?.aborted) await this.#replace(bench);
    return played;
  }

  /** Once, however many sequences were lost with it. */
  async #replace(lost: Bench): Promise<void> {
    if (this.#bench !== lost && this.#bench !== undefined) return;
    this.#replacing ??= this.stop()
      .then(() => this.start())
      .finally(() => {
        this.#replacing = undefined;
      });
    await this.#replacing;
  }

  async stop(): Promise<void> {
    const bench = this.#bench;
    this.#bench = undefined;
    if (!bench) return;
    if (!this.target.startedByUs) await bench.pool.close();
    await bench.session.stop();
  }
}
