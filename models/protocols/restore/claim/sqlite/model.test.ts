import { expect, test } from 'vitest';
import { follow } from '../../../../checker/testing/scenario.ts';
import { testModel } from '../../../../testing/model.ts';
import { neverTaken, stepsTo } from '../../../../testing/questions.ts';
import { claimRestoreSqlite as entry } from './index.ts';

const by = (process: string, ...labels: string[]) => labels.map((label) => `${process}: ${label}`);
const completes = (restore: number) =>
  by(`restore ${restore}`, 'Q1 register', 'Q2 commit a batch', 'Q2 commit a batch', 'Q3 ACTIVE');
const startsAgain = by('server', 'crash', 'restart');
const sweeps = by('start-up sweep', 'Q5 remove an abandoned target', 'Q5 nothing is left: serve');
const statuses = ({ values }: ReturnType<typeof follow>) => [values['table[0].status'], values['table[1].status']];

testModel('claim-restore-sqlite');

test('every step is taken in some variant', () => expect(neverTaken(entry)).toEqual([]));

test('delete against restore of one backup, both orders', () => {
  const deleted = follow(entry.build(), [
    'delete 0: E1 remove backup and data',
    'restore 0: Q1 refused: BackupNotFound',
  ]);
  expect([deleted.values['backup[0].status'], ...statuses(deleted)]).toEqual(['removed', 'absent', 'absent']);
  const restored = follow(entry.build(), [
    'restore 0: Q1 register',
    'delete 0: E1 refused: BackupInUse',
    ...completes(0).slice(1),
  ]);
  expect([restored.values['backup[0].data'], ...statuses(restored)]).toEqual(['full', 'ACTIVE', 'absent']);
});

test('delete against three restores: one registers, and all others find the backup in use', () => {
  const { values } = follow(entry.build({ scale: 'large', variant: 'two-names' }), [
    'restore 1: Q1 register',
    'restore 0: Q1 refused: BackupInUse',
    'delete 0: E1 refused: BackupInUse',
    'restore 2: Q1 refused: BackupInUse',
  ]);
  expect([0, 1, 2].map((id) => values[`table[${id}].status`])).toEqual(['absent', 'CREATING', 'absent']);
});

test.each([
  ['one backup, two names', 'two-names', 'Q1 refused: BackupInUse'],
  ['two backups, one name', 'two-backups', 'Q1 refused: TableInUse'],
  ['one backup, one name', 'one-name', 'Q1 refused: TableInUse'],
])('restore against restore, %s: one registers', (_, variant, refused) => {
  const ends = follow(entry.build({ variant }), ['restore 0: Q1 register', `restore 1: ${refused}`]);
  expect(statuses(ends)).toEqual(['CREATING', 'absent']);
});

test.each([
  [
    ['restore 0: Q1 register', 'create table: refused: ResourceInUse'],
    ['CREATING', 'absent'],
  ],
  [
    ['create table: insert', 'restore 0: Q1 refused: TableAlreadyExists', 'timer of table 1: flip'],
    ['absent', 'ACTIVE'],
  ],
])('restore against CreateTable of one name: %j', (steps, expected) => {
  expect(statuses(follow(entry.build({ variant: 'create-table' }), steps))).toEqual(expected);
});

test.each([1, 2, 3])('the client disconnects after %i steps of its restore, which still completes', (steps) => {
  const [before, after] = [completes(0).slice(0, steps), completes(0).slice(steps)];
  const build = () => entry.build({ variant: 'client-leaves' });
  expect(statuses(follow(build(), [...before, 'client 0: disconnects', ...after]))).toEqual(['ACTIVE', 'absent']);
});

test('the server dies during a copy: it serves nothing before the target is removed, and then backup and name are free', () => {
  const died = [...completes(0).slice(0, 2), ...startsAgain];
  const { offered } = follow(entry.build(), died);
  expect(offered).toEqual(['server: crash', 'start-up sweep: Q5 remove an abandoned target']);
  const again = follow(entry.build(), [...died, ...sweeps, ...completes(1)]);
  expect(statuses(again)).toEqual(['absent', 'ACTIVE']);
  const deleted = follow(entry.build(), [...died, ...sweeps, 'delete 0: E1 remove backup and data']);
  expect(deleted.values['backup[0].data']).toBe('gone');
});

test('the server dies during its sweep: the next start completes the sweep', () => {
  const build = () => entry.build({ scale: 'large', variant: 'two-names' });
  const died = ['restore 2: Q1 register', ...startsAgain, ...startsAgain, ...sweeps, ...completes(1).slice(0, 1)];
  const { values } = follow(build(), died);
  expect([values['table[2].status'], values['table[1].status']]).toEqual(['absent', 'CREATING']);
});

test.each<[string, string, string[]]>([
  ['timer-makes-active', 'S1', ['restore 0: Q1 register', 'timer of table 0: flip']],
  ['serves-before-sweep', 'S8', [...startsAgain, 'restore 0: Q1 register', sweeps[0]!]],
  [
    'job-goes-by-name+serves-before-sweep',
    'S13',
    [
      ...startsAgain,
      ...['restore 0: Q1 register', sweeps[0]!, 'restore 1: Q1 register', 'restore 0: Q2 commit a batch'],
    ],
  ],
  [
    'job-in-request',
    'A3',
    [
      ...['restore 0: Q1 register', 'client 0: disconnects', 'restore 0: cancelled with its request'],
      ...['restore 1: Q1 refused: TableInUse', 'delete 0: E1 refused: BackupInUse'],
    ],
  ],
])('%s breaks %s, and so', (mutant, property, steps) => {
  expect(stepsTo(entry, { mutant }, property)).toEqual(steps);
});
