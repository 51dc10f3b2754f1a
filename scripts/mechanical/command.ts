/** `mutants --mechanical`: changes the oracle's source by rule, and asks what notices each change in a store. */
import type { MutantRecord } from '../../reports/report.ts';
import { scoresOf } from '../../reports/scores.ts';
import { count, duration } from '../../reports/text/format.ts';
import { deadlineOf } from '../../suites/runner/host/deadline.ts';
import type { CommandContext } from '../command-line/command.ts';
import { list, type Option, type OptionsOf, wholeNumber } from '../command-line/option.ts';
import { unknownName } from '../command-line/unknown-name.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { partOf, type Shard } from '../options/shard.ts';
import { timeMsOf, timeOption } from '../options/time.ts';
import { conclude } from '../outcome.ts';
import type { InstrumentedOracle } from './build.ts';
import { drawn } from './drawn.ts';
import { equivalents } from './equivalents.ts';
import { judgeNames } from './judges.ts';
import { buildMutants, type Judged, judgeMutants } from './kill.ts';
import type { Mutant } from './mutant.ts';
import { progressIn } from './progress.ts';

const sequencesDefault = 500;

/** Each of them needs `--mechanical`. */
export const mechanicalOptions = [
  ['--mechanical', 'mutants made from the oracle’s source by rule, each played as a store that nobody knows'],
  ['--sample <n>', 'with --mechanical: so many of them, drawn by the seed (default: all)', wholeNumber(1)],
  ['--file <paths>', 'with --mechanical: only changes of files whose path begins so', list],
  [
    '--sequences <n>',
    `with --mechanical: generated sequences that each mutant has to stand (default: ${sequencesDefault})`,
    wholeNumber(1),
  ],
  ['--least <percent>', 'with --mechanical: survivors do not fail while so many are caught', wholeNumber(1)],
  ['--resume <file>', 'with --mechanical: keep each result in this file, and go on from what it holds'],
  timeOption('with --mechanical: judge no further mutant after this time'),
] as const satisfies readonly Option[];

type Options = Readonly<OptionsOf<typeof mechanicalOptions>> & { readonly shard?: Shard; readonly list?: true };

/** @throws UsageError for an option that only `--mechanical` has */
export function refuseMechanicalOptions(options: Options): void {
  const names = ['sample', 'file', 'sequences', 'least', 'resume', 'time'] as const;
  const given = names.find((name) => options[name] !== undefined);
  if (given !== undefined) throw new UsageError(`--${given} needs --mechanical`, 'add --mechanical, or omit it');
}

/** @returns the exit code */
export async function mechanicalMutants(
  context: CommandContext,
  ids: readonly string[],
  options: Options,
  folder: string | undefined,
): Promise<number> {
  const oracle = await built();
  const chosen = select(oracle, ids, options, context.seed);
  if (options.list === true) return listed(context, chosen);
  const records = recordsOf(await judged(context, oracle, chosen, options), equivalents());
  const scores = { ...scoresOf(records), ...(options.least !== undefined && { least: options.least }) };
  return conclude(context, 'mutants', { mutants: records, scores }, folder);
}

async function built(): Promise<InstrumentedOracle> {
  try {
    return await buildMutants();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `the oracle’s source cannot be changed: ${why}`,
      'use a clone of the repository, after npm ci',
    );
  }
}

function select(oracle: InstrumentedOracle, ids: readonly string[], options: Options, seed: string): Mutant[] {
  const { mutants } = oracle;
  for (const id of ids) {
    if (!mutants.some((one) => one.id === id))
      throw unknownName(
        `no mechanical mutant is called '${id}'`,
        id,
        [],
        'see `npx parallax mutants --mechanical --list`',
      );
  }
  const { file, sample = mutants.length } = options;
  const wanted = mutants.filter(
    (one) =>
      (ids.length === 0 || ids.includes(one.id)) &&
      (file === undefined || file.some((path) => one.file.startsWith(path))),
  );
  const part = partOf(drawn(wanted, seed).slice(0, sample), options);
  if (part.length === 0)
    throw new UsageError('no mutant matches this selection', 'see `npx parallax mutants --mechanical --list`');
  return part;
}

const changeOf = ({ file, line, rule, from, to }: Mutant): string => `${file}:${line} ${rule}: ${from} → ${to}`;

function listed(context: CommandContext, chosen: readonly Mutant[]): number {
  context.print(chosen.map((mutant) => `${mutant.id}  ${changeOf(mutant)}`).join('\n'));
  context.print(count(chosen.length, 'mutant'));
  const mutants = chosen.map((mutant) => ({ ...mutant, kind: 'oracle' }));
  context.writeJson({ ...context.envelope('mutants', 'holds'), mutants });
  return 0;
}

async function judged(
  context: CommandContext,
  oracle: InstrumentedOracle,
  chosen: readonly Mutant[],
  options: Options,
): Promise<Judged[]> {
  const { sequences = sequencesDefault, resume } = options;
  const { seed, progress } = context;
  const kept =
    resume === undefined ? undefined : progressIn(resume, { oracle: oracle.digest, seed, sequences }, chosen);
  const earlier = kept?.earlier ?? [];
  const done = new Set(earlier.map(({ mutant }) => mutant.id));
  const open = chosen.filter(({ id }) => !done.has(id));
  const deadline = deadlineOf(context.signal, timeMsOf(options));
  const begin = performance.now();
  try {
    const found = await judgeMutants(oracle, open, {
      ...{ seed, sequences, signal: deadline.signal },
      onCovered: (at, total) => progress.update('mechanical mutants', 'which tests reach which', { done: at, total }),
      onJudged: (one, at) => {
        kept?.keep(one);
        progress.update('mechanical mutants', one.mutant.file, { done: at, total: open.length });
      },
    });
    progress.done('mechanical mutants', `${found.length} judged in ${duration(performance.now() - begin)}`);
    return [...earlier, ...found];
  } finally {
    deadline.clear();
  }
}

function recordsOf(all: readonly Judged[], known: ReadonlyMap<string, string>): MutantRecord[] {
  return all.map(({ mutant, reds, durationMs }): MutantRecord => {
    const by = judgeNames.filter((judge) => reds[judge] !== null);
    const reason = known.get(mutant.id);
    return {
      ...{ id: mutant.id, kind: 'oracle', finding: null, killed: by.length > 0 },
      by: by.length > 0 ? by.join(', ') : null,
      ...{ equivalent: reason !== undefined, durationMs },
      ...(reason !== undefined && { reason }),
      ...{ file: mutant.file, line: mutant.line, rule: mutant.rule, change: changeOf(mutant), reds },
    };
  });
}
