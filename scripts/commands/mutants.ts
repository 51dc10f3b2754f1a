import type { MutantJudgement } from '../../models/checker/mutants.ts';
import { type ModelName, models } from '../../models/index.ts';
import { mutate, type OracleMutant, oracleMutants } from '../../oracles/policies/mutants.ts';
import type { MutantRecord } from '../../reports/report.ts';
import { count } from '../../reports/text/format.ts';
import { allCases } from '../../suites/cases/index.ts';
import { type KillOptions, killMatrix } from '../../suites/runner/kill.ts';
import { createOracleSession, targets } from '../../suites/targets/index.ts';
import { type CommandContext, defineCommand } from '../command-line/command.ts';
import type { Option, OptionsOf } from '../command-line/option.ts';
import { unknownName } from '../command-line/unknown-name.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { mechanicalMutants, mechanicalOptions, refuseMechanicalOptions } from '../mechanical/command.ts';
import { mechanicalModelMutants } from '../mechanical/models/command.ts';
import { type ModelPool, withModelPool } from '../model/pool.ts';
import { changedOption, NothingChanged, touches } from '../options/changed.ts';
import { reportFolder, reportOption } from '../options/report.ts';
import { partOf, shardOption } from '../options/shard.ts';
import { conclude } from '../outcome.ts';

const selection = [
  ['--models', 'only the mutants of models'],
  ['--oracle', 'only the mutants of the oracle'],
  changedOption,
  shardOption,
] as const satisfies readonly Option[];

const options = [
  ...selection,
  ['--all', 'find every case that kills a mutant, not only the first'],
  ['--list', 'list the mutants, and do nothing else'],
  ...mechanicalOptions,
  reportOption,
] as const satisfies readonly Option[];

type Options = Readonly<OptionsOf<typeof options>> & { readonly json?: string };

export const mutants = defineCommand({
  name: 'mutants',
  arguments: '[ids...]',
  summary: 'shows which case or property catches each planted bug; a bug that nothing catches is a failure',
  options,
  example: `npx parallax mutants --oracle --all
  npx parallax mutants --mechanical --sample 200 --file oracles/store --seed again
  npx parallax mutants --models --mechanical --sample 200 --file models/protocols/restore
  npx parallax mutants --mechanical --changed main

A mechanical mutant is judged by the written expectations of the cases, by the invariants alone, and by generated
sequences alone; one of a protocol by exploring every variant that it can matter in. The first word of a survivor's line is its id: name it to judge it again.`,
  async run(context, [ids], options) {
    try {
      return await judge(context, ids, options);
    } catch (error) {
      if (!(error instanceof NothingChanged)) throw error;
      context.print('holds: no mutant is touched by what has changed.');
      context.writeJson({ ...context.envelope('mutants', 'holds'), mutants: [], killed: 0, total: 0 });
      return 0;
    }
  },
});

async function judge(context: CommandContext, ids: readonly string[], options: Options): Promise<number> {
  if (options.mechanical === true) {
    refusePlantedOptions(options);
    const mechanical = options.models === true ? mechanicalModelMutants : mechanicalMutants;
    return mechanical(context, ids, options, reportFolder(options));
  }
  refuseMechanicalOptions(options);
  const chosen = select(ids, options);
  if (options.list) {
    context.print(chosen.map(({ id, kind, title }) => `${id}  (${kind}) ${title}`).join('\n'));
    context.print(count(chosen.length, 'mutant'));
    context.writeJson({
      ...context.envelope('mutants', 'holds'),
      mutants: chosen.map(({ id, kind }) => ({ id, kind })),
    });
    return 0;
  }
  const folder = reportFolder(options);
  const wanted = new Set(chosen.map(({ id }) => id));
  const [ofModels, ofOracle] = await withModelPool(context.signal, (pool) =>
    Promise.all([
      modelMutants(context, pool, wanted),
      oracleMutantRecords(context, wanted, { all: options.all === true }),
    ]),
  );
  const records = [...ofModels, ...ofOracle];
  return conclude(context, 'mutants', { mutants: records }, folder);
}

/** @throws UsageError for what has no meaning with `--mechanical` */
function refusePlantedOptions(options: { readonly all?: true; readonly models?: true; readonly oracle?: true }): void {
  if (options.all === true)
    throw new UsageError('--all is for planted bugs, and not for --mechanical', 'omit --all, or omit --mechanical');
  if (options.models === true && options.oracle === true)
    throw new UsageError('--mechanical is of the oracle or of the models', 'omit --oracle, or omit --models');
}

interface Listed {
  id: string;
  kind: MutantRecord['kind'];
  title: string;
}

