/** One target during a fuzz run: started once, asked what it can do, replaced when it is lost. */

import type { Case } from '../cases/case.ts';
import { closeEnvironment, openEnvironment } from '../runner/host/host.ts';
import { LearnedPatience } from '../runner/judge/read-patience.ts';
import { type SettleOptions, settling } from '../runner/judge/settle.ts';
import type { TargetTranscript } from '../runner/judge/shown.ts';
import { type CaseEnvironment, type Played, playCase } from '../runner/play/run-case.ts';
import { type Cut, type Leftover, noVerdict } from '../runner/record.ts';
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
export const isLost = ({ stopped }: Played): boolean => stopped !== undefined && noVerdict.includes(stopped.verdict);

/** Nothing goes through an SDK here, the tables of the pool included: it takes longer than most servers. */
const raw = (session: Session): Session => ({
  ...session,
  send: (operation, input, options) => session.send(operation, input, { raw: true, ...options }),
});

export class TargetHost {
  readonly target: Target;
  version = 'unknown';
  facts: { readonly [name: string]: string } = {};
  /** Requests that it was sent. */
  requests = 0;
  /** What it made and could not remove again; known once it has stopped. */
  readonly leftovers: Leftover[] = [];
  readonly patience = new LearnedPatience();
  readonly #options: SideOptions;
  #environment: CaseEnvironment | undefined;
  #replacing: Promise<void> | undefined;

  constructor(target: Target, options: SideOptions) {
    this.target = target;
    this.#options = options;
  }

  /** @throws TargetError when it cannot be started. */
  async start(): Promise<void> {
    await openEnvironment(this.target, { ...this.#options, through: raw }, (environment) => {
      this.#environment = environment;
      this.version = environment.session.version;
      this.facts = environment.session.facts;
    });
  }

  /**
   * Several sequences may be played at once. A target of ours that gave no answer is replaced by a fresh one. With the answers
   * of the reference, eventual reads that differ from them are given time to agree.
   */
  async play(
    subject: Case,
    expected?: TargetTranscript,
    patience: SettleOptions['patience'] = this.patience,
  ): Promise<Played> {
    await this.#replacing;
    const environment = this.#environment;
    if (!environment) throw new TargetError(`${this.target.name} is not running`, 'start it again');
    const { signal } = this.#options;
    const { pause } = environment.session;
    const settle = expected && settling({ subject, expected, pause, patience, ...(signal && { signal }) });
    const played = await playCase(subject, {
      ...environment,
      limits: { ...environment.limits, ...(settle && { settle }) },
    });
    this.requests += played.entries.length;
    if (isLost(played) && this.target.startedByUs && !signal?.aborted) await this.#replace(environment);
    return played;
  }

  /** Once, however many sequences were lost with it. */
  async #replace(lost: CaseEnvironment): Promise<void> {
    if (this.#environment !== lost && this.#environment !== undefined) return;
    this.#replacing ??= this.stop()
      .then(() => this.start())
      .finally(() => {
        this.#replacing = undefined;
      });
    await this.#replacing;
  }

  async stop(): Promise<void> {
    const environment = this.#environment;
    this.#environment = undefined;
    if (!environment) return;
    this.leftovers.push(...(await closeEnvironment(this.target, environment, this.#options.cut?.())));
  }
}
