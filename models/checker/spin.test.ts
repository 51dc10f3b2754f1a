import { expect, test } from 'vitest';
import { explore } from './explore.ts';
import { mongodb } from './testing/mongodb.ts';
import { runSpin, spinMissing } from './testing/spin.ts';
import { countsBySpin, spinUnasked } from './testing/spin-answers.ts';
import { peterson } from './testing/toys.ts';

const missing = spinMissing();
const unasked = spinUnasked();

// Asked anew in every run, so that what is kept is never all there is.
test.skipIf(missing !== null)(`Peterson by SPIN${missing === null ? '' : ` (skipped: ${missing})`}`, () => {
  const { states, transitions, verdict } = explore(peterson());
  const spin = runSpin('peterson', [], 16);
  expect([spin.states, spin.transitions, spin.errors]).toEqual([states, transitions, 0]);
  expect(countsBySpin('peterson')).toEqual({ states, transitions, errors: 0 });
  expect(verdict).toBe('holds');
});

test.skipIf(unasked !== null).each([
  [2, 1],
  [2, 2],
])(
  `the protocol on MongoDB by SPIN, %i restores of %i batches${unasked === null ? '' : ` (skipped: ${unasked})`}`,
  (restores, batches) => {
    const ours = explore(mongodb({ restores, batches }), { count: false });
    const spin = countsBySpin('mongodb', [`R=${restores}`, `N=${batches}`], 20);
    expect([spin.states, spin.transitions, spin.errors]).toEqual([ours.states, ours.transitions, 0]);
    expect(ours.verdict).toBe('holds');
  },
);
