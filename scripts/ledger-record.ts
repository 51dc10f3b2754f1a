/** What the record of a run, as `--json` or `--report` writes it, has to accept. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { type Acceptable, type Candidate, candidatesIn } from '../reports/ledger/candidates.ts';
import { PlainObject, problemsOf } from '../suites/validation.ts';
import { UsageError } from './command-line/usage-error.ts';

/** Where the tour writes its report, and a run with `--report parallax-report`. */
export const lastRecord = join('parallax-report', 'report.json');
const next = 'name one that run, fuzz, race or crash has written with --json: --from FILE';

const Target = v.looseObject({ name: v.string(), version: v.string(), results: v.optional(v.array(PlainObject)) });
const Found = v.looseObject({
  ...{ fingerprint: v.string(), target: v.string(), case: v.string(), status: v.string() },
  certainty: v.picklist(['measured', 'recorded', 'documented', 'inferred']),
});
const Anomaly = v.looseObject({ kind: v.string(), where: v.string(), actual: v.string(), status: v.string() });
const Round = v.looseObject({ target: v.string(), name: v.string(), anomalies: v.array(Anomaly) });
const Shape = v.pipe(
  PlainObject,
  v.looseObject({
    targets: v.array(Target),
    divergences: v.optional(v.array(Found)),
    rounds: v.optional(v.array(Round)),
  }),
);

/** @throws UsageError for a file that is missing, or holds no record */
export function candidatesFrom(file: string): Candidate[] {
  if (!existsSync(file)) throw new UsageError(`there is no record ${file}`, next);
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${(error as Error).message}`, next);
  }
  const { success, issues } = v.safeParse(Shape, parsed);
  if (!success) throw new UsageError(`${file} is no record of a run: ${problemsOf(issues, 'it')[0]}`, next);
  return candidatesIn(parsed as Acceptable);
}
