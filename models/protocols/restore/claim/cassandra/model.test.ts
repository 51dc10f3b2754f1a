import { describe, expect, test } from 'vitest';
import { explore } from '../../../../checker/explore.ts';
import { follow, type Scenario } from '../../../../checker/testing/scenario.ts';
import { testModel } from '../../../../testing/model.ts';
import { neverTaken, stepsTo } from '../../../../testing/questions.ts';
import { claimRestoreCassandra as entry } from './index.ts';

const by = (process: string, ...labels: string[]) => labels.map((label) => `${process}: ${label}`);
const claimsFirst = (restore: number) =>
  by(`restore ${restore}`, 'K0 name is free', 'K1 claim', 'K2 insert', 'K1 confirm');
const insertsFirst = (restore: number) => by(`restore ${restore}`, 'K0 name is free', 'K2 insert', 'K1 claim');
const copies = (restore: number) =>
  by(`restore ${restore}`, 'K3 schema', 'K4 beat', 'K4 read a batch', 'K4 write a batch', 'K5 ACTIVE');
const deletes = by('delete 0', 'E1 not in use', 'E2 DELETING', 'E3 drop begins', 'E3 drop ends', 'E4 DELETED');
const looks = by('sweep 0', 'reads active', 'active: target is absent or not CREATING');
const clears = [...looks, 'sweep 0: active: clear'];
const ages = 'clock of target 0: the window goes by';

const statuses = ({ values }: Scenario) => [0, 1, 2].flatMap((id) => values[`table[${id}].status`] ?? []);
const backup = ({ values }: Scenario) => [values['backup[0].status'], values['data of backup[0].is']];
const markers = ({ values }: Scenario) =>
  [0, 1, 2].filter((id) => (values[`backup[0].active: restore[${id}].is`] ?? 'none') !== 'none');

testModel('claim-restore-cassandra');

test('every step is taken in some variant', () => expect(neverTaken(entry)).toEqual([]));

describe.each([
  ['claim-first', claimsFirst],
  ['insert-first', insertsFirst],
])('%s', (variant, registers) => {
  const build = (scale = 'default') => entry.build({ variant, scale });

  test('delete against restore, the restore first', () => {
    const ends = follow(build(), [...registers(0), 'delete 0: E1 refused: BackupInUse', ...copies(0)]);
    expect([...backup(ends), ...statuses(ends)]).toEqual(['AVAILABLE', 'full', 'ACTIVE', 'absent']);
  });

  test('delete against restore: a change between E1 and E2 makes E2 fail', () => {
    const ends = follow(build(), ['delete 0: E1 not in use', ...registers(0), 'delete 0: E2 not applied: BackupInUse']);
    expect([...backup(ends), ...statuses(ends)]).toEqual(['AVAILABLE', 'full', 'CREATING', 'absent']);
  });

  test('a crash between the flip and the clearing leaves a marker, which the sweep clears', () => {
    const died = [...registers(0), ...copies(0), 'restore 0: crash'];
    expect(markers(follow(build(), died))).toEqual([0]);
    const ends = follow(build(), [...died, ...clears, ...deletes]);
    expect([...backup(ends), ...statuses(ends)]).toEqual(['DELETED', 'gone', 'ACTIVE', 'absent']);
  });

  test('one of two servers is killed: the sweep of the other removes the target and frees the backup', () => {
    const ends = follow(build('large'), [
      ...registers(0),
      ...by('restore 0', 'K3 schema', 'crash'),
      ages,
      'sweep 1: remove stale target',
      ...clears,
      ...registers(1),
    ]);
    expect([...statuses(ends), ...markers(ends)]).toEqual(['absent', 'CREATING', 1]);
  });

  test('an owner stalls beyond the window and is swept: when it wakes it stops, and does not touch the next table', () => {
    const ends = follow(entry.build({ variant: `${variant}-stalls` }), [
      ...registers(0),
      ...by('restore 0', 'K3 schema', 'K4 beat', 'K4 read a batch', 'pause'),
      ages,
      'sweep 0: remove stale target',
      ...clears,
      ...registers(1),
      ...by('restore 0', 'resume', 'K4 write a batch', 'K4 beat not applied: stop', 'abort: clear active'),
    ]);
    expect([...statuses(ends), ...markers(ends)]).toEqual(['absent', 'CREATING', 1]);
    expect(ends.values['history: table[0].hasWrittenLate']).toBe(true);
  });
});

