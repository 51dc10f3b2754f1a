/** One target during a fuzz run: started once, asked what it can do, replaced when it is lost. */
import type { Case } from '../cases/case.ts';
import { closeBench, openBench } from '../runner/host/host.ts';
import type { Side } from '../runner/judge/judge.ts';
import { type Cut, type Leftover, untoldVerdicts } from '../runner/record.ts';
import { type Bench, type Played, playCase } from '../runner/play/run-case.ts';
import { LearnedPatience, type SettleOptions, settling } from '../runner/judge/settle.ts';
import { type Session, type StartOptions, type Target, TargetError } from '../targets/target.ts';

export interface SideOptions {
  runId: string;
  /** Number of this side of the run. */
  side?: number;
  start?: StartOptions;
  signal?: AbortSignal;
  /** What has ended the run before its end, if anything has. */
  cut?: () => Cut | undefined;
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
  /** What it made and could not remove again; known once it has stopped. */
  readonly leftovers: Leftover[] = [];
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
    await openBench(this.target, { ...this.#options, through: raw }, (bench) => {
      this.#bench = bench;
      this.version = bench.session.version;
      this.facts = bench.session.facts;
    });
  }

  /**
   * Several sequences may be played at once. A target of ours that gave no answer is replaced by a fresh one. With the answers
   * of the reference, eventual reads that differ from them are given time to agree.
   */
  async play(subject: Case, expected?: Side, patience: SettleOptions['patience'] = this.patience): Promise<Played> {
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
    this.leftovers.push(...(await closeBench(this.target, bench, this.#options.cut?.())));
  }
}
