/** Plays sequences on a target: sends everything raw, and replaces a lost server immediately. */
import type { Case } from '../cases/case.ts';
import { type HostOptions, type PlayOptions, TargetHost } from '../runner/host/host.ts';
import type { Played } from '../runner/play/run-case.ts';
import { noVerdict } from '../runner/record.ts';
import type { Session, Target } from '../targets/target.ts';

/** Whether a sequence ended without an answer. */
export const isLost = ({ stopped }: Played): boolean => stopped !== undefined && noVerdict.includes(stopped.verdict);

/** Bypasses the SDK, even for the table pool: the SDK takes longer than most servers. */
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