test('delete against restore, the delete first: the restore finds no backup and undoes its registration', () => {
  const first = follow(entry.build(), [
    ...deletes.slice(0, 2),
    ...by('restore 0', 'K0 name is free', 'K1 not AVAILABLE: BackupNotFound'),
  ]);
  expect(statuses(first)).toEqual(['absent', 'absent']);
  const between = follow(entry.build({ variant: 'insert-first' }), [
    ...by('restore 0', 'K0 name is free', 'K2 insert'),
    ...deletes.slice(0, 2),
    ...by('restore 0', 'K1 not AVAILABLE: BackupNotFound', 'K2 undo'),
  ]);
  expect([between.values['restore[0].at'], ...statuses(between)]).toEqual(['BackupNotFound', 'absent', 'absent']);
});

test('delete against three restores: one registers, and all others find the backup in use', () => {
  const ends = follow(entry.build({ scale: 'largest' }), [
    ...by('restore 0', 'K0 name is free', 'K1 claim'),
    ...by('restore 2', 'K0 name is free', 'K1 not applied: another restore'),
    ...by('restore 0', 'K2 insert', 'K1 confirm'),
    ...by('restore 1', 'K0 name is free', 'K1 not applied: another restore'),
    'delete 0: E1 refused: BackupInUse',
  ]);
  expect(statuses(ends)).toEqual(['CREATING', 'absent', 'absent']);
});

test('restore against restore, two backups, one name: K2 decides, and the loser undoes its claim', () => {
  const ends = follow(entry.build({ variant: 'claim-first-two-backups' }), [
    ...[0, 1].flatMap((id) => by(`restore ${id}`, 'K0 name is free', 'K1 claim')),
    'restore 1: K2 insert',
    ...by('restore 0', 'K2 name taken', 'K1 undo'),
  ]);
  expect([ends.values['restore[0].at'], ...statuses(ends), ...markers(ends)]).toEqual([
    'TableInUse',
    'absent',
    'CREATING',
  ]);
});

test.each([
  [
    [...claimsFirst(0), 'create table: refused: ResourceInUse'],
    ['CREATING', 'absent'],
  ],
  [
    [
      ...claimsFirst(0).slice(0, 2),
      'create table: insert',
      ...by('restore 0', 'K2 name taken', 'K1 undo'),
      'timer of table 1: flip',
    ],
    ['absent', 'ACTIVE'],
  ],
])('restore against CreateTable of one name: %j', (steps, expected) => {
  expect(statuses(follow(entry.build({ variant: 'create-table' }), steps))).toEqual(expected);
});

test.each([2, 3, 4])('a delete dies after %i steps, and the sweep finishes it', (steps) => {
  const ends = follow(entry.build(), [
    ...deletes.slice(0, steps),
    'delete 0: crash',
    'clock of backup 0: the window goes by',
    ...by('sweep 0', 'finds DELETING', 'E3 drop begins', 'E3 drop ends', 'E4 DELETED'),
  ]);
  expect(backup(ends)).toEqual(['DELETED', 'gone']);
});

