import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CommanderError, Command as Program } from 'commander';
import { terminalOptions } from '../reports/render/terminal.ts';
import { runPrefix } from '../suites/runner/host/names.ts';
import type { Envelope, Verdict } from '../suites/runner/record.ts';
import { TargetError } from '../suites/targets/target.ts';
import { type Command, type CommandContext, exitCodes, UsageError } from './command.ts';
import { fileToWrite, keep } from './files.ts';
import { Interrupted, interruptedCode, listenToSignals } from './interruption.ts';
import { bearBrokenPipes } from './pipes.ts';
import { lineProgress, silent, terminalProgress } from './progress.ts';
import { commands } from './registry.ts';

const packageFile = new URL('../package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };

/** The exit code of a call. Nothing that goes wrong in it leaves a stack trace, unless it is our own mistake. */
export async function main(args: readonly string[]): Promise<number> {
  let code = 0;
  bearBrokenPipes();
  const program = new Program('parallax')
    .description('Checks that a store which claims to be DynamoDB really behaves like it, and explores its protocols.')
    .version(version, '-V, --version')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .addHelpText(
      'after',
      `\nExit codes: 0 everything holds · 1 violated · 2 the call is wrong · 3 could not tell\n\nExample:\n  ${commands.tour.example}`,
    );
  for (const command of Object.values(commands)) {
    add(program, command, async (context, operands, options) => {
      code = await command.run(context, operands, options);
    });
  }
  try {
    if (args.length === 0) {
      program.outputHelp();
      return 2;
    }
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    return explain(error);
  }
}

type Action = (context: CommandContext, operands: string[], options: { [name: string]: unknown }) => Promise<void>;

function add(program: Program, command: Command, action: Action): void {
  const sub = program
    .command(command.arguments ? `${command.name} ${command.arguments}` : command.name)
    .description(command.summary)
    .allowExcessArguments(false)
    .addHelpText('after', `\nExample:\n  ${command.example}`);
  for (const [flags, description, parse] of command.options ?? []) {
    if (parse) sub.option(flags, description, parse);
    else sub.option(flags, description);
  }
  sub.option('--json <file>', 'write the result as JSON; - for stdout');
  sub.option('--seed <text>', 'what random choices start from; drawn and printed when not given');
  sub.action(async () => {
    const options = sub.opts<{ [name: string]: unknown }>();
    const { context, close } = contextFor(options, makesTables(command));
    try {
      await action(context, sub.args, options);
    } finally {
      close();
    }
    if (context.signal.aborted) throw new Interrupted();
  });
}

/** Whether it asks stores of others, in which its tables may stay when nobody waits for its end. */
const makesTables = ({ name, options = [] }: Command): boolean =>
  name !== 'sweep' && options.some(([flags]) => flags.includes('--target'));

function contextFor(
  options: { [name: string]: unknown },
  tables: boolean,
): { context: CommandContext; close: () => void } {
  const startedAt = new Date();
  const begin = performance.now();
  const json = typeof options.json === 'string' ? options.json : undefined;
  if (json !== undefined && json !== '-') fileToWrite(json);
  const seed = typeof options.seed === 'string' ? options.seed : randomBytes(4).toString('hex');
  const progress = process.stderr.isTTY
    ? terminalProgress(process.stderr)
    : process.env.CI
      ? silent
      : lineProgress(process.stderr);
  const warn = (text: string): void => {
    progress.clear();
    process.stderr.write(`parallax: ${text}\n`);
  };
  const runId = randomBytes(3).toString('hex');
  const left = `on a store that was not started here there may still be tables that begin with ${runPrefix(runId)}; parallax sweep removes them later`;
  const interruption = listenToSignals(warn, tables ? left : undefined);
  const people = json === '-' ? process.stderr : process.stdout;
  const { width, color } = terminalOptions(people, process.env);
  const context: CommandContext = {
    version,
    seed,
    runId,
    startedAt,
    signal: interruption.signal,
    blocking: interruption.blocking,
    progress,
    colour: color,
    columns: width,
    print: (text) => {
      progress.clear();
      people.write(`${text.trimEnd()}\n`);
    },
    warn,
    writeJson: (value) => {
      if (json === '-') process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
      else if (json !== undefined) keep(context, json, `${JSON.stringify(value, null, 2)}\n`);
    },
    envelope: (command: string, verdict: Verdict): Envelope => ({
      command,
      version,
      seed,
      startedAt: startedAt.toISOString(),
      durationMs: Math.round(performance.now() - begin),
      verdict,
      ...(interruption.signal.aborted && { interrupted: true as const }),
    }),
  };
  return { context, close: interruption.close };
}

function explain(error: unknown): number {
  if (error instanceof CommanderError) {
    // Commander has printed its own sentence.
    return error.exitCode === 0 ? 0 : 2;
  }
  if (error instanceof Interrupted) return interruptedCode;
  if (error instanceof UsageError) {
    process.stderr.write(`parallax: ${error.message}\nNext: ${error.next}\n`);
    return 2;
  }
  if (error instanceof TargetError) {
    process.stderr.write(`parallax: ${error.message}\nNext: ${error.remedy}\n`);
    return exitCodes.unknown;
  }
  process.stderr.write(
    `parallax: internal error, please report it\n${error instanceof Error ? error.stack : String(error)}\n`,
  );
  return exitCodes.unknown;
}
