import type { Envelope, Verdict } from '../../suites/runner/record.ts';
import type { OperandsOf, Option, OptionsOf } from './option.ts';
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
  /** Prints for a person, to stdout, or to stderr while stdout carries the JSON. The last line that a command prints is its result. */
  print(text: string): void;
  /** Says on stderr what went wrong beside the work itself. */
  warn(text: string): void;
  /** Writes the JSON that `--json` asked for; does nothing without it. */
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

/** As the registry holds it: what its options and operands are is known to itself alone. */
export interface Command extends Head {
  /** Commander's notation, such as `[names...]`. */
  readonly arguments?: string;
  readonly options?: readonly Option[];
  /** `operands` and `options` are those that it declares, and the common options. @returns the exit code */
  run(context: CommandContext, operands: readonly unknown[], options: Common): Promise<number>;
}

interface Declaration<Options extends readonly Option[], Operands extends string> extends Head {
  readonly arguments?: Operands;
  readonly options?: Options;
  run(context: CommandContext, operands: OperandsOf<Operands>, options: OptionsOf<Options> & Common): Promise<number>;
}

/** A command whose `run` gets operands and options with the types that its declaration gives them. */
export function defineCommand<const Options extends readonly Option[] = [], const Operands extends string = ''>(
  declaration: Declaration<Options, Operands>,
): Command;
// Commander reads what is declared and nothing else, so that `run` is never called with anything of another type.
export function defineCommand(declaration: Command): Command {
  return declaration;
}
