import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { allCases } from '../suites/cases/index.ts';
import { PlainObject, problemsOf } from '../suites/validation.ts';
import { UsageError } from './command-line/usage-error.ts';

export type FindingStatus = 'matches' | 'diverges' | 'unknown' | 'untested';

const Text = v.string('must be a string');
const isList = 'must be a list';
const Result = v.pipe(PlainObject, v.object({ case: Text, verdict: Text }));
const Target = v.pipe(PlainObject, v.object({ name: Text, results: v.array(Result, isList) }));

/** Only the members of a run's record that are read here. */
const RecordShape = v.pipe(PlainObject, v.object({ targets: v.array(Target, isList) }));

type Recorded = v.InferOutput<typeof RecordShape>['targets'][number];

/** The targets of a record that `--json` or `--report` wrote. @throws UsageError when the file is no such record. */
export function readRecord(file: string): Recorded[] {
  const next = 'give a file written by `npx parallax run --json FILE` or by the tour';
  let record: unknown;
  try {
    record = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${(error as Error).message}`, next);
  }
  const { success, output, issues } = v.safeParse(RecordShape, record);
  if (success) return output.targets;
  throw new UsageError(`${file} is not a record of a run: ${problemsOf(issues)[0]}`, next);
}

/** The result of a finding's cases on one target: one diverging case is enough, and a case without a verdict is no pass. */
export function statusOf(finding: string, { results }: Pick<Recorded, 'results'>): FindingStatus {
  const cases = new Set(allCases.filter(({ findings }) => findings.includes(finding)).map(({ id }) => id));
  const verdicts = new Set(results.filter((result) => cases.has(result.case)).map(({ verdict }) => verdict));
  verdicts.delete('skipped');
  verdicts.delete('unsupported');
  if (verdicts.size === 0) return 'untested';
  if (verdicts.has('diverges')) return 'diverges';
  return [...verdicts].every((verdict) => verdict === 'matches') ? 'matches' : 'unknown';
}
