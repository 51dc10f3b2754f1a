import { readFileSync } from 'node:fs';
import { CommanderError, Option as CommanderOption, Command as Program } from 'commander';
import { TargetError } from '../suites/targets/target.ts';
import { type Command, commonOptions, exitCodes } from './command-line/command.ts';
import { openContext } from './command-line/context.ts';
import { Interrupted, interruptedCode } from './command-line/interruption.ts';
import type { Option } from './command-line/option.ts';
import { tolerateBrokenPipes } from './command-line/pipes.ts';
import { UsageError } from './command-line/usage-error.ts';
import { shardOfJob, shardOption } from './options/shard.ts';
import { commands } from './registry.ts';

const packageFile = new URL('../package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };

/** Runs a command line and returns its exit code. Only an internal error prints a stack trace. */
export async function main(args: readonly string[]): Promise<number> {
  let code = 0;
  tolerateBrokenPipes();
  const program = new Program('parallax')
    .description('Checks that a store which claims to be DynamoDB behaves like DynamoDB, and explores its protocols.')
    .version(version, '-V, --version')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .addHelpText(
      'after',
      `\nExit codes: 0 everything holds · 1 violated · 2 the call is wrong · 3 no verdict\n\nExample:\n  ${commands.tour.example}`,
    );
  for (const command of Object.values(commands)) {
    add(program, command, (ended) => {
      code = ended;
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

function add(program: Program, command: Command, ended: (code: number) => void): void {
  const sub = program
    .command(command.arguments ? `${command.name} ${command.arguments}` : command.name)
    .description(command.summary)
    .allowExcessArguments(false)
    .addHelpText('after', `\nExample:\n  ${command.example}`);
  for (const option of [...(command.options ?? []), ...commonOptions]) sub.addOption(commanderOption(option));
  sub.action(async () => {
    const { context, close } = openContext(sub.opts(), version, makesTables(command));
    try {
      const job = command.options?.includes(shardOption) && sub.opts().shard === undefined && shardOfJob(process.env);
      if (job) {
        sub.setOptionValue('shard', job.shard);
        context.warn(`shard ${job.shard.index}/${job.shard.count}, from ${job.from}`);
      }
      ended(await command.run(context, sub.processedArgs, sub.opts()));
    } finally {
      close();
    }
    if (context.signal.aborted) throw new Interrupted();
  });
}

function commanderOption([flags, description, read, fallback]: Option): CommanderOption {
  const option = new CommanderOption(flags, description);
  if (read !== undefined) option.argParser(read);
  if (fallback !== undefined) option.default(fallback, String(fallback));
  return option;
}

/** Whether the command creates tables in other stores, where they may remain when it is ended at once. */
const makesTables = ({ name, options = [] }: Command): boolean =>
  name !== 'sweep' && options.some(([flags]) => /--(?:target|head)\b/.test(flags));

function explain(error: unknown): number {
  if (error instanceof CommanderError) {
    // Commander has already printed its message.
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
