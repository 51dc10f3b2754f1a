import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flag, upTo } from '../../language/domains.ts';
import { Model } from '../../language/model.ts';
import { explore } from '../explore.ts';
import { replayTrace } from '../replay.ts';
import type { Trace } from '../result.ts';
import { brokenByBruteForce, modelOf, type SmallGraph, shortestLassoByBruteForce, walksOf } from '../testing/graphs.ts';
import { Components } from './components.ts';
import { complaintAbout } from './verify.ts';

const size = 5;
const state = fc.nat(size - 1);
const graph: fc.Arbitrary<SmallGraph> = fc.record({
  size: fc.constant(size),
  movers: fc.array(
    fc.record({
      fair: fc.constantFrom('none', 'weak', 'strong'),
      steps: fc.uniqueArray(fc.tuple(state, state), { minLength: 1, maxLength: 5, selector: String }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  from: fc.uniqueArray(state, { minLength: 1, maxLength: 2 }),
  to: fc.uniqueArray(state, { minLength: 1, maxLength: 2 }),
});

const seventh = fc.nat(6);
const largerGraph: fc.Arbitrary<SmallGraph> = fc.record({
  size: fc.constant(7),
  movers: fc.array(
    fc.record({
      fair: fc.constantFrom('none', 'weak', 'strong'),
      steps: fc.uniqueArray(fc.tuple(seventh, seventh), { minLength: 2, maxLength: 7, selector: String }),
    }),
    { minLength: 2, maxLength: 3 },
  ),
  from: fc.constant([]),
  to: fc.uniqueArray(seventh, { maxLength: 1 }),
});

// 31 idle groups put the first mover at the sign bit of a 32-bit mask, and the others into a second mask.
describe.each([
  ['L', 0],
  ['E', 0],
  ['L', 31],
] as const)('property %s of random graphs with %i idle groups', (property, idle) => {
  test('is judged as by brute force, and its lasso is a run', () => {
    fc.assert(
      fc.property(graph, (it) => {
        const { verdict, trace, traceLength } = explore(modelOf(it, idle), { properties: [property] });
        expect(verdict).toBe(brokenByBruteForce(it, property) ? 'violated' : 'holds');
        if (trace === null) return;
        expect(trace.steps.length).toBe(traceLength);
        expect(replayTrace(modelOf(it, idle), trace).complaint).toBeNull();
      }),
      { numRuns: 1500 },
    );
  });
});

test('no fair lasso is shorter than the one shown: on random graphs, by brute force', () => {
  let violated = 0;
  fc.assert(
    fc.property(largerGraph, (it) => {
      const { verdict, traceLength } = explore(modelOf(it), { properties: ['E'] });
      if (verdict === 'holds') return;
      violated++;
      expect(traceLength).toBe(shortestLassoByBruteForce(it));
    }),
    { numRuns: 3000 },
  );
  expect(violated).toBeGreaterThan(1000);
});

test('no stem and no cycle of these lengths has fewer process switches: on random graphs, by brute force', () => {
  let loops = 0;
  const switches = (movers: readonly number[]) => movers.filter((mover, i) => i > 0 && mover !== movers[i - 1]).length;
  fc.assert(
    fc.property(largerGraph, (it) => {
      const { trace } = explore(modelOf(it), { properties: ['E'] });
      if (trace === null || trace.steps.length > 7) return;
      const movers = trace.steps.map(({ process }) => Number(process.slice('mover '.length)));
      const [stem, loop] = [movers.slice(0, trace.loopFrom), movers.slice(trace.loopFrom)];
      const home = Number((trace.steps[stem.length - 1]?.after ?? trace.initial)['it.at']);
      const others = walksOf(it, home, home, loop.length, true);
      expect(switches(loop)).toBe(Math.min(...others.map(switches)));
      const stems = walksOf(it, 0, home, stem.length, false);
      const withNext = (all: readonly number[]) => switches([...all, ...loop.slice(0, 1)]);
      expect(withNext(stem)).toBe(Math.min(...stems.map(withNext)));
      if (new Set(others.map(switches)).size > 1) loops++;
    }),
    // About one random graph in a hundred has a lasso; with so many runs every seed yields more than twenty.
    { numRuns: 5000 },
  );
  expect(loops).toBeGreaterThan(20);
});

test('an obligation is reported to open where it first does', () => {
  const m = new Model('waiting');
  const it = m.record('it', { at: upTo(4) });
  m.process('p', ['go'], (step) => {
    if (it.at < 4) step('go', () => it.at++);
  });
  m.weaklyFair({ process: m.processes[0]!, labels: ['go'], faults: [] });
  m.leadsTo(
    'L',
    () => it.at > 0,
    () => it.at === 0,
  );
  const { trace } = explore(m, { properties: ['L'] });
  expect([trace?.steps.length, trace?.pendingFrom]).toEqual([4, 1]);
});

test('components are the classes of mutual reachability', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.nat(6), { maxLength: 3 }), { minLength: 7, maxLength: 7 }), (next) => {
      const offsets = Array.from({ length: 8 }, (_, n) => next.slice(0, n).flat().length);
      const targets = next.flat();
      const edges = { size: 7, firstEdge: (n: number) => offsets[n]!, target: (e: number) => targets[e]! };
      const found: string[] = [];
      new Components(edges).of([0, 1, 2, 3, 4, 5, 6], (component) => found.push(component.sort().join()));
      const reach = (a: number) => {
        const seen = new Set([a]);
        for (const b of seen) for (const c of next[b]!) seen.add(c);
        return seen;
      };
      const classes = [0, 1, 2, 3, 4, 5, 6].map((a) =>
        [0, 1, 2, 3, 4, 5, 6].filter((b) => reach(a).has(b) && reach(b).has(a)).join(),
      );
      expect(found.sort()).toEqual([...new Set(classes)].sort());
    }),
    { numRuns: 300 },
  );
});

