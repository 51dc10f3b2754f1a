/** Checks that members declared interchangeable are so: on a sample of states, swaps each pair of neighbours. */

import { ModelError } from '../language/error.ts';
import type { Model, Property } from '../language/model.ts';
import type { Canonical } from './canonical.ts';
import type { Expander } from './expander.ts';
import { exchange, rearranged } from './renaming.ts';
import type { Space } from './search.ts';
import { Successors } from './successors.ts';

/** The least number of sampled states, if the space has that many. */
const sampleMin = 200;

/**
 * Throws ModelError when a swap of two members changes the successors, the marks of steps, or the answer of a judged property or of
 * an ending. Every permutation is a product of such swaps, so no others need testing on the sampled states.
 */
export function auditSymmetry(
  model: Model,
  expander: Expander,
  { set }: Space,
  canonical: Canonical,
  judged: readonly Property[],
  every: number,
): void {
  const { groups } = canonical;
  if (groups.length === 0) return;
  const stride = Math.max(1, Math.min(every, Math.floor(set.size / sampleMin)));
  const asker = new Asker(judged, expander, canonical.words);
  for (let state = 0; state < set.size; state += stride) {
    const base = set.baseOf(state);
    const here = set.ints.slice(base, base + set.words);
    const answers = asker.answersAt(here);
    const steps = asker.stepsFrom(here);
    for (const [g, members] of groups.entries()) {
      for (let i = 1; i < members.length; i++) {
        const orders = exchange(canonical, g, i - 1, i);
        const exchanged = (words: Int32Array) => rearranged(canonical, words, 0, orders);
        const there = exchanged(here);
        if (comparable(steps, exchanged) !== comparable(asker.stepsFrom(there), (words) => words)) {
          throw new ModelError({ model: model.name }, complaint(i, 'the steps differ'), { next });
        }
        const changed = asker.answersAt(there).findIndex((answer, property) => answer !== answers[property]);
        if (changed < 0) continue;
        const { name } = judged[changed]!;
        throw new ModelError({ model: model.name }, complaint(i, `'${name}' gives another result`), { next });
      }
    }
  }
}

const next = 'treat all members alike, or leave out m.interchangeable';

const complaint = (member: number, what: string): string =>
  `members ${member - 1} and ${member} are declared interchangeable, but ${what} when they are swapped`;

interface Target {
  readonly words: Int32Array;
  /** The mark of the step. */
  readonly judged: string;
}

// Each target is compared as it is, not in canonical form: canonicalising would hide a preference for one of several equal members.
const comparable = (targets: readonly Target[], change: (words: Int32Array) => Int32Array): string =>
  targets
    .map(({ words, judged }) => `${change(words).join()}:${judged}`)
    .sort()
    .join(';');

class Asker {
  private readonly judged: readonly Property[];
  private readonly expander: Expander;
  private readonly out: Successors;

  constructor(judged: readonly Property[], expander: Expander, words: number) {
    this.judged = judged;
    this.expander = expander;
    this.out = new Successors(words);
  }

  stepsFrom(state: Int32Array): Target[] {
    const { out, expander } = this;
    out.clear();
    expander.expand(state, 0, out);
    return Array.from({ length: out.count }, (_, k) => ({
      words: out.states.slice(k * out.words, (k + 1) * out.words),
      judged: expander.vocabulary.marks[out.marks[k]!]!.join(),
    }));
  }

  answersAt = (state: Int32Array): string[] =>
    this.judged.map((property) =>
      property.predicate === undefined ? '' : String(this.expander.holds(property, state, 0)),
    );
}
