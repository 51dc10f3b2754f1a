/** All judges on concurrent clients of the oracle: silent while it is right, and red for planted bugs of their kind. */
import { expect, test } from 'vitest';
import type { Decisions } from '../policies/index.ts';
import { type JudgeName, judgeHistory, judges } from './index.ts';
import { seeded } from './testing/random.ts';
import { simulate } from './testing/simulate.ts';
import { client, inspector, setup } from './testing/workload.ts';

function played(seed: number, decisions: Partial<Decisions> = {}) {
  const random = seeded(seed);
  const clients = Array.from({ length: 2 + random.below(7) }, (_, id) => client(random, id + 1, 25));
  return simulate(random, { setup, clients, last: inspector(), decisions, unanswered: [0, 5][seed % 2]! });
}

const seeds = [1, 2, 3, 4, 5, 6];

test(`the right oracle, seeds ${seeds.join(', ')}`, () => {
  const met = new Set<JudgeName>();
  for (const seed of seeds) {
    const { verdict, judgements } = judgeHistory(played(seed));
    const wrong = [...judgements].filter(([, one]) => one.verdict !== 'holds');
    expect({ seed, verdict, wrong }).toEqual({ seed, verdict: 'holds', wrong: [] });
    for (const name of judgements.keys()) met.add(name);
  }
  const all = [
    'counters',
    'indexes',
    'linearizability',
    'names',
    'paging',
    'streams',
    'tokens',
    'transactions',
    'winners',
  ];
  expect([...met].sort()).toEqual(all);
});

const planted: readonly (readonly [Partial<Decisions>, JudgeName])[] = [
  [{ contendedWrite: 'overwrites-it-unseen' }, 'counters'],
  [{ contendedWrite: 'overwrites-it-unseen' }, 'linearizability'],
  [{ contendedWrite: 'overwrites-it-unseen' }, 'transactions'],
  [{ contendedWrite: 'update-fails-with-a-500' }, 'names'],
  [{ consistentRead: 'the-one-before' }, 'linearizability'],
  [{ tokenReplay: 'executes-again' }, 'tokens'],
  [{ transactionStream: 'none' }, 'streams'],
  [{ sequenceNumber: 'two' }, 'streams'],
  [{ indexEntryRemoval: 'all-with-its-index-keys' }, 'indexes'],
  [{ indexDelay: 'never' }, 'indexes'],
];

test.each(planted)('%o is found by %s in ten histories of fixed seeds', (decisions, name) => {
  const isFound = (one: number): boolean => judges[name].judge(played(one, decisions)).verdict === 'violated';
  expect(Array.from({ length: 10 }, (_, i) => i + 1).some(isFound)).toBe(true);
});
