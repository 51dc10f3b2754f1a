/** Runs the bodies on some of the states that were explored by tables, and compares. */

import { ModelError } from './error.ts';
import { BodyExpander, type Expander } from './expander.ts';
import type { Model } from './model.ts';
import type { Space } from './search.ts';
import { Successors } from './successors.ts';

/** Throws ModelError where a body does not answer as the tables do: it depends on more than its variables. */
export function auditSample(model: Model, expander: Expander, { set }: Space, every: number): number {
  const bodies = new BodyExpander(model);
  const { ints, words, size } = set;
  const [byTables, byBodies] = [new Successors(words), new Successors(words)];
  let audited = 0;
  for (let state = 0; state < size; state += every, audited++) {
    const base = set.baseOf(state);
    byTables.clear();
    byBodies.clear();
    expander.expand(ints, base, byTables);
    bodies.expand(ints, base, byBodies);
    const [expected, actual] = [told(bodies, byBodies), told(expander, byTables)];
    const at = Math.max(expected.length, actual.length);
    for (let k = 0; k < at; k++) {
      if (expected[k]?.text === actual[k]?.text) continue;
      const process = (expected[k] ?? actual[k])!.process;
      throw new ModelError({ model: model.name, process }, beyond);
    }
    for (const property of model.properties) {
      if (property.predicate === undefined) continue;
      if (bodies.holds(property, ints, base) === expander.holds(property, ints, base)) continue;
      throw new ModelError({ model: model.name, process: property.name }, beyond);
    }
  }
  return audited;
}

const beyond = 'answers otherwise than before on the same values: it depends on something other than its variables';

function told({ vocabulary }: Expander, out: Successors): { process: string; text: string }[] {
  return Array.from({ length: out.count }, (_, k) => {
    const { process, label } = vocabulary.steps[out.steps[k]!]!;
    const words = out.states.subarray(k * out.words, (k + 1) * out.words);
    return { process: process.name, text: [label, vocabulary.marks[out.marks[k]!]!.join(), words.join()].join('|') };
  });
}
