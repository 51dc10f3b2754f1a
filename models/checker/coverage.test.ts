import { expect, test } from 'vitest';
import { flag, upTo } from '../language/domains.ts';
import { Model } from '../language/model.ts';
import { explore } from './explore.ts';

/** Counts to 2. An alarm may be raised at 3, which is never reached. */
function counter(declare: (m: Model, it: { at: number; alarm: boolean }) => void): Model {
  const m = new Model('counter');
  const it = m.record('it', { at: upTo(3), alarm: flag });
  m.process('p', ['up', 'raise'], (step) => {
    if (it.at < 2) step('up', () => it.at++);
    if (it.at === 3) step('raise', () => (it.alarm = true));
  });
  m.ending('at two', () => it.at === 2);
  declare(m, it);
  return m;
}

const quiet = (declare: Parameters<typeof counter>[0]) => explore(counter(declare)).coverage.neverInDanger;

test('a state property is in danger where one other value, reached elsewhere, would break it', () => {
  expect(quiet((m, it) => m.never('S: three', () => it.at === 3 && it.alarm))).toEqual(['S: three']);
  expect(quiet((m, it) => m.never('S: three', () => it.at === 3))).toEqual([]);
  expect(quiet((m, it) => m.always('S: quiet until two', () => it.at === 2 || !it.alarm))).toEqual([
    'S: quiet until two',
  ]);
  const danger = quiet((m, it) => {
    const seen = m.record('seen', { two: flag });
    m.process('q', ['see'], (step) => {
      if (it.at === 2 && !seen.two) step('see', () => (seen.two = true));
    });
    m.never('S: seen too early', () => seen.two && it.at < 2);
  });
  expect(danger).toEqual([]);
});

test('a step property is in danger once a reachable step judges it, also when it holds', () => {
  const declare = (at: number) => (m: Model, it: { at: number }) => {
    const spoken = m.always('S: spoken of');
    m.process('q', ['speak'], (step) => {
      if (it.at === at) step('speak', () => spoken(true));
    });
  };
  expect([quiet(declare(1)), quiet(declare(3))]).toEqual([[], ['S: spoken of']]);
});

test('a liveness property is in danger once its premise holds', () => {
  const leads = (from: number) => (m: Model, it: { at: number }) =>
    m.leadsTo(
      'L',
      () => it.at === from,
      () => it.at === from,
    );
  expect([quiet(leads(1)), quiet(leads(3))]).toEqual([[], ['L']]);
});

test('a recoverable property is in danger where its predicate does not hold', () => {
  expect(quiet((m, it) => m.recoverable('R', () => it.at === 2))).toEqual([]);
  expect(quiet((m, it) => m.recoverable('R', () => it.at < 3))).toEqual(['R']);
});

test('an unfinished search makes no statement about danger', () => {
  const m = counter((model, it) => model.never('S', () => it.alarm));
  expect(explore(m, { statesMax: 1 }).coverage.neverInDanger).toBeNull();
});
