/** What every report is made from: the parts of a command's result, and the JSON that `--json` writes from them. */
import type { ModelResult } from '../models/checker/result.ts';
import type { JsonObject } from '../oracles/values/types.ts';
import type { Divergence, Envelope, RunRecord, Severity } from '../suites/runner/record.ts';
import type { FuzzPart } from './fuzz/explain.ts';
import { fuzzJson } from './fuzz/json.ts';
import { groupsOf } from './groups.ts';

/** Contract: all members but `trace`, `fairness` and `simulations`. What the checker answers has these and more. */
export type ModelRecord = Pick<
  ModelResult,
  | 'name'
  | 'variant'
  | 'mutant'
  | 'states'
  | 'transitions'
  | 'interleavings'
  | 'depth'
  | 'durationMs'
  | 'verdict'
  | 'property'
  | 'traceLength'
  | 'trace'
  | 'fairness'
  | 'simulations'
>;

/** Contract: all members but `reason`. */
export interface MutantRecord {
  id: string;
  kind: 'model' | 'oracle';
  /** Id of the catalogue, where the mutant re-creates a finding. */
  finding: string | null;
  killed: boolean;
  /** The check that turned red: a case, a property, a command. */
  by: string | null;
  /** Changes nothing that can be observed, so no check can kill it. It counts neither as killed nor as a survivor. */
  equivalent: boolean;
  durationMs: number;
  /** Why it is equivalent. */
  reason?: string;
}

/** The result of one command. Which parts are there depends on the command; never both `run` and `fuzz`. */
export interface Report extends Envelope {
  run?: RunRecord;
  models?: readonly ModelRecord[];
  mutants?: readonly MutantRecord[];
  fuzz?: FuzzPart;
}

/** What a report needs of the catalogue of findings. */
interface FindingText {
  title: string;
  severity: Severity;
}
export type Catalogue = ReadonlyMap<string, FindingText>;

/** What `--json` writes: the envelope, and at the top level the members of each part that is there, and no others. */
export function toJson(report: Report): JsonObject {
  const { command, version, seed, startedAt, durationMs, verdict, interrupted, run, models, mutants, fuzz } = report;
  const parts = {
    ...{ command, version, seed, startedAt, durationMs, verdict, interrupted },
    ...(run && { cut: run.cut, targets: run.targets, divergences: run.divergences, groups: groupsJson(run) }),
    ...(fuzz && fuzzJson(fuzz)),
    ...(models && { models }),
    ...(mutants && { mutants, killed: mutants.filter((m) => m.killed).length, total: mutants.length }),
  };
  return asJson(parts);
}

/** Divergences with one cause, under the fingerprint of the one that stands for them. */
const groupsJson = ({ divergences }: RunRecord) =>
  groupsOf(divergences).map(({ target, status, severity, representative, members }) => ({
    ...{ target, status, severity, fingerprint: representative.fingerprint, class: representative.class },
    members: members.map(({ fingerprint, case: id, step }: Divergence) => ({ fingerprint, case: id, step })),
  }));

/** Drops members that are undefined, which JSON has no word for. */
const asJson = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;
