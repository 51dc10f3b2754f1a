import { expect, test } from 'vitest';
import { explore } from '../../../models/checker/explore.ts';
import { mongodb } from '../../../models/checker/testing/mongodb.ts';
import { hungryPhilosophers } from '../../../models/checker/testing/protocols.ts';
import { diamond } from '../../../models/checker/testing/toys.ts';
import type { Model } from '../../../models/language/model.ts';
import { estimatedStates, progressTeller } from './progress.ts';

test('there is no estimate while levels grow', () => {
  expect(estimatedStates([])).toBeNull();
  expect(estimatedStates([1, 3, 9, 27])).toBeNull();
  expect(estimatedStates([1, 5, 5, 5])).toBeNull();
});

test('levels that shrink are extrapolated', () => {
  expect(estimatedStates([1, 64, 32, 16])).toBe(113 + 16);
});

test.each<[string, () => Model]>([
  ['a diamond', () => diamond(5, 6)],
  ['philosophers', () => hungryPhilosophers(6, 'weak')],
  ['the protocol on MongoDB', () => mongodb({ restores: 2, batches: 1 })],
])('%s: a guess is at first too high, and from the third on within a third of the truth', (_, build) => {
  const { frontier, states } = explore(build(), { count: false, symmetry: false, keepGoing: true });
  const guesses = frontier.flatMap((__, at) => estimatedStates(frontier.slice(0, at + 1)) ?? []);
  expect(guesses.length).toBeGreaterThan(3);
  expect(Math.min(...guesses) / states).toBeGreaterThan(0.99);
  expect(Math.max(...guesses.slice(2)) / states).toBeLessThan(4 / 3);
});

test('a line shows states, depth, frontier, rate and estimate', () => {
  const tell = progressTeller();
  const told = [1, 6400, 3200, 1600].map((frontier, depth) =>
    tell({ depth, states: [1, 6401, 9601, 11_201][depth]!, transitions: 0, frontier, elapsedMs: depth * 1000 }),
  );
  expect(told).toEqual([
    '1 state, depth 0, frontier 1',
    '6,401 states, depth 1, frontier 6,400, 6,401/s',
    '9,601 states, depth 2, frontier 3,200, 4,801/s',
    '11,201 states, depth 3, frontier 1,600, 3,734/s, about 13,000 in all',
  ]);
});
