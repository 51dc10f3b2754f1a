/** The right oracle is silent under race, and each planted bug of a service is found at a fixed round. */
import { expect, test } from 'vitest';
import { judgeHistory } from '../../oracles/history/index.ts';
import { readHistory, writeHistory } from '../../oracles/history/json-lines.ts';
import type { ServiceFaultId } from '../../oracles/server/faults.ts';
import { plantedTarget } from '../targets/oracle-served.ts';
import { pairs } from './pairs.ts';
import { type RaceOptions, race, readRound } from './race.ts';
import { workloads } from './workloads.ts';

async function played(ids: readonly string[], fault?: ServiceFaultId, onHistory?: RaceOptions['onHistory']) {
  const [target] = await race({
    targets: [plantedTarget({ name: 'served', ...(fault && { fault }) })],
    ...{ seed: 'race', runId: 'abcdef', plays: 2, rounds: ids.map((id) => readRound(id)!), known: () => undefined },
    ...(onHistory && { onHistory }),
  });
  return target!;
}

const caught: readonly (readonly [ServiceFaultId, string, string])[] = [
  ['condition-before-write', 'winners/1', 'twice'],
  ['update-without-version', 'counters/1', 'lost'],
  ['update-without-version', 'registers/1', 'not-linearizable'],
  ['stale-consistent-read', 'registers/1', 'not-linearizable'],
  ['transaction-in-steps', 'transactions/1', 'not-serializable'],
  ['sequence-before-commit', 'stream/1', 'disagrees'],
  ['active-by-timer', 'restore-delete-source/1', 'half-there'],
];

test.each(caught)('%s is found by %s', { timeout: 30_000 }, async (fault, id, kind) => {
  const { rounds } = await played([id], fault);
  expect(rounds).toMatchObject([{ name: id, verdict: 'violated' }]);
  expect(rounds[0]!.anomalies.filter(({ status }) => status === 'new').map((one) => one.kind)).toContain(kind);
});

test('the right oracle holds in every workload and every pair', { timeout: 40_000 }, async () => {
  const { rounds } = await played([...Object.keys(workloads), ...Object.keys(pairs)].map((name) => `${name}/1`));
  expect(rounds.filter(({ verdict }) => verdict !== 'holds')).toEqual([]);
});

test('a written history is judged again with the same verdict', { timeout: 30_000 }, async () => {
  const texts: string[] = [];
  await played(['winners/2'], 'condition-before-write', (_, history) => texts.push(writeHistory(history)));
  expect(judgeHistory(readHistory(texts[0]!)).judgements.get('winners')?.verdict).toBe('violated');
});