/** `model/mutant`: two models may have a mutant of the same name. */
const modelMutantId = (model: string, id: string): string => `${model}/${id}`;

function everyMutant(): Listed[] {
  const ofModels = Object.values(models).flatMap(({ name, mutants: own }) =>
    own.map(({ id, title }): Listed => ({ id: modelMutantId(name, id), kind: 'model', title })),
  );
  const ofOracle = Object.values(oracleMutants).map(({ id, title }): Listed => ({ id, kind: 'oracle', title }));
  return [...ofModels, ...ofOracle];
}

function select(ids: readonly string[], options: Readonly<OptionsOf<typeof selection>>): Listed[] {
  const all = everyMutant();
  for (const id of ids) {
    if (!all.some((one) => one.id === id))
      throw unknownName(
        `no mutant is called '${id}'`,
        id,
        all.map((one) => one.id),
        'see `npx parallax mutants --list`',
      );
  }
  const bothKinds = options.models === options.oracle;
  const { changed } = options;
  const isTouched = (kind: Listed['kind']): boolean =>
    changed === undefined || (kind === 'model' ? touches(changed, 'models') : touches(changed, 'oracles', 'suites'));
  const chosen = all.filter(
    ({ id, kind }) =>
      (ids.length === 0 || ids.includes(id)) &&
      (bothKinds || (kind === 'model') === (options.models === true)) &&
      isTouched(kind),
  );
  if (changed !== undefined && chosen.length === 0) throw new NothingChanged();
  const part = partOf(chosen, options);
  if (part.length === 0) throw new UsageError('no mutant matches this selection', 'see `npx parallax mutants --list`');
  return part;
}

/** Explores the mutants of every model. Mutants that an interruption skipped are omitted. */
export async function modelMutants(
  context: CommandContext,
  pool: ModelPool,
  wanted?: ReadonlySet<string>,
): Promise<MutantRecord[]> {
  const chosen = Object.values(models).flatMap((entry) =>
    entry.mutants
      .map(({ id }) => ({ model: entry.name as ModelName, mutant: id, name: modelMutantId(entry.name, id) }))
      .filter(({ name }) => wanted === undefined || wanted.has(name)),
  );
  let done = 0;
  const records = chosen.map(async ({ model, mutant, name }) => {
    const judgement = await pool.run({ kind: 'judge', model, mutant });
    if (judgement === null) return [];
    context.progress.update('mutants of models', name, { done: ++done, total: chosen.length });
    return [modelRecord(name, judgement, Math.round(judgement.result.durationMs))];
  });
  const found = (await Promise.all(records)).flat();
  if (found.length > 0) context.progress.done('mutants of models', `${found.length} judged`);
  return found;
}

/** A mutant whose result is not as declared counts as a survivor, even when it breaks something else. */
function modelRecord(
  id: string,
  { mutant, by, asDeclared, complaint, equivalent }: MutantJudgement,
  durationMs: number,
): MutantRecord {
  const base = { id, kind: 'model' as const, finding: mutant.finding, durationMs };
  if (!asDeclared)
    return { ...base, killed: false, by: null, equivalent: false, ...(complaint !== null && { reason: complaint }) };
  if (equivalent !== null) return { ...base, killed: false, by: null, equivalent: true, reason: equivalent };
  return { ...base, killed: true, by: by.join(', '), equivalent: false };
}

/** Plays the cases against every mutant of the oracle. */
export async function oracleMutantRecords(
  context: CommandContext,
  wanted?: ReadonlySet<string>,
  options: Pick<KillOptions, 'all'> = {},
): Promise<MutantRecord[]> {
  const chosen = Object.values(oracleMutants).filter(({ id }) => wanted === undefined || wanted.has(id));
  if (chosen.length === 0) return [];
  const bugs = chosen.map(({ id, findings }) => ({ id, findings, open: () => createOracleSession(mutate(id)) }));
  const kills = await killMatrix(bugs, {
    ...options,
    cases: allCases,
    right: targets.oracle,
    signal: context.signal,
    onKill: ({ id }, at) => context.progress.update('mutants of the oracle', id, { done: at + 1, total: bugs.length }),
  });
  context.progress.done('mutants of the oracle', `${kills.length} judged`);
  return kills.map(({ id, by, durationMs }) => {
    const { finding } = oracleMutants[id] as OracleMutant;
    return {
      id,
      kind: 'oracle',
      finding,
      killed: by.length > 0,
      by: by.length > 0 ? by.join(', ') : null,
      equivalent: false,
      durationMs,
    };
  });
}
