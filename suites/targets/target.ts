/**
 * A target answers DynamoDB requests. An adapter says whether it can run here and starts it; a session is one running
 * target. The runner depends only on the interfaces in this file.
 */
import type { JsonObject, Operation, Outcome } from '../../oracles/values/types.ts';
import type { Endpoint } from './raw.ts';

/** No answer, or an unreadable one. */
export type Unanswered = Extract<Outcome, { kind: 'unanswered' }>;

/** `found`: what will be started, such as the path of the binary. `remedy`: how to get it, if possible as a command. */
export type Availability =
  | { kind: 'available'; version: string; found: string }
  | { kind: 'unavailable'; reason: string; remedy: string };

export interface StartOptions {
  /** Timeout of one request in milliseconds. Default 10,000. */
  requestTimeoutMs?: number;
  /** Address space limit of a server that we start, in MiB. Default 2,048. */
  memoryMiBMax?: number;
  /** How long a server that we start may take until its first answer. */
  readyMs?: number;
  /** Required for hosts of AWS; set by `--yes-real-aws`. */
  realAwsAllowed?: boolean;
  /** Cancels the start of a server. */
  signal?: AbortSignal;
  /** Required for hosts outside this machine and private networks; set by `--yes-remote`. */
  remoteAllowed?: boolean;
  /** Region to sign for. Default `us-east-1`. */
  region?: string;
}

export interface SendOptions {
  /** Sends the input unchanged, without an SDK. */
  raw?: boolean;
  /** The raw body, if it is not JSON. Implies `raw`. */
  body?: string;
  /** HTTP headers in place of the usual ones. Implies `raw`. */
  headers?: { readonly [name: string]: string };
  /** Sent by the second account, if the session has one. */
  account?: 'other';
}

/** Whether a target supports something, or why not. */
export type Support = { supported: true } | { supported: false; reason: string };

/** The state of the target after an unanswered request. */
export type Health = { kind: 'up' } | { kind: 'crashed'; how: string } | { kind: 'hung' } | { kind: 'silent' };

export type Pace = 'fast' | 'own';

/** The process of a server that we start, for tests that end it. */
export interface ServerProcess {
  readonly port: number;
  /** Does nothing once the process has ended. */
  signal(name: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): void;
  /** How it ended; null while it runs. */
  ended(): string | null;
  /** Resolves once it has ended. */
  exit(): Promise<unknown>;
  /** Starts it again on the same directory and port, after it has ended. @throws TargetError */
  restart(): Promise<void>;
}

export interface Session {
  readonly target: string;
  readonly version: string;
  /** Settings for the reader of a report, such as the control-plane delay. */
  readonly facts: { readonly [name: string]: string };
  /** Whether `account: 'other'` works. The account may be created by its first request. */
  readonly otherAccount: Support;
  /** Whether `pause` moves the target's clock, or real time has to pass. */
  readonly clock: 'virtual' | 'real';
  /** On this machine: what does not happen within seconds never will. */
  readonly near?: boolean;
  /**
   * For a target that was made faster than normal, at the price of hiding states such as CREATING. `own` restores its
   * own delays, `fast` removes them.
   */
  setPace?(pace: Pace): Promise<void>;
  /** Where requests go, for clients that send their own. Absent for what runs in this process. */
  readonly endpoint?: Endpoint;
  /** Of a server that we start. */
  readonly process?: ServerProcess;
  /** Never throws, whatever the target does. */
  send(operation: Operation, input: JsonObject, options?: SendOptions): Promise<Outcome>;
  /** Lets time pass: a real wait, or an advance of the virtual clock. */
  pause(ms: number): Promise<void>;
  health(): Promise<Health>;
  /** Stops the target and removes its private directory. May be called twice. */
  stop(): Promise<void>;
  /** The server's log, for a crash report. Empty if we did not start it. */
  log(): Promise<string>;
}

export interface Target {
  readonly name: string;
  readonly title: string;
  /** Whether we start it. Only such a target may get hazards and be replaced by a new one. */
  readonly startedByUs: boolean;
  /** Where a server that we start keeps items. */
  readonly keepsItemsIn?: 'memory' | 'a file';
  /** Real DynamoDB is available only if `options` allows it. */
  availability(options?: StartOptions): Promise<Availability>;
  start(options?: StartOptions): Promise<Session>;
}

/** A target that could not be started. `message` is a sentence for the user, `remedy` the next step. */
export class TargetError extends Error {
  readonly remedy: string;
  constructor(message: string, remedy: string) {
    super(message);
    this.name = 'TargetError';
    this.remedy = remedy;
  }
}
