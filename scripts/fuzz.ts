import { join } from 'node:path';
import { mutate, oracleMutants } from '../oracles/mutants.ts';
import { type Explanations, explanationOf, loadExplanations } from '../reports/explanations.ts';
import { divergenceJson, explain, fuzzVerdict, type Judged, type JudgedFuzz, targetJson } from '../reports/fuzz.ts';
import { LedgerError } from '../reports/ledger.ts';
import { renderFuzz } from '../reports/render/fuzz.ts';
import { type FuzzOptions, fuzz as runFuzz } from '../suites/fuzz/fuzz.ts';
import type { Verdict } from '../suites/runner/record.ts';
import { createOracleSession, targets } from '../suites/targets/index.ts';
import type { Target } from '../suites/targets/target.ts';
import { type Command, type Context, exitCodes, list, UsageError, wholeNumber } from './command.ts';
import { folderToWrite, keepAll } from './files.ts';
import { readCases } from './saved-case.ts';
import { selectTargets, targetNamed } from './selection.ts';

const runsDefault = 500;

export const fuzz: Command = {
  name: 'fuzz',
  summary: 'generated sequences against targets, shrunk to the smallest that shows the same divergence',
  options: [
    ['-t, --target <names>', 'targets or http(s):// endpoints; default: all that this machine can start', list],
    ['-r, --reference <name>', 'the target whose answers count as right (default: oracle)'],
    [
      '--runs <n>',
      `sequences to play, of about 15 requests each (default: ${runsDefault}, or no end with --time)`,
      wholeNumber(1),
    ],
    ['--time <seconds>', 'end after so long', wholeNumber(1)],
    ['--from <n>', 'number of the first sequence of the seed (default: 0)', wholeNumber(0)],
    ['--hazards', 'also what may cost a server its memory: only servers that Parallax starts and caps'],
    ['--mutant <id>', 'play against the oracle with this bug planted, which must be found'],
    ['--save <dir>', 'write the smallest sequence of each difference that is not explained into this directory'],
    ['--replay <files>', 'play saved sequences again in place of generated ones', list],
    ['--timeout <ms>', 'longest wait for one answer (default: 10000)', wholeNumber(1)],
    ['--region <name>', 'region to sign for (default: us-east-1)'],
    ['--yes-real-aws', 'allow real DynamoDB: it costs money'],
  ],
  example: 'npx parallax fuzz --target dynoxide,dynalite --runs 1000 --seed again',
  async run(context, _args, options) {
    const chosen = await targetsOf(options);
    const reference = targetNamed((options.reference as string | undefined) ?? 'oracle');
    const cases = options.replay === undefined ? undefined : readCases(options.replay as string[]);
    const explanations = explanationsOf(chosen);
    const directory = options.save as string | undefined;
    if (directory !== undefined) folderToWrite(directory, '--save');
    const record = await runFuzz({
      ...{ targets: chosen, reference, seed: context.seed, runId: context.runId, signal: context.signal },
      ...lengthOf(options),
      ...(typeof options.from === 'number' && { from: options.from }),
      ...(options.hazards === true && { hazards: true }),
      ...(cases && { cases }),
      start: startOf(options),
      explained: (target, version, kind) => explanationOf(explanations(target), kind, version) !== undefined,
      onProgress: progressOf(context),
      // A long run leaves a record also when it is killed.
      ...(options.json !== '-' && {
        onRecord: (soFar) => writeJson(context, explain(soFar, explanations), 'unknown', reproOf(context, directory)),
      }),
    });
    for (const { name, judged } of record.targets) context.progress.done(name, `${judged} answers compared`);
    const judged = explain(record, explanations);
    const sequences = directory === undefined ? {} : sequencesOf(judged);
    if (directory !== undefined)
      context.print(`${Object.keys(sequences).length} sequences are written into ${directory}`);
    const code = conclude(context, judged, reproOf(context, directory));
    if (directory !== undefined) keepAll(context, directory, sequences);
    return code;
  },
};