describe('a crash between K1 and K2', () => {
  const died = by('restore 0', 'K0 name is free', 'K1 claim', 'crash');

  test('leaves a marker without a target, which the sweep clears', () => {
    const ends = follow(entry.build(), [...died, ...clears, ...claimsFirst(1)]);
    expect([...statuses(ends), ...markers(ends)]).toEqual(['absent', 'CREATING', 1]);
  });

  test('or any process that meets it', () => {
    const build = () => entry.build({ variant: 'claim-first-anyone-clears' });
    const clear = ['active: target is absent or not CREATING', 'active: clear'];
    const restored = follow(build(), [
      ...died,
      ...by('restore 1', 'K0 name is free', 'K1 not applied: look at the target of active', ...clear),
      ...claimsFirst(1).slice(1),
    ]);
    expect(markers(restored)).toEqual([1]);
    const deleted = follow(build(), [
      ...died,
      ...by('delete 0', 'E1 in use: look at the target of active', ...clear, 'E2 DELETING'),
    ]);
    expect(deleted.values['backup[0].status']).toBe('DELETING');
  });
});

test('the sweep clears a claim of a live restore, which detects that at its second look and gives up', () => {
  const ends = follow(entry.build(), [
    ...claimsFirst(0).slice(0, 2),
    ...clears,
    ...by('restore 0', 'K2 insert', 'K1 no longer its own', 'abort: remove own target', 'abort: clear active'),
    ...claimsFirst(1),
  ]);
  expect([ends.values['restore[0].at'], ...statuses(ends)]).toEqual(['failed', 'absent', 'CREATING']);
});

test('a confirmed claim differs from what the sweep has read, so it is not cleared', () => {
  const { offered } = follow(entry.build(), [...claimsFirst(0).slice(0, 2), ...looks, ...claimsFirst(0).slice(2)]);
  expect(offered).toContain('sweep 0: active: no longer the same');
});

// One for each open question in the documented rules about the marker.
test.each([
  ['claim-first', 'nobody-clears', ['L2 of backup 0', 'no deadlock']],
  ['insert-first', 'nobody-clears-insert-first', ['L2 of backup 0', 'no deadlock']],
  ['claim-first', 'no-second-look', ['S2', 'S3', 'S4', 'S9 of restores']],
  ['claim-first', 'second-look-reads', ['S2', 'S3', 'S4', 'S9 of restores']],
  ['claim-first', null, []],
  ['insert-first', null, []],
  ['insert-first-anyone-clears', null, []],
])('%s with %s breaks %j', (variant, mutant, broken) => {
  const build = entry.build({ variant, ...(mutant === null ? {} : { mutant }) });
  const { properties } = explore(build, { keepGoing: true, count: false });
  const violated = properties.filter(({ verdict, kind }) => verdict === 'violated' && kind !== 'sometimes');
  expect(violated.map(({ name }) => name.split(':', 1)[0])).toEqual(broken);
});

test.each<[string, string, string[]]>([
  [
    'no-second-look',
    'S4',
    [
      ...claimsFirst(0).slice(0, 2),
      ...clears,
      'restore 0: K2 insert',
      ...by('restore 1', 'K0 name is free', 'K1 claim', 'K2 insert'),
    ],
  ],
  [
    'second-look-reads',
    'S4',
    [
      ...claimsFirst(0).slice(0, 2),
      ...looks,
      ...by('restore 0', 'K2 insert', 'K1 read again'),
      'sweep 0: active: clear',
      ...by('restore 1', 'K0 name is free', 'K1 claim', 'K2 insert', 'K1 read again'),
    ],
  ],
  [
    'second-look-reads',
    'S2',
    [
      ...claimsFirst(0).slice(0, 2),
      ...looks,
      ...by('restore 0', 'K2 insert', 'K1 read again'),
      'sweep 0: active: clear',
      ...deletes.slice(0, 3),
    ],
  ],
  [
    'clear-of-any-marker',
    'S4',
    [...claimsFirst(0).slice(0, 2), ...looks, ...claimsFirst(0).slice(2), 'sweep 0: active: clear', ...claimsFirst(1)],
  ],
  ['beat-after-schema', 'S8', [...claimsFirst(0).slice(0, 3), ages]],
])('%s breaks %s, and so', (mutant, property, steps) => {
  expect(stepsTo(entry, { mutant }, property)).toEqual(steps);
});
