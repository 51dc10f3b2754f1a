/** The tables, the audit and the naive explorer must give the same numbers. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { list, upTo } from '../language/domains.ts';
import { Model } from '../language/model.ts';
import { explore } from './explore.ts';
import { expectAgreement } from './testing/agreement.ts';
import { lease } from './testing/lease.ts';
import * as protocols from './testing/protocols.ts';
import { boundedCounter, diamond, peterson, philosophers } from './testing/toys.ts';

test.each<[string, () => Model]>([
  ['bounded counter', () => boundedCounter(9)],
  ['diamond', () => diamond(3, 4)],
  ['peterson', () => peterson()],
  ['peterson, no turn', () => peterson('no turn')],
  ['peterson, late flag', () => peterson('late flag')],
  ['philosophers', () => philosophers(5)],
  ['mutual exclusion', () => protocols.mutualExclusion('weak')],
  ['bounded buffer', () => protocols.boundedBuffer('overwrites')],
  ['two-phase commit', () => protocols.twoPhaseCommit('hasty', 3)],
  ['alternating bit', () => protocols.alternatingBit('weak', 'ignores the bit')],
  ['leader election', () => protocols.leaderElection([1, 3, 0, 2])],
  ['hungry philosophers', () => protocols.hungryPhilosophers(4, 'weak')],
  ['a lease', () => lease(3)],
  ['a lease that never runs out', () => lease(3, false)],
])('toys: %s', (_, build) => expectAgreement(build));

/** A guarded rule: when two variables have these values, others get values that depend on a third variable. */
interface Rule {
  when: [number, number][];
  set: [number, number, number][];
}
const variables = 4;
const size = 3;
const rule: fc.Arbitrary<Rule> = fc.record({
  when: fc.array(fc.tuple(fc.nat(variables - 1), fc.nat(size - 1)), { maxLength: 2 }),
  set: fc.array(fc.tuple(fc.nat(variables - 1), fc.nat(size - 1), fc.nat(variables - 1)), { maxLength: 2 }),
});
const processes = fc.array(fc.array(rule, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 });

function randomModel(all: Rule[][], forbidden: [number, number][]): Model {
  const m = new Model('random');
  const { v } = m.record('it', { v: list(variables, upTo(size - 1)) });
  const small = m.always('step: sums stay small');
  all.forEach((rules, p) => {
    m.process(`p${p}`, ['rule'], (step) => {
      for (const { when, set } of rules) {
        if (!when.every(([variable, value]) => v[variable] === value)) continue;
        step('rule', () => {
          for (const [to, add, from] of set) v[to] = (v[from]! + add) % size;
          small(v[0]! + v[1]! < 4);
        });
      }
    });
  });
  m.never('never: these values', () => forbidden.every(([variable, value]) => v[variable] === value));
  m.never('full: all are two', () => v.every((value) => value === 2));
  m.recoverable('can return', () => v[0] === 0);
  m.ending('at the end', () => v[0] === 1);
  return m;
}

test('on random models tables, audit and naive explorer agree, and every trace is a run', () => {
  const forbidden = fc.array(fc.tuple(fc.nat(variables - 1), fc.nat(size - 1)), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(processes, forbidden, (all, values) => expectAgreement(() => randomModel(all, values))),
    { numRuns: 200 },
  );
});

test('the trace of a random model has the least length, and the fewest process switches of that length', () => {
  const forbidden = fc.array(fc.tuple(fc.nat(variables - 1), fc.nat(size - 1)), { minLength: 2, maxLength: 3 });
  fc.assert(
    fc.property(processes, forbidden, (all, values) => {
      const { trace } = explore(randomModel(all, values), { properties: ['never: these values'] });
      if (trace === null || trace.steps.length > 5) return;
      const switches = trace.steps.filter(({ process }, i) => i > 0 && trace.steps[i - 1]!.process !== process).length;
      expect([trace.steps.length, switches]).toEqual(fewest(randomModel(all, values), 'never: these values'));
    }),
    { numRuns: 300 },
  );
});

/** Enumerates all runs, shortest first. Returns the least length and the fewest process switches. */
function fewest(model: Model, name: string): [number, number] {
  const property = model.property(name)!;
  let runs = [{ codes: model.layout.initialCodes(), last: -1, switches: 0 }];
  for (let length = 0; ; length++) {
    const ends = runs.filter(({ codes }) => !model.judge(property, ({ id }) => codes[id]!).holds);
    if (ends.length > 0) return [length, Math.min(...ends.map(({ switches }) => switches))];
    runs = runs.flatMap(({ codes, last, switches }) =>
      model.processes.flatMap((process) =>
        model
          .observe(process, ({ id }) => codes[id]!)
          .steps.map(({ writes }) => {
            const next = codes.slice();
            for (const { variable, code } of writes) next[variable.id] = code;
            return { codes: next, last: process.id, switches: switches + (last >= 0 && last !== process.id ? 1 : 0) };
          }),
      ),
    );
  }
}
