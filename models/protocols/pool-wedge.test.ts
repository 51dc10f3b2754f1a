import { expect, test } from 'vitest';
import { explore } from '../checker/explore.ts';
import { testModel } from '../testing/model.ts';
import { poolWedge } from './pool-wedge.ts';

testModel('pool-wedge');

const steps = (mutant: string) => explore(poolWedge.build({ mutant }), { count: false }).trace?.steps;

test('ten requests are enough to wedge a pool of ten: each holds one connection', () => {
  const last = steps('bound-of-the-pool')?.at(-1)?.after;
  expect(last).toMatchObject({ 'requests.holdOne': 10, 'requests.holdTheirLast': 0 });
  expect(steps('no-bound')?.at(-1)?.after['requests.holdOne']).toBe(10);
});

// Some get through before the pool is used up; when this was measured, 6 of 20 did.
test('a wedge can happen after some requests were answered', () => {
  const result = explore(poolWedge.build({ mutant: 'no-bound' }), { keepGoing: true, count: false });
  expect(result.properties.find(({ name }) => name === 'no deadlock')?.verdict).toBe('violated');
  expect(result.terminal).toBe(12);
});
