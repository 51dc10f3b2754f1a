import { expect, test } from 'vitest';
import { explore } from '../checker/explore.ts';
import { flag, message, oneOf, optional, sequence, setOf, upTo } from './domains.ts';
import { Model } from './model.ts';
import { memberOf } from './records.ts';

/** Runs one effect on the initial state and returns the state after it. */
function after(effect: (m: Model) => () => void): { [variable: string]: unknown } {
  const m = new Model('one step');
  const once = m.record('once', { done: flag });
  const run = effect(m);
  m.process('p', ['go'], (step) => {
    if (once.done) return;
    step('go', () => {
      run();
      once.done = true;
    });
  });
  m.never('through', () => once.done);
  const { 'once.done': _, ...values } = explore(m).trace!.steps[0]!.after;
  return values;
}

test('a set is a bit for each value, and testing one value reads only its bit', () => {
  const values = after((m) => {
    const it = m.record('it', { votes: setOf(oneOf('a', 'b', 'c')), size: upTo(3) }, { votes: ['b'] });
    return () => {
      it.votes.add('a');
      it.votes.add('c');
      it.votes.delete('b');
      it.size = [...it.votes].length;
    };
  });
  expect(values).toEqual({ 'it.votes has a': true, 'it.votes has b': false, 'it.votes has c': true, 'it.size': 2 });

  const m = new Model('reader');
  const it = m.record('it', { votes: setOf(oneOf('a', 'b', 'c')) });
  m.process('p', ['go'], (step) => {
    if (it.votes.has('b')) step('go', () => it.votes.clear());
  });
  const { reads } = m.observe(m.processes[0]!, () => 0);
  expect(reads.map(({ variable }) => variable.name)).toEqual(['it.votes has b']);
});

test('equal sequences are the same state, whatever they contained before', () => {
  const values = after((m) => {
    const it = m.record('it', { queue: sequence(3, upTo(5)), first: optional(upTo(5)) }, { queue: [1, 2] });
    return () => {
      it.queue.push(4);
      it.first = it.queue.shift()!;
      it.queue.shift();
    };
  });
  expect(values).toEqual({
    'it.queue.length': 1,
    'it.queue[0]': 4,
    'it.queue[1]': 0,
    'it.queue[2]': 0,
    'it.first': 1,
  });
  const drained = after((m) => {
    const { queue } = m.record('it', { queue: sequence(2, upTo(5)) }, { queue: [3, 3] });
    return () => {
      queue.clear();
      if (queue.shift() !== undefined || queue.at(0) !== undefined || queue.includes(3)) throw new Error('not empty');
    };
  });
  expect(Object.values(drained)).toEqual([0, 0, 0]);
});

test('pushing beyond the bound names process, step and variable', () => {
  expect(() =>
    after((m) => {
      const { queue } = m.record('it', { queue: sequence(1, upTo(5)) }, { queue: [3] });
      return () => queue.push(1);
    }),
  ).toThrow("one step, p, step 'go', variable it.queue.length: 2 is not 0 to 1");
});

test('a value that a set cannot have names process, step and variable', () => {
  expect(() =>
    after((m) => {
      const { votes } = m.record('it', { votes: setOf(oneOf('a')) });
      return () => votes.add('z' as 'a');
    }),
  ).toThrow('one step, p, step \'go\', variable it.votes: "z" is not one of a');
});

test('a reference is the record itself, and a trace shows its name', () => {
  const values = after((m) => {
    const nodes = m.family('node', 3, { up: flag });
    const it = m.record('it', { leader: optional(memberOf(nodes)), second: memberOf(nodes) }, { second: nodes[1]! });
    return () => {
      it.leader = nodes[2]!;
      it.leader.up = true;
      if (it.leader !== nodes[2] || it.second !== nodes[1]) throw new Error('another record');
    };
  });
  expect(values).toMatchObject({ 'it.leader': 'node[2]', 'it.second': 'node[1]', 'node[2].up': true });
});

test('each option of a choice is a separate transition', () => {
  const m = new Model('die');
  const it = m.record('it', { face: upTo(6) });
  m.process('p', ['roll'], (step) => {
    if (it.face === 0) step.either('roll', [1, 2, 3, 4, 5, 6], (face) => (it.face = face));
  });
  m.ending('rolled', () => it.face > 0);
  const { states, transitions, interleavings } = explore(m);
  expect([states, transitions, interleavings]).toEqual([7, 6, '6']);
});

/** Counts to 2, and keeps the count in memory only. */
function counter(budgets: Parameters<Model['faults']>[0]): Model {
  const m = new Model('counter');
  m.faults(budgets);
  const it = m.record('it', { count: upTo(2) });
  const counting = m.process(
    'counter',
    ['count'],
    (step) => {
      if (it.count < 2) step('count', () => it.count++);
    },
    {
      crash: { when: () => it.count < 2, effect: () => (it.count = 0) },
      restart: {},
      pause: { when: () => it.count === 1 },
    },
  );
  m.weaklyFair(counting);
  m.weaklyFair(counting, { only: ['restart', 'resume'] });
  m.eventually('counted', () => it.count === 2);
  m.ending('at two', () => it.count === 2);
  return m;
}

