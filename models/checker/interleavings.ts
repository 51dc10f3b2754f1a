/**
 * Draws interleavings of a model uniformly. A random run that picks each step with equal probability is not uniform: it favours
 * runs with few choices. So the probability of a step is proportional to the number of interleavings that continue from its target.
 */

import { ModelError } from '../language/error.ts';
import type { Model } from '../language/model.ts';
import { TableExpander } from './expander.ts';
import { Random } from './random.ts';
import { StateSet } from './stateset.ts';
import { Successors } from './successors.ts';

/** The steps of a run, each as its index among all steps out of its state in order of expansion. */
type Interleaving = readonly number[];

interface DrawnInterleavings {
  readonly total: bigint;
  readonly runs: readonly Interleaving[];
}

// The count of each state is a BigInt; above this number they take gigabytes.
const statesMax = 3_000_000;

/** Throws ModelError for a model with cycles, which has infinitely many interleavings, and for one with too many states. */
export function drawInterleavings(model: Model, count: number, seed: string): DrawnInterleavings {
  const { targets, order } = expandAll(model);
  const paths = new Array<bigint>(targets.length).fill(0n);
  for (const state of order) {
    const next = targets[state]!;
    paths[state] = next.length === 0 ? 1n : next.reduce((sum, target) => sum + paths[target]!, 0n);
  }
  const random = new Random(seed);
  const draw = (): number[] => {
    const run: number[] = [];
    for (let state = 0; targets[state]!.length > 0; ) {
      let rest = random.belowBig(paths[state]!);
      const ordinal = targets[state]!.findIndex((target) => {
        rest -= paths[target]!;
        return rest < 0n;
      });
      run.push(ordinal);
      state = targets[state]![ordinal]!;
    }
    return run;
  };
  return { total: paths[0]!, runs: Array.from({ length: count }, draw) };
}

/** By state: the targets of its steps. `order` is a reverse topological order: a state comes after all its successors. */
function expandAll(model: Model): { targets: number[][]; order: number[] } {
  const expander = new TableExpander(model);
  const { words } = model.layout;
  const set = new StateSet(model.name, words, statesMax);
  const out = new Successors(words);
  const targets: number[][] = [];
  set.insert(model.layout.pack(model.layout.initialCodes()), 0);
  for (let state = 0; state < set.size; state++) {
    out.clear();
    expander.expand(set.states, state * words, out);
    targets.push(Array.from({ length: out.count }, (_, k) => set.insert(out.states, k * words)));
  }
  return { targets, order: backwards(model, targets) };
}

/** Kahn's order, starting at the terminal states. */
function backwards(model: Model, targets: readonly (readonly number[])[]): number[] {
  const sources: number[][] = targets.map(() => []);
  targets.forEach((next, state) => {
    for (const target of next) sources[target]!.push(state);
  });
  const waiting = Int32Array.from(targets, ({ length }) => length);
  const order = targets.flatMap(({ length }, state) => (length === 0 ? [state] : []));
  for (const state of order) {
    for (const source of sources[state]!) if (--waiting[source]! === 0) order.push(source);
  }
  if (order.length === targets.length) return order;
  const problem = 'has cycles, so it has infinitely many interleavings';
  throw new ModelError({ model: model.name }, problem, { next: 'draw from a model whose runs all end' });
}
