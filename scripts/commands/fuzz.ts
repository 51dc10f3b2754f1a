import { join } from 'node:path';
import { mutate, oracleMutants } from '../../oracles/policies/mutants.ts';
import { divergenceJson, explain, fuzzVerdict, type Judged, type JudgedFuzz, targetJson } from '../../reports/fuzz.ts';
import { type Explanations, explanationOf, loadExplanations } from '../../reports/ledger/explanations.ts';
import { isGap, LedgerError } from '../../reports/ledger/ledger.ts';
import { renderFuzz } from '../../reports/render/fuzz.ts';
import { type FuzzOptions, type FuzzRecord, fuzz as runFuzz } from '../../suites/fuzz/fuzz.ts';
import { settleMs } from '../../suites/runner/judge/read-patience.ts';
import type { Verdict } from '../../suites/runner/record.ts';
import { createOracleSession, targets } from '../../suites/targets/index.ts';
import type { Target } from '../../suites/targets/target.ts';
import { type Command, type CommandContext, exitCodes, list, UsageError, wholeNumber } from '../command.ts';
import { folderToWrite, keepAll } from '../files.ts';
import { type OwnTables, ownSchemas, ownTables, schemaOptions } from '../own-schema.ts';
import { readCases } from '../saved-case.ts';
import { selectTargets, targetNamed } from '../selection.ts';
import { referenceOf, repeatedOptions, shellWord, startOf, startOptions, targetOption } from '../target-options.ts';
import { unknownOracleMutant } from '../unknown-name.ts';

const runsDefault = 500;

export const fuzz: Command = {
  name: 'fuzz',
  summary: 'generated sequences against targets, shrunk to the smallest that shows the same divergence',
  options: [
    targetOption,
    ['-r, --reference <name>', 'the target whose answers count as right (default: oracle)'],
    [
      '--runs <n>',
      `sequences to play, of about 15 requests each (default: ${runsDefault}, or no end with --time)`,
      wholeNumber(1),
    ],
    ['--time <seconds>', 'end after so long, whatever is under way', wholeNumber(1)],
    ['--from <n>', 'number of the first sequence of the seed (default: 0)', wholeNumber(0)],
    ...schemaOptions,
    ['--hazards', 'also what may cost a server its memory: only servers that Parallax starts and caps'],
    ['--mutant <id>', 'play against the oracle with this bug planted: not to find it is a failure'],
    ['--save <dir>', 'write the smallest sequence of each difference that is not explained into this directory'],
    ['--replay <files...>', 'play saved sequences again in place of generated ones', list],
    ...startOptions,
  ],
  example: `npx parallax fuzz --target dynoxide,dynalite --runs 1000 --seed again
  npx parallax fuzz --target dynalite --schema create-table.json --rows export.json.gz

A read that may lag (of a global index, or without ConsistentRead) and differs is read again
until it agrees, or ${settleMs.toLocaleString('en-US')} ms after the last write have passed.`,
  async run(context, _args, options) {
    const reference = targetNamed((options.reference as string | undefined) ?? targets.oracle.name);
    const chosen = await targetsOf(options, reference);
    const files = options.replay as string[] | undefined;
    const cases = files && readCases(files);
    const own = ownTables(context, options, context.seed);
    const explanations = explanationsOf(chosen);
    const directory = options.save as string | undefined;
    if (directory !== undefined) folderToWrite(directory, '--save');
    const judge = (soFar: FuzzRecord): JudgedFuzz => explain(soFar, explanations, plantedOf(options, reference), isGap);
    const repro = reproOf(context, options, own);
    const record = await runFuzz({
      ...{ targets: chosen, reference, seed: context.seed, runId: context.runId, signal: context.signal },
      ...lengthOf(options),
      ...(typeof options.from === 'number' && { from: options.from }),
      ...(options.hazards === true && { hazards: true }),
      ...(own && { schemas: ownSchemas(own) }),
      ...(cases && { cases }),
      start: startOf(options),
      explained: (target, version, kind) => explanationOf(explanations(target), kind, version) !== undefined,
      onProgress: progressOf(context),
      // A long run leaves a record also when it is killed.
      ...(options.json !== '-' && {
        onRecord: (soFar) => writeJson(context, judge(soFar), 'unknown', repro),
      }),
    });
    for (const { name, judged } of record.targets) context.progress.done(name, `${judged} answers compared`);
    const judged = judge(record);
    const sequences = directory === undefined ? {} : sequencesOf(judged);
    if (directory !== undefined)
      context.print(`${Object.keys(sequences).length} sequences are written into ${directory}`);
    const code = conclude(context, judged, repro);
    if (directory !== undefined) keepAll(context, directory, sequences);
    return code;
  },
};

type Options = { readonly [name: string]: unknown };

/** Where the reference is another target than the oracle, the oracle as it is shows what is none of the planted bug. */
async function targetsOf({ mutant, target }: Options, reference: Target): Promise<Target[]> {
  if (mutant === undefined) return selectTargets(target as string[] | undefined);
  const others = target === undefined ? [] : await selectTargets(target as string[]);
  const { oracle } = targets;
  const control = reference.name === oracle.name || others.some(({ name }) => name === oracle.name) ? [] : [oracle];
  return [mutantTarget(String(mutant)), ...control, ...others];
}

