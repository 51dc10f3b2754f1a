import { join, resolve } from 'node:path';
import { linesOf } from '../../reports/night/lines.ts';
import { openUnits } from '../../reports/night/merge.ts';
import { type Night, type NightHead, type NightLine, type Suite, suites } from '../../reports/night/record.ts';
import { renderTrend } from '../../reports/night/render.ts';
import { count } from '../../reports/text/format.ts';
import { type CommandContext, defineCommand } from '../command-line/command.ts';
import { fileToWrite, folderToWrite } from '../command-line/files.ts';
import { list, type Option, type OptionsOf, text, wholeNumber } from '../command-line/option.ts';
import { unknownName } from '../command-line/unknown-name.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { type Ended, runUnit } from '../night/child.ts';
import { concludeNight, markdownOption } from '../night/conclude.ts';
import { type Unit, unitsOf, within } from '../night/plan.ts';
import { append, earlierNights, loadNight, mend, recordName, retain } from '../night/records.ts';
import { chosenLedgers, ledgerOption } from '../options/ledger.ts';
import { shardOption } from '../options/shard.ts';
import { selectTargets, targetOption } from '../options/targets.ts';
import { timeMsOf, timeOption } from '../options/time.ts';

const options = [
  targetOption,
  ['--suites <names>', `only these of ${suites.join(', ')}`, list],
  ['--records <dir>', 'keep the record of each night in this directory', text, 'parallax-nights'],
  ['--resume <file>', 'go on with this record: what has ended is not played again'],
  ['--runs <n>', 'generated sequences a target', wholeNumber(1), 400],
  ['--rounds <n>', 'rounds a target, of each of race and crash', wholeNumber(1), 80],
  ledgerOption,
  timeOption('stop after this time; fuzz, race and crash share what the rest leaves'),
  shardOption,
  ['--keep <n>', 'keep so many records, and remove older ones', wholeNumber(1)],
  ['--trend', 'show the nights in the directory, and do nothing else'],
  markdownOption,
  ['--list', 'list the units, and do nothing else'],
] as const satisfies readonly Option[];

type Options = OptionsOf<typeof options>;

/** No unit may take the night of all others. */
const unitMsMax = 3_600_000;
/** A unit that shares the time ends by itself, and needs a moment to write its result. */
const graceMs = 60_000;

export const nightly = defineCommand({
  name: 'nightly',
  summary: 'everything, on all targets that are there, kept as a record and compared with the nights before',
  options,
  example: `npx parallax nightly --time 3600 --keep 30
  npx parallax nightly --target dynalite,dynoxide --suites cases,fuzz --shard 1/4
  npx parallax nightly --resume parallax-nights/2026-03-01T02-00-00.000Z.jsonl

A fault is new if no ledger accepts it and the night before did not show it. It is gone if it was there and the same item was judged
without it. It is flaky if it went away while nothing had changed. Nights that are finished and whole are compared; the shards of
one night are joined by \`parallax merge\`.`,
  async run(context, _args, options) {
    if (options.trend) return trend(context, options.records);
    if (options.markdown !== undefined) fileToWrite(options.markdown);
    const { file, night } = options.resume === undefined ? await started(context, options) : resumed(options.resume);
    if (options.list) {
      const units = openUnits(night);
      context.print(`${units.join('\n')}\n${count(units.length, 'unit')}`);
      context.writeJson({ ...context.envelope('nightly', 'holds'), units });
      return 0;
    }
    const folder = resolve(file, '..');
    // Read before the first unit, since a file among them that is no record would otherwise cost the night its verdict.
    const before = earlierNights(folder, file);
    if (options.resume === undefined) {
      folderToWrite(options.records, '--records');
      append(file, [night.head]);
    } else mend(file);
    await playUnits(context, { file, night, options });
    const result = concludeNight(context, 'nightly', { night: loadNight(file), before, options });
    context.warn(`the record is ${file}`);
    if (options.keep !== undefined) retain(folder, options.keep);
    return result;
  },
});

