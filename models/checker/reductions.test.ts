/** Each way of exploring, switched on and off: the same counts, verdicts and lengths of traces. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { upTo } from '../language/domains.ts';
import { Model } from '../language/model.ts';
import { type ExploreOptions, explore } from './explore.ts';
import { replayTrace } from './replay.ts';
import type { ModelResult } from './result.ts';
import { mongodb } from './testing/mongodb.ts';
import { exploreNaively } from './testing/naive.ts';
import { randomFamily, rules } from './testing/random.ts';
import { diamond } from './testing/toys.ts';

const plain: ExploreOptions = { keepGoing: true, compile: false, symmetry: false };
const eager: ExploreOptions = { keepGoing: true, compileAfter: 8, auditEvery: 1 };

const figures = ({ states, transitions, terminal, depth, interleavings, hasCycles, ranOutOf }: ModelResult) => ({
  ...{ states, transitions, terminal, depth, interleavings, hasCycles, ranOutOf },
});
const verdicts = ({ properties }: ModelResult) =>
  properties.map(({ name, verdict, traceLength }) => ({ name, verdict, traceLength }));

const someFamily = fc.tuple(fc.integer({ min: 2, max: 3 }), rules, fc.nat(2));

function onRandomFamilies(numRuns: number, check: (build: () => Model) => void): void {
  fc.assert(
    fc.property(someFamily, ([members, all, forbidden]) => check(() => randomFamily(members, all, forbidden))),
    { numRuns },
  );
}

describe('random families', () => {
  test('interpreted without reductions: the results of the naive explorer', () => {
    onRandomFamilies(60, (build) => {
      const { states, transitions, terminal, depth } = explore(build(), plain);
      const naive = exploreNaively(build());
      expect({ states, transitions, terminal, depth }).toEqual({
        states: naive.states,
        transitions: naive.transitions,
        terminal: naive.terminal,
        depth: naive.depth,
      });
    });
  });

  test('compiled after eight states: the same results', () => {
    let compiled = 0;
    onRandomFamilies(120, (build) => {
      const result = explore(build(), { ...eager, symmetry: false });
      const expected = explore(build(), plain);
      if (result.compiled) compiled++;
      expect(figures(result)).toEqual(figures(expected));
      expect(verdicts(result)).toEqual(verdicts(expected));
      expect(result.coverage).toEqual(expected.coverage);
      expect(result.trace).toEqual(expected.trace);
    });
    expect(compiled).toBeGreaterThan(10);
  });

  test.each([
    ['interpreted', { ...plain, symmetry: true, auditEvery: 1 }],
    ['compiled', eager],
    ['by bodies', { ...eager, audit: true }],
  ])('sorted, %s: the orbits add up to the unreduced counts, interleavings included', (_, options) => {
    onRandomFamilies(80, (build) => {
      const result = explore(build(), options);
      const expected = explore(build(), plain);
      expect(figures(result)).toEqual(figures(expected));
      expect(verdicts(result)).toEqual(verdicts(expected));
      expect(result.coverage).toEqual(expected.coverage);
      if (result.trace === null) return;
      expect(result.trace.steps.length).toBe(expected.trace!.steps.length);
      expect(replayTrace(build(), result.trace).complaint).toBeNull();
    });
  });
});

test.each([1, 2])('a budget ends a compiled search of %i threads, too', (workers) => {
  const options = { symmetry: false, count: false, workers, shareAfter: 5000 };
  const byStates = explore(diamond(5, 8), { ...options, statesMax: 30_000 });
  expect([byStates.verdict, byStates.ranOutOf, byStates.compiled]).toEqual(['unknown', 'states', true]);
  expect(byStates.states).toBeGreaterThan(30_000);
  let clock = 0;
  const byTime = explore(diamond(5, 8), { ...options, timeMsMax: 68, now: () => clock++ });
  expect([byTime.verdict, byTime.ranOutOf]).toEqual(['unknown', 'time']);
});

test('a table that has grown several times has lost no state', () => {
  const { states, transitions, compiled } = explore(diamond(6, 7), { count: false });
  expect([states, transitions, compiled]).toEqual([8 ** 6, 6 * 7 * 8 ** 5, true]);
});

test('beyond the limit interleavings are not counted, below it they are', () => {
  expect(explore(diamond(4, 9), { countStatesMax: 5000 }).interleavings).toBeNull();
  expect(explore(diamond(4, 9), { countStatesMax: 10_000 }).interleavings).toBe('21452752266265320000');
});

function unequalTwins(): Model {
  const m = new Model('unequal twins');
  const twins = m.family('twin', 2, { at: upTo(3) });
  m.interchangeable(twins);
  twins.forEach((twin, id) => {
    m.process(`twin ${id}`, ['go'], (step) => {
      if (twin.at < (id === 0 ? 3 : 2)) step('go', () => twin.at++);
    });
  });
  m.ending('anywhere', () => true);
  return m;
}

test('members that are not interchangeable, though declared so, are an error', () => {
  expect(() => explore(unequalTwins())).toThrow(
    'members 0 and 1 are declared interchangeable, but the steps differ when they are swapped',
  );
  expect(explore(unequalTwins(), { symmetry: false }).states).toBe(12);
});

test('a property that distinguishes interchangeable members is an error', () => {
  const m = new Model('favourite');
  const twins = m.family('twin', 2, { at: upTo(1) });
  m.interchangeable(twins);
  twins.forEach((twin, id) => {
    m.process(`twin ${id}`, ['go'], (step) => {
      if (twin.at === 0) step('go', () => (twin.at = 1));
    });
  });
  m.never('F: the first before the second', () => twins[0]!.at > twins[1]!.at);
  expect(() => explore(m)).toThrow("'F: the first before the second' gives another result when they are swapped");
});

test('a property that is not judged may distinguish them', () => {
  const build = () => mongodb({ restores: 2, batches: 1, judgesRuns: true });
  const { states, reductions, verdict } = explore(build(), { properties: ['S'], count: false });
  expect([verdict, reductions?.sorted, states]).toEqual(['holds', true, explore(build(), { count: false }).states]);
});

test('interchangeable members must be alike from the start', () => {
  const m = new Model('odd');
  const first = m.record('first', { at: upTo(1) });
  const second = m.record('second', { at: upTo(1) }, { at: 1 });
  expect(() => m.interchangeable([first, second])).toThrow('must have the same variables and the same initial values');
});

test('blind spot: a member that differs only in states that no sample covers is taken for interchangeable', () => {
  const m = new Model('rarely unequal');
  const twins = m.family('twin', 2, { at: upTo(999) });
  m.interchangeable(twins);
  twins.forEach((twin, id) => {
    m.process(`twin ${id}`, ['go', 'jump'], (step) => {
      if (twin.at < 999) step('go', () => twin.at++);
      // Only the first member may jump, and only in one of a million states.
      if (id === 0 && twin.at === 998 && twins[1]!.at === 3) step('jump', () => (twin.at = 0));
    });
  });
  m.ending('anywhere', () => true);
  const { transitions } = explore(m, { count: false });
  // The unreduced search shows the difference: its number of transitions is not the sum over the orbits.
  expect(transitions).not.toBe(explore(m, { count: false, symmetry: false }).transitions);
});

test('a body that changes its answer is detected while other threads work, and ends them', () => {
  const m = new Model('changing');
  const sides = m.family('side', 5, { at: upTo(7) });
  let calls = 0;
  sides.forEach((side, i) => {
    m.process(`side ${i}`, ['go on'], (step) => {
      calls++;
      if (side.at < 7 && (calls < 1000 || side.at < 2)) step('go on', () => side.at++);
    });
  });
  m.ending('anywhere', () => true);
  const options = { count: false, symmetry: false, workers: 2, compileAfter: 500, shareAfter: 600, auditEvery: 10 };
  expect(() => explore(m, options)).toThrow('gives another result on the same values');
});
