import { expect, test } from 'vitest';
import { flag, oneOf, upTo } from '../language/domains.ts';
import type { PropertyKind } from '../language/kinds.ts';
import { Model } from '../language/model.ts';
import { type ExploreOptions, explore, exploring } from './explore.ts';
import { boundedCounter, diamond, peterson, philosophers } from './testing/toys.ts';

const counts = (model: Model) => {
  const { states, transitions, terminal, depth, interleavings } = explore(model, { keepGoing: true });
  return [states, transitions, terminal, depth, interleavings];
};

test('a counter to 5 has 6 states in a row', () => {
  expect(counts(boundedCounter(5))).toEqual([6, 5, 1, 5, '1']);
});

test('three processes of two independent steps: 3³ states, 6! / 2!³ runs', () => {
  expect(counts(diamond(3, 2))).toEqual([27, 54, 1, 6, '90']);
});

test('runs are counted beyond 2⁶⁴', () => {
  // 40! / (10!)⁴
  expect(explore(diamond(4, 10)).interleavings).toBe('4705360871073570227520');
});

test('Peterson excludes, in 20 states; with a cycle the number of runs is infinite', () => {
  const result = explore(peterson());
  expect([result.states, result.transitions, result.verdict]).toEqual([20, 34, 'holds']);
  expect([result.interleavings, result.hasCycles, result.terminal]).toEqual([null, true, 0]);
});

test('with a cycle through the initial state, too, the number of runs is infinite', () => {
  const m = new Model('turns');
  const it = m.record('it', { left: flag });
  m.process('p', ['stay', 'leave', 'turn'], (step) => {
    if (it.left) step.either('turn', [1, 2], () => undefined);
    else {
      step('stay', () => undefined);
      step('leave', () => (it.left = true));
    }
  });
  const { interleavings, hasCycles } = explore(m);
  expect([interleavings, hasCycles]).toEqual([null, true]);
});

test('Peterson without the turn: both wait for ever', () => {
  const result = explore(peterson('no turn'));
  expect([result.verdict, result.property, result.traceLength]).toEqual(['violated', 'no deadlock', 4]);
});

test('Peterson with a late flag: both enter, shown with the fewest changes of process', () => {
  const result = explore(peterson('late flag'));
  expect([result.verdict, result.property, result.traceLength]).toEqual(['violated', 'both are critical', 6]);
  expect(result.trace?.steps.map(({ process, label }) => `${process}: ${label}`)).toEqual([
    'process 0: ask',
    'process 0: give way',
    'process 1: ask',
    'process 1: give way',
    'process 1: enter',
    'process 0: enter',
  ]);
});

test('of two shortest runs the one with fewer process switches is shown, whichever is found first', () => {
  const m = new Model('two sides');
  const at = m.record('at', { left: upTo(2), right: upTo(1) });
  m.process('left', ['go on'], (step) => {
    if (at.left === 0 || (at.left === 1 && at.right === 1)) step('go on', () => at.left++);
  });
  m.process('right', ['go on'], (step) => {
    if (at.right === 0) step('go on', () => at.right++);
  });
  m.never('both are through', () => at.left === 2);
  expect(explore(m).trace?.steps.map(({ process }) => process)).toEqual(['right', 'left', 'left']);
});

test('philosophers starve after as many steps as there are forks, unless one is polite', () => {
  for (const count of [2, 3, 5]) {
    const result = explore(philosophers(count));
    expect([result.property, result.traceLength]).toEqual(['no deadlock', count]);
    expect(explore(philosophers(count, true)).verdict).toBe('holds');
  }
});

test('a `sometimes` that is never seen is a violation, and without a trace', () => {
  const m = boundedCounter(2);
  m.sometimes('counts to three', () => false);
  const result = explore(m);
  expect([result.verdict, result.property, result.traceLength, result.trace]).toEqual([
    'violated',
    'counts to three',
    null,
    null,
  ]);
});

test('a step that is never offered and a value that is never reached are reported', () => {
  const m = new Model('idle');
  const it = m.record('it', { at: upTo(2), done: flag });
  m.process('worker', ['go', 'return'], (step) => {
    if (it.at < 1) step('go', () => it.at++);
    else if (it.at === 2) step('return', () => (it.at = 0));
  });
  m.ending('anywhere', () => true);
  expect(explore(m).coverage).toEqual({
    neverTaken: [{ process: 'worker', label: 'return' }],
    neverReached: [
      { variable: 'it.at', values: [2] },
      { variable: 'it.done', values: [true] },
    ],
    neverInDanger: [],
  });
});

