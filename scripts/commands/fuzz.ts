import { join } from 'node:path';
import { mutate, oracleMutants } from '../../oracles/policies/mutants.ts';
import { type ExplainOptions, explain, type FuzzKind, type FuzzPart } from '../../reports/fuzz/explain.ts';
import { explanationOf } from '../../reports/ledger/kinds.ts';
import { toJson } from '../../reports/report.ts';
import { count, thousands } from '../../reports/text/format.ts';
import { type FuzzOptions, type FuzzRecord, fuzz as runFuzz } from '../../suites/fuzz/fuzz.ts';
import { settleMs } from '../../suites/runner/judge/read-patience.ts';
import { createOracleSession, targets } from '../../suites/targets/index.ts';
import type { Target } from '../../suites/targets/target.ts';
import { type CommandContext, defineCommand } from '../command-line/command.ts';
import { folderToWrite, keepAll } from '../command-line/files.ts';
import { list, type Option, type OptionsOf, wholeNumber } from '../command-line/option.ts';
import { shellWord } from '../command-line/shell-word.ts';
import { unknownOracleMutant } from '../command-line/unknown-name.ts';
import { auditOption, auditsOf, repeatedAudits } from '../options/audits.ts';
import { chosenLedgers, ledgerOption, repeatedLedger } from '../options/ledger.ts';
import { type OwnTables, ownSchemas, ownTables, schemaOptions } from '../options/own-schema.ts';
import { reportFolder, reportOption } from '../options/report.ts';
import { shardOption } from '../options/shard.ts';
import { repeatedOptions, startOf, startOptions } from '../options/start.ts';
import { neededReferenceOption, referenceOf, selectTargets, targetNamed, targetOption } from '../options/targets.ts';
import { timeMsOf, timeOption } from '../options/time.ts';
import { conclude } from '../outcome.ts';
import { readCases } from '../saved-case.ts';

const runsDefault = 500;

const options = [
  targetOption,
  neededReferenceOption,
  [
    '--runs <n>',
    `number of sequences, of about 15 requests each (default: ${runsDefault}; with --time, no limit)`,
    wholeNumber(1),
  ],
  timeOption('stop after this time, even in the middle of a sequence'),
  ['--from <n>', 'number of the first sequence to play; 0 is the first of the seed (default: 0)', wholeNumber(0)],
  shardOption,
  ...schemaOptions,
  [
    '--hazards',
    'also send requests that may exhaust the memory of a server; only to servers that Parallax starts with a memory cap',
  ],
  auditOption,
  ['--mutant <id>', 'plant this bug in the oracle and test that; fails if fuzz does not find the bug'],
  ['--save <dir>', 'write the smallest sequence of each unexplained difference into this directory, one file each'],
  ['--replay <files...>', 'play these saved sequences instead of generated ones', list],
  ledgerOption,
  ...startOptions,
  reportOption,
] as const satisfies readonly Option[];

type Options = OptionsOf<typeof options>;

export const fuzz = defineCommand({
  name: 'fuzz',
  summary: 'plays generated sequences on targets, and shrinks each divergence to the smallest sequence that shows it',
  options,
  example: `npx parallax fuzz --target dynoxide,dynalite --runs 1000 --seed again
  npx parallax fuzz --target dynalite --schema create-table.json --rows export.json.gz

A read of a global index, or without ConsistentRead, may lag behind the writes. If its answer differs,
fuzz reads again until it agrees, for up to ${thousands(settleMs)} ms after the last write.`,
  async run(context, _args, options) {
    const reference = targetNamed(options.reference);
    const chosen = await targetsOf(options, reference);
    const files = options.replay;
    const cases = files && readCases(files);
    const own = ownTables(context, options, context.seed);
    const ledgerOf = chosenLedgers(options, chosen);
    const directory = options.save;
    if (directory !== undefined) folderToWrite(directory, '--save');
    const folder = reportFolder(options);
    const reproOf = reproIn(context, options, own);
    const partOf = (soFar: FuzzRecord): FuzzPart =>
      explain(soFar, { ledgerOf, reproOf, planted: plantedOf(options, reference) });
    const record = await runFuzz({
      ...{ targets: chosen, reference, seed: context.seed, runId: context.runId, signal: context.signal },
      ...lengthOf(options),
      ...(options.hazards === true && { hazards: true }),
      ...(own && { schemas: ownSchemas(own) }),
      ...(cases && { cases }),
      ...{ start: startOf(options), audits: auditsOf(options) },
      explained: (target, version, kind) => explanationOf(ledgerOf(target), kind, version) !== undefined,
      // A planted bug would be a false witness.
      ...(options.mutant !== undefined && { mayTestify: (target) => target !== mutantName(String(options.mutant)) }),
      onProgress: progressOf(context),
      // Written during the run, so that a killed run leaves a record.
      ...(options.json !== '-' && {
        onRecord: (soFar) => context.writeJson(toJson({ ...context.envelope('fuzz', 'unknown'), fuzz: partOf(soFar) })),
      }),
    });
    for (const { name, judged } of record.targets) context.progress.done(name, `${count(judged, 'answer')} compared`);
    const part = partOf(record);
    if (directory === undefined) return conclude(context, 'fuzz', { fuzz: part }, folder);
    const sequences = sequencesOf(part);
    const details = [`${count(Object.keys(sequences).length, 'sequence')} written to ${directory}`];
    const code = conclude(context, 'fuzz', { fuzz: part }, folder, { details });
    keepAll(context, directory, sequences);
    return code;
  },
});

