import { expect, test, vi } from 'vitest';
import { mutate } from '../../oracles/policies/mutants.ts';
import { settleMs } from '../runner/judge/read-patience.ts';
import { createOracleSession, targets } from '../targets/index.ts';
import type { Target } from '../targets/target.ts';
import { laggingTarget } from '../targets/testing/lagging.ts';
import { type FuzzTarget, fuzz } from './fuzz.ts';
import { sequenceAt } from './generators/sequences.ts';

vi.setConfig({ testTimeout: 120_000 });

const { oracle } = targets;

/** Only sequences about items: the copy of the lagging store knows no table that a sequence makes. */
const sequences = Array.from({ length: 120 }, (_, at) => sequenceAt('lag', at)).filter(({ tables }) => tables);

async function fuzzed(target: Target, runs = 48): Promise<FuzzTarget> {
  const record = await fuzz({
    ...{ seed: 'lag', runs, reference: oracle, runId: 'lagtest', targets: [target] },
    cases: sequences.slice(0, runs),
  });
  return record.targets[0]!;
}

test.each([10, 200, settleMs])('a store that lags %i ms is right', async (lagMs) => {
  const { found, cases, matched, diverged } = await fuzzed(laggingTarget(oracle, lagMs));
  expect(found.map(({ kind }) => kind)).toEqual([]);
  expect({ cases, matched, diverged }).toEqual({ cases: 48, matched: 48, diverged: 0 });
});

test.each([5 * settleMs, Number.POSITIVE_INFINITY])('a lag of %s ms is a fault', async (lagMs) => {
  const { found, diverged } = await fuzzed(laggingTarget(oracle, lagMs), 12);
  expect(diverged).toBeGreaterThan(2);
  expect(found.filter(({ divergence }) => divergence !== undefined).length).toBeGreaterThan(0);
  expect(new Set(found.map(({ kind }) => kind.op))).not.toContain('TransactGetItems');
});

const marks = ({ found }: FuzzTarget): string[] => found.map(({ fingerprint }) => fingerprint).sort();

/** Index mutants, and one that exhausts the learned patience before a lag appears. */
const faulty = ['transaction-indexes-never', 'missing-not-equal-fails'];

test.each(faulty)('a fault is found despite a lag: %s', async (id) => {
  const late = marks(await fuzzed(laggingTarget(oracle, 50, mutate(id))));
  const prompt = marks(await fuzzed({ ...oracle, name: 'prompt', start: async () => createOracleSession(mutate(id)) }));
  // A missing entry that should not exist looks right, so some reads show no difference.
  const both = late.filter((mark) => prompt.includes(mark));
  expect(both.length).toBeGreaterThan(prompt.length / 3);
});
