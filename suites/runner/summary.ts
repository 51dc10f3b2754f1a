import type { Json, Outcome } from '../../oracles/values/types.ts';

/** A short JSON form of an outcome, for the columns of a report. */
export function summary(outcome: Outcome): Json {
  switch (outcome.kind) {
    case 'ok':
      return 'accepted';
    case 'rejected':
      return outcome.message === '' ? outcome.type : `${outcome.type}: ${outcome.message}`;
    case 'unanswered':
      return `no answer (${outcome.cause})`;
  }
}
