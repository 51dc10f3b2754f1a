import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { CommanderError, Command as Program } from 'commander';
import type { Envelope, Verdict } from '../suites/runner/record.ts';
import { TargetError } from '../suites/targets/target.ts';
import { type Command, type Context, exitCodes, UsageError } from './command.ts';
import { lineProgress, silent, terminalProgress } from './progress.ts';
import { commands } from './registry.ts';

const packageFile = new URL('../package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };

const interruptedCode = 130;

/** The exit code of a call. Nothing that goes wrong in it leaves a stack trace, unless it is our own mistake. */
export async function main(args: readonly string[]): Promise<number> {
  let code = 0;
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

type Action = (context: Context, operands: string[], options: { [name: string]: unknown }) => Promise<void>;

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
    const { context, close } = contextFor(options);
    try {
      await action(context, sub.args, options);
    } finally {
      close();
    }
    if (context.signal.aborted) throw new Interrupted();
  });
}

class Interrupted extends Error {}

function contextFor(options: { [name: string]: unknown }): { context: Context; close: () => void } {
  const startedAt = new Date();
  const begin = performance.now();
  const json = typeof options.json === 'string' ? options.json : undefined;
  const seed = typeof options.seed === 'string' ? options.seed : randomBytes(4).toString('hex');
  const abort = new AbortController();
  const progress = process.stderr.isTTY
    ? terminalProgress(process.stderr)
    : process.env.CI
      ? silent
      : lineProgress(process.stderr);
  const onSignal = (): void => {
    // The second one is for somebody who will not wait; servers are ended by their watchdogs however we end.
    if (abort.signal.aborted) process.exit(interruptedCode);
    progress.clear();
    process.stderr.write('interrupted: ending what was started; once more to leave at once\n');
    abort.abort();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const listen = (): void => {
    for (const signal of signals) process.on(signal, onSignal);
  };
  const close = (): void => {
    for (const signal of signals) process.off(signal, onSignal);
  };
  listen();
  const people = json === '-' ? process.stderr : process.stdout;
  const context: Context = {
    version,
    seed,
    runId: randomBytes(3).toString('hex'),
    startedAt,
    signal: abort.signal,
    blocking: (run) => {
      // A handler that cannot run does nothing but hold the signal back.
      close();
      try {
        return run();
      } finally {
        listen();
      }
    },
    progress,
    colour: people.isTTY === true && process.env.NO_COLOR === undefined && process.env.TERM !== 'dumb',
    columns: people.isTTY ? (people.columns ?? 80) : 100,
    print: (text) => {
      progress.clear();
      people.write(`${text}\n`);
    },
    writeJson: (value) => {
      if (json === '-') process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
      else if (json !== undefined) writeFile(json, `${JSON.stringify(value, null, 2)}\n`);
    },
    envelope: (command: string, verdict: Verdict): Envelope => ({
      command,
      version,
      seed,
      startedAt: startedAt.toISOString(),
      durationMs: Math.round(performance.now() - begin),
      verdict,
    }),
  };
  return { context, close };
}

function writeFile(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(
      `cannot write ${file}: ${(error as Error).message}`,
      'name a file in a directory that exists, or - for stdout',
    );
  }
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
    `parallax: a mistake of ours, please report it\n${error instanceof Error ? error.stack : String(error)}\n`,
  );
  return exitCodes.unknown;
}
