/** The right oracle is silent under race, and each planted bug of a service is found at a fixed round. */
import { expect, test } from 'vitest';
import { judgeHistory } from '../../oracles/history/index.ts';
import { readHistory, writeHistory } from '../../oracles/history/json-lines.ts';
import type { ServiceFaultId } from '../../oracles/server/faults.ts';
import { plantedTarget } from '../targets/oracle-served.ts';
import { pairs } from './pairs.ts';
import { type RaceOptions, race, readRound } from './race.ts';
import { workloads } from './workloads.ts';

async function played(ids: readonly string[], fault?: ServiceFaultId, onHistory?: RaceOptions['onHistory'], plays = 4) {
  const [target] = await race({
    targets: [plantedTarget({ name: 'served', ...(fault && { fault }) })],
    ...{ seed: 'race', runId: 'abcdef', plays, rounds: ids.map((id) => readRound(id)!), known: () => undefined },
    ...(onHistory && { onHistory }),
  });
  return target!;
}

/** The first round that shows the bug ends the search. */
const first = [1, 2, 3, 4];
/** Rounds in which the server is killed: see `drawnInterruption`. */
const killed = [12, 16, 38, 39, 37, 34, 10, 9, 2];

const caught: readonly (readonly [ServiceFaultId, string, string])[] = [
  ['condition-before-write', 'winners', 'twice'],
  ['update-without-version', 'counters', 'lost'],
  ['update-without-version', 'registers', 'not-linearizable'],
  ['stale-consistent-read', 'registers', 'not-linearizable'],
  ['transaction-in-steps', 'transactions', 'not-serializable'],
  ['sequence-before-commit', 'stream', 'disagrees'],
  ['active-by-timer', 'restore-delete-source', 'half-there'],
  ['stale-pages', 'mixed', 'not-linearizable'],
  ['lossy-batches', 'mixed', 'not-linearizable'],
  ['token-before-work', 'tokens', 'not-linearizable'],
  ['log-in-any-order', 'registers', 'not-linearizable'],
];

test.each(caught)('%s is found by %s, as %s', { timeout: 60_000 }, async (fault, name, kind) => {
  const seen: string[] = [];
  for (const number of fault === 'log-in-any-order' ? killed : first) {
    const { rounds } = await played([`${name}/${number}`], fault);
    const fresh = rounds.flatMap(({ anomalies }) => anomalies.filter(({ status }) => status === 'new'));
    seen.push(...fresh.map((one) => one.kind));
    if (seen.includes(kind)) break;
  }
  expect(seen).toContain(kind);
});

test('a fault of one answer in many is shown twice by several rounds, if not by one', { timeout: 60_000 }, async () => {
  const ids = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `registers/${number}`);
  const { rounds } = await played(ids, 'seldom-stale', undefined, 2);
  expect(rounds.map(({ verdict }) => verdict)).toContain('violated');
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
