import type { Json, Outcome } from '../../oracles/values/types.ts';

/** An outcome in few words of JSON, for the two columns of a report. */
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