test('crash, restart and pause respect their budgets, and lose what their effects reset', () => {
  const without = explore(counter({ crash: 0, pause: 0 }));
  expect([without.states, without.verdict]).toEqual([3, 'holds']);
  const once = explore(counter({ crash: 1, pause: 0 }));
  expect([once.states, once.transitions, once.verdict]).toEqual([7, 7, 'holds']);
  expect(once.coverage.neverTaken.map(({ label }) => label)).toEqual(['pause', 'resume']);
  expect(explore(counter({ crash: 2, pause: 1 })).verdict).toBe('holds');
});

test('restarts have a budget, too: the crash after the last restart is permanent', () => {
  const { properties, coverage } = explore(counter({ crash: 2, restart: 1, pause: 0 }), { keepGoing: true });
  expect(properties.map(({ name, verdict }) => [name, verdict])).toEqual([
    ['counted', 'violated'],
    ['no deadlock', 'violated'],
  ]);
  expect(coverage.neverReached.map(({ variable }) => variable)).toEqual(['counter.is']);
});

test('a paused process takes no step, and need not resume unless that is fair', () => {
  const m = new Model('sleeper');
  m.faults({ pause: 1 });
  const it = m.record('it', { done: flag });
  const sleeper = m.process(
    'sleeper',
    ['work'],
    (step) => {
      if (!it.done) step('work', () => (it.done = true));
    },
    { pause: {} },
  );
  m.weaklyFair(sleeper);
  m.eventually('done', () => it.done);
  m.ending('at rest', () => it.done);
  const { trace, states } = explore(m);
  expect([states, trace?.steps.map(({ label }) => label), trace?.loopFrom]).toEqual([6, ['pause'], 1]);
  m.weaklyFair(sleeper, { only: ['resume'] });
  expect(explore(m).verdict).toBe('holds');
});

test('a fault that the process survives needs no condition record: its body continues after the effect', () => {
  const m = new Model('forgetful');
  m.faults({ crash: 1 });
  const it = m.record('it', { count: upTo(2) });
  const counting = m.process(
    'counter',
    ['count'],
    (step) => {
      if (it.count < 2) step('count', () => it.count++);
    },
    { crash: { when: () => it.count === 1, effect: () => (it.count = 0), goesOn: true } },
  );
  m.weaklyFair(counting);
  m.eventually('counted', () => it.count === 2);
  m.ending('at two', () => it.count === 2);
  const { states, verdict, fairness } = explore(m);
  expect([states, verdict, fairness]).toEqual([6, 'holds', ['weak: counter, except crash']]);
  expect(m.layout.variables.map(({ name }) => name)).toEqual(['faults left.crash', 'it.count']);
});

test('without a budget faults happen without end, and starve the counter', () => {
  const { verdict, trace } = explore(counter({ pause: 0 }));
  expect(verdict).toBe('violated');
  expect(trace?.steps.slice(trace.loopFrom).map(({ label }) => label)).toContain('crash');
});

test('passing time is the only process that is fair by default', () => {
  const m = new Model('lease');
  const it = m.record('it', { stale: flag });
  m.timePasses('clock', 'the lease runs out', { when: () => !it.stale, effect: () => (it.stale = true) });
  m.eventually('stale', () => it.stale);
  m.ending('run out', () => it.stale);
  const { verdict, fairness } = explore(m);
  expect([verdict, fairness]).toEqual(['holds', ['weak: clock']]);
});

test('a step that a process does not have cannot be declared fair', () => {
  const m = new Model('m');
  const p = m.process('p', ['go'], () => undefined);
  expect(() => m.weaklyFair(p, { only: ['went' as 'go'] })).toThrow("m: 'p' has no step 'went'");
});

test('an id names one property: the leadsTo, and not its premise', () => {
  const m = new Model('m');
  m.leadsTo(
    'L: a',
    () => true,
    () => true,
  );
  expect(() => m.never('L: b', () => false)).toThrow("two properties are called 'L'");
  expect(m.property('L')?.kind).toBe('leadsTo');
});

test.each<[string, (m: Model, nodes: { up: boolean }[]) => void, string]>([
  [
    'somebody at the start',
    (m, nodes) => m.record('it', { leader: memberOf(nodes) }),
    'it.leader refers to members that are declared interchangeable, so it must be optional, and null at the start',
  ],
  [
    'to some of them only',
    (m, nodes) => m.record('it', { leader: optional(memberOf(nodes.slice(1))) }),
    'it.leader refers to members that are declared interchangeable, so it must be able to refer to each of them',
  ],
  [
    'some of another family',
    (m, nodes) => m.interchangeable(m.family('other', 2, { known: setOf(memberOf(nodes.slice(1))) })),
    'other[0].known refers to members that are declared interchangeable, so it must be able to refer to each of them',
  ],
  [
    'a set of one at the start',
    (m, nodes) => m.record('it', { seen: setOf(memberOf(nodes)) }, { seen: [nodes[1]!] }),
    'it.seen refers to members that are declared interchangeable, so it must start with all of them or none',
  ],
])(
  'a reference must not tell interchangeable members apart, whichever is declared first: %s',
  (_, refer, complaint) => {
    const late = new Model('m');
    const nodes = late.family('node', 2, { up: flag });
    expect(() => {
      refer(late, nodes);
      late.interchangeable(nodes);
    }).toThrow(`m: ${complaint}`);
    const early = new Model('m');
    const members = early.family('node', 2, { up: flag });
    early.interchangeable(members);
    expect(() => refer(early, members)).toThrow(`m: ${complaint}`);
  },
);