/** If the reference is not the oracle, the unmutated oracle is played as well: its differences are not due to the planted bug. */
async function targetsOf({ mutant, target }: Options, reference: Target): Promise<Target[]> {
  if (mutant === undefined) return selectTargets(target);
  const others = target === undefined ? [] : await selectTargets(target);
  const { oracle } = targets;
  const control = reference.name === oracle.name || others.some(({ name }) => name === oracle.name) ? [] : [oracle];
  return [mutantTarget(mutant), ...control, ...others];
}

const mutantName = (id: string): string => `${targets.oracle.name}+${id}`;

function plantedOf({ mutant }: Options, reference: Target): ExplainOptions['planted'] {
  if (mutant === undefined) return undefined;
  const { name } = targets.oracle;
  return { id: mutant, target: mutantName(mutant), ...(reference.name !== name && { without: name }) };
}

/** The oracle with one planted bug, as a target. */
export function mutantTarget(id: string): Target {
  if (!Object.hasOwn(oracleMutants, id)) throw unknownOracleMutant(id);
  const name = mutantName(id);
  return {
    ...targets.oracle,
    ...{ name, title: `the oracle with ${id}` },
    start: async () => ({ ...createOracleSession(mutate(id)), target: name }),
  };
}

/** Sequences between the shards of a run whose number nobody knows before. */
const shardsApart = 1_000_000;

/** Which sequences. Shards play blocks of one seed that do not meet. */
function lengthOf({ runs, from = 0, shard, ...options }: Options): Pick<FuzzOptions, 'runs' | 'timeMs' | 'from'> {
  const timeMs = timeMsOf(options);
  const all = runs ?? (timeMs === undefined ? runsDefault : undefined);
  const time = timeMs === undefined ? {} : { timeMs };
  const { index, count: shards } = shard ?? { index: 1, count: 1 };
  if (all === undefined) return { runs: Number.MAX_SAFE_INTEGER, from: from + (index - 1) * shardsApart, ...time };
  const start = Math.floor(((index - 1) * all) / shards);
  return { runs: Math.floor((index * all) / shards) - start, from: from + start, ...time };
}

export const progressOf =
  ({ progress }: CommandContext): NonNullable<FuzzOptions['onProgress']> =>
  ({ target, done, total, requests, kinds }) =>
    progress.update(
      target,
      `${total < Number.MAX_SAFE_INTEGER ? '' : `${count(done, 'sequence')}, `}${count(requests, 'answer')}, ${count(kinds, 'kind')}`,
      total < Number.MAX_SAFE_INTEGER ? { done, total } : undefined,
    );

const nameOf = ({ found, target }: Pick<FuzzKind, 'found' | 'target'>): string =>
  `${target.replace(/[^\w.-]+/g, '_')}-${found.fingerprint}.json`;

/** The command that repeats a difference: with the file of the sequence if there is one, else with the seed and the sequence's number. */
const reproIn =
  ({ seed }: CommandContext, options: Options, own: OwnTables | undefined): ExplainOptions['reproOf'] =>
  (kind) => {
    const { found, target } = kind;
    const directory = options.save;
    const saved = directory !== undefined && kind.status !== 'known' ? join(directory, nameOf(kind)) : undefined;
    const file = saved ?? options.replay?.[found.at];
    const what = file === undefined ? ['--seed', seed, '--from', String(found.at), '--runs', '1'] : ['--replay', file];
    const where =
      target === mutantName(String(options.mutant)) ? ['--mutant', String(options.mutant)] : ['--target', target];
    const asked = [...where, ...(options.hazards === true ? ['--hazards'] : [])].map(shellWord).join(' ');
    const reached =
      repeatedOptions(referenceOf(options)?.name, startOf(options)) + repeatedAudits(options) + repeatedLedger(options);
    const tables = file === undefined ? (own?.repro ?? '') : '';
    return `npx parallax fuzz ${asked}${reached} ${what.map(shellWord).join(' ')}${tables}`;
  };

/** The smallest sequence of each unexplained difference, by file name. */
function sequencesOf({ targets: all }: FuzzPart): { [name: string]: string } {
  const unexplained = all.flatMap(({ kinds }) => kinds.filter(({ status }) => status !== 'known'));
  return Object.fromEntries(
    unexplained.map((one) => {
      const { kind, fingerprint, case: sequence, divergence } = one.found;
      const answers = divergence?.answers ?? null;
      const kept = { target: one.target, fingerprint, status: one.status, kind, answers, case: sequence };
      return [nameOf(one), `${JSON.stringify(kept, null, 2)}\n`];
    }),
  );
}
