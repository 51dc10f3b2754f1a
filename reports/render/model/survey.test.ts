import { expect, test } from 'vitest';
import { offersAt } from '../../../models/checker/narrate.ts';
import { diamond, peterson } from '../../../models/checker/testing/toys.ts';
import { models } from '../../../models/index.ts';
import { upTo } from '../../../models/language/domains.ts';
import { Model } from '../../../models/language/model.ts';
import { type Met, survey } from './survey.ts';

const codes = (met: Met) => [...met].map(([{ name }, all]) => [name, [...all].sort((a, b) => a - b)]);

/** The same survey, computed by running the bodies on every reachable state. */
function byBodies(model: Model) {
  const start = model.layout.initialCodes();
  const states = new Map([[start.join(), start]]);
  const steps = new Map<string, Set<string>>();
  for (const state of states.values()) {
    for (const { process, step, next } of offersAt(model, state)) {
      if (!states.has(next.join())) states.set(next.join(), [...next]);
      const said = [...step.guard, ...step.writes].map(({ variable, code }) => `${variable.name}=${code}`);
      const name = `${process.name}: ${step.label}`;
      steps.set(name, new Set([...(steps.get(name) ?? []), ...said]));
    }
  }
  const reached = model.layout.variables.map(({ id, name }) => {
    const seen = new Set([...states.values()].map((state) => state[id]!));
    return [name, [...seen].sort((a, b) => a - b)];
  });
  return { reached, steps };
}

test.each([
  ['a diamond', () => diamond(3, 2)],
  ['Peterson', () => peterson()],
  ['a protocol', () => models['in-catalog-create-sqlite'].build({ scale: 'small' })],
  ['references to members', () => models['claim-restore-sqlite'].build({ scale: 'small' })],
])('%s: what is learned once for all states alike is what every state says', (_, build) => {
  const { reached, steps, isComplete } = survey(build());
  const all = byBodies(build());
  expect(isComplete).toBe(true);
  expect(codes(reached)).toEqual(all.reached);
  const said = steps.map(({ process, label, guard, writes }): [string, Set<string>] => [
    `${process.name}: ${label}`,
    new Set([...guard, ...writes].flatMap(([{ name }, seen]) => [...seen].map((code) => `${name}=${code}`))),
  ]);
  expect(new Map(said)).toEqual(all.steps);
});

/** Counts to 5 by ones and twos. `four` is witnessed in a state, `jump` in a step. */
function counter(declare: (m: Model, it: { at: number }) => void, jump: () => void = () => {}): Model {
  const m = new Model('counter');
  const it = m.record('it', { at: upTo(5) });
  declare(m, it);
  m.process('p', ['one', 'two'], (step) => {
    if (it.at < 5) step('one', () => it.at++);
    if (it.at < 4) {
      step('two', () => {
        it.at += 2;
        jump();
      });
    }
  });
  return m;
}

test('the good run is a shortest one to the first `sometimes`, in a state or in a step', () => {
  const four = survey(counter((m, it) => void m.sometimes('four', () => it.at === 4))).goodRun;
  expect(four?.steps.map(({ label }) => label)).toEqual(['two', 'two']);
  let seen: (judgement: boolean) => void = () => {};
  const jump = counter(
    (m, it) => {
      const handle = m.sometimes('jumps to five');
      seen = () => handle(it.at === 5);
    },
    () => seen(true),
  );
  expect(survey(jump).goodRun?.steps.map(({ label }) => label)).toEqual(['one', 'two', 'two']);
  expect(survey(counter((m) => void m.sometimes('at the start', () => true))).goodRun?.steps).toEqual([]);
  expect(survey(counter(() => {})).goodRun).toBeNull();
});

test('an incomplete survey says so', () => {
  expect([survey(diamond(2, 1), 3).isComplete, survey(diamond(2, 1), 4).isComplete]).toEqual([false, true]);
});
