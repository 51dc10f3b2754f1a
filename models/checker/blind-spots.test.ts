/** Known limits of the explorer, each shown by a passing test. When a test turns red, the limit is gone: then assert the new behaviour. */
import { expect, test } from 'vitest';
import { flag, list, upTo } from '../language/domains.ts';
import { Model } from '../language/model.ts';
import { explore } from './explore.ts';

test('blind spot: a body that becomes non-deterministic after its tables are learned goes unnoticed where no sample falls', () => {
  const build = () => {
    const m = new Model('fickle');
    const it = m.record('it', { at: upTo(3), looks: upTo(49) });
    let calls = 0;
    m.process('p', ['up'], (step) => {
      if (it.at < 3 && calls++ < 30) step('up', () => it.at++);
    });
    m.process('q', ['look'], (step) => {
      if (it.looks < 49) step('look', () => it.looks++);
    });
    m.ending('anywhere', () => true);
    return m;
  };
  expect(explore(build()).transitions).toBe(346);
  // The audit runs every body on every state, and remembers what it answered.
  expect(() => explore(build(), { audit: true })).toThrow('gives another result on the same values');
});

test('blind spot: recoverable (AG EF) holds although every fair run avoids the good state', () => {
  const m = new Model('unlucky');
  const it = m.record('it', { heads: flag, done: flag });
  const coin = m.process('coin', ['turn', 'stop'], (step) => {
    if (it.done) return;
    step('turn', () => (it.heads = !it.heads));
    if (it.heads) step('stop', () => (it.done = true));
  });
  m.weaklyFair(coin);
  m.recoverable('can stop', () => it.done);
  m.eventually('stops', () => it.done);
  m.ending('stopped', () => it.done);
  const { properties } = explore(m, { keepGoing: true });
  expect(properties.map(({ kind, verdict }) => [kind, verdict])).toEqual([
    ['recoverable', 'holds'],
    ['eventually', 'violated'],
    ['deadlock', 'holds'],
  ]);
});

test('blind spot: a step that changes nothing counts as taken, so busy waiting is fair', () => {
  const m = new Model('busy');
  const it = m.record('it', { done: flag });
  const worker = m.process('worker', ['poll', 'work'], (step) => {
    step('poll', () => undefined);
    if (!it.done) step('work', () => (it.done = true));
  });
  m.weaklyFair(worker);
  m.eventually('done', () => it.done);
  const { verdict, trace } = explore(m);
  expect([verdict, trace?.steps.map(({ label }) => label)]).toEqual(['violated', ['poll']]);
});

test('blind spot: fairness is per group, so one step of a group can starve while others of the group are taken', () => {
  const build = (apart: boolean) => {
    const m = new Model('two duties');
    const it = m.record('it', { time: flag, done: flag });
    const worker = m.process('worker', ['tick', 'work'], (step) => {
      step('tick', () => (it.time = !it.time));
      if (!it.done) step('work', () => (it.done = true));
    });
    if (apart) m.weaklyFair(worker, { only: ['work'] });
    else m.weaklyFair(worker);
    m.eventually('done', () => it.done);
    return explore(m).verdict;
  };
  expect([build(false), build(true)]).toEqual(['violated', 'holds']);
});

test('blind spot: time has no duration, so a lease longer than any step can still run out first', () => {
  const m = new Model('lease');
  const it = m.record('it', { stale: flag, done: flag });
  m.timePasses('clock', 'an hour goes by', { when: () => !it.stale, effect: () => (it.stale = true) });
  m.process('worker', ['work for a second'], (step) => {
    if (!it.done) step('work for a second', () => (it.done = true));
  });
  m.never('late', () => it.stale && !it.done);
  expect(explore(m).verdict).toBe('violated');
});

test('blind spot: in a model with a cycle no interleavings are counted, not even those without the cycle', () => {
  const m = new Model('one loop');
  const it = m.record('it', { at: upTo(2) });
  m.process('p', ['go', 'turn'], (step) => {
    if (it.at < 2) step('go', () => it.at++);
    else step('turn', () => undefined);
  });
  const { interleavings, hasCycles } = explore(m);
  expect([interleavings, hasCycles]).toEqual([null, true]);
});

test('blind spot: two steps of one label and effect are two transitions and two interleavings', () => {
  const m = new Model('twins');
  const it = m.record('it', { done: flag });
  m.process('p', ['go'], (step) => {
    if (it.done) return;
    step('go', () => (it.done = true));
    step('go', () => (it.done = true));
  });
  m.ending('done', () => it.done);
  const { states, transitions, interleavings } = explore(m);
  expect([states, transitions, interleavings]).toEqual([2, 2, '2']);
});

test('blind spot: a property that only two simultaneous changes could break is reported as never in danger', () => {
  const m = new Model('far');
  const it = m.record('it', { a: flag, b: flag, c: flag });
  m.process('p', ['a', 'b', 'c'], (step) => {
    if (it.a || it.b || it.c) return;
    step('a', () => (it.a = true));
    step('b', () => (it.b = true));
    step('c', () => (it.c = true));
  });
  m.ending('anywhere', () => true);
  m.never('all three', () => it.a && it.b && it.c);
  expect(explore(m).coverage.neverInDanger).toEqual(['all three']);
});

test('blind spot: beyond a hundred thousand visited states the lasso is short, but not always the shortest', () => {
  const detour = (flippers: number) => {
    const m = new Model('detour');
    const it = m.record('it', { at: upTo(6), flips: list(flippers, flag) });
    const ways: (readonly [number, number])[][] = [
      [
        [5, 5],
        [0, 4],
        [4, 0],
      ],
      [
        [5, 0],
        [5, 5],
        [0, 5],
      ],
    ];
    ways.forEach((steps, id) => {
      const mover = m.process(`mover ${id}`, ['go'], (step) => {
        const targets = steps.filter(([from]) => from === it.at).map(([, to]) => to);
        step.either('go', targets, (to) => (it.at = to));
      });
      m.stronglyFair(mover);
    });
    for (let id = 0; id < flippers; id++) {
      const flipper = m.process(`flipper ${id}`, ['flip'], (step) =>
        step('flip', () => (it.flips[id] = !it.flips[id])),
      );
      m.weaklyFair(flipper);
    }
    m.eventually('six', () => it.at === 6);
    return m;
  };
  // Path of the shortest lasso: 0 to 5, once round, and back. Both movers are taken within three steps; each flipper flips back.
  expect(explore(detour(1)).traceLength).toBe(3 + 2);
  expect(explore(detour(12), { count: false }).traceLength).toBe(3 + 24 + 1);
});

test('blind spot: an unfinished search finds only the cycles among the states it saw', () => {
  const m = new Model('long way');
  const it = m.record('it', { at: upTo(5000) });
  m.process('p', ['go'], (step) => {
    step('go', () => (it.at = it.at < 5000 ? it.at + 1 : 5000));
  });
  m.eventually('never', () => false);
  m.weaklyFair({ process: m.processes[0]!, labels: ['go'], faults: [] });
  expect(explore(m, { statesMax: 100 }).verdict).toBe('unknown');
  expect(explore(m).verdict).toBe('violated');
});
