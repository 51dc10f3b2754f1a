/** One target during a run: starts it, probes it, replaces it when lost, and cleans up. */
import type { Case } from '../../cases/case.ts';
import { type Session, type Target, TargetError } from '../../targets/target.ts';
import type { AuditDepth } from '../invariants/audit.ts';
import { LearnedPatience, type ReadPatience } from '../judge/read-patience.ts';
import { settling } from '../judge/settle.ts';
import type { TargetTranscript } from '../judge/shown.ts';
import { type CaseEnvironment, type Played, playCase } from '../play/run-case.ts';
import type { Leftover } from '../record.ts';
import type { Deadline } from './deadline.ts';
import { closeEnvironment, type EnvironmentOptions, openEnvironment } from './environment.ts';
import { Turns } from './turns.ts';

export interface HostOptions extends Omit<EnvironmentOptions, 'signal'> {
  /** Ends the work in progress and gives the reason. */
  deadline?: Pick<Deadline, 'signal' | 'cut'>;
  /** Checks the invariants after each case, with reads of its own. Default: not. */
  audits?: AuditDepth | undefined;
}

export interface PlayOptions {
  /**
   * The reference's answers. Eventually consistent reads that differ are repeated until they agree; without it they are
   * not.
   */
  expected?: TargetTranscript | undefined;
  /** Time limit for such reads. Default: adapted to the target. */
  patience?: ReadPatience;
  /** Whether the invariants are checked, if they are on this host. Default: true. */
  audited?: boolean;
}

/** A played case, and a function to replace its server. */
interface HostPlayed extends Played {
  /** Replaces a server of ours, once for all cases lost with it. @throws TargetError */
  replace(): Promise<void>;
}

const nearAtOnce = 8;
/** A service counts concurrent requests, and refuses more than a few that change tables. */
const farAtOnce = 4;

export class TargetHost {
  readonly target: Target;
  version = 'unknown';
  facts: { readonly [name: string]: string } = {};
  /** Number of requests sent by cases. */
  requests = 0;
  /** What could not be removed; known after `stop`. */
  readonly leftovers: Leftover[] = [];
  readonly patience = new LearnedPatience();
  readonly #turns = new Turns();
  readonly #options: HostOptions;
  #environment: CaseEnvironment | undefined;
  #replacing: Promise<void> | undefined;

  constructor(target: Target, options: HostOptions) {
    this.target = target;
    this.#options = options;
  }

  /** How many cases may be in flight. With a virtual clock one: what one case waits would pass for all. */
  get atOnce(): number {
    if (this.#environment?.session.clock === 'virtual') return 1;
    return this.target.startedByUs || this.#environment?.session.near === true ? nearAtOnce : farAtOnce;
  }

  /** @throws TargetError when the target is missing or cannot be started */
  async start(): Promise<void> {
    const { deadline: _, audits: __, ...options } = this.#options;
    await openEnvironment(this.target, { ...options, ...this.#signal }, (environment) => {
      this.#environment = environment;
      this.version = environment.session.version;
      this.facts = environment.session.facts;
    });
  }

  /** Cases may be played concurrently. @throws TargetError when the target is not running */
  async play(subject: Case, options: PlayOptions = {}): Promise<HostPlayed> {
    await this.#replacing;
    const environment = this.#environment;
    if (!environment) throw new TargetError(`${this.target.name} is not running`, 'start it again');
    const play = () => playCase(subject, this.#patient(subject, environment, options));
    const played = await this.#inTurn(subject, environment.session, play);
    this.requests += played.sent ?? played.entries.length;
    return { ...played, replace: () => this.#replace(environment) };
  }

  /** One moved clock is the clock of all cases, so a case that looks at states that pass has it alone. */
  #inTurn<T>({ passingStates }: Case, { clock }: Session, play: () => Promise<T>): Promise<T> {
    if (clock === 'real') return play();
    return passingStates ? this.#turns.alone(play) : this.#turns.shared(play);
  }

  #patient(
    subject: Case,
    environment: CaseEnvironment,
    { expected, patience = this.patience, audited: isWanted = true }: PlayOptions,
  ): CaseEnvironment {
    const { audits: depth } = this.#options;
    const audited = { ...environment, ...(depth && isWanted && { audits: { depth, patience } }) };
    if (expected === undefined) return audited;
    const { pause } = environment.session;
    const settle = settling({ subject, expected, pause, patience, ...this.#signal });
    return { ...audited, limits: { ...environment.limits, settle } };
  }

  get #signal(): { signal?: AbortSignal } {
    const { deadline } = this.#options;
    return deadline ? { signal: deadline.signal } : {};
  }

  async #replace(lost: CaseEnvironment): Promise<void> {
    if (!this.target.startedByUs || this.#options.deadline?.signal.aborted) return;
    if (this.#environment !== lost && this.#environment !== undefined) return;
    this.#replacing ??= this.stop()
      .then(() => this.start())
      .finally(() => {
        this.#replacing = undefined;
      });
    await this.#replacing;
  }

  /** Safe to call twice. */
  async stop(): Promise<void> {
    const environment = this.#environment;
    this.#environment = undefined;
    if (!environment) return;
    this.leftovers.push(...(await closeEnvironment(this.target, environment, this.#options.deadline?.cut())));
  }
}
