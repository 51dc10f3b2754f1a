import { duration } from '../reports/render/format.ts';
import { shortLine } from '../reports/render/visible.ts';
import { openSession } from '../suites/runner/host.ts';
import type { Leftover } from '../suites/runner/record.ts';
import { findRemnants, olderThan, type Remnant, removeRemnants, SweepError } from '../suites/runner/sweep.ts';
import { type Target, TargetError } from '../suites/targets/target.ts';
import { type Command, type Context, exitCodes, list, UsageError, wholeNumber } from './command.ts';
import { selectTargets } from './selection.ts';
import { startOf, startOptions } from './target-options.ts';

const minutesDefault = 60;
const removalMsMax = 600_000;

export const sweep: Command = {
  name: 'sweep',
  summary: 'removes what runs have left on a target: tables and backups with the prefix of a run, older than an hour',
  options: [
    ['-t, --target <names>', 'http(s):// endpoints, or aws', list],
    ['--older-than <minutes>', `leave what is younger (default: ${minutesDefault})`, wholeNumber(0)],
    ['--dry-run', 'show what would be removed, and remove nothing'],
    ...startOptions,
  ],
  example: 'npx parallax sweep --target http://127.0.0.1:8000',
  async run(context, _args, options) {
    const chosen = await targetsToSweep(options.target as string[] | undefined);
    const swept: Swept[] = [];
    for (const target of chosen) {
      if (context.signal.aborted) break;
      swept.push(await sweepTarget(context, target, options));
    }
    const left = swept.reduce((sum, one) => sum + one.leftovers.length, 0);
    const removed = swept.reduce((sum, one) => sum + one.removed.length, 0);
    const verdict = left > 0 || context.signal.aborted || swept.length < chosen.length ? 'unknown' : 'holds';
    context.writeJson({ ...context.envelope('sweep', verdict), targets: swept });
    context.print(
      options.dryRun
        ? 'holds: nothing was removed, as asked.'
        : `${sentence[verdict]}: ${removed} removed, ${left} left.`,
    );
    return exitCodes[verdict];
  },
};

const sentence = { holds: 'holds', unknown: 'could not tell' } as const;

interface Swept {
  name: string;
  removed: string[];
  /** Younger than asked for, or of unknown age. */
  kept: string[];
  leftovers: Leftover[];
}

async function targetsToSweep(names: readonly string[] | undefined): Promise<Target[]> {
  const next = 'give --target http://127.0.0.1:8000 or the like';
  if (names === undefined) throw new UsageError('nothing is swept without being named', next);
  const chosen = await selectTargets(names);
  const own = chosen.find(({ startedByUs }) => startedByUs);
  if (own) throw new UsageError(`${own.name} is started anew for each run and keeps nothing`, next);
  return chosen;
}

async function sweepTarget(
  context: Context,
  target: Target,
  options: { readonly [name: string]: unknown },
): Promise<Swept> {
  const session = await openSession(target, {
    signal: context.signal,
    start: startOf(options),
  });
  try {
    const remnants = await findRemnants(session);
    const minutes = typeof options.olderThan === 'number' ? options.olderThan : minutesDefault;
    const old = olderThan(remnants, minutes * 60_000, Date.now());
    const kept = remnants.filter((one) => !old.includes(one));
    show(context, target, old, kept);
    const wanted = options.dryRun === true || context.signal.aborted ? [] : old;
    const leftovers = await removeRemnants(session, wanted, removalMsMax);
    for (const { name, why } of leftovers) context.print(`  still there: ${shortLine(name)}: ${shortLine(why)}`);
    const left = new Set(leftovers.map(({ name }) => name));
    return {
      name: target.name,
      removed: wanted.map(({ name }) => name).filter((name) => !left.has(name)),
      kept: kept.map(({ name }) => name),
      leftovers,
    };
  } catch (error) {
    if (error instanceof SweepError)
      throw new TargetError(`${target.name}: ${error.message}`, 'see whether it lists its tables');
    throw error;
  } finally {
    await session.stop();
  }
}

function show(context: Context, target: Target, old: readonly Remnant[], kept: readonly Remnant[]): void {
  const age = ({ createdMs }: Remnant): string =>
    createdMs === undefined ? 'of unknown age' : `${duration(Math.max(0, Date.now() - createdMs))} old`;
  const line = (one: Remnant): string => `  ${one.kind} ${shortLine(one.name)}, ${age(one)}`;
  context.print(`${target.name}: ${old.length} left behind by runs${old.length === 0 ? '' : ':'}`);
  for (const one of old) context.print(line(one));
  if (kept.length > 0) context.print(`${target.name}: ${kept.length} younger or of unknown age stay:`);
  for (const one of kept) context.print(line(one));
}