test('a step reads what its guard, its effect and the properties that it speaks of have looked at', () => {
  const m = new Model('what is read');
  const of = (name: string) => m.record(name, { is: flag });
  const [guard, effect, property, other] = [of('guard'), of('effect'), of('property'), of('other')];
  const violated = m.always('S: never spoken of');
  m.process('p', ['go'], (step) => {
    if (guard.is) return;
    step('go', () => {
      guard.is = !effect.is;
      violated(() => property.is);
    });
  });
  m.never('other', () => other.is);
  const [step] = explore(m).trace!.steps;
  expect(step!.read.map(({ variable }) => variable)).toEqual(['guard.is', 'effect.is', 'property.is']);
});

test('a message is one value of several parts, written as a whole', () => {
  const m = new Model('post');
  const people = m.family('person', 2, { at: flag });
  const { queue } = m.record('wire', {
    queue: sequence(2, message({ kind: oneOf('ask', 'answer'), to: memberOf(people), round: upTo(2) })),
  });
  const seen = m.record('seen', { round: upTo(2), hadAnswer: flag });
  m.process('sender', ['send', 'answer'], (step) => {
    if (queue.length === 0) step('send', () => queue.push({ kind: 'ask', to: people[1]!, round: 2 }));
    if (queue.length === 1) step('answer', () => queue.push({ kind: 'answer', to: people[0]!, round: 1 }));
  });
  m.process('receiver', ['receive'], (step) => {
    const first = queue.at(0);
    if (first === undefined) return;
    step('receive', () => {
      seen.hadAnswer = queue.includes({ kind: 'answer', to: people[0]!, round: 1 });
      seen.round = first.round;
      first.to.at = true;
      queue.shift();
    });
  });
  m.never('N: an answer is read', () => seen.round === 1 && people[0]!.at);
  const { trace } = explore(m);
  expect(trace?.steps.map(({ label }) => label)).toEqual(['send', 'answer', 'receive', 'receive']);
  expect(trace?.steps[2]?.before['wire.queue[0]']).toBe('{ kind: ask, to: person[1], round: 2 }');
  expect(trace?.steps[2]?.after['seen.hadAnswer']).toBe(true);
});

test.each([
  ['a part that is missing', { kind: 'ask' }],
  ['a part too many', { kind: 'ask', round: 0, more: 1 }],
  ['a part of another kind', { kind: 'ask', round: 9 }],
  ['no message', 'ask'],
])('a message with %s is no value of its domain', (_, value) => {
  const domain = message({ kind: oneOf('ask', 'answer'), round: upTo(2) });
  expect(domain.encode(value)).toBe(-1);
});

test('every code of a message means another value', () => {
  const domain = message({ kind: oneOf('ask', 'answer'), isLast: flag, round: upTo(2) });
  const codes = Array.from({ length: domain.size }, (_, code) => code);
  expect(codes.map((code) => domain.encode(domain.decode(code)))).toEqual(codes);
  expect(domain.size).toBe(12);
});

test('a message cannot mention interchangeable members', () => {
  const m = new Model('post');
  const people = m.family('person', 2, { at: flag });
  m.record('wire', { one: optional(message({ to: memberOf(people) })) });
  expect(() => m.interchangeable(people)).toThrow('wire.one mentions members that are declared interchangeable');
});

test('an ending may have the name of a property, and not of another ending', () => {
  const m = new Model('names');
  const it = m.record('it', { done: flag });
  m.ending('done', () => it.done);
  m.sometimes('done', () => it.done);
  expect(m.property('done')?.kind).toBe('sometimes');
  expect(() => m.ending('done: again', () => it.done)).toThrow("names: two endings are called 'done'");
  expect(() => m.never('done', () => it.done)).toThrow("names: two properties are called 'done'");
});

test('a model may say itself what traces show', () => {
  const build = (shows: boolean) => {
    const m = new Model('counter');
    const it = m.record('it', { n: upTo(3) });
    m.process('counting', ['count'], (step) => {
      if (it.n < 3) step('count', () => it.n++);
    });
    m.never('T: two', () => it.n === 2);
    if (shows) m.show(() => ['count', '*'.repeat(it.n)]);
    return m;
  };
  const { trace } = explore(build(true));
  expect([trace?.initialShown, trace?.steps.map(({ shown }) => shown)]).toEqual([
    ['count', ''],
    [
      ['count', '*'],
      ['count', '**'],
    ],
  ]);
  expect(explore(build(false)).trace?.steps[0]).not.toHaveProperty('shown');
  expect(() => build(true).show(() => '')).toThrow('counter: declares twice what traces show');
});
