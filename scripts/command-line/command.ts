import type { Envelope, Verdict } from '../../suites/runner/record.ts';
import type { Progress } from './progress.ts';

/** What the command line hands to each command. */
export interface CommandContext {
  readonly version: string;
  /** Given by `--seed`, else drawn; printed, and kept in every record. */
  readonly seed: string;
  /** Part of every table name of this run: `[a-z0-9]+`. */
  readonly runId: string;
  readonly startedAt: Date;
  /** Aborted by the first Ctrl-C: what was found so far is still reported. */
  readonly signal: AbortSignal;
  /** Runs what keeps this thread to itself: no signal is heard meanwhile, so that each ends the process as it would any other. */
  blocking<T>(run: () => T): T;
  readonly progress: Progress;
  /** Prints for a person, to stdout, or to stderr while stdout carries the JSON. The last that a command prints is what it came to. */
  print(text: string): void;
  /** Says on stderr what went wrong beside the work itself. */
  warn(text: string): void;
  /** Writes the JSON that `--json` asked for; does nothing without it. */
  writeJson(value: object): void;
  envelope(command: string, verdict: Verdict): Envelope;
  readonly colour: boolean;
  readonly columns: number;
}

/** [flags, description] in commander's notation, and a reader for the value where it is not a plain text. */
export type Option = readonly [
  flags: string,
  description: string,
  parse?: (value: string, previous: unknown) => unknown,
];

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** Commander's notation, such as `[name...]`. */
  readonly arguments?: string;
  readonly options?: readonly Option[];
  readonly example: string;
  /** The exit code. */
  run(context: CommandContext, args: readonly string[], options: { readonly [name: string]: unknown }): Promise<number>;
}

export const exitCodes = { holds: 0, violated: 1, unknown: 3 } as const satisfies Record<Verdict, number>;

/** The call is wrong: exit code 2, one sentence, and what to do next. */
export class UsageError extends Error {
  readonly next: string;
  constructor(message: string, next: string) {
    super(message);
    this.name = 'UsageError';
    this.next = next;
  }
}

/**
 * For options that may be given several times or with commas: `--target a --target b,c`.
 *
 * @throws UsageError for a value that names nothing: a script whose variable is empty must not run everything, or nothing.
 */
export function list(value: string, previous: unknown): string[] {
  const parts = value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length > 0) return [...(Array.isArray(previous) ? previous : []), ...parts];
  throw new UsageError(
    `an option was given '${value}', which names nothing`,
    'name something, or leave the option away',
  );
}

/** A whole number from `least` up. */
export const wholeNumber =
  (least: number) =>
  (value: string): number => {
    if (!/^\d{1,9}$/.test(value) || Number(value) < least) {
      throw new UsageError(`'${value}' is not a whole number of at least ${least}`, 'give a number, such as 10');
    }
    return Number(value);
  };
