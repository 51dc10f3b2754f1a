/** Finds why an anomaly of a round is accepted. */
import type { Anomaly } from '../../suites/rounds/anomaly.ts';
import { matchesOne } from './kinds.ts';
import type { Ledger, RoundPattern } from './schema.ts';
import { acceptedBy } from './versions.ts';

const matches = (pattern: RoundPattern, round: string, { kind, where, actual }: Anomaly): boolean =>
  matchesOne(pattern.round, round) &&
  [pattern.kind].flat().includes(kind) &&
  matchesOne(pattern.where, where) &&
  matchesOne(pattern.actual, actual);

/** The reason of the first acceptance that matches on this version, or on the newest older one. */
export function roundReason({ rounds }: Ledger, version: string, round: string, anomaly: Anomaly): string | undefined {
  const speaking = rounds.filter(({ anomalies }) => anomalies.some((pattern) => matches(pattern, round, anomaly)));
  const found = acceptedBy(speaking, version);
  return found && (found.note === undefined ? found.by.reason : `${found.by.reason} (${found.note})`);
}
