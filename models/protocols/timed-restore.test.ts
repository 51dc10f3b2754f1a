import { expect, test } from 'vitest';
import { explore } from '../checker/explore.ts';
import { follow } from '../checker/testing/scenario.ts';
import { testModel } from '../testing/model.ts';
import { timedRestore } from './timed-restore.ts';

testModel('timed-restore');

test('the timer breaks S1 in two steps, before the first batch has landed', () => {
  const { trace } = explore(timedRestore.build({ mutant: 'timer-makes-active' }), { count: false });
  expect(trace?.steps.map(({ process, label }) => `${process}: ${label}`)).toEqual([
    'restore: begin',
    'control plane: flip',
  ]);
  expect(trace?.steps.at(-1)?.after['table.batches[0]']).toBe(false);
});

test('with the fix, ACTIVE shows with the last step of the copy', () => {
  const copied = ['restore: begin', 'restore: copy a batch', 'restore: copy a batch', 'restore: copy a batch'];
  const before = follow(timedRestore.build(), copied);
  expect([before.values['table.status'], before.offered]).toEqual([
    'CREATING',
    ['restore: finish', 'create table: insert'],
  ]);
  expect(follow(timedRestore.build(), [...copied, 'restore: finish']).values['table.status']).toBe('ACTIVE');
});

test('an ordinary table becomes ACTIVE by the timer, a restore target does not', () => {
  const created = follow(timedRestore.build(), ['restore: begin', 'create table: insert', 'control plane: flip']);
  expect([created.values['ordinary table.status'], created.values['table.status']]).toEqual(['ACTIVE', 'CREATING']);
  expect(created.offered).not.toContain('control plane: flip');
});
