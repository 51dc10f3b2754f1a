/** The right oracle is silent under crash, and each planted bug of a service is found at a fixed round. */
import { expect, test } from 'vitest';
import type { ServiceFaultId } from '../../oracles/server/faults.ts';
import { plantedTarget } from '../targets/oracle-served.ts';
import { crash } from './crash.ts';
import { readRound } from './plan.ts';

async function played(ids: readonly string[], fault?: ServiceFaultId) {
  const [target] = await crash({
    targets: [plantedTarget({ name: 'served', ...(fault && { fault }) })],
    ...{ seed: 'crash', runId: 'abcdef', plays: 2, rounds: ids.map((id) => readRound(id)!), known: () => undefined },
  });
  return target!;
}

const caught: readonly (readonly [ServiceFaultId, string, string])[] = [
  ['tokens-in-memory', 'transact-write/kill/answer-110', 'twice'],
  ['table-without-storage', 'create-table/kill/answer-50', 'server-error'],
  ['creating-for-ever', 'restore/kill/answer-50', 'stuck'],
  ['index-without-transaction', 'put/kill/answer-50', 'disagrees'],
  ['answer-before-log', 'put/kill/answer-50', 'lost'],
  ['transaction-left', 'transact-write/abort/answer-50', 'half-there'],
];

test.each(caught)('%s is found by %s', { timeout: 30_000 }, async (fault, id, kind) => {
  const { rounds } = await played([id], fault);
  expect(rounds).toMatchObject([{ name: id, verdict: 'violated' }]);
  expect(rounds[0]!.anomalies.filter(({ status }) => status === 'new').map((one) => one.kind)).toContain(kind);
});

test('the right oracle is whole again after each disturbance', { timeout: 30_000 }, async () => {
  const ids = [
    ...caught.map(([, id]) => id),
    ...['add-index/kill/settling-40', 'delete-table/kill-twice/answer-60', 'many-writes/kill/answer-50'],
    ...['many-writes/reset/answer-80', 'restore/abort/sending-50', 'delete-backup/terminate/answer-30'],
  ];
  const target = await played([...new Set(ids)]);
  expect(target.rounds.filter(({ verdict }) => verdict !== 'holds')).toEqual([]);
  expect(target.leftOut).toEqual([]);
  expect(target.rounds.reduce((sum, { disturbances }) => sum + disturbances, 0)).toBeGreaterThan(64);
});
