import { expect, test } from 'vitest';
import { allCases } from '../../cases/index.ts';
import { createOracleSession, oracleTarget } from '../../targets/oracle.ts';
import type { Session, Target } from '../../targets/target.ts';
import { laggingTarget } from '../../targets/testing/lagging.ts';
import { settleMs } from '../judge/read-patience.ts';
import { TargetHost } from './host.ts';

const subject = allCases.find(({ id }) => id === 'scan/delimiters')!;

/** The oracle, as a server of ours. Counts its starts. */
function counted(): { target: Target; starts: () => number } {
  let starts = 0;
  const start = async (): Promise<Session> => {
    starts += 1;
    return createOracleSession();
  };
  return { target: { ...oracleTarget, startedByUs: true, start }, starts: () => starts };
}

test('a server that several cases lost is replaced once', async () => {
  const { target, starts } = counted();
  const host = new TargetHost(target, { runId: 'test' });
  await host.start();
  const lost = await Promise.all([host.play(subject), host.play(subject)]);
  await Promise.all(lost.map(({ replace }) => replace()));
  expect(starts()).toBe(2);
  // Another case that was lost with the first server comes too late to replace the second one.
  await lost[0].replace();
  expect(starts()).toBe(2);
  expect((await host.play(subject)).stopped).toBeUndefined();
  await host.stop();
});

test('after the end of the run no server is replaced', async () => {
  const { target, starts } = counted();
  const abort = new AbortController();
  const host = new TargetHost(target, { runId: 'test', deadline: { signal: abort.signal, cut: () => undefined } });
  await host.start();
  const { replace } = await host.play(subject);
  abort.abort();
  await replace();
  expect(starts()).toBe(1);
  await host.stop();
});

test('a server that somebody else started is not replaced', async () => {
  const { target, starts } = counted();
  const host = new TargetHost({ ...target, startedByUs: false }, { runId: 'test' });
  await host.start();
  await (await host.play(subject)).replace();
  expect(starts()).toBe(1);
  await host.stop();
});

test('what one case shows about the lag of a target applies to the next, unless a case brings its own limit', async () => {
  const reference = new TargetHost(oracleTarget, { runId: 'test' });
  await reference.start();
  const { entries, names } = await reference.play(subject);
  const expected = { target: 'oracle', entries, names };
  const host = new TargetHost(laggingTarget(oracleTarget, Number.POSITIVE_INFINITY), { runId: 'test' });
  await host.start();
  let waits = 0;
  const own = { ms: 1, settled: () => {}, differed: () => void waits++ };
  await host.play(subject, { expected, patience: own });
  expect([waits > 0, host.patience.ms]).toEqual([true, settleMs]);
  for (let plays = 0; plays < 8; plays++) await host.play(subject, { expected });
  expect(host.patience.ms).toBeLessThan(settleMs);
  await Promise.all([host.stop(), reference.stop()]);
});
