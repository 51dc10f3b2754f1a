import { expect, test } from 'vitest';
import { explore } from './checker/explore.ts';
import { testModel } from './checker/testing/entry.ts';
import { poolWedge } from './pool-wedge.ts';

testModel(poolWedge, {
  'small distinct-backups': [55, 84, 1, 24, '88574'],
  'default distinct-backups': [966, 2380, 1, 80, '6386394166279474366446910458409826'],
  'default one-at-a-time': [43263, 169180, 1, 100, '11211896541739715436619942488460177001459036361967489645'],
  'default one-backup': [81, 80, 1, 80, '1'],
  'default sqlite-creates': [630, 1420, 1, 80, '12651027633271737068448873185280'],
  'default postgresql-jobs': [630, 1420, 1, 80, '12651027633271737068448873185280'],
});

const steps = (mutant: string) => explore(poolWedge.build({ mutant }), { count: false }).trace?.steps;

test('ten requests on a pool of ten are enough for the wedge: each holds one', () => {
  const last = steps('bound-of-the-pool')?.at(-1)?.after;
  expect(last).toMatchObject({ 'requests.holdOne': 10, 'requests.holdTheirLast': 0 });
  expect(steps('no-bound')?.at(-1)?.after['requests.holdOne']).toBe(10);
});

// Some get through before the pool is used up, as 6 of 20 did where it was measured.
test('a wedge can come when some have been answered', () => {
  const result = explore(poolWedge.build({ mutant: 'no-bound' }), { keepGoing: true, count: false });
  expect(result.properties.find(({ name }) => name === 'no deadlock')?.verdict).toBe('violated');
  expect(result.terminal).toBe(12);
});
