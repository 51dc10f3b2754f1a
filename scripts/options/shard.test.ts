import { expect, test, vi } from 'vitest';
import { parallax } from '../testing/cli.ts';
import { shardOfJob } from './shard.ts';

test('a job that others start is a shard', () => {
  expect(shardOfJob({})).toBeUndefined();
  expect(shardOfJob({ CI_NODE_INDEX: '1', CI_NODE_TOTAL: '4' })).toMatchObject({ shard: { index: 1, count: 4 } });
  expect(shardOfJob({ JOB_COMPLETION_INDEX: '3', PARALLAX_SHARDS: '4' })).toMatchObject({
    shard: { index: 4, count: 4 },
  });
  expect(() => shardOfJob({ JOB_COMPLETION_INDEX: '0' })).toThrow('nothing says of how many');
  expect(() => shardOfJob({ JOB_COMPLETION_INDEX: '4', PARALLAX_SHARDS: '4' })).toThrow("'5/4' is not a shard");
  expect(() => shardOfJob({ CI_NODE_INDEX: '2' })).toThrow('is not a shard');
});

test('a command takes the shard of its job, unless one is given', async () => {
  vi.stubEnv('JOB_COMPLETION_INDEX', '0');
  vi.stubEnv('PARALLAX_SHARDS', '1000');
  const count = async (...more: string[]): Promise<string | undefined> =>
    (await parallax('run', '--list', ...more)).out.trim().split('\n').at(-1);
  expect(await count()).toBe('3 cases');
  expect(await count('--shard', '1/1')).toMatch(/^\d,?\d{3} cases$/);
});
