/** Judges one case on one target by the invariants alone: no reference, no written expectation. */
import type { Case } from '../../cases/case.ts';
import type { TargetHost } from '../host/host.ts';
import type { Divergence } from '../record.ts';
import { violationDivergence } from './divergence.ts';

/** @param host with `audits`, started */
export async function violationsOn(host: TargetHost, subject: Case): Promise<Divergence[]> {
  const { violations, names } = await host.play(subject);
  const transcript = { target: host.target.name, entries: [], names };
  return violations.map((one) => violationDivergence(subject, transcript, one));
}
