import { expect, test } from 'vitest';
import { follow } from '../checker/testing/scenario.ts';
import { testModel } from '../testing/model.ts';
import { admission } from './admission.ts';

testModel('admission');

const running = (request: number) =>
  ['arrives', 'passes the checks', 'takes its part of the share', 'takes a permit', 'registers and answers'].map(
    (label) => `request ${request} of account 0: ${label}`,
  );

// Interleaving 22 of the design: a restore that is running is requested again while its account has no permit left.
test('a retry of a running restore is refused by its name at once, with or without free permits', () => {
  const retry = 'request 2 of account 0';
  const { offered, values } = follow(admission.build(), [
    ...running(0),
    ...running(1),
    `${retry}: arrives → request of 0[2].isDoomed = true`,
  ]);
  expect(values['share of 0.left']).toBe(0);
  expect(offered.filter((step) => step.startsWith(retry))).toEqual([`${retry}: refused by a check`]);
});

test('a request waits while the share of its account is used up, and continues when a job ends', () => {
  const third = 'request 2 of account 0';
  const waiting = [...running(0), ...running(1), `${third}: arrives`, `${third}: passes the checks`];
  const ofThird = (steps: readonly string[]) =>
    follow(admission.build(), steps).offered.filter((step) => step.startsWith(third));
  expect(ofThird(waiting)).toEqual([`${third}: LimitExceeded after 30 s`, `${third}: is cancelled in the wait`]);
  expect(ofThird([...waiting, 'request 0 of account 0: the job ends'])).toEqual([
    `${third}: takes its part of the share`,
    `${third}: is cancelled in the wait`,
  ]);
});
