import { expect, test } from 'vitest';
import type { Outcome } from '../../../oracles/values/types.ts';
import { createOracleSession, oracleTarget } from '../../targets/oracle.ts';
import type { Session, Target } from '../../targets/target.ts';
import type { CaseEnvironment } from '../play/run-case.ts';
import { ok, refused } from '../testing/outcomes.ts';
import { closeEnvironment, openEnvironment } from './environment.ts';
import { virtualPatience } from './patience.ts';
import { TablePool } from './pool.ts';
import { openSession } from './session.ts';

/** The oracle on a real clock, as somebody else's or as ours. */
function targetOf(send: Session['send'], startedByUs: boolean, seen: { stopped: number } = { stopped: 0 }): Target {
  const session: Session = { ...createOracleSession(), clock: 'real', near: true, send, pause: async () => {} };
  const stop = async (): Promise<void> => void seen.stopped++;
  return { ...oracleTarget, startedByUs, start: async () => ({ ...session, stop }) };
}

const never = new Promise<Outcome>(() => {});

test('an answer that does not come is not awaited for long after a signal, and neither is one asked for later', async () => {
  const abort = new AbortController();
  const session = await openSession(
    targetOf(() => never, true),
    { signal: abort.signal },
  );
  const before = session.send('ListTables', {});
  abort.abort();
  const given = { kind: 'unanswered', cause: 'unsendable', detail: 'interrupted' };
  expect(await before).toEqual(given);
  expect(await session.send('ListTables', {})).toEqual(given);
  await session.stop();
});

test('an answer that comes in time is the answer, signal or not', async () => {
  const abort = new AbortController();
  const session = await openSession(
    targetOf(async () => ok({ TableNames: [] }), true),
    { signal: abort.signal },
  );
  const many = await Promise.all(Array.from({ length: 50 }, () => session.send('ListTables', {})));
  abort.abort();
  expect([...many, await session.send('ListTables', {})]).toEqual(Array(51).fill(ok({ TableNames: [] })));
  await session.stop();
});

test('a server of ours that a probe ends is started again without that probe', async () => {
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
  const name = pool.name('left');
  const session: Session = { ...createOracleSession(), stop: async () => void seen.stopped++ };
  const environment: CaseEnvironment = {
    session,
    pool,
    supported: new Map(),
    heavyAllowed: ours,
    limits: { loopMs: 1 },
  };
  abort.abort();
  const leftovers = await closeEnvironment(target, environment, 'interrupted');
  expect(leftovers).toEqual(Array(left).fill({ kind: 'table', name, why: 'DeleteTable: no answer (unsendable)' }));
  expect(seen.stopped).toBe(1);
});

test('a target that does not come up is not awaited for long after a signal, and ended when it comes late', async () => {
  const seen = { stopped: 0 };
  const abort = new AbortController();
  let come = (): void => {};
  const late = new Promise<void>((resolve) => {
    come = resolve;
  });
  const target = targetOf(async () => ok({}), true, seen);
  const slow: Target = { ...target, start: (options) => late.then(() => target.start(options)) };
  const opening = openSession(slow, { signal: abort.signal });
  abort.abort();
  await expect(opening).rejects.toThrow('had not answered when the run was ended');
  expect(seen.stopped).toBe(0);
  come();
  await expect.poll(() => seen.stopped).toBe(1);
});

test('a throttled request is sent again, and one that stays throttled is the answer', async () => {
  for (const [times, kind] of [
    [3, 'ok'],
    [99, 'rejected'],
  ] as const) {
    let left = times;
    const target = targetOf(async () => (left-- > 0 ? refused('ThrottlingException') : ok({})), true);
    const session = await openSession(target, {});
    expect((await session.send('PutItem', {})).kind).toBe(kind);
  }
});
