/**
 * What was seen, as if nothing had been sorted. Of the states that differ in the order of members only one is looked at, where
 * a leader, say, always comes last: that the first never leads is no finding.
 */
import type { Canonical } from './compile/canonical.ts';
import type { Expander } from './expander.ts';
import type { Model } from './model.ts';
import type { Space } from './search.ts';
import { Successors } from './successors.ts';
import { exchanged } from './symmetry.ts';
import type { Vocabulary } from './vocabulary.ts';

// Steps are soon found, if at all, unless processes share labels and nothing else; then it is not worth more time than this.
const looksMax = 1_000_000;

export function seeFromAllPlaces(model: Model, expander: Expander, { set }: Space, { groups }: Canonical): void {
  if (groups.length === 0) return;
  joinValues(model, expander.vocabulary);
  const out = new Successors(set.words);
  let looks = 0;
  for (let state = 0; state < set.size && looks < looksMax && isInDoubt(expander.vocabulary); state++) {
    const base = set.baseOf(state);
    const here = set.ints.slice(base, base + set.words);
    for (const words of groups.flatMap((group) => reordered(here, group))) {
      out.clear();
      expander.expand(words, 0, out);
      looks++;
    }
  }
}

/** A value that one member has had somewhere all have had somewhere. */
function joinValues({ layout }: Model, { reached }: Vocabulary): void {
  for (const members of layout.interchanges) {
    const blocks = layout.blocksOf(members);
    blocks[0]!.forEach((variable, i) => {
      const alike = blocks.map((block) => reached[block[i]!.id]!);
      for (let code = 0; code < variable.domain.size; code++) {
        if (alike.some((codes) => codes[code])) for (const codes of alike) codes[code] = true;
      }
    });
  }
  for (const { id, bits } of layout.variables) {
    if (bits !== null && reached[id]!.some((seen, code) => seen && code > 0)) reached[id]!.fill(true);
  }
}

/** Whether a process has never taken a step that another with the same steps has. */
function isInDoubt({ steps, taken }: Vocabulary): boolean {
  const nameOf = ({ process, label }: (typeof steps)[number]) => JSON.stringify([process.labels, label]);
  const seen = new Set(steps.filter((_, id) => taken[id]).map(nameOf));
  return steps.some((step, id) => !taken[id] && seen.has(nameOf(step)));
}

/** Every order of the first few members; of more, only two at a time change places. */
function reordered(state: Int32Array, group: Canonical['groups'][number]): Int32Array[] {
  const orders = [state];
  const rounds = group.length <= 4 ? group.length - 1 : 1;
  const known = new Set([state.join()]);
  for (let round = 0; round < rounds; round++) {
    for (const words of [...orders]) {
      for (let j = 1; j < group.length; j++) {
        for (let i = 0; i < j; i++) {
          const next = exchanged(words, group[i]!, group[j]!);
          if (known.has(next.join())) continue;
          known.add(next.join());
          orders.push(next);
        }
      }
    }
  }
  return orders.slice(1);
}
