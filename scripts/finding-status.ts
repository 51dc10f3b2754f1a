import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { Case } from '../suites/cases/case.ts';
import { allCases } from '../suites/cases/index.ts';
import { needsVirtualClock } from '../suites/runner/needs.ts';
import { PlainObject, problemsOf } from '../suites/validation.ts';
import { UsageError } from './command-line/usage-error.ts';

/**
 * By what a finding is judged. `target`: by a case that any store can be asked. `oracle`: by cases that need a clock
 * which can be moved, or that no target of a record could play. `inferred`: by cases that fail no build. `inconclusive`:
 * no target of a record gave a verdict.
 */
export const judges = ['target', 'oracle', 'model', 'inferred', 'inconclusive', 'nothing'] as const;
type Judge = (typeof judges)[number];

export interface Judged {
  by: Judge;
  /** Targets of the record that gave a verdict. */
  targets: string[];
}

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

type Judging = Pick<Case, 'id' | 'certainty' | 'steps'>;

/**
 * @param cases those of the finding
 * @param model whether a model checks it
 * @param recorded the targets of a record; without any, what the cases themselves need decides
 */
export function judgedBy(
  cases: readonly Judging[],
  model: boolean,
  recorded: readonly Pick<Recorded, 'name' | 'results'>[] = [],
): Judged {
  const certain = cases.filter(({ certainty }) => certainty !== 'inferred');
  const ids = new Set(certain.map(({ id }) => id));
  const verdicts = recorded
    .filter(({ name }) => name !== 'oracle')
    .map(({ name, results }) => ({
      name,
      verdicts: results.filter((one) => ids.has(one.case)).map((one) => one.verdict),
    }));
  const targets = verdicts.filter((one) => one.verdicts.some(isJudgement)).map(({ name }) => name);
  const played = verdicts.flatMap((one) => one.verdicts);
  return { by: judgeOf(cases, certain, model, played), targets };
}

const isJudgement = (verdict: string): boolean => verdict === 'matches' || verdict === 'diverges';
const isUnplayed = (verdict: string): boolean => verdict === 'skipped' || verdict === 'unsupported';

function judgeOf(
  cases: readonly Judging[],
  certain: readonly Judging[],
  model: boolean,
  verdicts: readonly string[],
): Judge {
  if (verdicts.some(isJudgement)) return 'target';
  if (verdicts.some((verdict) => !isUnplayed(verdict))) return 'inconclusive';
  if (verdicts.length === 0 && certain.some(({ steps }) => !needsVirtualClock(steps))) return 'target';
  if (certain.length > 0) return 'oracle';
  if (model) return 'model';
  return cases.length > 0 ? 'inferred' : 'nothing';
}
