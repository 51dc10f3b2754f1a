/** The input of every report: the parts of a command's result, and the JSON of `--json`. */
import type { ModelResult } from '../models/checker/result.ts';
import type { JsonObject } from '../oracles/values/types.ts';
import type { Divergence, Envelope, RunRecord, Severity } from '../suites/runner/record.ts';
import type { FuzzPart } from './fuzz/explain.ts';
import { fuzzJson } from './fuzz/json.ts';
import { groupsOf } from './groups.ts';

/** Contract: all members except `trace`, `fairness` and `simulations`. A checker result has more members. */
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

/** Contract: all members except `reason`, `change` and `reds`. */
export interface MutantRecord {
  id: string;
  kind: 'model' | 'oracle';
  /** The id of the finding that the mutant re-creates, if any. */
  finding: string | null;
  killed: boolean;
  /** What caught it: a case, a property, or a command. */
  by: string | null;
  /** No observable difference, so no check can kill it. It counts neither as killed nor as a survivor. */
  equivalent: boolean;
  durationMs: number;
  /** Why it is equivalent. */
  reason?: string;
  /** Of a mechanical mutant: where its source was changed, by which rule, and all that in words. */
  file?: string;
  line?: number;
  rule?: string;
  change?: string;
  /** For each judge of a mechanical mutant the test that turned red, or null. */
  reds?: { readonly [judge: string]: string | null };
}

/** Contract: shares from 0 to 1 of the mutants that are not equivalent. Null: not judged. */
export interface Scores {
  readonly cases: number | null;
  readonly invariants: number | null;
  readonly fuzz: number | null;
  readonly together: number | null;
  readonly models: number | null;
  /** Survivors do not fail while at least so many percent are caught together. */
  readonly least?: number;
}

/** The result of one command. The command decides which parts are present; never both `run` and `fuzz`. */
export interface Report extends Envelope {
  run?: RunRecord;
  models?: readonly ModelRecord[];
  mutants?: readonly MutantRecord[];
  /** Of mechanical mutants. */
  scores?: Scores;
  fuzz?: FuzzPart;
}

/** The part of a finding that reports use. */
interface FindingText {
  title: string;
  severity: Severity;
}
export type Catalogue = ReadonlyMap<string, FindingText>;

/** The JSON of `--json`: the envelope, with the members of each present part at the top level. */
export function toJson(report: Report): JsonObject {
  const { command, version, seed, startedAt, durationMs, verdict, interrupted, run, models, mutants, scores, fuzz } =
    report;
  const parts = {
    ...{ command, version, seed, startedAt, durationMs, verdict, interrupted },
    ...(run && { cut: run.cut, targets: run.targets, divergences: run.divergences, groups: groupsJson(run) }),
    ...(fuzz && fuzzJson(fuzz)),
    ...(models && { models }),
    ...(mutants && { mutants, killed: mutants.filter((m) => m.killed).length, total: mutants.length }),
    ...(scores && { scores }),
  };
  return asJson(parts);
}

/** Divergences by cause, under the fingerprint of the representative. */
const groupsJson = ({ divergences }: RunRecord) =>
  groupsOf(divergences).map(({ target, status, severity, representative, members }) => ({
    ...{ target, status, severity, fingerprint: representative.fingerprint, class: representative.class },
    members: members.map(({ fingerprint, case: id, step }: Divergence) => ({ fingerprint, case: id, step })),
  }));

/** Drops undefined members, since JSON has no undefined. */
const asJson = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;
