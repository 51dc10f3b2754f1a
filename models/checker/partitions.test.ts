/** States divided over several memories: the same counts, verdicts and runs as in one, and a plain word where memory ends. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { upTo } from '../language/domains.ts';
import { Model } from '../language/model.ts';
import { type ExploreOptions, explore } from './explore.ts';
import { replayTrace } from './replay.ts';
import type { ModelResult } from './result.ts';
import { mongodb } from './testing/mongodb.ts';
import { randomFamily, rules } from './testing/random.ts';
import { diamond } from './testing/toys.ts';

const plain: ExploreOptions = { keepGoing: true, compile: false, symmetry: false, count: false };

const figures = ({ states, transitions, terminal, depth, frontier, properties, ranOutOf }: ModelResult) => ({
  ...{ states, transitions, terminal, depth, frontier, ranOutOf },
  properties: properties.map(({ name, verdict, traceLength }) => ({ name, verdict, traceLength })),
});

const ways = [
  [2, 1],
  [4, 1],
  [2, 2],
  [4, 2],
  [3, 3],
] as const;

test.each(ways)('random families in %i memories by %i threads: as in none', (partitions, workers) => {
  let divided = 0;
  const someFamily = fc.tuple(fc.integer({ min: 2, max: 3 }), rules, fc.nat(2));
  const early = { keepGoing: true, count: false, compileAfter: 8, shareAfter: 8, divideAfter: 12, auditEvery: 1 };
  fc.assert(
    fc.property(someFamily, fc.boolean(), ([members, all, forbidden], symmetry) => {
      const build = () => randomFamily(members, all, forbidden);
      const result = explore(build(), { ...early, symmetry, partitions, workers });
      const expected = explore(build(), plain);
      if (result.memories === partitions) divided++;
      expect(figures({ ...result, frontier: [] })).toEqual(figures({ ...expected, frontier: [] }));
      if (!symmetry) expect([result.trace, result.frontier]).toEqual([expected.trace, expected.frontier]);
      if (result.trace !== null) expect(replayTrace(build(), result.trace).complaint).toBeNull();
    }),
    { numRuns: 25 },
  );
  expect(divided).toBeGreaterThan(3);
});

describe('the protocol on MongoDB', () => {
  const counts = ({ states, transitions, terminal, depth }: ModelResult) => [states, transitions, terminal, depth];

  test.each(ways)('847,191 states in %i memories by %i threads', (partitions, workers) => {
    const options = { count: false, partitions, workers, shareAfter: 5000 };
    const result = explore(mongodb({ restores: 2, batches: 2 }), { ...options, symmetry: false, divideAfter: 100_000 });
    expect(counts(result)).toEqual([847_191, 4_148_427, 1082, 46]);
    expect([result.verdict, result.memories]).toEqual(['holds', partitions]);
    const sorted = explore(mongodb({ restores: 2, batches: 2 }), { ...options, divideAfter: 50_000 });
    expect([...counts(sorted), sorted.memories]).toEqual([847_191, 4_148_427, 1082, 46, partitions]);
  });

  test('a violation far beyond the division is found in as few steps', () => {
    const broken = () => mongodb({ restores: 2, batches: 2, handOverIgnoresClaim: true });
    const result = explore(broken(), { partitions: 4, workers: 2, divideAfter: 20_000 });
    expect([result.property, result.trace?.steps.length]).toEqual(['whole: an ACTIVE target has every item', 19]);
    expect(result.memories).toBe(4);
    expect(result.trace).toEqual(explore(broken(), { count: false }).trace);
  });

  test('a run that never ends is found, and fair', () => {
    const broken = () => mongodb({ restores: 2, batches: 1, ignoresFailed: true, judgesRuns: true });
    const options = { count: false, keepGoing: true };
    const result = explore(broken(), { ...options, partitions: 2, divideAfter: 20_000 });
    const expected = explore(broken(), options);
    expect(figures(result)).toEqual(figures(expected));
    expect([result.memories, result.verdict, result.trace?.steps.length]).toEqual([
      2,
      'violated',
      expected.trace?.steps.length,
    ]);
  });
});

test.each([1, 2])('tables that have grown several times have lost nothing: %i threads', (workers) => {
  const options = { count: false, partitions: 3, divideAfter: 1000, workers, shareAfter: 500 };
  const { states, transitions, memories } = explore(diamond(7, 6), options);
  expect([states, transitions, memories]).toEqual([7 ** 7, 7 * 6 * 7 ** 6, 3]);
});

test.each([1, 2])('budgets end a divided search of %i threads, too', (workers) => {
  const options = { count: false, partitions: 2, divideAfter: 10_000, workers, shareAfter: 5000 };
  const byStates = explore(diamond(5, 8), { ...options, statesMax: 30_000 });
  expect([byStates.verdict, byStates.ranOutOf, byStates.memories]).toEqual(['unknown', 'states', 2]);
  expect(byStates.states).toBeGreaterThan(30_000);
  expect(byStates.states).toBeLessThan(59_049);
  let clock = 0;
  const byTime = explore(diamond(6, 8), { ...options, timeMsMax: 150, now: () => clock++ });
  expect([byTime.verdict, byTime.ranOutOf, byTime.memories]).toEqual(['unknown', 'time', 2]);
});

describe('where memory ends, nothing is said of what was not seen', () => {
  test.each<[string, ExploreOptions]>([
    ['interpreted', { compile: false, bytesMax: 1_000_000 }],
    ['in one memory', { bytesMax: 3_000_000 }],
    ['in one memory by two threads', { bytesMax: 4_000_000, workers: 2, shareAfter: 5000 }],
    ['in four memories', { bytesMax: 8_000_000, partitions: 4, divideAfter: 10_000 }],
    ['in four memories by two threads', { bytesMax: 16_000_000, partitions: 4, divideAfter: 10_000, workers: 2 }],
    ['with no room to divide them', { bytesMax: 2_000_000, partitions: 2, divideAfter: 10_000 }],
    ['with one memory full and no other', { partitions: 1, divideAfter: 10_000 }],
  ])('%s', (_, options) => {
    const build = () => {
      const m = diamond(7, 7);
      m.never('far', () => false);
      return m;
    };
    const { verdict, ranOutOf, states, reductions, properties } = explore(build(), { ...options, count: false });
    expect([verdict, ranOutOf]).toEqual(['unknown', 'memory']);
    expect(properties.map((one) => one.verdict)).toEqual(['unknown', 'unknown']);
    expect(states).toBeLessThan(8 ** 7);
    expect(reductions!.bytes).toBeLessThan(1.4 * (options.bytesMax ?? 1e8));
  });

  test('the graph is given up before the states are, unless a property needs it', () => {
    const [build, options] = [() => diamond(6, 5), { bytesMax: 3_500_000 }];
    const { verdict, states, interleavings } = explore(build(), options);
    expect([verdict, states, interleavings]).toEqual(['holds', 6 ** 6, null]);
    expect(explore(build(), { bytesMax: 30_000_000 }).interleavings).not.toBeNull();
    const m = build();
    m.recoverable('goes on', () => true);
    const needed = explore(m, options);
    expect([needed.verdict, needed.ranOutOf]).toEqual(['unknown', 'memory']);
  });

  test('a property that needs the graph is not judged beyond one memory', () => {
    const m = diamond(5, 8);
    m.recoverable('goes on', () => true);
    const { verdict, ranOutOf } = explore(m, { partitions: 2, divideAfter: 10_000, count: false });
    expect([verdict, ranOutOf]).toEqual(['unknown', 'memory']);
  });
});

describe('what bodies answer late', () => {
  const build = () => {
    const m = new Model('late');
    const sides = m.family('side', 5, { at: upTo(7) });
    const last = m.record('last', { found: upTo(60) });
    sides.forEach((side, i) => {
      m.process(`side ${i}`, ['go on'], (step) => {
        if (side.at < 7 && last.found === 0) step('go on', () => side.at++);
      });
    });
    m.process('late', ['sum up'], (step) => {
      if (last.found !== 0 || sides.some(({ at }) => at < 5)) return;
      const sum = sides.reduce((total, { at }, i) => total + i * (at - 5), 0);
      step('sum up', () => (last.found = 1 + sum));
    });
    m.never('far', () => last.found === 20);
    m.ending('summed up', () => last.found > 0);
    return m;
  };
  const expected = explore(build(), plain);

  test.each(ways)('is known in all of %i memories to all of %i threads', (partitions, workers) => {
    const early = { compileAfter: 500, divideAfter: 1000, shareAfter: 800 };
    const result = explore(build(), { keepGoing: true, count: false, partitions, workers, ...early });
    expect(figures(result)).toEqual(figures(expected));
    expect(result.trace).toEqual(expected.trace);
    expect([result.memories, expected.trace?.steps.length]).toEqual([partitions, 5 * 5 + 8]);
  });
});
