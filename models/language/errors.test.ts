import { expect, test } from 'vitest';
import { explore } from '../checker/explore.ts';
import { StateSet } from '../checker/stateset.ts';
import { flag, list, oneOf, upTo } from './domains.ts';
import { defineModel } from './entry.ts';
import { ModelError } from './error.ts';
import { Model, type Step } from './model.ts';
import { memberOf } from './records.ts';

const shape = { level: upTo(3), colour: oneOf('red', 'green'), seats: list(2, flag) };

function modelOf(body: (it: ReturnType<typeof declare>, step: Step<'work'>) => void): Model {
  const m = new Model('faulty');
  const it = declare(m);
  m.process('worker', ['work'], (step) => body(it, step));
  return m;
}
const declare = (m: Model) => m.record('it', shape);

const failure = (m: Model, audit = false): ModelError => {
  try {
    explore(m, { audit });
  } catch (error) {
    if (error instanceof ModelError) return error;
    throw error;
  }
  throw new Error('nothing failed');
};

test('a value outside its domain names model, process, step and variable', () => {
  const error = failure(modelOf((it, step) => step('work', () => it.level++)));
  expect(error.message).toBe("faulty, worker, step 'work', variable it.level: 4 is not 0 to 3");
  expect(error.place).toEqual({ model: 'faulty', process: 'worker', step: 'work', variable: 'it.level' });
});

test('a record of another family is named', () => {
  const m = new Model('faulty');
  const [mine, yours] = [m.family('mine', 2, { at: flag }), m.family('yours', 1, { at: flag })];
  const it = m.record('it', { who: memberOf(mine) });
  m.process('worker', ['work'], (step) => step('work', () => (it.who = yours[0]!)));
  expect(failure(m).message).toBe(
    "faulty, worker, step 'work', variable it.who: yours[0] is not one of mine[0], mine[1]",
  );
});

test('writing in a guard is refused', () => {
  const error = failure(
    modelOf((it) => {
      it.level = 1;
    }),
  );
  expect(error.message).toBe('faulty, worker, variable it.level: is written outside the effect of a step');
});

test.each([
  ['a number beyond its domain', (it, step) => step('work', () => it.level++), 'offer the step only where'],
  ['a misspelt name', (it, step) => step('work', () => (it.colour = 'gren' as 'green')), 'write one of these values'],
  ['a guard that writes', (it) => (it.level = 1), 'correct the model'],
  [
    'a clock',
    (it, step) => void (performance.now() % 2 < 2 && it.level < 1 && step('work', () => (it.level = draw()))),
    'compute everything from variables of the model',
  ],
] satisfies [string, Parameters<typeof modelOf>[0], string][])('%s: what to do next', (_, body, next) => {
  expect(failure(modelOf(body)).next).toContain(next);
});

let drawn = 0;
const draw = (): number => drawn++ % 3;

test('a body with a state of its own is found by the audit, however far apart its answers are', () => {
  let calls = 0;
  const hidden = () =>
    modelOf((it, step) => {
      if (it.level < 3) step('work', () => (it.level = 3));
      else if (calls++ === 0) step('work', () => (it.seats[0] = true));
    });
  expect(failure(hidden(), true).message).toContain('gives another result on the same values');
});

test('a non-deterministic predicate is detected by asking it twice', () => {
  const m = modelOf((it, step) => step('work', () => (it.level = 1)));
  let calls = 0;
  m.never('S: every other call', () => calls++ % 2 === 0);
  const error = failure(m);
  expect(error.message).toBe('faulty, S: every other call: the predicate is not deterministic');
  expect(error.next).toContain('compute everything from variables');
});

test('a predicate with a state of its own is found by the audit', () => {
  const m = modelOf((it, step) => step.either('work', [0, 1, 2], (level) => (it.level = level)));
  let calls = 0;
  m.always('S: early calls hold', () => calls++ < 2);
  m.record('unread', { at: flag });
  expect(failure(m, true).message).toContain('faulty, S: early calls hold: gives another result on the same values');
});

test('a non-deterministic body is detected by running it twice', () => {
  let calls = 0;
  const error = failure(
    modelOf((it, step) => {
      if (it.level === 0 && calls++ % 2 === 0) step('work', () => (it.level = 1));
    }),
  );
  expect(error.message).toContain('faulty, worker');
  expect(error.message).toContain('not deterministic');
});

test('a body that keeps state between calls is detected where its reads differ', () => {
  let calls = 0;
  const m = modelOf((it, step) => {
    if (calls++ < 2 ? it.level < 3 : it.colour === 'red') step('work', () => (it.level = Math.min(3, it.level + 1)));
  });
  expect(failure(m).message).toBe(
    'faulty, worker, variable it.colour: the body is not deterministic: with equal values it read other variables',
  );
});

test('an undeclared step is refused', () => {
  const error = failure(modelOf((_, step) => (step as Step<string>)('rest', () => undefined)));
  expect(error.message).toBe("faulty, worker: offers 'rest', which is not among its declared steps");
});

test('a step inside a step is refused', () => {
  const error = failure(modelOf((_, step) => step('work', () => step('work', () => undefined))));
  expect(error.message).toContain('inside the effect of another step');
});

