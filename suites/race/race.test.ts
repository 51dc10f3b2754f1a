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
    ...{ seed: 'race', runId: 'abcdef', plays: 4, rounds: ids.map((id) => readRound(id)!), known: () => undefined },
    ...(onHistory && { onHistory }),
  });
  return target!;
}

const caught: readonly (readonly [ServiceFaultId, string, string])[] = [
  ['condition-before-write', 'winners', 'twice'],
  ['update-without-version', 'counters', 'lost'],
  ['update-without-version', 'registers', 'not-linearizable'],
  ['stale-consistent-read', 'registers', 'not-linearizable'],
  ['transaction-in-steps', 'transactions', 'not-serializable'],
  ['sequence-before-commit', 'stream', 'disagrees'],
  ['active-by-timer', 'restore-delete-source', 'half-there'],
];

/** The first round that shows the bug ends the search. */
const numbers = [1, 2, 3, 4];

test.each(caught)('%s is found by %s, as %s', { timeout: 60_000 }, async (fault, name, kind) => {
  const seen: string[] = [];
  for (const number of numbers) {
    const { rounds } = await played([`${name}/${number}`], fault);
    const fresh = rounds.flatMap(({ anomalies }) => anomalies.filter(({ status }) => status === 'new'));
    seen.push(...fresh.map((one) => one.kind));
    if (seen.includes(kind)) break;
  }
  expect(seen).toContain(kind);
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
