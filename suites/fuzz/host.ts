/** A target as sequences need it: everything goes out raw, and whatever was lost is replaced at once. */
import type { Case } from '../cases/case.ts';
import { type HostOptions, type PlayOptions, TargetHost } from '../runner/host/host.ts';
import type { Played } from '../runner/play/run-case.ts';
import { noVerdict } from '../runner/record.ts';
import type { Session, Target } from '../targets/target.ts';

/** Whether a sequence ended without an answer. */
export const isLost = ({ stopped }: Played): boolean => stopped !== undefined && noVerdict.includes(stopped.verdict);

/** Nothing goes through an SDK here, the tables of the pool included: it takes longer than most servers. */
const raw = (session: Session): Session => ({
  ...session,
  send: (operation, input, options) => session.send(operation, input, { raw: true, ...options }),
});

export const rawHost = (target: Target, options: HostOptions): TargetHost =>
  new TargetHost(target, { ...options, through: raw });

export async function playSequence(host: TargetHost, subject: Case, options?: PlayOptions): Promise<Played> {
  const played = await host.play(subject, options);
  if (isLost(played)) await played.replace();
  return played;
}
