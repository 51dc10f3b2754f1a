import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { History } from '../../oracles/history/history.ts';
import { judgeHistory } from '../../oracles/history/index.ts';
import { HistoryError, readHistory, writeHistory } from '../../oracles/history/json-lines.ts';
import { count } from '../../reports/text/format.ts';
import { visible } from '../../reports/text/visible.ts';
import { pad } from '../../reports/text/width.ts';
import { pairs } from '../../suites/race/pairs.ts';
import { race as playRace, type RaceOptions, type Round, readRound } from '../../suites/race/race.ts';
import { workloads } from '../../suites/race/workloads.ts';
import type { RoundsTarget } from '../../suites/rounds/record.ts';
import type { Verdict } from '../../suites/runner/record.ts';
import { type CommandContext, defineCommand, exitCodes } from '../command-line/command.ts';
import { folderToWrite, keep } from '../command-line/files.ts';
import { list, type Option } from '../command-line/option.ts';
import { unknownName } from '../command-line/unknown-name.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { mutantOption, roundOptions, runRounds } from '../options/rounds.ts';
import { startOptions } from '../options/start.ts';
import { targetOption } from '../options/targets.ts';

const options = [
  targetOption,
  ...roundOptions,
  ['--history <dir>', 'write the history of each round that shows something into this directory'],
  ['--judge <files...>', 'judge these histories again instead of playing', list],
  mutantOption,
  ...startOptions,
  ['--list', 'list the workloads and the pairs, and do nothing else'],
] as const satisfies readonly Option[];

export const race = defineCommand({
  name: 'race',
  summary: 'lets many clients work on few items, and pairs of operations meet on one name, and judges their history',
  options,
  example: `npx parallax race --target dynoxide --time 60 --history histories
  npx parallax race --target extenddb --round restore-delete-backup/4711
  npx parallax race --judge histories/dynoxide-registers-12.jsonl

A round is NAME/NUMBER: the number is the seed of everything that is drawn for it.`,
  async run(context, _operands, options) {
    if (options.list) return listed(context);
    if (options.judge) return judgedAgain(context, options.judge);
    return runRounds(
      context,
      { name: 'race', roundNamed, play: (asked) => played(context, options.history, asked) },
      options,
    );
  },
});

/** Keeps the histories of rounds that show something, where a directory is given. @throws UsageError */
function played(context: CommandContext, directory: string | undefined, asked: RaceOptions): Promise<RoundsTarget[]> {
  if (directory === undefined) return playRace(asked);
  const folder = folderToWrite(directory, '--history');
  const onHistory = (round: string, history: History): void =>
    keep(context, join(folder, fileNameOf(history.target, round)), writeHistory(history));
  return playRace({ ...asked, onHistory });
}

const fileNameOf = (target: string, round: string): string => `${target}-${round}.jsonl`.replace(/[^\w.+-]+/g, '-');

function roundNamed(id: string): Round {
  const round = readRound(id);
  if (round !== undefined) return round;
  const known = [...Object.keys(workloads), ...Object.keys(pairs)].map((name) => `${name}/1`);
  throw unknownName(`no round is called '${id}'`, id, known, 'give NAME/NUMBER, such as registers/12');
}

function judgedAgain(context: CommandContext, files: readonly string[]): number {
  const verdicts = files.map((file) => {
    const { verdict, judgements } = judgeHistory(historyIn(file));
    for (const [name, { verdict: own, judged, anomalies, unjudged }] of judgements) {
      context.print(`${file}: ${name}: ${own} (${count(judged, 'thing')} judged)`);
      for (const { kind, text, shown } of anomalies) context.print(visible(`  ${kind}: ${text}\n${shown}`));
      for (const why of unjudged) context.print(visible(`  not judged: ${why}`));
    }
    return { file, verdict };
  });
  const all = verdicts.map(({ verdict }) => verdict);
  const verdict: Verdict = all.includes('violated') ? 'violated' : all.includes('unknown') ? 'unknown' : 'holds';
  const words = verdict === 'unknown' ? 'no verdict' : verdict;
  context.print(`${words}: ${count(files.length, 'history', 'histories')} judged.`);
  context.writeJson({ ...context.envelope('race', verdict), histories: verdicts });
  return exitCodes[verdict];
}

/** @throws UsageError for a file that is missing, or is no history */
function historyIn(file: string) {
  try {
    return readHistory(readFileSync(file, 'utf8'));
  } catch (error) {
    const isKnown = error instanceof HistoryError || (error as NodeJS.ErrnoException).syscall !== undefined;
    if (!isKnown) throw error;
    throw new UsageError(
      `${file} is no history: ${(error as Error).message}`,
      'name a file that --history has written',
    );
  }
}

function listed(context: CommandContext): number {
  const lines = (all: { readonly [name: string]: { readonly title: string } }): string[] =>
    Object.entries(all).map(([name, { title }]) => `  ${pad(name, 24)}${title}`);
  const numbers = `${count(Object.keys(workloads).length, 'workload')}, ${count(Object.keys(pairs).length, 'pair')}`;
  context.print(['workloads:', ...lines(workloads), 'pairs:', ...lines(pairs), numbers].join('\n'));
  context.writeJson({
    ...context.envelope('race', 'holds'),
    rounds: [...Object.keys(workloads), ...Object.keys(pairs)],
  });
  return 0;
}
