/** Answers and requests as they are compared and shown: without what belongs to the run. */
import type { Json, JsonObject, Outcome } from '../../../oracles/values/types.ts';
import type { Leaf } from '../../cases/case.ts';
import { comparedOf } from '../../cases/leaf.ts';
import { normalise, type RunNames } from '../normalise.ts';
import type { Entry } from '../record.ts';

/** What one target answered to a case, and the names in it that belong to its run. */
export interface TargetTranscript {
  target: string;
  entries: readonly Entry[];
  names: RunNames;
}

export type Answer = TargetTranscript & { entry: Entry };

/** The names of the run replaced, and rows without a promised order sorted. */
export const shownOutcome = (step: Leaf, { entry, names }: Answer): Outcome =>
  normalise(entry.outcome, entry.op, names, comparedOf(step).unordered);

/** The request with the names of the case in place of those of the run. */
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