const lengthOf = (graph: Omit<SmallGraph, 'from'>) =>
  explore(modelOf({ ...graph, from: [] }), { properties: ['E'] }).traceLength;

test('a detour is cut out when another part of the cycle takes the same groups', () => {
  // The path via 1 takes the first mover. The path via 2, which the second mover needs, does not enable the first.
  const movers = [
    { fair: 'weak', steps: [[0, 1]] },
    {
      fair: 'weak',
      steps: [
        [2, 0],
        [0, 4],
        [1, 4],
      ],
    },
    {
      fair: 'none',
      steps: [
        [1, 0],
        [0, 2],
      ],
    },
  ] as const;
  expect(lengthOf({ size: 5, movers, to: [4] })).toBe(2);
});

test('a cycle may start later where that makes the whole lasso shorter', () => {
  const round = [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 0],
    [1, 4],
    [4, 1],
  ] as const;
  expect(lengthOf({ size: 6, movers: [{ fair: 'weak', steps: round }], to: [5] })).toBe(3);
});

const loopOf = ({ steps, loopFrom }: Trace) =>
  steps.slice(loopFrom).map(({ process, label }) => `${process}: ${label}`);

/** A worker that is enabled always or sometimes, beside a clock that ticks for ever. */
function tickers(fair: 'none' | 'weak' | 'strong', worksAt: readonly number[]): Model {
  const m = new Model('tickers');
  const it = m.record('it', { time: upTo(2), done: flag });
  const clock = m.process('clock', ['tick'], (step) => {
    step('tick', () => {
      it.time = (it.time + 1) % 3;
    });
  });
  m.weaklyFair(clock);
  const worker = m.process('worker', ['work'], (step) => {
    if (worksAt.includes(it.time) && !it.done) {
      step('work', () => {
        it.done = true;
      });
    }
  });
  if (fair === 'weak') m.weaklyFair(worker);
  if (fair === 'strong') m.stronglyFair(worker);
  m.eventually('the work is done', () => it.done);
  return m;
}

test.each([
  ['none', [0, 1, 2], 'violated'],
  ['weak', [0, 1, 2], 'holds'],
  ['weak', [0, 2], 'violated'],
  ['strong', [0, 2], 'holds'],
  ['strong', [], 'violated'],
] as const)('%s fairness of a worker enabled at %j: %s', (fair, worksAt, verdict) => {
  const result = explore(tickers(fair, worksAt));
  expect(result.verdict).toBe(verdict);
  if (verdict === 'violated') expect(loopOf(result.trace!)).toEqual(['clock: tick', 'clock: tick', 'clock: tick']);
});

test('without any fairness a run may stop at once, though steps are enabled', () => {
  const m = new Model('lazy');
  const it = m.record('it', { done: flag });
  m.process('worker', ['work'], (step) => {
    if (!it.done) step('work', () => (it.done = true));
  });
  m.eventually('the work is done', () => it.done);
  m.ending('done', () => it.done);
  const result = explore(m);
  expect([result.verdict, result.traceLength, result.trace?.steps, result.trace?.loopFrom]).toEqual([
    'violated',
    0,
    [],
    0,
  ]);
  expect(result.fairness).toEqual([]);
});

test('a declared ending is still an end: an obligation that is open there is never met', () => {
  const m = new Model('quitter');
  const it = m.record('it', { at: upTo(2) });
  const worker = m.process('worker', ['start', 'give up'], (step) => {
    if (it.at === 0) step('start', () => (it.at = 1));
    if (it.at === 1) step('give up', () => (it.at = 2));
  });
  m.weaklyFair(worker);
  m.leadsTo(
    'started leads to home',
    () => it.at === 1,
    () => it.at === 0,
  );
  m.ending('given up', () => it.at === 2);
  const { trace } = explore(m);
  expect(trace).toMatchObject({ brokenBy: 'loop', loopFrom: 2, pendingFrom: 1 });
  expect(trace?.steps.map(({ label }) => label)).toEqual(['start', 'give up']);
});

test('a lasso whose cycle is unfair, does not close or reaches the goal is refused by the last check', () => {
  const m = tickers('weak', [0, 1, 2]);
  const property = m.property('the work is done')!;
  const ordinals = { tick: 0, work: 1 };
  expect(complaintAbout(m, property, [0, 0, 0], 0, 0)).toBe('it starves weak: worker');
  expect(complaintAbout(m, property, [ordinals.tick], 0, 0)).toBe('the loop does not close');
  expect(complaintAbout(m, property, [ordinals.work], 1, 0)).toBe('the conclusion is reached');
  expect(complaintAbout(m, property, [2], 0, 0)).toBe('step 1 is not offered');
  expect(complaintAbout(m, property, [], 0, 0)).toBe('it starves weak: clock');
});

test('a search that ran out of states answers unknown for liveness, unless a lasso is among the states it saw', () => {
  expect(explore(tickers('weak', [0, 1, 2]), { statesMax: 1 }).verdict).toBe('unknown');
});