type Options = { readonly [name: string]: unknown };

async function targetsOf({ mutant, target }: Options): Promise<Target[]> {
  if (mutant === undefined) return selectTargets(target as string[] | undefined);
  const planted = mutantTarget(String(mutant));
  return target === undefined ? [planted] : [planted, ...(await selectTargets(target as string[]))];
}

/** The oracle with one bug planted, as a target of its own. */
function mutantTarget(id: string): Target {
  if (!Object.hasOwn(oracleMutants, id))
    throw new UsageError(`no oracle mutant is called '${id}'`, 'see `npx parallax mutants --oracle --list`');
  const name = `oracle+${id}`;
  return {
    ...targets.oracle,
    ...{ name, title: `the oracle with ${id}` },
    start: async () => ({ ...createOracleSession(mutate(id)), target: name }),
  };
}

/** Read before anything is sent: a file that cannot be trusted must not end a long run. */
function explanationsOf(chosen: readonly Target[]): (target: string) => Explanations {
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

const startOf = ({ timeout, region, yesRealAws }: Options): NonNullable<FuzzOptions['start']> => ({
  ...(typeof timeout === 'number' && { requestTimeoutMs: timeout }),
  ...(typeof region === 'string' && { region }),
  realAwsAllowed: yesRealAws === true,
});

const progressOf =
  ({ progress }: Context): NonNullable<FuzzOptions['onProgress']> =>
  ({ target, done, total, requests, kinds }) =>
    progress.update(
      target,
      `${total < Number.MAX_SAFE_INTEGER ? '' : `${done} sequences, `}${requests} answers, ${kinds} kinds`,
      total < Number.MAX_SAFE_INTEGER ? { done, total } : undefined,
    );

const nameOf = ({ found, target }: Judged): string => `${target.replace(/[^\w.-]+/g, '_')}-${found.fingerprint}.json`;

/** The command that shows a difference again: its file where one was written, else the run that found it. */
const reproOf =
  ({ seed }: Context, directory: string | undefined) =>
  (judged: Judged): string => {
    const { found, target } = judged;
    const mutant = /^oracle\+(.+)$/.exec(target)?.[1];
    const where = mutant === undefined ? `--target ${target}` : `--mutant ${mutant}`;
    return directory !== undefined && judged.status !== 'known'
      ? `npx parallax fuzz ${where} --replay ${join(directory, nameOf(judged))}`
      : `npx parallax fuzz ${where} --seed ${seed} --from ${found.at} --runs 1`;
  };

/** The smallest sequence of each difference that is not explained, by the name of its file. */
function sequencesOf({ targets: all }: JudgedFuzz): { [name: string]: string } {
  const open = all.flatMap(({ judged }) => judged.filter(({ status }) => status !== 'known'));
  return Object.fromEntries(
    open.map((one) => {
      const { kind, fingerprint, case: sequence, divergence } = one.found;
      const answers = divergence?.answers ?? null;
      const kept = { target: one.target, fingerprint, status: one.status, kind, answers, case: sequence };
      return [nameOf(one), `${JSON.stringify(kept, null, 2)}\n`];
    }),
  );
}

function conclude(context: Context, judged: JudgedFuzz, repro: (judged: Judged) => string): number {
  const verdict = fuzzVerdict(judged, context.signal.aborted);
  const title = `Parallax ${context.version} · fuzz · seed ${context.seed} · against ${judged.record.reference}`;
  context.print(renderFuzz(judged, verdict, { title, width: context.columns, color: context.colour, repro }));
  writeJson(context, judged, verdict, repro);
  return exitCodes[verdict];
}

function writeJson(
  context: Context,
  { record, targets: all }: JudgedFuzz,
  verdict: Verdict,
  repro: (judged: Judged) => string,
): void {
  context.writeJson({
    ...context.envelope('fuzz', verdict),
    runs: record.runs,
    targets: all.map(targetJson),
    divergences: all.flatMap(({ judged }) => judged.map((one) => divergenceJson(one, repro(one)))),
  });
}
