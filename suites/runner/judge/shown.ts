/** Answers and requests in the form in which they are compared and shown: without values that depend on the run. */
import type { Json, JsonObject, Outcome } from '../../../oracles/values/types.ts';
import type { Leaf } from '../../cases/case.ts';
import { comparedOf } from '../../cases/leaf.ts';
import { normalise, type RunNames } from '../normalise.ts';
import type { Entry } from '../record.ts';

/** A target's answers to one case, and the names that depend on the run. */
export interface TargetTranscript {
  target: string;
  entries: readonly Entry[];
  names: RunNames;
}

export type Answer = TargetTranscript & { entry: Entry };

/** Replaces the run's names, and sorts rows without a guaranteed order. */
export const shownOutcome = (step: Leaf, { entry, names }: Answer): Outcome =>
  normalise(entry.outcome, entry.op, names, comparedOf(step).unordered);

/** The request with the case's names instead of the run's. */
export const requestJson = ({ entry, names }: Answer): JsonObject => {
  const shown = normalise({ kind: 'ok', output: entry.input }, entry.op, { tables: names.tables }, false);
  return shown.kind === 'ok' ? shown.output : {};
};

export function outcomeJson(outcome: Outcome): Json {
  switch (outcome.kind) {
    case 'ok':
      return outcome.output;
    case 'rejected':
      return { __type: outcome.rawType, message: outcome.message, ...outcome.members };
    case 'unanswered':
      return `no answer (${outcome.cause}: ${outcome.detail})`;
  }
}
