import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Outcome } from '../../../oracles/values/types.ts';
import { createOracleSession, oracleTarget } from '../../targets/oracle.ts';
import type { Session, Target } from '../../targets/target.ts';
import type { CaseEnvironment } from '../play/run-case.ts';
import { targetOf } from '../testing/real-clock.ts';
import { closeEnvironment, openEnvironment } from './environment.ts';
import { interruptedMs, virtualPatience } from './patience.ts';
import { TablePool } from './pool.ts';
import { openSession } from './session.ts';

// These waits use the real clock.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const never = new Promise<Outcome>(() => {});

test('a server of ours that a probe crashes is restarted and not probed for that again', async () => {
  const oracle = createOracleSession();
  const asked: string[] = [];
  let alive = true;
  const target: Target = {
    ...oracleTarget,
    start: async () => {
      alive = true;
      return {
        ...oracle,
        send: async (operation, ...rest) => {
          asked.push(operation);
          alive &&= operation !== 'Scan';
          return alive ? oracle.send(operation, ...rest) : { kind: 'unanswered', cause: 'closed', detail: '' };
        },
        health: async () => (alive ? { kind: 'up' } : { kind: 'crashed', how: 'SIGSEGV' }),
      };
    },
  };
  const held: CaseEnvironment[] = [];
  await openEnvironment(target, { runId: 'test' }, (environment) => held.push(environment));
  expect(held).toHaveLength(2);
  expect(asked.filter((operation) => operation === 'Scan')).toHaveLength(1);
  expect(held[1]?.supported.has('DescribeEndpoints')).toBe(true);
});

test.each([
  ['somebody else', false, 1],
  ['us, since it is thrown away', true, 0],
])('what cannot be removed is named where the server belongs to %s, and the session ends', async (_, ours, left) => {
  const seen = { stopped: 0 };
  const oracle = createOracleSession();
  const send: Session['send'] = (operation, ...rest) =>
    operation.endsWith('Table') ? never : oracle.send(operation, ...rest);
  const target = targetOf(send, ours, seen);
  const abort = new AbortController();
  const pool = new TablePool(await openSession(target, { signal: abort.signal }), 'parallax_test_', virtualPatience);
  const name = pool.cleanup.name('left');
  const session: Session = { ...createOracleSession(), stop: async () => void seen.stopped++ };
  const environment: CaseEnvironment = {
    session,
    pool,
    supported: new Map(),
    heavyAllowed: ours,
    limits: { loopMs: 1 },
  };
  abort.abort();
  const closing = closeEnvironment(target, environment, 'interrupted');
  // One wait for DeleteTable, and one for the check of what remains.
  await vi.advanceTimersByTimeAsync(2 * interruptedMs.answer);
  const leftovers = await closing;
  expect(leftovers).toEqual(Array(left).fill({ kind: 'table', name, why: 'DeleteTable: no answer (unsendable)' }));
  expect(seen.stopped).toBe(1);
});
