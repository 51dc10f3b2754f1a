import { describe, expect, test } from 'vitest';
import { explore } from '../../../../checker/explore.ts';
import { follow, type Scenario } from '../../../../checker/testing/scenario.ts';
import { testModel } from '../../../../testing/model.ts';
import { neverTaken, stepsTo } from '../../../../testing/questions.ts';
import { claimRestoreMongodb as entry } from './index.ts';

const by = (process: string, ...labels: string[]) => labels.map((label) => `${process}: ${label}`);
const claims = (restore: number) => by(`restore ${restore}`, 'R1 name is free', 'R2 claim', 'R3 not in use');
const registers = (restore: number) => [...claims(restore), ...by(`restore ${restore}`, 'R4 insert', 'R5a release')];
const copies = (restore: number) => by(`restore ${restore}`, 'R6 $out reads', 'R6 $out lands', 'R7 pending');
const fills = (restore: number) => by(`backfill on 0 of target ${restore}`, 'R8 backfill', 'R8 ACTIVE');
const deletes = by('delete 0', 'D1 claim', 'D2 not in use', 'D3 drop begins', 'D3 drop ends', 'D4 DELETED');
const finishes = by('sweep 0', 'D3 drop begins', 'D3 drop ends', 'D4 DELETED');
const takesOver = [
  'clock of the delete claim of backup 0: W goes by',
  ...by('sweep 0', 'G3 finds a delete', 'G3 not in use', 'G3 take over'),
];
const clears = ['clock of the restore claim of backup 0: W goes by', 'sweep 0: G2 clear restore claim'];

const statuses = ({ values }: Scenario) => [0, 1, 2].flatMap((id) => values[`table[${id}].status`] ?? []);
const backup = ({ values }: Scenario) => [values['backup[0].status'], values['data of backup[0].is']];
const claimsLeft = ({ values }: Scenario) =>
  Object.keys(values).filter((name) => name.endsWith('.isHeld') && values[name] === true);

testModel('claim-restore-mongodb');

test('every step is taken in some variant', () => expect(neverTaken(entry)).toEqual([]));

describe('delete against restore of one backup', () => {
  test('the restore first: the delete is refused, and keeps no claim', () => {
    const refused = follow(entry.build(), [
      ...registers(0),
      ...by('delete 0', 'D1 claim', 'D2 in use', 'D2 release claim'),
    ]);
    expect([refused.values['delete[0].at'], ...claimsLeft(refused)]).toEqual(['BackupInUse']);
  });

  test('the delete first: the restore finds its claim, and later no backup', () => {
    const meanwhile = follow(entry.build(), [
      ...deletes.slice(0, 1),
      ...by('restore 0', 'R1 name is free', 'R2 refused: BackupInUse'),
      ...deletes.slice(1),
      ...by('restore 1', 'R1 name is free', 'R2 refused: BackupNotFound'),
    ]);
    expect([...backup(meanwhile), ...statuses(meanwhile)]).toEqual(['DELETED', 'gone', 'absent', 'absent']);
  });

  test('the two kinds of claim exclude each other', () => {
    const { offered } = follow(entry.build(), by('restore 0', 'R1 name is free', 'R2 claim'));
    expect(offered).toContain('delete 0: D1 refused: BackupInUse');
    expect(offered).not.toContain('delete 0: D1 claim');
  });

  test('against three restores: one registers, and all others find the backup in use', () => {
    const ends = follow(entry.build({ scale: 'largest', variant: 'two-names' }), [
      ...by('restore 0', 'R1 name is free', 'R2 claim'),
      ...by('restore 2', 'R1 name is free', 'R2 refused: BackupInUse'),
      ...by('restore 0', 'R3 not in use', 'R4 insert', 'R5a release'),
      ...by('restore 1', 'R1 name is free', 'R2 claim', 'R3 in use', 'refusal: release claim'),
      ...by('delete 0', 'D1 claim', 'D2 in use', 'D2 release claim'),
      'delete 1: D1 claim',
    ]);
    expect(statuses(ends)).toEqual(['CREATING', 'absent', 'absent']);
  });
});

test('two restores, one backup, two names: the second waits for the first claim, and is then refused because of the target', () => {
  const build = () => entry.build({ variant: 'two-names' });
  const waits = [...claims(0), 'restore 1: R1 name is free'];
  expect(follow(build(), waits).offered).toContain('restore 1: R2 refused: BackupInUse');
  const ends = follow(build(), [
    ...waits,
    ...by('restore 0', 'R4 insert', 'R5a release'),
    ...by('restore 1', 'R2 claim', 'R3 in use', 'refusal: release claim'),
  ]);
  expect([ends.values['restore[1].at'], ...statuses(ends)]).toEqual(['BackupInUse', 'CREATING', 'absent']);
});