const mutantName = (id: string): string => `${targets.oracle.name}+${id}`;

function plantedOf({ mutant }: Options, reference: Target): Parameters<typeof explain>[2] {
  if (mutant === undefined) return undefined;
  const id = String(mutant);
  const { name } = targets.oracle;
  return { id, target: mutantName(id), ...(reference.name !== name && { without: name }) };
}

/** The oracle with one bug planted, as a target of its own. */
export function mutantTarget(id: string): Target {
  if (!Object.hasOwn(oracleMutants, id)) throw unknownOracleMutant(id);
  const name = mutantName(id);
  return {
    ...targets.oracle,
    ...{ name, title: `the oracle with ${id}` },
    start: async () => ({ ...createOracleSession(mutate(id)), target: name }),
  };
}

/** Read before anything is sent: a file that cannot be trusted must not end a long run. */
export function explanationsOf(chosen: readonly Target[]): (target: string) => Explanations {
  try {
    const all = new Map(chosen.map(({ name }) => [name, loadExplanations(name)]));
    return (target) => all.get(target) ?? { target, explanations: [] };
  } catch (error) {
    if (error instanceof LedgerError) throw new UsageError(error.message, 'mend the file, which is part of Parallax');
    throw error;
  }
}

function lengthOf({ runs, time }: Options): Pick<FuzzOptions, 'runs' | 'timeMs'> {
  const timeMs = typeof time === 'number' ? { timeMs: time * 1000 } : {};
  const endless = typeof time === 'number' ? Number.MAX_SAFE_INTEGER : runsDefault;
  return { runs: typeof runs === 'number' ? runs : endless, ...timeMs };
}

export const progressOf =
  ({ progress }: CommandContext): NonNullable<FuzzOptions['onProgress']> =>
  ({ target, done, total, requests, kinds }) =>
    progress.update(
      target,
      `${total < Number.MAX_SAFE_INTEGER ? '' : `${done} sequences, `}${requests} answers, ${kinds} kinds`,
      total < Number.MAX_SAFE_INTEGER ? { done, total } : undefined,
    );

const nameOf = ({ found, target }: Judged): string => `${target.replace(/[^\w.-]+/g, '_')}-${found.fingerprint}.json`;

/** The command that shows a difference again: its file where one was written or read, else the run that found it. */
const reproOf =
  ({ seed }: CommandContext, options: Options, own: OwnTables | undefined) =>
  (judged: Judged): string => {
    const { found, target } = judged;
    const directory = options.save as string | undefined;
    const saved = directory !== undefined && judged.status !== 'known' ? join(directory, nameOf(judged)) : undefined;
    const file = saved ?? (options.replay as string[] | undefined)?.[found.at];
    const what = file === undefined ? ['--seed', seed, '--from', String(found.at), '--runs', '1'] : ['--replay', file];
    const where =
      target === mutantName(String(options.mutant)) ? ['--mutant', String(options.mutant)] : ['--target', target];
    const asked = [...where, ...(options.hazards === true ? ['--hazards'] : [])].map(shellWord).join(' ');
    const reached = repeatedOptions(referenceOf(options), startOf(options));
    const tables = file === undefined ? (own?.repro ?? '') : '';
    return `npx parallax fuzz ${asked}${reached} ${what.map(shellWord).join(' ')}${tables}`;
  };

/** The smallest sequence of each difference that is not explained, by the name of its file. */
function sequencesOf({ targets: all }: JudgedFuzz): { [name: string]: string } {
  const unexplained = all.flatMap(({ judged }) => judged.filter(({ status }) => status !== 'known'));
  return Object.fromEntries(
    unexplained.map((one) => {
      const { kind, fingerprint, case: sequence, divergence } = one.found;
      const answers = divergence?.answers ?? null;
      const kept = { target: one.target, fingerprint, status: one.status, kind, answers, case: sequence };
      return [nameOf(one), `${JSON.stringify(kept, null, 2)}\n`];
    }),
  );
}

function conclude(context: CommandContext, judged: JudgedFuzz, repro: (judged: Judged) => string): number {
  const verdict = fuzzVerdict(judged, context.signal.aborted);
  const title = `Parallax ${context.version} · fuzz · seed ${context.seed} · against ${judged.record.reference}`;
  context.print(renderFuzz(judged, verdict, { title, width: context.columns, color: context.colour, repro }));
  writeJson(context, judged, verdict, repro);
  return exitCodes[verdict];
}

function writeJson(
  context: CommandContext,
  { record, targets: all, planted }: JudgedFuzz,
  verdict: Verdict,
  repro: (judged: Judged) => string,
): void {
  context.writeJson({
    ...context.envelope('fuzz', verdict),
    runs: record.runs,
    ...(record.cut && { cut: record.cut }),
    ...(planted && { planted }),
    targets: all.map(targetJson),
    divergences: all.flatMap(({ judged }) => judged.map((one) => divergenceJson(one, repro(one)))),
  });
}
