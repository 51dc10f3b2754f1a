/** Search by several threads: the same counts, verdicts and runs as by one, and a clear message when memory ends. */
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

const threads = [1, 2, 3];

test.each(threads)('random families by %i threads: the results of the interpreter', (workers) => {
  let compiled = 0;
  const someFamily = fc.tuple(fc.integer({ min: 2, max: 3 }), rules, fc.nat(2));
  const early = { keepGoing: true, count: false, compileAfter: 8, shareAfter: 8, auditEvery: 1 };
  fc.assert(
    fc.property(someFamily, fc.boolean(), ([members, all, forbidden], symmetry) => {
      const build = () => randomFamily(members, all, forbidden);
      const result = explore(build(), { ...early, symmetry, workers });
      const expected = explore(build(), plain);
      if (result.compiled) compiled++;
      expect(figures({ ...result, frontier: [] })).toEqual(figures({ ...expected, frontier: [] }));
      if (!symmetry) expect([result.trace, result.frontier]).toEqual([expected.trace, expected.frontier]);
      if (result.trace !== null) expect(replayTrace(build(), result.trace).complaint).toBeNull();
    }),
    { numRuns: 25 },
  );
  expect(compiled).toBeGreaterThan(3);
});

test('847,191 states of the protocol on MongoDB by three threads', () => {
  const options = { count: false, workers: 3, shareAfter: 5000, symmetry: false };
  const { states, transitions, terminal, depth, verdict } = explore(mongodb({ restores: 2, batches: 2 }), options);
  expect([states, transitions, terminal, depth, verdict]).toEqual([847_191, 4_148_427, 1082, 46, 'holds']);
});

test('a violation that three threads find is in as few steps as for one', () => {
  const broken = () => mongodb({ restores: 2, batches: 2, handOverIgnoresClaim: true });
  const result = explore(broken(), { count: false, workers: 3, shareAfter: 5000 });
  expect([result.property, result.trace?.steps.length]).toEqual(['whole: an ACTIVE target has every item', 19]);
  expect(result.trace).toEqual(explore(broken(), { count: false }).trace);
});

test.each([1, 2])('tables that have grown several times have lost no state: %i threads', (workers) => {
  const { states, transitions, compiled } = explore(diamond(7, 6), { count: false, workers, shareAfter: 500 });
  expect([states, transitions, compiled]).toEqual([7 ** 7, 7 * 6 * 7 ** 6, true]);
});

describe('when memory ends, there is no verdict on unseen states', () => {
  test.each<[string, ExploreOptions]>([
    ['interpreted', { compile: false, bytesMax: 1_000_000 }],
    ['compiled', { bytesMax: 3_000_000 }],
    ['compiled, by two threads', { bytesMax: 4_000_000, workers: 2, shareAfter: 5000 }],
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

  test('the graph is dropped before the states are, unless a property needs it', () => {
    const [build, options] = [() => diamond(6, 5), { bytesMax: 3_500_000 }];
    const { verdict, states, interleavings } = explore(build(), options);
    expect([verdict, states, interleavings]).toEqual(['holds', 6 ** 6, null]);
    expect(explore(build(), { bytesMax: 30_000_000 }).interleavings).not.toBeNull();
    const m = build();
    m.recoverable('goes on', () => true);
    const needed = explore(m, options);
    expect([needed.verdict, needed.ranOutOf]).toEqual(['unknown', 'memory']);
  });
});

describe('footprints that bodies learn late', () => {
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

  test.each(threads)('are known to all of %i threads', (workers) => {
    const early = { compileAfter: 500, shareAfter: 800 };
    const result = explore(build(), { keepGoing: true, count: false, workers, ...early });
    expect(figures(result)).toEqual(figures(expected));
    expect(result.trace).toEqual(expected.trace);
    expect([result.compiled, expected.trace?.steps.length]).toEqual([true, 5 * 5 + 8]);
  });
});
