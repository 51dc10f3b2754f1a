import { expect, test } from 'vitest';
import { explore } from './checker/explore.ts';
import { follow } from './checker/scenario.ts';
import { testModel } from './checker/testing/entry.ts';
import { timedRestore } from './timed-restore.ts';

testModel(timedRestore);

test('the timer breaks S1 in two steps, before the first batch has landed', () => {
  const { trace } = explore(timedRestore.build({ mutant: 'timer-makes-active' }), { count: false });
  expect(trace?.steps.map(({ process, label }) => `${process}: ${label}`)).toEqual([
    'restore: begin',
    'control plane: flip',
  ]);
  expect(trace?.steps.at(-1)?.after['table.batches[0]']).toBe(false);
});

test('the fix shows ACTIVE with the last step of the copy', () => {
  const copied = ['restore: begin', 'restore: copy a batch', 'restore: copy a batch', 'restore: copy a batch'];
  const before = follow(timedRestore.build(), copied);
  expect([before.values['table.status'], before.offered]).toEqual(['CREATING', ['restore: finish']]);
  expect(follow(timedRestore.build(), [...copied, 'restore: finish']).values['table.status']).toBe('ACTIVE');
});
