import { expect, test } from 'vitest';
import { createOracleSession, targets } from '../targets/index.ts';
import { sequenceAt } from './generators/sequences.ts';
import { playSequence, rawHost } from './host.ts';
import { reachedBy } from './testing/reached.ts';

const count = 300;
/** Policies keep code for wrong stores, which the right one never runs. */
const least = 0.95;

test('generated sequences reach the oracle’s store: a floor', { timeout: 300_000 }, async () => {
  const host = rawHost({ ...targets.oracle, start: async () => createOracleSession() }, { runId: 'reached' });
  await host.start();
  const reached = await reachedBy('/oracles/store/', async () => {
    for (let at = 0; at < count; at++) await playSequence(host, sequenceAt('reached', at));
  });
  const low = [...reached].filter(([, share]) => share < 0.75);
  const mean = [...reached.values()].reduce((sum, share) => sum + share, 0) / reached.size;
  expect(reached.size).toBeGreaterThanOrEqual(38);
  expect(low).toEqual([]);
  expect(mean).toBeGreaterThan(least);
});
