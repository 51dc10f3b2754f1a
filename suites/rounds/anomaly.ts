/** What can be wrong after a disturbance, or among requests that race. */
import type { Operation, Outcome } from '../../oracles/values/types.ts';
import { summary } from '../runner/summary.ts';

export const anomalyKinds = {
  'server-error': 'a request was answered with HTTP 500',
  'no-answer': 'a request of a client that did not leave got no answer',
  ended: 'the server ended by itself',
  'no-start': 'the server did not start again on its file',
  'no-end': 'the server did not end on SIGTERM',
  stuck: 'a table, index or backup did not leave a passing state in time',
  lost: 'what was acknowledged is not there',
  'half-there': 'the state is neither that before the request nor that after it',
  unusable: 'a table that is there, or a name that is free, cannot be used',
  'wrong-answer': 'an answer contradicts what is stored',
  disagrees: 'an index, a stream or a description contradicts the table',
  'not-repeatable': 'the same request sent again does not lead to its result',
  twice: 'one request took effect twice',
  'not-linearizable': 'no order of the calls explains the answers',
  'not-serializable': 'no order of the transactions explains the answers',
  'outside-model': 'what was seen is none of the outcomes that the rules allow',
} as const;
export type AnomalyKind = keyof typeof anomalyKinds;

/** A busy machine may show these by itself: what it took too long for. */
const late: ReadonlySet<AnomalyKind> = new Set(['no-answer', 'no-start', 'no-end', 'stuck', 'disagrees']);

/** Whether no load explains it, however seldom it is seen. */
export const isTimeless = ({ kind }: Anomaly): boolean => !late.has(kind);

export interface Anomaly {
  readonly kind: AnomalyKind;
  /** What it is about: the role of a table or backup in the round, such as `restored`, or an invariant. */
  readonly where: string;
  /** The request that showed it. */
  readonly operation?: Operation;
  readonly expected: string;
  /** What was seen. Names of the run are replaced by roles. */
  readonly actual: string;
  /** Several lines for a person, such as the timeline of some calls. */
  readonly shown?: string;
}

/** Equal for the same fault in two plays of one round: without values, which differ from play to play. */
export const keyOf = ({ kind, where, actual }: Anomaly): string =>
  [kind, where, kind === 'server-error' ? actual : ''].join(' ');

/** Each fault once, as it was first seen. */
export function distinct(all: readonly Anomaly[]): Anomaly[] {
  const first = new Map<string, Anomaly>();
  for (const one of all) if (!first.has(keyOf(one))) first.set(keyOf(one), one);
  return [...first.values()];
}

/** The anomaly that an answer is by itself: a failure of the server, or silence. Undefined for any other answer. */
export function failureIn(operation: Operation, where: string, outcome: Outcome): Anomaly | undefined {
  const at = { where, operation, expected: 'an answer' };
  if (outcome.kind === 'unanswered') return { ...at, kind: 'no-answer', actual: `${outcome.cause}: ${outcome.detail}` };
  if (outcome.kind !== 'rejected' || outcome.status < 500) return undefined;
  return { ...at, kind: 'server-error', actual: String(summary(outcome)) };
}