test('a step property is judged also when the state after the step was seen before', () => {
  const m = new Model('jumper');
  const it = m.record('it', { at: upTo(3) });
  const shortJumps = m.always('S: jumps are short');
  const jumped = m.sometimes('a jump');
  m.process('jumper', ['jump'], (step) => {
    for (const by of [1, 2]) {
      if (it.at + by > 3) continue;
      step('jump', () => {
        shortJumps(by < 2);
        jumped();
        it.at += by;
      });
    }
  });
  m.ending('far', () => it.at === 3);
  const result = explore(m);
  expect([result.property, result.traceLength, result.trace?.brokenBy]).toEqual(['S: jumps are short', 1, 'step']);
  expect(result.trace?.steps[0]?.changed).toEqual([{ variable: 'it.at', before: 0, after: 2 }]);
  expect(explore(m, { properties: ['a jump'] }).verdict).toBe('holds');
});

test('a state from which no good state can be reached is found, though the model never deadlocks', () => {
  const m = new Model('trap');
  const it = m.record('it', { trapped: flag, turn: flag });
  m.process('walker', ['turn', 'fall'], (step) => {
    step('turn', () => (it.turn = !it.turn));
    if (it.turn) step('fall', () => (it.trapped = true));
  });
  m.recoverable('can leave', () => !it.trapped);
  const result = explore(m);
  expect([result.property, result.traceLength]).toEqual(['can leave', 2]);
});

test('a budget that runs out is neither a pass nor a failure', () => {
  const byStates = explore(diamond(4, 10), { statesMax: 1000 });
  expect([byStates.verdict, byStates.ranOutOf, byStates.interleavings]).toEqual(['unknown', 'states', null]);
  expect(byStates.properties.map(({ verdict }) => verdict)).toEqual(['unknown']);
  let clock = 0;
  const byTime = explore(diamond(4, 10), { timeMsMax: 5, now: () => clock++ });
  expect([byTime.verdict, byTime.ranOutOf]).toEqual(['unknown', 'time']);
});

test('a violation found before the budget ran out is a violation', () => {
  const m = diamond(4, 10);
  m.never('the start', () => true);
  expect(explore(m, { statesMax: 1, keepGoing: true }).verdict).toBe('violated');
});

test.each<[string, readonly string[], number]>([
  ['both properties are broken', ['above 2', 'above 4'], 7],
  ['a deadlock is asked for, too', ['above 2', 'no deadlock'], 11],
  ['no state alone breaks one of them', ['above 2', 'is 9'], 11],
])('until all are broken, where %s: every verdict, from the states that it takes', (_, properties, states) => {
  const m = new Model('counter');
  const it = m.record('it', { at: upTo(11) });
  m.process('counter', ['count'], (step) => {
    if (it.at < 10) step('count', () => it.at++);
  });
  for (const most of [2, 4]) m.never(`above ${most}`, () => it.at > most);
  m.sometimes('is 9', () => it.at === 9);
  const result = explore(m, { properties, keepGoing: 'until all are broken' });
  expect(result.states).toBe(states);
  const whole = explore(m, { properties, keepGoing: true });
  expect(result.properties).toEqual(whole.properties);
});

test('the initial state can break a property, in no steps', () => {
  const m = boundedCounter(1);
  m.never('the start', () => true);
  const { property, traceLength, trace } = explore(m);
  expect([property, traceLength, trace?.steps]).toEqual(['the start', 0, []]);
});

test('an interrupted search ends with what it has seen, and without a verdict', () => {
  let asked = 0;
  const { verdict, ranOutOf, states, properties } = explore(diamond(4, 6), { isInterrupted: () => ++asked > 3 });
  expect([verdict, ranOutOf]).toEqual(['unknown', 'interruption']);
  expect(states).toBeGreaterThan(4);
  expect(states).toBeLessThan(7 ** 4);
  expect(properties.map((property) => property.verdict)).toEqual(['unknown']);
});

test('a search pauses between its states, and comes to the same result', () => {
  const steps = exploring(diamond(3, 5));
  const seen: string[] = [];
  let step = steps.next();
  for (; !step.done; step = steps.next()) seen.push(step.value);
  expect(seen.filter((one) => one === 'searching').length).toBeGreaterThan(10);
  expect(seen.at(-1)).toBe('searched');
  expect(step.value.states).toBe(216);
});

