import type { Envelope, Verdict } from '../../suites/runner/record.ts';
import type { OperandsOf, Option, OptionsOf } from './option.ts';
import type { Progress } from './progress.ts';

/** The environment that the command line gives each command. */
export interface CommandContext {
  readonly version: string;
  /** From `--seed`, else random. It is printed, and stored in every record. */
  readonly seed: string;
  /** Part of every table name of this run: `[a-z0-9]+`. */
  readonly runId: string;
  readonly startedAt: Date;
  /** Aborted by the first Ctrl-C. The command then still reports what it found. */
  readonly signal: AbortSignal;
  /** Runs code that blocks this thread. Meanwhile no signal handler can run, so signals get their default action and end the process. */
  blocking<T>(run: () => T): T;
  readonly progress: Progress;
  /** Prints for people: to stdout, or to stderr while stdout carries the JSON. The last line that a command prints is its result. */
  print(text: string): void;
  /** Reports on stderr a problem that is not a result of the command. */
  warn(text: string): void;
  /** Writes the JSON for `--json`; does nothing without it. */
  writeJson(value: object): void;
  envelope(command: string, verdict: Verdict): Envelope;
  readonly colour: boolean;
  readonly columns: number;
}

export const exitCodes = { holds: 0, violated: 1, unknown: 3 } as const satisfies Record<Verdict, number>;

/** The options of every command. */
export const commonOptions = [
  ['--json <file>', 'write the result as JSON; - for stdout'],
  ['--seed <text>', 'seed of all random choices (default: drawn, and printed)'],
] as const satisfies readonly Option[];

type Common = OptionsOf<typeof commonOptions>;

interface Head {
  readonly name: string;
  readonly summary: string;
  readonly example: string;
}

/** A command in the registry. The types of its options and operands are known only to the command itself. */
export interface Command extends Head {
  /** In commander's notation, such as `[names...]`. */
  readonly arguments?: string;
  readonly options?: readonly Option[];
  /** `operands` and `options`: those that it declares, plus the common options. @returns the exit code */
  run(context: CommandContext, operands: readonly unknown[], options: Common): Promise<number>;
}

interface Declaration<Options extends readonly Option[], Operands extends string> extends Head {
  readonly arguments?: Operands;
  readonly options?: Options;
  run(context: CommandContext, operands: OperandsOf<Operands>, options: OptionsOf<Options> & Common): Promise<number>;
}

/** A command whose `run` gets operands and options with the types of its declaration. */
export function defineCommand<const Options extends readonly Option[] = [], const Operands extends string = ''>(
  declaration: Declaration<Options, Operands>,
): Command;
// Commander parses exactly what is declared, so `run` is never called with other types.
export function defineCommand(declaration: Command): Command {
  return declaration;
}
