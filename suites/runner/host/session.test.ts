import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Outcome } from '../../../oracles/values/types.ts';
import type { Target } from '../../targets/target.ts';
import { ok, refused } from '../testing/outcomes.ts';
import { targetOf } from '../testing/real-clock.ts';
import { interruptedMs } from './patience.ts';
import { openSession } from './session.ts';

// These waits use the real clock.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const never = new Promise<Outcome>(() => {});

test('after a signal, a missing answer is awaited only briefly, as is any later one', async () => {
  const abort = new AbortController();
  const session = await openSession(
    targetOf(() => never, true),
    { signal: abort.signal },
  );
  const before = session.send('ListTables', {});
  abort.abort();
  const given = { kind: 'unanswered', cause: 'unsendable', detail: 'interrupted' };
  await vi.advanceTimersByTimeAsync(interruptedMs.answer);
  expect(await before).toEqual(given);
  const later = session.send('ListTables', {});
  await vi.advanceTimersByTimeAsync(interruptedMs.answer);
  expect(await later).toEqual(given);
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

test('after a signal, a target that does not start is awaited only briefly, and stopped if it starts late', async () => {
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
  const failed = expect(opening).rejects.toThrow('the run ended before');
  await vi.advanceTimersByTimeAsync(interruptedMs.answer);
  await failed;
  expect(seen.stopped).toBe(0);
  come();
  await expect.poll(() => seen.stopped).toBe(1);
});

test('a throttled request is repeated, and one that stays throttled is the answer', async () => {
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
