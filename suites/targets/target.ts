/**
 * A target is something that answers DynamoDB requests. An adapter says whether it can run here and starts it; a session
 * is one running target. Adapters differ, sessions do not: the runner knows only what is in this file.
 */
import type { JsonObject, Operation, Outcome } from '../../oracles/values/types.ts';

/** No answer, or none that can be read. */
export type Unanswered = Extract<Outcome, { kind: 'unanswered' }>;

/** `found` says what will be started, such as the path of the binary; `remedy` how to get it, as a command where there is one. */
export type Availability =
  | { kind: 'available'; version: string; found: string }
  | { kind: 'unavailable'; reason: string; remedy: string };

export interface StartOptions {
  /** Longest wait for one answer. Default 10,000 ms. */
  requestTimeoutMs?: number;
  /** Address-space cap of a server that we start. Default 2,048 MiB. */
  memoryMiBMax?: number;
  /** Hosts of AWS need this, given by `--yes-real-aws`. */
  realAwsAllowed?: boolean;
  /** Nobody waits any more for a server that is being started. */
  signal?: AbortSignal;
  /** Hosts that are neither this machine nor an address of a private network need this, given by `--yes-remote`. */
  remoteAllowed?: boolean;
  /** Region and account are the target's affair; the region to sign for. Default `us-east-1`. */
  region?: string;
}

export interface SendOptions {
  /** Through no SDK: the input goes out as it stands. */
  raw?: boolean;
  /** The body itself, when it is not to be JSON at all. Implies `raw`. */
  body?: string;
  /** By the second account of the session, where it has one. */
  account?: 'other';
}

/** Whether a target has something, as it was asked or as it is known, or why not. */
export type Support = { supported: true } | { supported: false; reason: string };

/** What became of the thing behind a session, asked after a request went unanswered. */
export type Health = { kind: 'up' } | { kind: 'crashed'; how: string } | { kind: 'hung' } | { kind: 'silent' };

export type Pace = 'fast' | 'own';

export interface Session {
  readonly target: string;
  readonly version: string;
  /** Settings that a reader of the report must know, such as the control-plane delay that was set. */
  readonly facts: { readonly [name: string]: string };
  /** Whether `account: 'other'` can be sent. The account itself may come into being with its first request. */
  readonly otherAccount: Support;
  /** Whether `pause` moves the clock that the target goes by, or time has to pass for everybody. */
  readonly clock: 'virtual' | 'real';
  /** On this machine: what does not happen within seconds does not happen. */
  readonly near?: boolean;
  /**
   * Set where the target was made faster than it is by itself, at the price of states that nobody can see any more, such
   * as CREATING: `own` gives it its own delays back, `fast` takes them away.
   */
  setPace?(pace: Pace): Promise<void>;
  /** Never throws for anything that the other side did. */
  send(operation: Operation, input: JsonObject, options?: SendOptions): Promise<Outcome>;
  /** Lets time pass: a real wait, or a step of the oracle's virtual clock. */
  pause(ms: number): Promise<void>;
  health(): Promise<Health>;
  /** Ends what was started and removes its private directory. Safe to call twice. */
  stop(): Promise<void>;
  /** The server's own log, for a crash report. Empty when we did not start it. */
  log(): Promise<string>;
}

export interface Target {
  readonly name: string;
  readonly title: string;
  /** Whether we start it ourselves: only such a target may be sent hazards, and can be replaced by a fresh one. */
  readonly startedByUs: boolean;
  /** Where a server that we start keeps its items. */
  readonly keepsItemsIn?: 'memory' | 'a file';
  /** Real DynamoDB is available only to those who allow it in `options`. */
  availability(options?: StartOptions): Promise<Availability>;
  start(options?: StartOptions): Promise<Session>;
}

/** A target that could not be started; `message` is a sentence for the user, `remedy` the next step. */
export class TargetError extends Error {
  readonly remedy: string;
  constructor(message: string, remedy: string) {
    super(message);
    this.name = 'TargetError';
    this.remedy = remedy;
  }
}