test('an exception in an effect is reported with model, process, step and variable', () => {
  const error = failure(
    modelOf((_, step) =>
      step('work', () => {
        throw new TypeError('oops');
      }),
    ),
  );
  expect(error.message).toBe("faulty, worker, step 'work': throws TypeError: oops");
});

test.each<[string, (it: ReturnType<typeof declare>, all: { at: number }[]) => void, string]>([
  [
    'a member that the record does not declare',
    (it) => Object.assign(it, { levle: 1 }),
    "writes 'levle', which the record does not declare",
  ],
  ['an index beyond a list', (it) => (it.seats[5] = true), 'writes index 5, which is beyond the list'],
  [
    'a list as a whole',
    (it) => Object.assign(it, { seats: [] }),
    "writes 'seats' as a whole: write its elements, or use its methods",
  ],
  [
    'a record that is not there',
    (_, all) => (all[5]!.at = 1),
    "writes 'at' of what is not there: an unknown member or index, or null",
  ],
  [
    'a value of a record that is not there',
    (it, all) => (it.level = all[5]!.at),
    "reads 'at' of what is not there: an unknown member or index, or null",
  ],
])('%s is told in the words of the language', (_, effect, sentence) => {
  const error = failure(modelOf((it, step) => step('work', () => effect(it, []))));
  expect(error.message).toBe(`faulty, worker, step 'work': ${sentence}`);
  expect(error.cause).toBeInstanceOf(TypeError);
});

test('two records of one name are refused, and a second budget of faults gets a name of its own', () => {
  const m = new Model('faulty');
  declare(m);
  expect(() => declare(m)).toThrow("faulty: two records are called 'it'");
  m.faults({ crash: 1 });
  m.faults({ crash: 2 });
  const initial = m.layout.values(m.layout.initialCodes());
  expect(initial).toMatchObject({ 'faults left.crash': 1, 'faults left 2.crash': 2 });
});

test('a process that can stop may have the name of a record, unless a variable has the name of its condition', () => {
  const m = new Model('faulty');
  m.record('worker', { at: flag });
  m.process('worker', [], () => undefined, { crash: {} });
  expect(Object.keys(m.layout.values(m.layout.initialCodes()))).toEqual(['worker.at', 'worker.is']);
  m.record('other', { is: flag });
  expect(() => m.process('other', [], () => undefined, { crash: {} })).toThrow(
    'faulty, variable other.is: is declared twice',
  );
});

test('a variable without a domain is refused, and an initial value of no variable', () => {
  const m = new Model('faulty');
  const notCalled = upTo as unknown as typeof flag;
  expect(() => m.record('a', { level: notCalled })).toThrow('faulty, variable a.level: has no domain: give it upTo(9)');
  expect(() => m.record('b', { on: flag }, { of: true } as object)).toThrow(
    'faulty, variable b.of: has an initial value, and is not declared',
  );
});

test('a definition without a variant is refused, and one without the scale `default`', () => {
  const definition = { name: 'faulty', title: '', rules: {}, build: () => undefined };
  expect(() => defineModel({ ...definition, variants: {}, scales: { default: {} } })).toThrow('faulty: has no variant');
  const scales = { small: {} } as unknown as { default: object };
  expect(() => defineModel({ ...definition, variants: { one: {} }, scales })).toThrow("faulty: has no scale 'default'");
});

test('reading outside a body is refused', () => {
  const m = new Model('faulty');
  const it = declare(m);
  expect(() => it.level).toThrow('faulty, variable it.level: is read while no process or property runs');
});

test('an initial value outside its domain is refused', () => {
  const m = new Model('faulty');
  expect(() => m.record('it', { level: upTo(3) }, { level: 9 })).toThrow(
    'variable it.level: cannot have the initial value 9',
  );
});

test('two properties of one id are refused, and two processes of one name', () => {
  const m = new Model('faulty');
  m.never('S1: this', () => false);
  expect(() => m.never('S1: that', () => false)).toThrow("two properties are called 'S1'");
  m.process('worker', [], () => undefined);
  expect(() => m.process('worker', [], () => undefined)).toThrow("two processes are called 'worker'");
});

test('a set of states that is full fails loudly, and loses none', () => {
  const set = new StateSet('faulty', 1, 2);
  for (const word of [1, 2, 1]) set.insert(Int32Array.of(word), 0);
  expect(() => set.insert(Int32Array.of(3), 0)).toThrow('faulty: no room for more than 2 states');
});

test('the error for writing a private record names both processes', () => {
  const m = new Model('faulty');
  const [mine, yours] = m.family('memory', 2, { at: upTo(1) });
  const owner = m.process('owner', ['go'], (step) => {
    if (yours!.at === 0) step('go', () => (yours!.at = 1));
  });
  m.process('intruder', ['go', 'reset'], (step) => {
    if (mine!.at === 0 && yours!.at === 1) step('go', () => (mine!.at = 1));
    if (mine!.at === 1) step('reset', () => m.reset(yours!));
  });
  m.privateTo(owner, yours!);
  expect(failure(m).message).toBe("faulty, intruder, step 'reset', variable memory[1].at: is private to 'owner'");
});
