/** Random models of a few hundred states, for comparing one way of exploring with another. */
import fc from 'fast-check';
import { list, upTo } from '../../language/domains.ts';
import { Model } from '../../language/model.ts';

/** A guarded rule: when two variables have these values, others get values that depend on a third variable. */
export interface Rule {
  readonly when: readonly (readonly [variable: number, value: number])[];
  readonly set: readonly (readonly [to: number, add: number, from: number])[];
}

const own = 3;
const size = 3;

const rule: fc.Arbitrary<Rule> = fc.record({
  when: fc.array(fc.tuple(fc.nat(own), fc.nat(size - 1)), { maxLength: 2 }),
  set: fc.array(fc.tuple(fc.nat(own), fc.nat(size - 1), fc.nat(own)), { minLength: 1, maxLength: 2 }),
});

export const rules = fc.array(rule, { minLength: 2, maxLength: 5 });

/** Members that all follow the same rules. Variables 0 to 2 belong to a member, 3 is shared; nothing reads `noise`. */
export function randomFamily(members: number, all: readonly Rule[], forbidden: number): Model {
  const m = new Model('random family');
  const family = m.family('member', members, { v: list(own, upTo(size - 1)), noise: upTo(1) });
  const shared = m.record('shared', { v: upTo(size - 1) });
  m.interchangeable(family);
  const small = m.always('step: sums stay small');
  family.forEach((me, id) => {
    const get = (variable: number): number => (variable === own ? shared.v : me.v[variable]!);
    m.process(`member ${id}`, ['rule'], (step) => {
      for (const { when, set } of all) {
        if (!when.every(([variable, value]) => get(variable) === value)) continue;
        step('rule', () => {
          for (const [to, add, from] of set) {
            const value = (get(from) + add) % size;
            if (to === own) shared.v = value;
            else me.v[to] = value;
          }
          me.noise = 1;
          small(me.v[0]! + me.v[1]! + shared.v < 6);
        });
      }
    });
  });
  m.never('never: two alike', () => family.filter(({ v }) => v[0] === forbidden && v[2] === forbidden).length > 1);
  m.sometimes('seen: all are two', () => family.every(({ v }) => v[0] === 2));
  m.ending('somewhere', () => shared.v === 0);
  return m;
}
