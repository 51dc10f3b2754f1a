/**
 * Coverage as an unreduced search would see it. Symmetry reduction visits one state of each orbit, in which, say, the leader is
 * always the last member. That the first member never leads must then not be reported.
 */

import type { Model } from '../language/model.ts';
import type { Layout } from '../language/state/layout.ts';
import { holderOf } from '../language/state/references.ts';
import type { Variable } from '../language/state/variable.ts';
import type { Canonical } from './canonical.ts';
import type { Expander } from './expander.ts';
import { exchange, rearranged } from './renaming.ts';
import type { Space } from './search.ts';
import { Successors } from './successors.ts';
import type { Vocabulary } from './vocabulary.ts';

// The missing steps are found soon, or never when processes share labels but differ otherwise. The limit bounds the second case.
const looksMax = 1_000_000;

export function coverSymmetricStates(model: Model, expander: Expander, { set }: Space, canonical: Canonical): void {
  const { groups } = canonical;
  if (groups.length === 0) return;
  joinValues(model, expander.vocabulary);
  const out = new Successors(set.words);
  let isIncomplete = hasUntakenStep(expander.vocabulary);
  for (let state = 0, looks = 0; isIncomplete && state < set.size && looks < looksMax; state++) {
    const base = set.baseOf(state);
    const here = set.ints.slice(base, base + set.words);
    const { bodiesRun } = expander;
    for (const words of groups.flatMap((_, group) => reordered(canonical, here, group))) {
      out.clear();
      expander.expand(words, 0, out);
      looks++;
    }
    if (expander.bodiesRun !== bodiesRun) isIncomplete = hasUntakenStep(expander.vocabulary);
  }
}

/** A value that one member has somewhere, every member has somewhere. */
function joinValues({ layout }: Model, { reached }: Vocabulary): void {
  const alike = new Map<string, { readonly codes: boolean[]; readonly code: number }[]>();
  layout.interchanges.forEach((members, group) => {
    layout.blocksOf(members).forEach((block, member) => {
      block.forEach((variable, i) => {
        for (let code = 0; code < variable.domain.size; code++) {
          const key = [group, ...symmetricKey(layout, variable, code, { group, member, block, i })].join();
          alike.set(key, [...(alike.get(key) ?? []), { codes: reached[variable.id]!, code }]);
        }
      });
    });
  });
  for (const all of alike.values()) {
    if (all.some(({ codes, code }) => codes[code])) for (const { codes, code } of all) codes[code] = true;
  }
  for (const { id, bits } of layout.variables) {
    if (bits !== null && reached[id]!.some((seen, code) => seen && code > 0)) reached[id]!.fill(true);
  }
}

/** A key of a variable and its value that permuting the members does not change. A reference becomes: to itself, or to another. */
function symmetricKey(
  { interchanges, ownIds }: Layout,
  { id, domain, mark }: Variable,
  code: number,
  {
    group,
    member,
    block,
    i,
  }: { readonly group: number; readonly member: number; readonly block: readonly Variable[]; readonly i: number },
): (string | number)[] {
  const record = mark === null ? (domain.refersTo?.[code] ?? null) : ownIds.has(id) ? mark.about : null;
  if (record === null) return [i, code];
  const which = holderOf(interchanges[group]!, record);
  const whom = which === member ? 'itself' : which < 0 ? 'somebody' : 'another';
  return mark === null ? [i, whom] : [block.findIndex((one) => one.mark?.set === mark.set), code, whom];
}

/** Whether a process has never taken a step that another process with the same steps has taken. */
function hasUntakenStep({ steps, taken }: Vocabulary): boolean {
  const nameOf = ({ process, label }: (typeof steps)[number]) => JSON.stringify([process.labels, label]);
  const seen = new Set(steps.filter((_, id) => taken[id]).map(nameOf));
  return steps.some((step, id) => !taken[id] && seen.has(nameOf(step)));
}

/** All permutations of a few members; for larger families only the swaps of two members. */
function reordered(canonical: Canonical, state: Int32Array, group: number): Int32Array[] {
  const { length } = canonical.groups[group]!;
  const orders = [state];
  const rounds = length <= 4 ? length - 1 : 1;
  const known = new Set([state.join()]);
  for (let round = 0; round < rounds; round++) {
    for (const words of [...orders]) {
      for (let j = 1; j < length; j++) {
        for (let i = 0; i < j; i++) {
          const next = rearranged(canonical, words, 0, exchange(canonical, group, i, j));
          if (known.has(next.join())) continue;
          known.add(next.join());
          orders.push(next);
        }
      }
    }
  }
  return orders.slice(1);
}
