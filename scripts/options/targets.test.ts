import { afterEach, expect, test, vi } from 'vitest';
import { targets } from '../../suites/targets/index.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { selectTargets, serversHere } from './targets.ts';

afterEach(() => void vi.restoreAllMocks());

test('a machine that cannot start any server has nothing to judge, which is no pass', async () => {
  for (const target of Object.values(targets))
    vi.spyOn(target, 'availability').mockResolvedValue({ kind: 'unavailable', reason: 'none here', remedy: 'get one' });
  expect((await serversHere()).able).toEqual([]);
  await expect(selectTargets(undefined)).rejects.toThrow(UsageError);
});

test('a target is used once, however often and in whatever spelling it is named', async () => {
  const named = await selectTargets(['oracle', 'localhost:8000', 'http://LOCALHOST:8000/', 'oracle']);
  expect(named.map(({ name }) => name)).toEqual(['oracle', 'http://localhost:8000']);
});
