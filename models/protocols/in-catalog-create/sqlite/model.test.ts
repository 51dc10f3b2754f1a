import { expect, test } from 'vitest';
import { follow } from '../../../checker/testing/scenario.ts';
import { testModel } from '../../../testing/model.ts';
import { neverTaken, stepsTo } from '../../../testing/questions.ts';
import { inCatalogCreateSqlite as entry } from './index.ts';

testModel('in-catalog-create-sqlite');

test('every step is taken', () => {
  expect(neverTaken(entry)).toEqual([]);
});

const registered = [
  'create 0: take the slot',
  'create 0: BEGIN IMMEDIATE, and the definition',
  'create 0: open the read snapshot',
  'create 0: COMMIT: CREATING',
];
const copied = ['create 0: copy a batch', 'create 0: copy a batch'];

test('11: there is no moment of a create at which the scan finds it, and AVAILABLE is kept', () => {
  const steps = [...registered, ...copied, 'create 0: AVAILABLE'];
  steps.forEach((_, at) => {
    expect(follow(entry.build(), steps.slice(0, at + 1)).offered).not.toContain(
      'reconciler: y remove what is abandoned',
    );
  });
});

test('11: in three steps the scan deletes a backup that has become AVAILABLE after its first', () => {
  const mutant = entry.build({ mutant: 'scan-in-three-steps' });
  const scan = ['reconciler: y read the slots', 'reconciler: y delete by id'];
  const steps = [...registered, ...copied, 'reconciler: y read the rows', 'create 0: AVAILABLE', ...scan];
  const { values, marked } = follow(mutant, steps);
  expect(values['backup[0].status']).toBe('absent');
  expect(marked).toContain('S11: only what is abandoned is removed');
});

test('slots that are read before the write miss a create that begins in between', () => {
  expect(stepsTo(entry, { mutant: 'slots-read-before-the-write' }, 'S11')?.map((step) => step.split(': ')[0])).toEqual([
    'reconciler',
    ...registered.map(() => 'create 0'),
    'reconciler',
  ]);
});

test('a kill in mid-copy leaves a row that the scan of the next process removes, while others wait for an open transaction', () => {
  const killed = [...registered, 'create 0: copy a batch', 'host: SIGKILL', 'host: start again'];
  const { offered } = follow(entry.build(), killed);
  expect(offered).toContain('reconciler: y remove what is abandoned');
  const open = [...killed, 'create 1: take the slot', 'create 1: BEGIN IMMEDIATE, and the definition'];
  expect(follow(entry.build(), open).offered).not.toContain('reconciler: y remove what is abandoned');
});