test('two restores, two backups, one name: the unique index decides, and the loser releases its claim', () => {
  const ends = follow(entry.build({ variant: 'two-backups' }), [
    ...claims(0),
    ...claims(1),
    'restore 1: R4 insert',
    ...by('restore 0', 'R4 name taken', 'refusal: release claim'),
  ]);
  expect([ends.values['restore[0].at'], ...statuses(ends)]).toEqual(['TableInUse', 'absent', 'CREATING']);
  expect(claimsLeft(ends)).toEqual(['backup[1].rc of restore 1.isHeld']);
});

test.each([
  [
    [...claims(0), 'restore 0: R4 insert', 'create table: refused: ResourceInUse'],
    ['CREATING', 'absent'],
  ],
  [
    [...claims(0), 'create table: insert', ...by('restore 0', 'R4 name taken', 'refusal: release claim')],
    ['absent', 'CREATING'],
  ],
])('restore against CreateTable of one name: %j', (steps, expected) => {
  expect(statuses(follow(entry.build({ variant: 'create-table' }), steps))).toEqual(expected);
});

describe('the client goes away', () => {
  test.each([
    ['R3', claims(0).slice(0, 2)],
    ['R4', claims(0)],
  ])('before %s: nothing is left, and a retry works', (_, steps) => {
    const cancelled = [...steps, ...by('restore 0', 'cancelled: guard', 'refusal: release claim')];
    expect([...statuses(follow(entry.build(), cancelled)), ...claimsLeft(follow(entry.build(), cancelled))]).toEqual([
      'absent',
      'absent',
    ]);
    const ends = follow(entry.build(), [...cancelled, ...registers(1), ...copies(1), ...fills(1)]);
    expect(statuses(ends)).toEqual(['absent', 'ACTIVE']);
  });

  test('after R4 nobody waits for the answer', () => {
    const { offered } = follow(entry.build(), [...claims(0), 'restore 0: R4 insert']);
    expect(offered).not.toContain('restore 0: cancelled: guard');
  });
});

test('a restore stalls between look and insert beyond W: another claims the backup, and the first gives up', () => {
  const build = () => entry.build({ variant: 'looks-one-by-one' });
  const looksOn = (restore: number) =>
    by(`restore ${restore}`, 'R1 name is free', 'R2 claim', 'R3 looks on', 'R3 not in use');
  const both = [
    ...looksOn(0),
    'restore 0: pause',
    ...clears,
    ...looksOn(1),
    ...by('restore 0', 'resume', 'R4 insert'),
    'restore 1: R4 insert',
  ];
  expect(statuses(follow(build(), both))).toEqual(['CREATING', 'CREATING']);
  const ends = follow(build(), [
    ...both,
    'restore 1: R5a release',
    ...by('restore 0', 'R5a claim is lost', 'R5b remove own target'),
    ...copies(1),
    ...fills(1),
  ]);
  expect([ends.values['restore[0].at'], ...statuses(ends)]).toEqual(['failed', 'absent', 'ACTIVE']);
});

describe('a delete dies, and the sweep finishes it', () => {
  test.each([
    ['after D1', 1],
    ['before D3', 2],
    ['during D3', 3],
    ['before D4', 4],
  ])('%s', (_, steps) => {
    const ends = follow(entry.build(), [...deletes.slice(0, steps), 'delete 0: crash', ...takesOver, ...finishes]);
    expect([...backup(ends), ...claimsLeft(ends)]).toEqual(['DELETED', 'gone']);
  });

  test('a drop that fails keeps the claim, and no restore begins meanwhile', () => {
    const failed = [...deletes.slice(0, 3), 'delete 0: D3 fails: InternalServerError'];
    const { offered } = follow(entry.build(), [...failed, 'restore 0: R1 name is free']);
    expect(offered).not.toContain('restore 0: R2 claim');
    expect(backup(follow(entry.build(), [...failed, ...takesOver, ...finishes]))).toEqual(['DELETED', 'gone']);
  });
});

test('a refused delete cannot release its claim: the sweep waits for the restore, and then finishes the delete', () => {
  const failed = [
    ...registers(0),
    ...by('delete 0', 'D1 claim', 'D2 in use', 'D2 release fails: InternalServerError'),
    'clock of the delete claim of backup 0: W goes by',
    ...by('sweep 0', 'G3 finds a delete', 'G3 restore is CREATING: leave it'),
  ];
  expect(backup(follow(entry.build(), failed))).toEqual(['AVAILABLE', 'full']);
  const ends = follow(entry.build(), [...failed, ...copies(0), ...fills(0), ...takesOver.slice(1), ...finishes]);
  expect([...backup(ends), ...statuses(ends)]).toEqual(['DELETED', 'gone', 'ACTIVE', 'absent']);
});

