import { expect, test } from 'vitest';
import { follow } from '../../../checker/testing/scenario.ts';
import { testModel } from '../../../testing/model.ts';
import { stepsTo } from '../../../testing/questions.ts';
import { inCatalogCreateSqlite as entry } from './index.ts';

testModel('in-catalog-create-sqlite');

const registered = [
  'create 0: take the slot',
  'create 0: BEGIN IMMEDIATE, and the definition',
  'create 0: open the read snapshot',
  'create 0: COMMIT: CREATING',
];
const copied = ['create 0: copy a batch', 'create 0: copy a batch'];

test('11: at no moment of a create does the scan find it, and AVAILABLE is kept', () => {
  const steps = [...registered, ...copied, 'create 0: AVAILABLE'];
  steps.forEach((_, at) => {
    expect(follow(entry.build(), steps.slice(0, at + 1)).offered).not.toContain(
      'reconciler: y remove what is abandoned',
    );
  });
});

test('11: a scan in three steps deletes a backup that became AVAILABLE after its first step', () => {
  const mutant = entry.build({ mutant: 'scan-in-three-steps' });
  const scan = ['reconciler: y read the slots', 'reconciler: y delete by id'];
  const steps = [...registered, ...copied, 'reconciler: y read the rows', 'create 0: AVAILABLE', ...scan];
  const { values, marked } = follow(mutant, steps);
  expect(values['backup[0].status']).toBe('absent');
  expect(marked).toContain('S11: only what is abandoned is removed');
});

test('a scan that reads the slots before its write misses a create that begins in between', () => {
  expect(stepsTo(entry, { mutant: 'slots-read-before-the-write' }, 'S11')?.map((step) => step.split(': ')[0])).toEqual([
    'reconciler',
    ...registered.map(() => 'create 0'),
    'reconciler',
  ]);
});

test('a kill during the copy leaves a row, which the scan of the next process removes; others wait for its transaction', () => {
  const killed = [...registered, 'create 0: copy a batch', 'host: SIGKILL', 'host: start again'];
  const { offered } = follow(entry.build(), killed);
  expect(offered).toContain('reconciler: y remove what is abandoned');
  const open = [...killed, 'create 1: take the slot', 'create 1: BEGIN IMMEDIATE, and the definition'];
  expect(follow(entry.build(), open).offered).not.toContain('reconciler: y remove what is abandoned');
});
