/**
 * Draws interleavings of a model so that each is equally likely. A random run that picks any step with the same chance does not: it
 * favours runs with few choices. So each step is drawn by how many interleavings go on from where it leads.
 */

import { ModelError } from '../language/error.ts';
import type { Model } from '../language/model.ts';
import { TableExpander } from './expander.ts';
import { Random } from './random.ts';
import { StateSet } from './stateset.ts';
import { Successors } from './successors.ts';

/** Ordinals of the steps, each among all steps out of its state in the order of expansion. */
type Interleaving = readonly number[];

interface DrawnInterleavings {
  readonly total: bigint;
  readonly runs: readonly Interleaving[];
}

// A big number for each state; above this they take gigabytes.
const statesMax = 3_000_000;

/** Throws ModelError for a model with cycles, whose interleavings are without number, and for one that is too large. */
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

/** By state: where its steps lead; and the states so that each comes after all that it leads to. */
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

/** Kahn's order, from the ends. */
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
  throw new ModelError({ model: model.name }, 'has cycles, so it has infinitely many interleavings');
}