describe('the sweep has looked under a stale claim, and then a stalled delete releases that claim', () => {
  const build = (mutant?: string) =>
    entry.build({ variant: 'deletes-stall', ...(mutant === undefined ? {} : { mutant }) });
  const looked = [
    ...registers(0),
    ...by('restore 0', 'R6 $out reads', 'R6 copying fails'),
    ...by('delete 0', 'D1 claim', 'D2 in use', 'pause'),
    'restore 0: R6 remove own target',
    ...takesOver.slice(0, -1),
    ...by('delete 0', 'resume', 'D2 release claim'),
    ...registers(1),
    ...by('delete 1', 'D1 claim', 'D2 in use', 'D2 release fails: InternalServerError'),
    'clock of the delete claim of backup 0: W goes by',
  ];

  test('the sweep finds the claim of another delete, and looks again', () => {
    const { offered } = follow(build(), looked);
    expect(offered.filter((step) => step.startsWith('sweep 0'))).toEqual([
      'sweep 0: G3 no longer the same and stale: leave it',
    ]);
  });

  test('a takeover of any stale claim drops the backup during a restore', () => {
    const ends = follow(build('takeover-of-any-claim'), [
      ...looked,
      ...by('sweep 0', 'G3 take over', 'D3 drop begins'),
    ]);
    expect([...backup(ends), ...statuses(ends)]).toEqual(['AVAILABLE', 'dropping', 'absent', 'CREATING']);
    expect(stepsTo(entry, { mutant: 'takeover-of-any-claim' }, 'S2')).toHaveLength(27);
  });
});

test('one of two servers is killed: the sweep of the other removes the target and frees the name', () => {
  const ends = follow(entry.build({ scale: 'large' }), [
    ...registers(0),
    'restore 0: crash',
    'clock of target 0: W goes by',
    'sweep 1: G1 remove target',
    ...registers(1),
  ]);
  expect(statuses(ends)).toEqual(['absent', 'CREATING']);
});

test('a pending target needs no owner: the backfill worker of another server makes it ACTIVE', () => {
  const ends = follow(entry.build({ scale: 'large' }), [
    ...registers(0),
    ...copies(0),
    ...by('backfill on 0 of target 0', 'R8 backfill', 'crash'),
    ...by('backfill on 1 of target 0', 'R8 backfill', 'R8 ACTIVE'),
  ]);
  expect(statuses(ends)).toEqual(['ACTIVE', 'absent']);
});

test('if any claim may be released, two restores go wrong when a third claims in between', () => {
  const build = (mutant?: string) =>
    entry.build({ scale: 'largest', variant: 'looks-one-by-one', ...(mutant === undefined ? {} : { mutant }) });
  const claimsAmongThree = (restore: number) =>
    by(`restore ${restore}`, 'R1 name is free', 'R2 claim', 'R3 looks on', 'R3 looks on', 'R3 not in use');
  const untilRelease = [
    ...claimsAmongThree(0),
    'restore 0: pause',
    ...clears,
    ...claimsAmongThree(1),
    ...by('restore 0', 'resume', 'R4 insert'),
  ];
  expect(follow(build(), untilRelease).offered).toContain('restore 0: R5a claim is lost');
  const { values } = follow(build('release-of-any-claim'), [
    ...untilRelease,
    'restore 0: R5a release',
    ...by('restore 2', 'R1 name is free', 'R2 claim'),
    ...by('restore 1', 'R4 insert', 'R5a release'),
  ]);
  expect([0, 1].map((id) => [values[`table[${id}].status`], values[`history: restore[${id}].isPastR5`]])).toEqual([
    ['CREATING', true],
    ['CREATING', true],
  ]);
});

test('a sweep that ignores heartbeats removes targets of live owners, but loses no data', () => {
  const { properties } = explore(entry.build({ mutant: 'sweep-ignores-heartbeats' }), {
    keepGoing: true,
    count: false,
  });
  const violated = properties.filter(({ verdict, kind }) => verdict === 'violated' && kind === 'always');
  const ids = violated.map(({ name }) => name.split(':', 1)[0]);
  expect(ids).toEqual(['S9 of restores', 'S9 of deletes', 'S9 of sweeps', 'S8']);
}, 120_000);

test.each<[string, string, string[]]>([])('%s breaks %s, and so', (mutant, property, steps) => {
  expect(stepsTo(entry, { mutant }, property)).toEqual(steps);
});
