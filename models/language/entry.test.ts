import { expect, test } from 'vitest';
import { judgeMutant } from '../checker/mutants.ts';
import { upTo } from './domains.ts';
import { defineModel, type Expectation, type Mutant } from './entry.ts';

const entryWith = (mutants: { [id: string]: Mutant<{ stop: number; floor: number }> }) =>
  defineModel({
    name: 'lift',
    title: 'a lift',
    variants: { plain: {} },
    scales: { default: 3 },
    rules: { stop: 3, floor: 0 },
    mutants,
    build(m, { stop }, top: number) {
      const lift = m.record('lift', { at: upTo(top + 1) });
      m.process('lift', ['up'], (step) => {
        if (lift.at < stop) step('up', () => lift.at++);
      });
      m.never('S1: above the top', () => lift.at > top);
      m.ending('at the stop', () => lift.at === stop);
    },
  });
const judged = (stop: number, expect: Expectation) =>
  judgeMutant(entryWith({ it: { title: 'it', change: { stop }, expect } }), 'it');

test('a mutant that breaks its declared properties is killed', () => {
  expect(judged(4, { breaks: ['S1'] })).toMatchObject({ killed: true, by: ['S1: above the top'], asDeclared: true });
});

test.each<[string, number, Expectation, string]>([
  ['survives', 2, { breaks: ['S1'] }, 'should break S1'],
  ['breaks something else', 4, { breaks: ['no deadlock'] }, 'should break no deadlock'],
  ['breaks only one of two', 4, { breaks: ['S1', 'no deadlock'] }, 'should break no deadlock'],
  ['should break a property that is not there', 4, { breaks: ['S9'] }, 'should break S9'],
  ['is not equivalent', 4, { equivalent: 'x', graph: 'other' }, 'should break nothing, and breaks S1: above the top'],
  ['is not masked', 4, { masked: 'x', with: [] }, 'should break nothing, and breaks S1: above the top'],
  [
    'has another graph',
    2,
    { equivalent: 'x', graph: 'same' },
    'should have the 4 states and 3 transitions of the model, has 3 and 2',
  ],
])('a mutant that %s is complained of', (_, stop, expectation, complaint) => {
  expect(judged(stop, expectation).complaint).toBe(complaint);
});

test('a mutant that a budget cut short is not as declared', () => {
  const entry = entryWith({ it: { title: 'it', change: {}, expect: { equivalent: 'x', graph: 'same' } } });
  expect(judgeMutant(entry, 'it').asDeclared).toBe(true);
  expect(judgeMutant(entry, 'it', { statesMax: 1, timeMsMax: -1 }).complaint).toMatch('no verdict');
});

test('several mutants together replace the rules of each', () => {
  const change = (rules: { stop?: number; floor?: number }) => ({
    title: '',
    change: rules,
    expect: { breaks: ['S1'] },
  });
  const entry = entryWith({
    a: change({ stop: 4 }),
    b: change({ floor: 1 }),
    'a+b': { title: '', together: ['a', 'b'], expect: { breaks: ['S1'] } },
  });
  expect(judgeMutant(entry, 'a+b').killed).toBe(true);
});

test('undeclared names are refused, including names that every object inherits', () => {
  const entry = entryWith({});
  expect(() => entry.build({ mutant: 'constructor' })).toThrow("no mutant 'constructor'");
  expect(() => entry.build({ scale: '__proto__' })).toThrow("no scale '__proto__', only default");
  expect(() => entry.build({ variant: 'x' })).toThrow("no variant 'x', only plain");
});
