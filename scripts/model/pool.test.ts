import { expect, test } from 'vitest';
import { UsageError } from '../command-line/usage-error.ts';
import { ModelPool, withModelPool } from './pool.ts';

const job = { kind: 'explore', model: 'update-paths', choice: {} } as const;

test('each caller gets its own answer, also with more jobs than threads', async () => {
  await withModelPool(new AbortController().signal, async (pool) => {
    const [small, large, judged] = await Promise.all([
      pool.run({ ...job, choice: { scale: 'small' } }),
      pool.run({ ...job, choice: { scale: 'default' } }),
      pool.run({ kind: 'judge', model: 'update-paths', mutant: 'fast-path-keeps-version' }),
    ]);
    expect([small?.states, large?.states, judged?.killed]).toEqual([7, 93, true]);
  });
});

test('a wrong name is a usage error, and the thread continues', async () => {
  const pool = new ModelPool(1);
  await expect(pool.run({ ...job, choice: { scale: 'vast' } })).rejects.toThrow(UsageError);
  expect((await pool.run(job))?.verdict).toBe('holds');
  await pool.close();
});

test('an interruption gives null to all waiting callers', async () => {
  const interruption = new AbortController();
  const answers = await withModelPool(interruption.signal, (pool) => {
    const asked = Promise.all([pool.run({ ...job, choice: { scale: 'large' } }), pool.run(job), pool.run(job)]);
    interruption.abort();
    return asked;
  });
  expect(answers).toEqual([null, null, null]);
});
