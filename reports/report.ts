/** What every report is made from: the parts of a command's result, and the JSON that `--json` writes from them. */
import type { JsonObject } from '../oracles/values/types.ts';
import type { Envelope, RunRecord, Severity, Verdict } from '../suites/runner/record.ts';

/** One step of a counterexample. The first entry of a trace may be the initial state, with an empty `label`. */
export interface TraceStep {
  /** Who moved: `restore 1`, `reconciler`, `environment`. */
  process: string;
  label: string;
  before: JsonObject;
  after: JsonObject;
  /** The fields of the state that differ between `before` and `after`. */
  changed: string[];
}

/** Contract: the members up to `traceLength`. */
export interface ModelRecord {
  name: string;
  /** `default` where a model has one form only. */
  variant: string;
  /** `null` for the model as it is meant to be. */
  mutant: string | null;
  states: number;
  transitions: number;
  /** Decimal digits: it outgrows a double for models of a few thousand states. */
  interleavings: string;
  depth: number;
  durationMs: number;
  verdict: Verdict;
  /** The property that is violated, or that could not be told. */
  property: string | null;
  traceLength: number | null;
  /** The shortest counterexample. */
  trace?: TraceStep[];
}

/** Contract: all members but `reason`. */
export interface MutantRecord {
  id: string;
  kind: 'model' | 'oracle' | 'external';
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

/** Against the run before: fingerprints. */
export interface Since {
  new: string[];
  gone: string[];
  flaky: string[];
  known: string[];
}

/** The result of one command. Which parts are there depends on the command; `tour` has the first three. */
export interface Report extends Envelope {
  run?: RunRecord;
  models?: ModelRecord[];
  mutants?: MutantRecord[];
  since?: Since;
}

/** What a report needs of the catalogue of findings. */
export interface FindingText {
  title: string;
  severity: Severity;
}
export type Catalogue = ReadonlyMap<string, FindingText>;

/** What `--json` writes: the envelope, and at the top level the members of each part that is there, and no others. */
export function toJson(report: Report): JsonObject {
  const { command, version, seed, startedAt, durationMs, verdict, run, models, mutants, since } = report;
  const parts = {
    ...{ command, version, seed, startedAt, durationMs, verdict },
    ...(run && { targets: run.targets, divergences: run.divergences }),
    ...(models && { models }),
    ...(mutants && { mutants, killed: mutants.filter((m) => m.killed).length, total: mutants.length }),
    ...(since && { since }),
  };
  return asJson(parts);
}

/** Drops members that are undefined, which JSON has no word for. */
const asJson = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;