test('a search that goes on gives each violated property a trace of its own', () => {
  const build = () => {
    const m = boundedCounter(4);
    const it = m.record('it', { done: upTo(1) });
    m.process('other', ['do'], (step) => {
      if (it.done === 0) step('do', () => (it.done = 1));
    });
    m.never('D: it is done', () => it.done === 1);
    m.eventually('E: never', () => false);
    m.sometimes('W: is not seen', () => false);
    return m;
  };
  const { traces, properties, trace } = explore(build(), { keepGoing: true });
  const lengths = properties
    .filter(({ verdict }) => verdict === 'violated')
    .map(({ name, traceLength }) => [name, traceLength]);
  expect(lengths).toEqual([
    ['D: it is done', 1],
    ['E: never', 0],
    ['W: is not seen', null],
  ]);
  expect(traces?.map(({ property, steps }) => [property, steps.length])).toEqual(lengths.slice(0, 2));
  expect(trace).toEqual(traces?.[1]);
  expect(explore(build()).traces).toBeUndefined();
});

test('progress is reported once for each level', () => {
  const frontiers: number[] = [];
  const { frontier } = explore(diamond(3, 2), { onProgress: (progress) => frontiers.push(progress.frontier) });
  expect(frontiers).toEqual([1, 3, 6, 7, 6, 3, 1]);
  expect(frontier).toEqual(frontiers);
});

test('a property that the model does not have is refused by name', () => {
  expect(() => explore(boundedCounter(1), { properties: ['S99'] })).toThrow("bounded counter has no property 'S99'");
});

test('a body that changes its answer once its tables are learned is found by the audit after the search', () => {
  const m = new Model('changing');
  const it = m.record('it', { at: upTo(3) });
  let calls = 0;
  m.process('p', ['up'], (step) => {
    calls++;
    if (it.at < 3 && calls <= 8) step('up', () => it.at++);
  });
  m.ending('anywhere', () => true);
  expect(() => explore(m, { auditEvery: 1 })).toThrow('changing, p: gives another result on the same values');
});

test('the trace to a state without recovery ends in that state, though others are as near', () => {
  const m = new Model('trap');
  const it = m.record('it', { at: oneOf('start', 'detour', 'trap') });
  m.process('p', ['detour', 'fall', 'return', 'stay'], (step) => {
    if (it.at === 'start') {
      step('detour', () => (it.at = 'detour'));
      step('fall', () => (it.at = 'trap'));
    } else if (it.at === 'detour') step('return', () => (it.at = 'start'));
    else step('stay', () => (it.at = 'trap'));
  });
  m.recoverable('R: the start', () => it.at === 'start');
  const { property, trace } = explore(m);
  expect([property, trace?.steps.map(({ label }) => label)]).toEqual(['R: the start', ['fall']]);
});

/** Counts up in steps to some value, and switches at any time. */
function wide(size: number, stride: number, max: number): Model {
  const m = new Model('wide');
  // Fills the first word of a state, so that steps change the second.
  m.record('pad', { low: upTo(65_535), high: upTo(65_535) }, { low: 65_535, high: 9 });
  const it = m.record('it', { n: upTo(size - 1), on: flag });
  m.process('p', ['count', 'switch'], (step) => {
    if (it.n + stride <= max) step('count', () => (it.n += stride));
    step('switch', () => (it.on = !it.on));
  });
  m.sometimes('E: the end', () => it.n + stride > max);
  return m;
}

test.each([
  ['many values', 4000, 1, 3999],
  ['few values, far apart', 4000, 37, 3999],
  ['a jump table and its neighbours', 600, 1, 599],
])('a wide variable is compiled: %s', (_, size, stride, max) => {
  const result = explore(wide(size, stride, max), { compileAfter: 8, keepGoing: true });
  const values = Math.floor(max / stride) + 1;
  expect([result.compiled, result.states, result.transitions]).toEqual([true, 2 * values, 4 * values - 2]);
  expect(result.properties[0]?.traceLength).toBe(values - 1);
});

test('a variable of 65,536 values is interpreted', () => {
  const { compiled, states } = explore(wide(65_536, 16, 65_535), { compileAfter: 8, count: false });
  expect([compiled, states]).toEqual([false, 2 * 4096]);
});

/** Everything that can be decided is decided in the last of some hundred states. */
function decidedLate(): Model {
  const m = new Model('late');
  const sides = m.family('side', 3, { at: upTo(5) });
  sides.forEach((side, id) => {
    m.process(`side ${id}`, ['go on'], (step) => {
      if (side.at < 5) step('go on', () => side.at++);
    });
  });
  // Bodies tell nothing new where these are decided: every value of a side was seen before.
  const most = (sum: number) => sides.reduce((total, side) => total + side.at, 0) === sum;
  m.never('C: all but one', () => most(14));
  m.never('D: all but two', () => most(13));
  m.sometimes('Y: all', () => most(15));
  const at = m.record('late', { sum: upTo(15) });
  const marked = m.always('M: a step that is wrong');
  const witnessed = m.sometimes('V: a step that is seen');
  m.process('late', ['count'], (step) => {
    if (at.sum < 15) {
      step('count', () => {
        at.sum++;
        marked(at.sum < 14);
        witnessed(at.sum === 13);
      });
    }
  });
  m.never('A: twelve', () => at.sum === 12);
  m.never('B: eleven', () => at.sum === 11);
  m.sometimes('W: ten', () => at.sum === 10);
  m.sometimes('X: never', () => at.sum > 15);
  return m;
}

