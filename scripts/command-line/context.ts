/** Creates the context of a command: its output, its seed, and its signals. */
import { randomBytes } from 'node:crypto';
import { terminalOptions } from '../../reports/render/terminal.ts';
import { runPrefix } from '../../suites/runner/host/names.ts';
import type { CommandContext, commonOptions } from './command.ts';
import { fileToWrite, keep } from './files.ts';
import { listenToSignals } from './interruption.ts';
import type { OptionsOf } from './option.ts';
import { lineProgress, type Progress, silent, terminalProgress } from './progress.ts';

/** `makesTables`: the command may leave tables in a store when a second signal ends it. */
export function openContext(
  { json, seed = randomBytes(4).toString('hex') }: OptionsOf<typeof commonOptions>,
  version: string,
  makesTables: boolean,
): { context: CommandContext; close: () => void } {
  const startedAt = new Date();
  const begin = performance.now();
  if (json !== undefined && json !== '-') fileToWrite(json);
  const progress = progressOn(process.stderr);
  const warn = (text: string): void => {
    progress.clear();
    process.stderr.write(`parallax: ${text}\n`);
  };
  const runId = randomBytes(3).toString('hex');
  const left = `tables named ${runPrefix(runId)}… may remain on a store that Parallax did not start; parallax sweep removes them`;
  const interruption = listenToSignals(warn, makesTables ? left : undefined);
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
      const text = `${JSON.stringify(value, null, 2)}\n`;
      if (json === '-') process.stdout.write(text);
      else if (json !== undefined) keep(context, json, text);
    },
    envelope: (command, verdict) => ({
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

function progressOn(stream: NodeJS.WriteStream): Progress {
  if (stream.isTTY) return terminalProgress(stream);
  return process.env.CI ? silent : lineProgress(stream);
}
