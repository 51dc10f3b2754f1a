import { readFileSync } from 'node:fs';
import { allCases } from '../suites/cases/index.ts';
import type { CaseVerdict, TargetRecord } from '../suites/runner/record.ts';
import { UsageError } from './command-line/usage-error.ts';

export type FindingStatus = 'matches' | 'diverges' | 'unknown' | 'untested';

type Recorded = Pick<TargetRecord, 'name' | 'results'>;

/** The targets of a record that `--json` or `--report` wrote. @throws UsageError when it is none. */
export function readRecord(file: string): Recorded[] {
  const next = 'give a file that `npx parallax run --json FILE` or the tour wrote';
  let record: unknown;
  try {
    record = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${(error as Error).message}`, next);
  }
  const targets = (record as { targets?: unknown } | null)?.targets;
  if (!Array.isArray(targets) || !targets.every((target) => Array.isArray(target?.results))) {
    throw new UsageError(`${file} is no record of a run`, next);
  }
  return targets as Recorded[];
}

/** What the cases of one finding came to on one target: one that diverges is enough, and one that cannot be told is no pass. */
export function statusOf(finding: string, { results }: Recorded): FindingStatus {
  const cases = new Set(allCases.filter(({ findings }) => findings.includes(finding)).map(({ id }) => id));
  const verdicts = new Set<CaseVerdict>(
    results.filter((result) => cases.has(result.case)).map(({ verdict }) => verdict),
  );
  verdicts.delete('skipped');
  verdicts.delete('unsupported');
  if (verdicts.size === 0) return 'untested';
  if (verdicts.has('diverges')) return 'diverges';
  return [...verdicts].every((verdict) => verdict === 'matches') ? 'matches' : 'unknown';
}