function trend(context: CommandContext, folder: string): number {
  const nights = earlierNights(folder);
  if (nights.length === 0) throw new UsageError(`${folder} has no finished night`, 'run `npx parallax nightly` first');
  context.print(renderTrend(nights, context.columns));
  context.writeJson({ ...context.envelope('nightly', 'holds'), nights: nights.map(({ head }) => head) });
  return 0;
}

async function started(context: CommandContext, options: Options): Promise<{ file: string; night: Night }> {
  const targets = await selectTargets(options.target);
  // A ledger that no unit could read is refused before the first.
  chosenLedgers(options, targets);
  const plan = {
    ...{ targets: targets.map(({ name }) => name), suites: suitesOf(options) },
    ...{ runs: options.runs, rounds: options.rounds },
    ...(options.ledger !== undefined && { ledger: resolve(options.ledger) }),
  };
  const { shard } = options;
  const head: NightHead = {
    ...{ kind: 'night', format: 1, version: context.version, seed: context.seed, plan },
    ...{ startedAt: context.startedAt.toISOString(), units: unitsOf(plan).map(({ name }) => name) },
    ...(shard && { shard: `${shard.index}/${shard.count}` }),
  };
  return { file: join(options.records, recordName(head)), night: { head, ends: new Map(), results: [] } };
}

function suitesOf({ suites: names }: Options): Suite[] {
  for (const name of names ?? [])
    if (!suites.some((one) => one === name))
      throw unknownName(`no suite is called '${name}'`, name, suites, `give some of ${suites.join(', ')}`);
  return suites.filter((one) => names?.includes(one) ?? true);
}

/** @throws UsageError when it is no record, or one of another version */
function resumed(file: string): { file: string; night: Night } {
  const night = loadNight(file);
  const { plan, units } = night.head;
  if (
    unitsOf(plan)
      .map(({ name }) => name)
      .join('\n') !== units.join('\n')
  )
    throw new UsageError(`${file} was planned by another version of Parallax`, 'begin a new night');
  return { file, night };
}

interface Playing {
  readonly file: string;
  readonly night: Night;
  readonly options: Options;
}

/** Plays the units one after another: each starts servers of its own, and timings should not depend on neighbours. */
async function playUnits(context: CommandContext, { file, night, options }: Playing): Promise<void> {
  const { signal, progress } = context;
  const open = new Set(openUnits(night));
  const units = unitsOf(night.head.plan).filter(({ name }) => open.has(name));
  const timeMs = timeMsOf(options);
  const endsAt = timeMs === undefined ? undefined : performance.now() + timeMs;
  for (const [at, unit] of units.entries()) {
    const leftMs = endsAt === undefined ? unitMsMax : endsAt - performance.now();
    if (signal.aborted || leftMs <= 0) break;
    progress.update('night', unit.name, { done: at, total: units.length });
    const others = units.slice(at).filter(({ endless }) => endless).length;
    const isShared = unit.endless && endsAt !== undefined;
    const argv = [...(isShared ? within(unit, leftMs / 1000 / others) : unit.argv), '--seed', night.head.seed];
    const ended = await runUnit(argv, { signal, capMs: Math.min(leftMs + graceMs, unitMsMax) });
    // What was cut is played again when the night is resumed.
    if (signal.aborted) break;
    append(file, lineOf(unit, ended));
  }
  progress.done('night', count(units.length, 'unit'));
}

function lineOf(unit: Unit, { json, code, said }: Ended): NightLine[] {
  if (json === undefined) {
    const detail = `\`parallax ${unit.argv.join(' ')}\` ended with ${code ?? 'a signal'} and without a result: ${said.trim()}`;
    return [{ kind: 'end', unit: unit.name, verdict: 'unknown', durationMs: 0, detail }];
  }
  const { results, end } = linesOf(unit.name, json);
  return [...results, end];
}
