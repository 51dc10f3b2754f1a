/** The judge of linearizability, compared with the oracle that executes the same calls one after another. */
import type { History } from '../../oracles/history/history.ts';
import { linearizability } from '../../oracles/history/linearizability.ts';
import { seeded } from '../../oracles/history/testing/random.ts';
import { generate, historyOf } from '../../oracles/history/testing/registers.ts';
import { createOracle } from '../../oracles/oracle.ts';
import type { JsonObject } from '../../oracles/values/types.ts';
import type { CommandContext } from '../command-line/command.ts';
import type { Figure } from './figure.ts';

const shape = { clients: 32, keys: 8, operations: 10_000, fault: 'none', rarity: 1, transactions: 0 } as const;
const rounds = 3;

export async function historyFigures({ signal }: CommandContext): Promise<Figure[]> {
  return [0, 2].map((unanswered): Figure => {
    const history = historyOf(generate(seeded(1), { ...shape, unanswered }));
    const best = (work: () => void): number =>
      Math.min(
        ...Array.from({ length: rounds }, () => {
          signal.throwIfAborted();
          const begin = performance.now();
          work();
          return (performance.now() - begin) / 1000;
        }),
      );
    const floor = best(() => executed(history));
    const judged = best(() => mustHold(history));
    return {
      name: `linearizability, ${shape.clients} clients on ${shape.keys} keys, ${unanswered} % without an answer`,
      ...{ value: Math.round(shape.operations / judged), unit: 'calls/s' },
      ...{ against: 'the oracle with the same calls one after another', ratio: floor / judged },
    };
  });
}

function executed({ setup, calls }: History): void {
  const oracle = createOracle();
  for (const { operation, input } of setup) {
    oracle.send(operation, input as JsonObject);
    oracle.clock.advance(60_000);
  }
  for (const { operation, input } of calls) oracle.send(operation, input as JsonObject);
}

function mustHold(history: History): void {
  const { verdict, unjudged } = linearizability.judge(history);
  if (verdict !== 'holds') throw new Error(`a right history of the benchmark is judged ${verdict}: ${unjudged.join()}`);
}
