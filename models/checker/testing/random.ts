/** Random models of a few hundred states, for comparing one way of exploring with another. */
import fc from 'fast-check';
import { list, upTo } from '../../language/domains.ts';
import type { StepsOf } from '../../language/fairness.ts';
import type { FaultLabel } from '../../language/faults.ts';
import { Model, type ProcessHandle, type Step } from '../../language/model.ts';
import type { Fair, Predicate, PredicateName, Spec, SpecRule } from './reference.ts';

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

const specVariable = fc.nat(3);
const anyValue = fc.nat(size - 1);
const specRule = (rises: boolean): fc.Arbitrary<SpecRule> =>
  fc.record({
    label: fc.constantFrom('a', 'b'),
    when: fc.oneof(fc.constant([]), fc.array(fc.tuple(specVariable, anyValue), { minLength: 1, maxLength: 2 })),
    set: fc.uniqueArray(fc.tuple(specVariable, anyValue, specVariable), {
      minLength: 1,
      maxLength: 2,
      // A member and an outsider count variables differently, so one that rises twice could pass the end.
      ...(rises && { maxLength: 1 }),
      selector: ([to]) => to,
    }),
    rises: fc.constant(rises),
    options: fc.constantFrom(1, 1, 1, 2),
  });

const predicate: fc.Arbitrary<Predicate> = fc.record({
  of: fc.constantFrom('shared', 'some', 'every'),
  variable: fc.nat(1),
  value: anyValue,
  isNot: fc.boolean(),
});

const fair: fc.Arbitrary<Fair> = fc.record({
  strength: fc.constantFrom('none', 'weak', 'strong'),
  only: fc.constantFrom('a', null),
});

/** Half of them count upwards alone, so that their runs end. */
export const someSpec: fc.Arbitrary<Spec> = fc.boolean().chain((rises) =>
  fc.record({
    size: fc.constantFrom(2, size),
    own: fc.constantFrom(1, 2),
    shared: fc.constantFrom(1, 2),
    members: fc.constantFrom(1, 2, 2, 2, 3),
    rules: fc.array(specRule(rises), { minLength: 2, maxLength: 5 }),
    fair,
    outside: fc.array(specRule(rises), { maxLength: 2 }),
    outsideFair: fair,
    crashAt: fc.constantFrom(null, null, 0, 1),
    restarts: rises ? fc.constant(false) : fc.boolean(),
    sumMax: fc.integer({ min: 1, max: 4 }),
    predicates: fc.record({
      ...{ always: predicate, sometimes: predicate, from: predicate, to: predicate },
      ...{ eventually: predicate, settles: predicate, recoverable: predicate, ending: predicate },
    }),
  }),
);

/** A variable of a rule: members have their own ones first, and the count starts again after the last. */
function placeOf(own: number[], shared: number[], variable: number): [array: number[], at: number] {
  const at = variable % (own.length + shared.length);
  return at < own.length ? [own, at] : [shared, at - own.length];
}

function valueAt(own: number[], shared: number[], variable: number): number {
  const [array, at] = placeOf(own, shared, variable);
  return array[at]!;
}

function declareFair(m: Model, process: ProcessHandle<'a' | 'b' | FaultLabel>, { strength, only }: Fair): void {
  const steps: StepsOf<'a'> | undefined = only === null ? undefined : { only: [only] };
  if (strength === 'weak') m.weaklyFair(process, steps);
  if (strength === 'strong') m.stronglyFair(process, steps);
}

/** The same in the language of models. */
export function modelOfSpec(spec: Spec): Model {
  const m = new Model('spec');
  m.faults({ crash: 1 });
  const family = m.family('member', spec.members, { v: list(spec.own, upTo(spec.size - 1)) });
  const shared = m.record('shared', { v: list(spec.shared, upTo(spec.size - 1)) });
  const small = m.always('step always');
  const seen = m.sometimes('step sometimes');
  const offer = (step: Step<'a' | 'b'>, rules: readonly SpecRule[], own: number[]): void => {
    for (const rule of rules) {
      // What a body reads must be what decides its step, and no more: else no two states would share a row of a table.
      const isFree = !rule.rises || rule.set.every(([to]) => valueAt(own, shared.v, to) < spec.size - 1);
      if (!isFree || !rule.when.every(([variable, value]) => valueAt(own, shared.v, variable) === value)) continue;
      step.either(rule.label, Array.from({ length: rule.options }).keys(), (option) => {
        for (const [to, add, from] of rule.set) {
          const [array, at] = placeOf(own, shared.v, to);
          array[at] = rule.rises ? array[at]! + 1 : (valueAt(own, shared.v, from) + add + option) % spec.size;
        }
        const sum = [...own, ...shared.v].reduce((total, value) => total + value, 0);
        small(sum <= spec.sumMax);
        seen(sum === spec.sumMax);
      });
    }
  };
  const processes = family.map(({ v }, id) => {
    const { crashAt, restarts } = spec;
    const body = (step: Step<'a' | 'b'>) => offer(step, spec.rules, v);
    const crash = { crash: { when: () => v[0] === crashAt }, ...(restarts && { restart: {} }) };
    return m.process(`member ${id}`, ['a', 'b'], body, crashAt === null ? {} : crash);
  });
  const outside = m.process('outside', ['a', 'b'], (step) => offer(step, spec.outside, []));
  const conditions = processes.flatMap(({ condition }) => condition ?? []);
  m.interchangeable(family, ...(conditions.length === 0 ? [] : [conditions]));
  for (const process of processes) declareFair(m, process, spec.fair);
  declareFair(m, outside, spec.outsideFair);
  const is = (name: PredicateName) => () => {
    const { of, variable, value, isNot } = spec.predicates[name];
    const isAt = ({ v }: { readonly v: readonly number[] }) => v[variable % v.length] === value;
    return (of === 'shared' ? isAt(shared) : family[of](isAt)) !== isNot;
  };
  m.always('always', is('always'));
  m.sometimes('sometimes', is('sometimes'));
  m.recoverable('recoverable', is('recoverable'));
  m.ending('ending', is('ending'));
  m.leadsTo('leadsTo', is('from'), is('to'));
  m.eventually('eventually', is('eventually'));
  m.eventuallyAlways('eventuallyAlways', is('settles'));
  return m;
}