test.each([
  ['all', undefined],
  ['one invariant', ['A']],
  ['two invariants', ['A', 'B']],
  ['an invariant of known steps', ['C']],
  ['two invariants of known steps', ['C', 'D']],
  ['what must be reached', ['W', 'X', 'Y']],
  ['steps', ['M', 'V']],
  ['deadlock', ['no deadlock']],
] as const)('what is decided late is decided alike by compiled tables: %s', (_, some) => {
  const properties = some === undefined ? {} : { properties: some };
  const by = (options: ExploreOptions) => {
    const found = explore(decidedLate(), { keepGoing: true, ...properties, ...options });
    return { compiled: found.compiled, told: [found.properties, found.traces?.map(({ steps }) => steps.length)] };
  };
  const [compiled, interpreted] = [by({ compileAfter: 8 }), by({ compile: false })];
  expect([compiled.compiled, interpreted.compiled]).toEqual([true, false]);
  expect(compiled.told).toEqual(interpreted.told);
});

type Declaration = (m: Model, at: (value: number) => boolean) => void;
/** On a counter from 0 to 2: one property of each kind that holds, and one that is violated after so many steps. */
const ofEachKind: {
  readonly [kind in Exclude<PropertyKind, 'ending' | 'premise'>]: readonly [Declaration, Declaration, number | null];
} = {
  always: [(m, at) => m.always('P', () => !at(3)), (m, at) => m.always('P', () => !at(1)), 1],
  sometimes: [(m, at) => m.sometimes('P', () => at(2)), (m, at) => m.sometimes('P', () => at(3)), null],
  recoverable: [(m, at) => m.recoverable('P', () => at(2)), (m, at) => m.recoverable('P', () => at(0)), 1],
  leadsTo: [
    (m, at) =>
      m.leadsTo(
        'P',
        () => at(1),
        () => at(2),
      ),
    (m, at) =>
      m.leadsTo(
        'P',
        () => at(1),
        () => at(0),
      ),
    2,
  ],
  eventually: [(m, at) => m.eventually('P', () => at(2)), (m, at) => m.eventually('P', () => at(3)), 2],
  eventuallyAlways: [
    (m, at) => m.eventuallyAlways('P', () => at(2)),
    (m, at) => m.eventuallyAlways('P', () => at(1)),
    2,
  ],
};

test.each(Object.entries(ofEachKind))(
  '%s: one that holds, and one that is violated',
  (kind, [holds, violated, length]) => {
    const judged = (declare: Declaration) => {
      const m = new Model('counter');
      const it = m.record('it', { at: upTo(3) });
      const counter = m.process('counter', ['count'], (step) => {
        if (it.at < 2) step('count', () => it.at++);
      });
      m.weaklyFair(counter);
      declare(m, (value) => it.at === value);
      m.ending('at two', () => it.at === 2);
      const { property, properties, trace } = explore(m);
      return [property, properties[0]?.kind, properties[0]?.verdict, trace?.steps.length ?? null];
    };
    expect(judged(holds)).toEqual([null, kind, 'holds', null]);
    expect(judged(violated)).toEqual(['P', kind, 'violated', length]);
  },
);

/** Four counters to 6, in 7⁴ states, and a property for each. */
function fourCounters(reads: 'its own' | 'all'): Model {
  const m = new Model('four counters');
  const all = m.family('counter', 4, { at: upTo(6) });
  all.forEach((own, number) => {
    m.process(`counter ${number}`, ['count'], (step) => {
      if (own.at < 6) step('count', () => own.at++);
    });
    const looked = reads === 'its own' ? [own] : all;
    m.never(`above 6, asked by ${number}`, () => looked.reduce((sum, { at }) => sum + at, number) > 30);
  });
  return m;
}

test('properties that read different parts are learned apart, and those that read all of it together', () => {
  expect(explore(fourCounters('its own')).bodiesRun).toBeLessThan(1_500);
  expect(explore(fourCounters('all')).bodiesRun).toBeLessThan(10_000);
});
