import { expect, test } from 'vitest';
import { explore } from '../checker/explore.ts';
import { replayTrace } from '../checker/replay.ts';
import { upTo } from './domains.ts';
import { Model } from './model.ts';

/** Counts up to 9 from each of the starts. */
function counter(starts: readonly number[], declare: (m: Model, it: { n: number }) => void = () => {}): Model {
  const m = new Model('counter');
  const it = m.record('it', { n: upTo(9) });
  m.initial(starts, (n) => (it.n = n));
  const counting = m.process('counting', ['count'], (step) => {
    if (it.n < 9) step('count', () => it.n++);
  });
  m.weaklyFair(counting);
  m.ending('nine', () => it.n === 9);
  declare(m, it);
  return m;
}

test('every start is explored, and one state more, where none is chosen', () => {
  const { states, transitions, interleavings, terminal } = explore(counter([3, 7]));
  expect({ states, transitions, interleavings, terminal }).toEqual({
    states: 1 + 7,
    transitions: 2 + 6,
    interleavings: '2',
    terminal: 1,
  });
});

test('nothing is violated, seen or met before a start is chosen', () => {
  const { properties, trace } = explore(
    counter([3, 7], (m, it) => {
      m.always('A: from three on', () => it.n >= 3);
      m.sometimes('V: zero', () => it.n === 0);
      m.eventually('E: zero', () => it.n === 0);
      m.eventually('N: nine', () => it.n === 9);
      m.eventuallyAlways('S: nine', () => it.n === 9);
      m.leadsTo(
        'L: seven leads to nine',
        () => it.n === 7,
        () => it.n === 9,
      );
      m.recoverable('R: nine', () => it.n === 9);
      m.never('F: four', () => it.n === 4);
    }),
    { keepGoing: true },
  );
  const told = Object.fromEntries(properties.map(({ name, verdict }) => [name.slice(0, 1), verdict]));
  expect(told).toEqual({
    ...{ A: 'holds', V: 'violated', E: 'violated', N: 'holds', S: 'holds', L: 'holds', R: 'holds', F: 'violated' },
    n: 'holds',
  });
  expect(trace?.steps.map(({ process, label }) => `${process}: ${label}`)).toEqual([
    'initial: choose',
    'counting: count',
  ]);
  expect(
    replayTrace(
      counter([3, 7], (m, it) => m.never('F: four', () => it.n === 4)),
      trace!,
    ).complaint,
  ).toBeNull();
});

test('initial states are declared first, and there is one', () => {
  const m = new Model('late');
  m.process('p', ['go'], () => undefined);
  expect(() => m.initial([1], () => undefined)).toThrow('declares initial states after processes or properties');
  expect(() => new Model('none').initial([], () => undefined)).toThrow('none: has no initial state');
});
