import { describe, expect, test } from 'vitest';
import { follow } from '../../../../checker/testing/scenario.ts';
import { testModel } from '../../../../testing/model.ts';
import { neverTaken, stepsTo } from '../../../../testing/questions.ts';
import { claimRestorePostgresql as entry } from './index.ts';

const by = (process: string, ...labels: string[]) => labels.map((label) => `${process}: ${label}`);
const registers = (restore: number) =>
  by(`restore ${restore}`, 'P1 try-lock', 'P2 lock backup', 'P2 look', 'P2 register');
const copies = (restore: number) =>
  [0, 1].flatMap(() => by(`restore ${restore}`, 'P4 beat', 'P3 read a batch', 'P3 commit a batch'));
const deletes = by('delete 0', 'E1 lock backup', 'E2 look', 'E3 remove backup and data');
const sweeps = (server: number) =>
  by(`sweep ${server}`, 'W1 candidate', 'W1 try-lock', 'W2 DELETING', 'W3 drop', 'W3 release lock');
const ages = 'clock of table 0: 60 seconds go by';

testModel('claim-restore-postgresql');

test('every step is taken in some variant', () => expect(neverTaken(entry)).toEqual([]));

describe('delete against restore of one backup', () => {
  test('the delete first: the restore does not find the backup', () => {
    const { values } = follow(entry.build(), [
      ...deletes,
      ...by('restore 0', 'P1 try-lock', 'P2 lock backup', 'P2 refused: BackupNotFound'),
    ]);
    expect([values['backup[0].status'], values['table[0].status']]).toEqual(['removed', 'absent']);
  });

  test('the restore first: the delete is refused', () => {
    const refused = [...registers(0), ...by('delete 0', 'E1 lock backup', 'E2 refused: BackupInUse')];
    const { values } = follow(entry.build(), [...refused, ...copies(0), 'restore 0: P5 ACTIVE']);
    expect([values['backup[0].data'], values['table[0].status']]).toEqual(['full', 'ACTIVE']);
  });

  test('while one holds the lock of the row, the other waits', () => {
    expect(follow(entry.build(), by('restore 0', 'P1 try-lock', 'P2 lock backup')).offered).not.toContain(
      'delete 0: E1 lock backup',
    );
    expect(follow(entry.build(), ['restore 0: P1 try-lock', 'delete 0: E1 lock backup']).offered).not.toContain(
      'restore 0: P2 lock backup',
    );
  });

  test('against three restores: one registers, and all others find the backup in use', () => {
    const { values } = follow(entry.build({ scale: 'largest', variant: 'two-names' }), [
      ...registers(1),
      ...by('restore 0', 'P1 try-lock', 'P2 lock backup', 'P2 refused: BackupInUse'),
      ...by('delete 0', 'E1 lock backup', 'E2 refused: BackupInUse'),
      ...by('restore 2', 'P1 try-lock', 'P2 lock backup', 'P2 refused: BackupInUse'),
    ]);
    expect([0, 1, 2].map((id) => values[`table[${id}].status`])).toEqual(['absent', 'CREATING', 'absent']);
  });
});

test('two restores, one backup, two names: the second waits for the row and is refused', () => {
  const first = [...by('restore 0', 'P1 try-lock', 'P2 lock backup', 'P2 look'), 'restore 1: P1 try-lock'];
  const build = () => entry.build({ variant: 'two-names' });
  expect(follow(build(), first).offered).not.toContain('restore 1: P2 lock backup');
  const { values } = follow(build(), [
    ...first,
    'restore 0: P2 register',
    ...by('restore 1', 'P2 lock backup', 'P2 refused: BackupInUse'),
  ]);
  expect([values['table[0].status'], values['table[1].status']]).toEqual(['CREATING', 'absent']);
});

test('two restores, two backups, one name: the unique index decides', () => {
  const { values } = follow(entry.build({ variant: 'two-backups' }), [
    ...[0, 1].flatMap((id) => by(`restore ${id}`, 'P1 try-lock', 'P2 lock backup', 'P2 look')),
    'restore 1: P2 register',
    'restore 0: P2 name taken: rolled back',
  ]);
  expect([values['restore[0].at'], values['table[0].status']]).toEqual(['TableInUse', 'absent']);
});

describe('restore against CreateTable of one name', () => {
  const build = () => entry.build({ variant: 'create-table' });
  const untilCommit = by('restore 0', 'P1 try-lock', 'P2 lock backup', 'P2 look');

  test('the restore first', () => {
    const { values } = follow(build(), [
      ...untilCommit,
      'restore 0: P2 register',
      'create table: refused: ResourceInUse',
    ]);
    expect(values['table[0].status']).toBe('CREATING');
  });

  test('CreateTable first, also between look and COMMIT', () => {
    const { values } = follow(build(), [
      ...untilCommit,
      'create table: insert',
      'restore 0: P2 name taken: rolled back',
    ]);
    expect([values['restore[0].at'], values['table[0].status']]).toEqual(['TableAlreadyExists', 'absent']);
  });
});

