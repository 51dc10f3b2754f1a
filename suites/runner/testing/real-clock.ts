import { createOracleSession, oracleTarget } from '../../targets/oracle.ts';
import type { Session, Target } from '../../targets/target.ts';

/** The oracle on a real clock, as a target that we started or as a remote one. */
export function targetOf(
  send: Session['send'],
  startedByUs: boolean,
  seen: { stopped: number } = { stopped: 0 },
): Target {
  const session: Session = { ...createOracleSession(), clock: 'real', near: true, send, pause: async () => {} };
  const stop = async (): Promise<void> => void seen.stopped++;
  return { ...oracleTarget, startedByUs, start: async () => ({ ...session, stop }) };
}
