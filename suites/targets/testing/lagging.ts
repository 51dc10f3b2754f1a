/** A store with a copy that lags: consistent reads see a write immediately, other reads later. */
import { type Operation, readsOnly } from '../../../oracles/values/operations.ts';
import type { JsonObject, Outcome } from '../../../oracles/values/types.ts';
import { isEventualRead } from '../../runner/judge/eventual-reads.ts';
import { createOracleSession } from '../oracle.ts';
import type { SendOptions, Session, Target } from '../target.ts';

type Decisions = Parameters<typeof createOracleSession>[0];

/** @param lagMs lag on the virtual clock, which moves only during waits; Infinity for a copy that never catches up */
function laggingSession(lagMs: number, decisions?: Decisions): Session {
  const first = createOracleSession(decisions);
  const copy = createOracleSession(decisions);
  let nowMs = 0;
  const due: { atMs: number; write: () => Promise<Outcome> }[] = [];
  const catchUp = async (): Promise<void> => {
    while (due[0] !== undefined && due[0].atMs <= nowMs) await due.shift()?.write();
  };
  const send = async (op: Operation, input: JsonObject, options?: SendOptions): Promise<Outcome> => {
    if (op === 'CreateTable') await copy.send(op, input, options);
    if (isEventualRead({ op, input })) return copy.send(op, input, options);
    if (!readsOnly(op) && op !== 'CreateTable')
      due.push({ atMs: nowMs + lagMs, write: () => copy.send(op, input, options) });
    return first.send(op, input, options);
  };
  const pause = async (ms: number): Promise<void> => {
    nowMs += ms;
    await Promise.all([first.pause(ms), copy.pause(ms)]);
    await catchUp();
  };
  return { ...first, target: 'lagging', send, pause };
}

export const laggingTarget = (base: Target, lagMs: number, decisions?: Decisions): Target => ({
  ...base,
  name: 'lagging',
  start: async () => laggingSession(lagMs, decisions),
});