describe('the lock session dies during the copy', () => {
  const build = () => entry.build({ variant: 'session-dies' });
  const dies = [
    ...registers(0),
    ...by('restore 0', 'P4 beat', 'P3 read a batch'),
    'connection of restore 0: lock session dies',
  ];

  test('one more batch is written; the next beat stops the job, which removes its target', () => {
    const { values } = follow(build(), [
      ...dies,
      ...by('restore 0', 'P3 commit a batch', 'P4 session lost: stop', 'P6 remove own target', 'P6 release lock'),
    ]);
    expect([values['table[0].status'], values['history: restore[0].hasWrittenLate']]).toEqual(['absent', true]);
  });

  test('the sweep removes the target of the running job, which never becomes ACTIVE, and spares the next table of the name', () => {
    const { values, offered } = follow(build(), [
      ...dies,
      ages,
      ...sweeps(0),
      ...registers(1),
      ...by('restore 0', 'P3 target gone: stop', 'P6 nothing to remove', 'P6 release lock'),
    ]);
    expect([values['table[0].status'], values['table[1].status']]).toEqual(['absent', 'CREATING']);
    expect(offered.filter((step) => step.startsWith('restore 0'))).toEqual([]);
  });

  test('after the last batch, only P5 keeps the job from a table that is being removed', () => {
    const { values } = follow(build(), [
      ...registers(0),
      ...copies(0),
      'connection of restore 0: lock session dies',
      ages,
      ...by('sweep 0', 'W1 candidate', 'W1 try-lock', 'W2 DELETING'),
      'restore 0: P5 deleted while it was being restored',
    ]);
    expect([values['table[0].status'], values['restore[0].at']]).toEqual(['DELETING', 'release']);
  });
});

test('one of two servers is killed: the sweep of the other removes the target and frees the name', () => {
  const { values } = follow(entry.build({ scale: 'large' }), [
    ...registers(0),
    ...by('restore 0', 'P4 beat', 'crash'),
    ages,
    ...by('sweep 0', 'W1 candidate', 'W1 try-lock', 'W2 DELETING', 'crash'),
    'control plane for table 0: drop what is DELETING',
    ...registers(1),
    ...by('restore 1', 'P4 beat', 'P3 read a batch', 'P3 commit a batch'),
  ]);
  expect([values['table[0].status'], values['table[1].status']]).toEqual(['absent', 'CREATING']);
  expect(
    follow(entry.build({ scale: 'large' }), [...registers(0), 'restore 0: crash', ages, ...sweeps(1)]).values[
      'table[0].status'
    ],
  ).toBe('absent');
});

test('a second restore into a name that is being restored gets the error of the name, not of the backup', () => {
  const { values } = follow(entry.build(), [
    ...registers(0),
    ...by('restore 1', 'P1 try-lock', 'P2 lock backup', 'P2 refused: TableInUse'),
  ]);
  expect(values['restore[1].at']).toBe('TableInUse');
});

test('registered before locked: a restore that stalls for a minute in between is swept, and never becomes ACTIVE', () => {
  const { values } = follow(entry.build({ variant: 'registered-before-locked' }), [
    ...by('restore 0', 'P2 lock backup', 'P2 look', 'P2 register'),
    ages,
    ...by('sweep 0', 'W1 candidate', 'W1 try-lock', 'W2 DELETING'),
    ...by('restore 0', 'P1 lock is held: stop', 'P6 nothing to remove', 'P6 release lock'),
  ]);
  expect(values['restore[0].at']).toBe('failed');
});

test.each<[string, string, string[]]>([
  [
    'delete-split',
    'S3',
    [
      'delete 0: E2 look',
      ...registers(0),
      ...by('restore 0', 'P4 beat', 'P3 read a batch', 'P3 commit a batch', 'P4 beat'),
      ...by('delete 0', 'E1 lock backup', 'E3 remove backup and data'),
      ...by('restore 0', 'P3 read a batch', 'P3 commit a batch', 'P5 ACTIVE'),
    ],
  ],
  [
    'copy-by-name',
    'S13',
    [
      ...registers(0),
      ...by('restore 0', 'P4 beat', 'P3 read a batch'),
      ...[ages, 'connection of restore 0: lock session dies'],
      ...sweeps(0).slice(0, -1),
      ...registers(1),
      'restore 0: P3 commit a batch',
    ],
  ],
  [
    'sweep-unconditional',
    'S6',
    [
      ...registers(0),
      ...copies(0),
      ...[ages, 'sweep 0: W1 candidate'],
      ...by('restore 0', 'P5 ACTIVE', 'P5 release lock'),
      ...by('sweep 0', 'W1 try-lock', 'W2 DELETING'),
    ],
  ],
  [
    'no-minimum-age',
    'S8',
    [
      ...by('restore 0', 'P2 lock backup', 'P2 look', 'P2 register'),
      ...by('sweep 0', 'W1 candidate', 'W1 try-lock', 'W2 DELETING'),
    ],
  ],
])('%s breaks %s, and so', (mutant, property, steps) => {
  expect(stepsTo(entry, { mutant }, property)).toEqual(steps);
});
