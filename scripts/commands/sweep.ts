import { count, duration } from '../../reports/text/format.ts';
import { shortLine } from '../../reports/text/visible.ts';
import { openSession } from '../../suites/runner/host/session.ts';
import { findRemnants, olderThan, type Remnant, removeRemnants, SweepError } from '../../suites/runner/host/sweep.ts';
import type { Leftover } from '../../suites/runner/record.ts';
import { type Session, type Target, TargetError } from '../../suites/targets/target.ts';
import { type CommandContext, defineCommand, exitCodes } from '../command-line/command.ts';
import { list, type Option, type OptionsOf, wholeNumber } from '../command-line/option.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { startOf, startOptions } from '../options/start.ts';
import { selectTargets } from '../options/targets.ts';

const removalMsMax = 600_000;

const options = [
  ['-t, --target <names>', 'http(s):// endpoints, or aws (no default)', list],
  [
    '--older-than <minutes>',
    'keep tables and backups younger than this, by the clock of the target; a run in progress loses its older ones',
    wholeNumber(0),
    60,
  ],
  ['--dry-run', 'show what would be removed, and remove nothing'],
  ...startOptions,
] as const satisfies readonly Option[];

type Options = OptionsOf<typeof options>;

export const sweep = defineCommand({
  name: 'sweep',
  summary: 'removes tables and backups that earlier runs have left on a target',
  options,
  example: 'npx parallax sweep --target http://127.0.0.1:8000',
  async run(context, _args, options) {
    const chosen = await targetsToSweep(options.target);
    const swept: Swept[] = [];
    for (const target of chosen) {
      if (context.signal.aborted) break;
      swept.push(await sweepTarget(context, target, options));
    }
    const verdict = swept.some(isOpen) || swept.length < chosen.length || context.signal.aborted ? 'unknown' : 'holds';
    context.print(sentence(swept, verdict, options.dryRun === true));
    context.writeJson({ ...context.envelope('sweep', verdict), targets: swept });
    return exitCodes[verdict];
  },
});

/** Whether something that should be removed may still exist. */
const isOpen = ({ unavailable, leftovers }: Swept): boolean => unavailable !== undefined || leftovers.length > 0;

function sentence(swept: readonly Swept[], verdict: 'holds' | 'unknown', dry: boolean): string {
  const sum = (of: (one: Swept) => readonly unknown[]): number => swept.reduce((all, one) => all + of(one).length, 0);
  const silent = swept.filter(({ unavailable }) => unavailable !== undefined).length;
  const done = dry
    ? 'nothing removed (dry run)'
    : `${sum((one) => one.removed)} removed, ${sum((one) => one.leftovers)} left`;
  const kept = sum((one) => one.kept);
  const young = kept === 0 ? '' : `, ${kept} kept (younger, or of unknown age)`;
  const rest = silent === 0 ? '' : `, ${count(silent, 'target')} unavailable`;
  return `${verdict === 'holds' ? 'holds' : 'no verdict'}: ${done}${young}${rest}.`;
}

interface Swept {
  name: string;
  removed: string[];
  /** Younger than requested, or of unknown age. */
  kept: string[];
  leftovers: Leftover[];
  unavailable?: { reason: string; remedy: string };
}

async function targetsToSweep(names: readonly string[] | undefined): Promise<Target[]> {
  const next = 'give --target http://127.0.0.1:8000 or the like';
  if (names === undefined) throw new UsageError('sweep needs a target', next);
  const chosen = await selectTargets(names);
  const own = chosen.find(({ startedByUs }) => startedByUs);
  if (own) throw new UsageError(`each run starts its own ${own.name}, so nothing is left there`, next);
  return chosen;
}

async function sweepTarget(context: CommandContext, target: Target, options: Options): Promise<Swept> {
  try {
    const session = await openSession(target, { signal: context.signal, start: startOf(options) });
    try {
      return await sweepOn(context, target, session, options);
    } finally {
      await session.stop();
    }
  } catch (error) {
    if (!(error instanceof TargetError) && !(error instanceof SweepError)) throw error;
    const remedy = error instanceof TargetError ? error.remedy : 'check that ListTables works there';
    context.print(`${target.name} is unavailable: ${shortLine(error.message)}\n  ${shortLine(remedy)}`);
    return { name: target.name, removed: [], kept: [], leftovers: [], unavailable: { reason: error.message, remedy } };
  }
}

async function sweepOn(
  context: CommandContext,
  target: Target,
  session: Session,
  { olderThan: minutes, dryRun }: Options,
): Promise<Swept> {
  const { remnants, nowMs } = await findRemnants(session, context.signal);
  const old = olderThan(remnants, minutes * 60_000, nowMs);
  const kept = remnants.filter((one) => !old.includes(one));
  show(context, target, old, kept, nowMs);
  const wanted = dryRun === true || context.signal.aborted ? [] : old;
  const leftovers = await removeRemnants(session, wanted, removalMsMax);
  for (const { name, why } of leftovers) context.print(`  still there: ${shortLine(name)}: ${shortLine(why)}`);
  const left = new Set(leftovers.map(({ name }) => name));
  return {
    name: target.name,
    removed: wanted.map(({ name }) => name).filter((name) => !left.has(name)),
    kept: kept.map(({ name }) => name),
    leftovers,
  };
}

function show(
  context: CommandContext,
  target: Target,
  old: readonly Remnant[],
  kept: readonly Remnant[],
  nowMs: number,
): void {
  const age = ({ createdMs }: Remnant): string =>
    createdMs === undefined ? 'of unknown age' : `${duration(Math.max(0, nowMs - createdMs))} old`;
  const line = (one: Remnant): string => `  ${one.kind} ${shortLine(one.name)}, ${age(one)}`;
  context.print(`${target.name}: ${old.length} left behind by runs${old.length === 0 ? '' : ':'}`);
  for (const one of old) context.print(line(one));
  if (kept.length > 0) context.print(`${target.name}: ${kept.length} kept, younger or of unknown age:`);
  for (const one of kept) context.print(line(one));
}
