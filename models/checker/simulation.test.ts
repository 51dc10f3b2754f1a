import { expect, test } from 'vitest';
import { flag, upTo } from '../language/domains.ts';
import { Model } from '../language/model.ts';
import { explore } from './explore.ts';
import { replayTrace } from './replay.ts';
import { simulate } from './simulation.ts';
import { alternatingBit, boundedBuffer, twoPhaseCommit } from './testing/protocols.ts';
import { peterson, philosophers } from './testing/toys.ts';

test.each<[string, () => Model]>([
  ['a state', () => peterson('late flag')],
  ['a step', () => boundedBuffer('overwrites')],
  ['a lack of steps', () => philosophers(4)],
  ['a decision', () => twoPhaseCommit('hasty', 3)],
])('%s that breaks a property is found, and its run shrunk to one that replays', (_, build) => {
  const found = simulate(build(), { simulations: 2000, seed: 'a' });
  const shortest = explore(build());
  expect([found.verdict, found.property]).toEqual(['violated', shortest.property]);
  expect(found.traceLength).toBe(shortest.traceLength);
  expect(replayTrace(build(), found.trace!).complaint).toBeNull();
});

test('a simulation that finds nothing gives unknown, however many runs it made', () => {
  const result = simulate(peterson(), { simulations: 50, seed: 'a', stepsMax: 100 });
  expect([result.verdict, result.ranOutOf, result.simulations]).toEqual(['unknown', 'simulations', 50]);
  expect(result.properties.map(({ kind, verdict }) => [kind, verdict])).toEqual([
    ['always', 'unknown'],
    ['sometimes', 'holds'],
    ['sometimes', 'holds'],
    ['deadlock', 'unknown'],
  ]);
});

test('a seed gives the same runs again', () => {
  const once = (seed: string) => {
    const { states, transitions, trace } = simulate(philosophers(5, true), { simulations: 5, seed, stepsMax: 40 });
    return [states, transitions, trace];
  };
  expect(once('a')).toEqual(once('a'));
  expect(once('a')).not.toEqual(once('b'));
});

test('a budget of time ends the simulation', () => {
  let clock = 0;
  const result = simulate(peterson(), { simulations: 1000, seed: 'a', stepsMax: 10, timeMsMax: 5, now: () => clock++ });
  expect([result.verdict, result.ranOutOf]).toEqual(['unknown', 'time']);
});

/** A combination lock: one of three buttons advances, the other two go back to the start. */
function lock(length: number): Model {
  const m = new Model('lock');
  const it = m.record('it', { at: upTo(length), open: flag });
  m.process('visitor', ['press', 'press wrong'], (step) => {
    if (it.at < length) step('press', () => it.at++);
    step.either('press wrong', [1, 2], () => {
      it.at = 0;
    });
  });
  m.never('open', () => it.at === length);
  return m;
}

test('guided runs open a lock that uniform random runs hardly ever open', () => {
  const { verdict, traceLength, simulations } = simulate(lock(12), { simulations: 20, seed: 'a', stepsMax: 300 });
  expect([verdict, traceLength]).toEqual(['violated', 12]);
  expect(simulations).toBe(2);
});

test('blind spot: simulation does not judge liveness', () => {
  const { verdict, properties } = simulate(alternatingBit('weak'), { simulations: 20, seed: 'a' });
  expect(explore(alternatingBit('weak')).verdict).toBe('violated');
  expect([verdict, properties.find(({ kind }) => kind === 'eventually')?.verdict]).toEqual(['unknown', 'unknown']);
});
