/** Whether members that are declared interchangeable are so: on a sample of states, with each pair of neighbours exchanged. */
import { type Canonical, canonicalise } from './compile/canonical.ts';
import { ModelError } from './error.ts';
import type { Expander } from './expander.ts';
import type { Model, Property } from './model.ts';
import type { Space } from './search.ts';
import { Successors } from './successors.ts';

/** At least so many states are looked at, if there are as many. */
const sampleMin = 200;

/**
 * Throws ModelError when exchanging two members changes which states follow, what their steps judge, or what a property
 * answers that is judged or says where the model may stop. A permutation is a product of such exchanges, so on the states looked at nothing else needs to be tried.
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
  const out = new Successors(set.words);
  const told = (words: Int32Array) => tell(judged, expander, canonical, words, out);
  for (let state = 0; state < set.size; state += stride) {
    const base = set.baseOf(state);
    const here = set.ints.slice(base, base + set.words);
    const expected = told(here);
    for (const members of groups) {
      for (let i = 1; i < members.length; i++) {
        const found = told(exchanged(here, members[i - 1]!, members[i]!));
        const part = expected.findIndex((text, at) => text !== found[at]);
        if (part >= 0) throw new ModelError({ model: model.name }, complaint(judged[part - 1], i));
      }
    }
  }
}

const complaint = (property: Property | undefined, member: number): string => {
  const what = property === undefined ? 'the steps are others' : `'${property.name}' answers otherwise`;
  return `the interchangeable members ${member - 1} and ${member} are not: ${what} when they change places`;
};

function exchanged(words: Int32Array, first: readonly number[], second: readonly number[]): Int32Array {
  const result = words.slice();
  first.forEach((word, i) => {
    result[word] = words[second[i]!]!;
    result[second[i]!] = words[word]!;
  });
  return result;
}

/** All steps, and then what each property answers. */
function tell(
  judged: readonly Property[],
  expander: Expander,
  canonical: Canonical,
  words: Int32Array,
  out: Successors,
): string[] {
  out.clear();
  expander.expand(words, 0, out);
  const steps = Array.from({ length: out.count }, (_, k) => {
    canonicalise(canonical, out.states, k * out.words);
    const target = out.states.subarray(k * out.words, (k + 1) * out.words);
    return `${target.join()}:${expander.vocabulary.marks[out.marks[k]!]!.join()}`;
  });
  const answers = judged.map((property) =>
    property.predicate === undefined ? '' : String(expander.holds(property, words, 0)),
  );
  return [steps.sort().join(';'), ...answers];
}
