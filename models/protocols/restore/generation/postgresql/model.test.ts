import { describe, expect, test } from 'vitest';
import { explore } from '../../../../checker/explore.ts';
import { follow } from '../../../../checker/testing/scenario.ts';
import { testModel } from '../../../../testing/model.ts';
import { neverTaken, stepsTo } from '../../../../testing/questions.ts';
import { generationRestorePostgresql as entry } from './index.ts';

testModel('generation-restore-postgresql');

test('every step is taken in some variant', () => {
  expect(neverTaken(entry)).toEqual([]);
});

const register = (restore: number) => [
  `restore ${restore}: N1 lock the row of the backup`,
  `restore ${restore}: N1 check name and backup`,
  `restore ${restore}: N1 COMMIT: registered`,
];
const batch = ['restore 0: N2 beat', 'restore 0: N3 copy a batch'];
const goesStale = 'clock of target 0: stale_after goes by';
const condemned = ['reconciler 0: c1 list', 'reconciler 0: c2 FAILED'];
const hands = ['restore 0: N4 UPDATE record: DONE', 'restore 0: N4 UPDATE table: ACTIVE'];
const commit = 'restore 0: N4 COMMIT: DONE and ACTIVE';

describe('interleavings', () => {
  const on = (variant: string) => (steps: string[]) => follow(entry.build({ variant }), steps);
  const oneName = on('one-name');
  const twoServers = on('two-servers');

  const offeredTo = (process: string, { offered }: { readonly offered: readonly string[] }) =>
    offered.filter((step) => step.startsWith(process));
  const deletes = ['lock the row of the backup', 'look whether it is in use', 'COMMIT: it is gone'];

  test('1: a delete and a restore of one backup, whichever locks its row first', () => {
    const deleted = deletes.map((step) => `delete: ${step}`);
    const refused = oneName([...deleted, 'restore 0: N1 lock the row of the backup']);
    expect(offeredTo('restore 0', refused)).toEqual(['restore 0: N1 refused: BackupNotFound']);
    const locked = oneName([...register(0).slice(0, 1)]);
    expect(offeredTo('delete', locked)).toEqual([]);
    const inUse = oneName([...register(0), 'delete: lock the row of the backup']);
    expect(offeredTo('delete', inUse)).toEqual(['delete: refused: BackupInUse']);
  });

  test('2: two restores of one backup into free names: one registers, and the other finds the backup in use', () => {
    const both = on('two-names')([...register(1), 'restore 0: N1 lock the row of the backup']);
    expect(offeredTo('restore 0', both)).toEqual(['restore 0: N1 refused: BackupInUse', 'restore 0: crash']);
  });

  test('3: two backups, one name: both find it free, and the unique index admits one', () => {
    const looked = [0, 1].flatMap((restore) => register(restore).slice(0, 2));
    const both = on('two-backups')([...looked, 'restore 1: N1 COMMIT: registered']);
    expect(offeredTo('restore 0', both)).toEqual(['restore 0: N1 refused: TableInUse']);
  });

  test('5: list_dead, the owner beats, FAILED does not match, and the restore completes', () => {
    const steps = [...register(0), goesStale, 'reconciler 0: c1 list', 'restore 0: N2 beat'];
    expect(oneName(steps).offered).toContain('reconciler 0: c2 not matched: leave it');
    const ended = oneName([
      ...steps,
      'reconciler 0: c2 not matched: leave it',
      'restore 0: N3 copy a batch',
      ...batch,
      ...hands,
      commit,
    ]);
    expect(ended.values['table[0].status']).toBe('ACTIVE');
  });

  test('6: the last batch, FAILED by the reconciler, DONE matches no row, and the target is removed', () => {
    const steps = [...register(0), ...batch, ...batch, goesStale, ...condemned, 'restore 0: N4 UPDATE record: no row'];
    const lost = oneName(steps);
    expect(lost.marked).toContain('DONE comes after FAILED');
    expect([lost.values['table[0].status'], lost.values['restore[0].at']]).toEqual(['CREATING', 'lost its claim']);
    expect(oneName([...steps, 'reconciler 0: c3 remove target']).values['table[0].status']).toBe('absent');
  });

  test('7: DONE and ACTIVE commit between list and FAILED: neither FAILED nor a removal follows', () => {
    const listed = [...register(0), ...batch, ...batch, goesStale, 'reconciler 0: c1 list'];
    // FAILED waits for the row while the transaction is open.
    expect(oneName([...listed, hands[0]!]).offered.filter((step) => step.startsWith('reconciler'))).toEqual([]);
    const steps = [...listed, ...hands, commit, 'reconciler 0: c2 not matched: leave it'];
    const { values, offered } = oneName(steps);
    expect([values['table[0].status'], values['record[0].job']]).toEqual(['ACTIVE', 'DONE']);
    expect(offered.filter((step) => step.startsWith('reconciler'))).toEqual([]);
  });

  test('8 and 23: FAILED is written, its server is killed, and the other server removes without a second FAILED', () => {
    const steps = [...register(0), goesStale, ...condemned, 'host: SIGKILL of server 0'];
    expect(twoServers(steps).offered).toEqual(['reconciler 1: c1 list']);
    expect(twoServers([...steps, 'reconciler 1: c1 list']).offered).toEqual(['reconciler 1: c3 remove target']);
  });

  test('8: a FAILED that is not stale yet is listed once it is', () => {
    const steps = [
      ...register(0),
      'restore 0: N2 beat',
      'restore 0: N3 copying fails',
      'restore 0: N5 FAILED',
      'host: SIGKILL of server 0',
    ];
    expect(twoServers(steps).offered).toEqual([goesStale]);
    expect(twoServers([...steps, goesStale]).offered).toEqual(['reconciler 1: c1 list']);
  });

  test('8: where FAILED is aged by its own time, its target waits for another window', () => {
    const steps = [...register(0), goesStale, ...condemned, 'host: SIGKILL of server 0'];
    expect(on('two-servers-failed-anew')(steps).offered).toEqual([goesStale]);
    expect(on('two-servers-failed-anew')([...steps, goesStale]).offered).toEqual(['reconciler 1: c1 list']);
  });

  test('10: the owner is paused, its target is removed, the name is reused, and the owner stops when it wakes', () => {
    const steps = [
      ...register(0),
      ...batch,
      goesStale,
      ...condemned,
      'reconciler 0: c3 remove target',
      ...register(1),
      'restore 1: N2 beat',
      'restore 1: N3 copy a batch',
    ];
    const { offered, values } = oneName(steps);
    expect(offered.filter((step) => step.startsWith('restore 0'))).toEqual(['restore 0: N2 beat not matched']);
    const woken = oneName([...steps, 'restore 0: N2 beat not matched']);
    expect(woken.offered.filter((step) => step.startsWith('restore 0'))).toEqual([]);
    const successor = ['table[1].status', 'record[1].job', 'record[1].heartbeat', 'items[1].batches[0]'];
    expect(successor.map((name) => woken.values[name])).toEqual(successor.map((name) => values[name]));
    expect(woken.values['table[1].status']).toBe('CREATING');
  });

  test('14: the session is killed during the copy: the job stops at its next beat, and never writes ACTIVE', () => {
    const steps = [
      ...register(0),
      'restore 0: N2 beat',
      'session of restore 0: is killed',
      'restore 0: N3 copy a batch',
      'restore 0: N2 session is dead',
    ];
    expect(oneName(steps).offered).toContain('restore 0: N5 FAILED');
    const own = oneName([...steps, 'restore 0: N5 FAILED', 'restore 0: N6 remove own target']);
    expect([own.values['table[0].status'], own.values['restore[0].at']]).toEqual(['absent', 'failed']);
    const others = oneName([...steps, goesStale, ...condemned, 'reconciler 0: c3 remove target']);
    expect(others.values['table[0].status']).toBe('absent');
    expect(others.offered).toContain('restore 0: N5 FAILED not matched');
  });

  test('19: two reconcilers for one dead record: one FAILED, one removal', () => {
    const both = [...register(0), goesStale, 'reconciler 0: c1 list', 'reconciler 1: c1 list'];
    const failed = [...both, 'reconciler 0: c2 FAILED', 'reconciler 1: c2 not matched: leave it'];
    expect(twoServers(failed).marked).toContain('a second reconciler finds FAILED written');
    const removals = [
      ...failed,
      'reconciler 1: c1 list',
      'reconciler 0: c3 remove target',
      'reconciler 1: c3 left to its owner',
    ];
    expect(twoServers(removals).values['table[0].status']).toBe('absent');
  });

  test('20: a host whose clock is behind does not matter, since heartbeats use the clock of the database', () => {
    const isListed = (mutant?: string) =>
      follow(entry.build({ variant: 'two-servers', ...(mutant && { mutant }) }), register(0)).offered.includes(
        'reconciler 1: c1 list',
      );
    expect([isListed(), isListed('first-heartbeat-of-the-host')]).toEqual([false, true]);
  });

  test('21: DONE has an unknown outcome: the owner waits for the row and reads, and ACTIVE is not undone', () => {
    const run = on('unknown-outcomes');
    const broken = [
      ...register(0),
      ...batch,
      ...batch,
      ...hands,
      'restore 0: N4 COMMIT is sent, and the connection breaks',
    ];
    const unsure = run(broken);
    expect(unsure.offered).toEqual([
      goesStale,
      'backend of restore 0: COMMIT lands',
      'backend of restore 0: COMMIT is rolled back',
    ]);
    const landed = run([...broken, 'backend of restore 0: COMMIT lands', 'restore 0: N4 read: it landed']);
    expect([landed.values['table[0].status'], landed.values['restore[0].at']]).toEqual(['ACTIVE', 'completed']);
    const again = run([...broken, 'backend of restore 0: COMMIT is rolled back', 'restore 0: N4 read: it did not']);
    expect(again.offered).toContain('restore 0: N4 UPDATE record: DONE');
  });
});

