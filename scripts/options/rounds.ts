/** What `crash` and `race` share: how many rounds, which, the ledger, and the end. */
import { mutate, oracleMutants } from '../../oracles/policies/mutants.ts';
import { isServiceFault } from '../../oracles/server/faults.ts';
import { roundReason } from '../../reports/ledger/rounds.ts';
import { type RoundsRecord, verdictOfRounds } from '../../reports/rounds/summary.ts';
import { renderRounds } from '../../reports/rounds/terminal.ts';
import { count } from '../../reports/text/format.ts';
import type { Anomaly } from '../../suites/rounds/anomaly.ts';
import type { RoundsOptions } from '../../suites/rounds/play.ts';
import type { RoundRecord, RoundsTarget } from '../../suites/rounds/record.ts';
import { plantedTarget } from '../../suites/targets/oracle-served.ts';
import type { StartOptions, Target } from '../../suites/targets/target.ts';
import { type CommandContext, exitCodes } from '../command-line/command.ts';
import { list, type Option, wholeNumber } from '../command-line/option.ts';
import { shellWord } from '../command-line/shell-word.ts';
import { unknownBug } from '../command-line/unknown-name.ts';
import type { LedgerOf } from '../ledgers.ts';
import { chosenLedgers, ledgerOption, repeatedLedger } from './ledger.ts';
import { type Shard, shardOption } from './shard.ts';
import { repeatedOptions, startOf } from './start.ts';
import { selectTargets } from './targets.ts';
import { timeMsOf, timeOption } from './time.ts';

export const roundOptions = [
  ['--rounds <n>', 'number of rounds a target (default: 200; with --time, no limit)', wholeNumber(1)],
  ['--round <ids>', 'only these rounds, as a report names them', list],
  timeOption('stop after this time, shared by the targets'),
  shardOption,
  ledgerOption,
] as const satisfies readonly Option[];

const roundsDefault = 200;

/** Rounds a target. */
const numberOfRounds = ({ rounds, time }: { readonly rounds?: number; readonly time?: number }): number =>
  rounds ?? (time === undefined ? roundsDefault : Number.MAX_SAFE_INTEGER);

/** Whether fewer rounds than planned are no verdict: with a time alone, as many are played as fit. */
const isCounted = (options: {
  readonly rounds?: number;
  readonly round?: readonly string[];
  readonly time?: number;
}): boolean => options.rounds !== undefined || options.round !== undefined || options.time === undefined;

export const mutantOption = [
  '--mutant <id>',
  'plant this bug in the oracle, serve it, and test that; `serve --help` names those of a service',
] as const satisfies Option;

/** The named targets, or the oracle with a planted bug, served. */
async function roundTargets({
  target,
  mutant,
}: {
  readonly target?: readonly string[];
  readonly mutant?: string;
}): Promise<Target[]> {
  if (mutant === undefined) return selectTargets(target);
  const others = target === undefined ? [] : await selectTargets(target);
  return [plantedBy(mutant), ...others];
}

function plantedBy(id: string): Target {
  const name = `oracle+${id}`;
  if (isServiceFault(id)) return plantedTarget({ name, fault: id });
  if (!Object.hasOwn(oracleMutants, id)) throw unknownBug(id);
  return plantedTarget({ name, decisions: mutate(id) });
}

const repeatedMutant = ({ mutant }: { readonly mutant?: string }): string =>
  mutant === undefined ? '' : ` --mutant ${shellWord(mutant)}`;

/** By the ledgers of the targets: why an anomaly is accepted. */
function knownBy(ledgerOf: LedgerOf) {
  return (target: string, version: string, round: string, anomaly: Anomaly): string | undefined =>
    roundReason(ledgerOf(target), version, round, anomaly);
}

/** Writes the record at most so often during a run. */
const writeMs = 2_000;

/** Shows progress, and keeps the record of an unfinished run in the file of `--json`. */
function watching(context: CommandContext, command: string, json: string | undefined) {
  const rounds: RoundRecord[] = [];
  let written = performance.now();
  return {
    onProgress: (target: string, done: number, total: number, violated: number): void =>
      context.progress.update(
        target,
        `${total < Number.MAX_SAFE_INTEGER ? '' : `${count(done, 'round')}, `}${violated} violated`,
        total < Number.MAX_SAFE_INTEGER ? { done, total } : undefined,
      ),
    onRound: (round: RoundRecord): void => {
      rounds.push(round);
      if (json === undefined || json === '-' || performance.now() - written < writeMs) return;
      written = performance.now();
      context.writeJson({ ...context.envelope(command, 'unknown'), rounds });
    },
  };
}

interface Ending {
  readonly targets: readonly RoundsTarget[];
  readonly counted: boolean;
  readonly start: StartOptions;
  /** Further words of a command that plays a round again. */
  readonly repro?: string;
}

/** Prints and writes the result. @returns the exit code */
function concludeRounds(context: CommandContext, command: string, ending: Ending): number {
  const record: RoundsRecord = ending;
  const envelope = context.envelope(command, verdictOfRounds(record));
  const { start, repro = '' } = ending;
  const again = (target: string, round: string): string =>
    `npx parallax ${command}${target.startsWith('oracle+') ? '' : ` --target ${shellWord(target)}`} --round ${shellWord(round)}${repro}${repeatedOptions('oracle', start)}`;
  context.print(renderRounds({ envelope, record, width: context.columns, color: context.colour, repro: again }));
  const rounds = ending.targets.flatMap((target) => target.rounds);
  const targets = ending.targets.map(({ rounds: own, ...target }) => ({ ...target, played: own.length }));
  context.writeJson({ ...envelope, targets, rounds });
  return exitCodes[envelope.verdict];
}

interface RoundsCommand<Round> {
  readonly name: 'crash' | 'race';
  /** @throws UsageError */
  readonly roundNamed: (id: string) => Round;
  readonly play: (options: RoundsOptions<Round>) => Promise<RoundsTarget[]>;
}

type Asked = Parameters<typeof isCounted>[0] &
  Parameters<typeof roundTargets>[0] &
  Parameters<typeof startOf>[0] & { readonly shard?: Shard; readonly json?: string; readonly ledger?: string };

/** Plays the rounds that the options ask for, with progress, and concludes. @returns the exit code */
export async function runRounds<Round>(
  context: CommandContext,
  { name, roundNamed, play }: RoundsCommand<Round>,
  options: Asked,
): Promise<number> {
  const rounds = options.round?.map(roundNamed) ?? numberOfRounds(options);
  const targets = await roundTargets(options);
  const ledgerOf = chosenLedgers(options, targets);
  const timeMs = timeMsOf(options);
  const start = startOf(options);
  const { shard } = options;
  const { onProgress, onRound } = watching(context, name, options.json);
  const played = await play({
    ...{ targets, rounds, seed: context.seed, runId: context.runId, signal: context.signal, start },
    ...(timeMs !== undefined && { timeMs }),
    ...(shard && { shard }),
    known: knownBy(ledgerOf),
    onProgress,
    onRound: (_, round) => onRound(round),
  });
  for (const target of played) context.progress.done(target.name, count(target.rounds.length, 'round'));
  return concludeRounds(context, name, {
    ...{ targets: played, counted: isCounted(options), start },
    repro: repeatedMutant(options) + repeatedLedger(options),
  });
}
