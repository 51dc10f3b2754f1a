/** References to interchangeable members: the reduced state space represents exactly the unreduced one. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ExploreOptions, explore } from '../../checker/explore.ts';
import { replayTrace } from '../../checker/replay.ts';
import type { ModelResult } from '../../checker/result.ts';
import { exploreNaively } from '../../checker/testing/naive.ts';
import {
  election,
  linkedLock,
  namedVotes,
  queueLock,
  randomReferrers,
  randomRelations,
  referenceRules,
  relationRules,
} from '../../checker/testing/references.ts';
import { flag, optional, upTo } from '../domains.ts';
import { Model } from '../model.ts';
import { memberOf } from '../records.ts';

const plain: ExploreOptions = { keepGoing: true, compile: false, symmetry: false };
const figures = ({ states, transitions, terminal, depth, interleavings, hasCycles }: ModelResult) => ({
  ...{ states, transitions, terminal, depth, interleavings, hasCycles },
});
const verdicts = ({ properties }: ModelResult) =>
  properties.map(({ name, verdict, traceLength }) => ({ name, verdict, traceLength }));
const seen = ({ coverage }: ModelResult) => ({ steps: coverage.neverTaken, values: coverage.neverReached });

const ways: [string, ExploreOptions][] = [
  ['interpreted', { keepGoing: true, compile: false, auditEvery: 1 }],
  ['compiled', { keepGoing: true, compileAfter: 8, auditEvery: 1 }],
  ['by bodies', { keepGoing: true, audit: true, auditEvery: 1 }],
  ['two threads', { keepGoing: true, compileAfter: 8, shareAfter: 16, workers: 2, count: false }],
];

describe.each(ways)('%s', (way, options) => {
  test.each<[string, () => Model]>([
    ['a lock and a queue of two', () => queueLock(2)],
    ['a lock and a queue of three', () => queueLock(3)],
    ['a lock and a queue of four', () => queueLock(4)],
    ['a lock that barges', () => queueLock(3, true)],
    ['an election of three', () => election(3)],
    ['an election of four', () => election(4)],
    ['a lock of links of three', () => linkedLock(3)],
    ['a lock of links of four', () => linkedLock(4)],
    ['votes by name of three', () => namedVotes(3)],
  ])('%s', (_, build) => {
    const expected = explore(build(), { ...plain, count: options.count ?? true });
    const result = explore(build(), options);
    expect(figures(result)).toEqual(figures(expected));
    expect(verdicts(result)).toEqual(verdicts(expected));
    expect(result.reductions!.stored).toBeLessThan(expected.states);
    expect(seen(result)).toEqual(seen(expected));
    if (result.trace !== null) expect(replayTrace(build(), result.trace).complaint).toBeNull();
  });

  test('random models', () => {
    let fewer = 0;
    fc.assert(
      fc.property(fc.constantFrom(2, 3, 3, 4), referenceRules, (members, rules) => {
        const whole = { ...plain, count: options.count ?? true, statesMax: 2000 };
        const expected = explore(randomReferrers(members, rules), whole);
        if (expected.ranOutOf !== null) return;
        const result = explore(randomReferrers(members, rules), options);
        expect(figures(result)).toEqual(figures(expected));
        expect(verdicts(result)).toEqual(verdicts(expected));
        expect(seen(result)).toEqual(seen(expected));
        if (result.reductions!.stored < expected.states) fewer++;
        if (result.trace !== null) {
          expect(replayTrace(randomReferrers(members, rules), result.trace).complaint).toBeNull();
        }
      }),
      { numRuns: way === 'two threads' ? 15 : 60 },
    );
    expect(fewer).toBeGreaterThan(0);
  });
});

describe.each(ways.filter(([way]) => way !== 'compiled'))('references between members, %s', (way, options) => {
  test('random models', () => {
    let fewer = 0;
    fc.assert(
      fc.property(fc.constantFrom([2, 1], [2, 2], [3, 1], [3, 2]), relationRules, (sizes, rules) => {
        const build = () => randomRelations(sizes[0]!, sizes[1]!, rules);
        const expected = explore(build(), { ...plain, count: false, statesMax: 5000 });
        if (expected.ranOutOf !== null) return;
        const result = explore(build(), { ...options, count: false });
        expect(figures(result)).toEqual(figures(expected));
        expect(verdicts(result)).toEqual(verdicts(expected));
        expect(seen(result)).toEqual(seen(expected));
        if (result.reductions!.stored < expected.states) fewer++;
        if (result.trace !== null) expect(replayTrace(build(), result.trace).complaint).toBeNull();
      }),
      { numRuns: way === 'interpreted' ? 100 : 30 },
    );
    expect(fewer).toBeGreaterThan(0);
  });
});

test('random models without symmetry reduction: the results of the naive explorer', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 3 }), referenceRules, (members, rules) => {
      const { states, transitions, terminal, depth } = explore(randomReferrers(members, rules), plain);
      const { broken: _, ...naive } = exploreNaively(randomReferrers(members, rules));
      expect({ states, transitions, terminal, depth }).toEqual(naive);
    }),
    { numRuns: 60 },
  );
});

test('a trace names the member that a reference means, with and without symmetry reduction', () => {
  const [sorted, unsorted] = [{}, { symmetry: false }].map((options) => explore(queueLock(3, true), options).trace!);
  expect(Object.keys(sorted!.initial)).toEqual(Object.keys(unsorted!.initial));
  expect(sorted!.initial['lock.holder']).toBe('none');
  expect(sorted!.steps.some(({ after }) => String(after['lock.holder']).startsWith('worker['))).toBe(true);
});

test('a model that prefers one of several interchangeable members is detected', () => {
  const m = new Model('favourite');
  const twins = m.family('twin', 2, { asks: flag });
  m.interchangeable(twins);
  const it = m.record('it', { chosen: optional(memberOf(twins)), rounds: upTo(2) });
  twins.forEach((twin, id) => {
    m.process(`twin ${id}`, ['ask'], (step) => {
      if (!twin.asks) step('ask', () => (twin.asks = true));
    });
  });
  m.process('chooser', ['choose'], (step) => {
    const first = twins.find(({ asks }) => asks);
    if (it.chosen === null && first !== undefined) step('choose', () => (it.chosen = first));
  });
  m.ending('anywhere', () => true);
  expect(() => explore(m)).toThrow('members 0 and 1 are declared interchangeable, but the steps differ');
});