test('a plain SELECT before the COMMIT is applied misleads the owner', () => {
  expect(stepsTo(entry, { mutant: 'unsure-reads-without-a-lock' }, 'verdict')?.slice(-5)).toEqual([
    'restore 0: N4 UPDATE table: ACTIVE',
    'restore 0: N4 COMMIT is sent, and the connection breaks',
    'restore 0: N4 read: it did not',
    'backend of restore 0: COMMIT lands',
    'restore 0: N4 UPDATE record: no row',
  ]);
});

test('FAILED that does not require RUNNING overwrites DONE, which changed neither generation nor heartbeat', () => {
  expect(stepsTo(entry, { mutant: 'failed-without-running' }, 'S9')?.slice(-3)).toEqual([
    'reconciler 0: c1 list',
    'restore 0: N4 COMMIT: DONE and ACTIVE',
    'reconciler 0: c2 FAILED',
  ]);
});

test('a check before the lock: both see a free backup, and both register', () => {
  expect(stepsTo(entry, { mutant: 'registration-looks-before-the-lock' }, 'S4')).toEqual([
    'restore 1: N1 check name and backup',
    'restore 0: N1 check name and backup',
    'restore 0: N1 lock the row of the backup',
    'restore 0: N1 COMMIT: registered',
    'restore 1: N1 lock the row of the backup',
    'restore 1: N1 COMMIT: registered',
  ]);
});

test('a cycle that checked for maintenance before the claim continues during it', () => {
  const steps = ['reconciler 0: c0 no maintenance', 'operator: claims maintenance', 'reconciler 0: c1 list'];
  const { values, marked } = follow(entry.build({ variant: 'inherited' }), [...steps, 'reconciler 0: c2 FAILED']);
  expect(marked).toContain('a cycle goes on under a claim that came after it began');
  expect([values['maintenance.isClaimed'], values['record[1].job']]).toEqual([true, 'FAILED']);
});

test('an owner that never wakes blocks the removal of its target only between DONE and COMMIT', () => {
  const { trace } = explore(entry.build({ mutant: 'stopped-under-its-row-locks' }), {
    properties: ['L1 of target 0'],
    count: false,
  });
  expect([trace?.loopFrom, trace?.steps.length]).toEqual([11, 11]);
  const last = trace!.steps.at(-1)!.after;
  expect([last['restore[0].at'], last['transaction of restore 0.rowLocks[1]']]).toEqual(['DONE uncommitted', true]);
});
