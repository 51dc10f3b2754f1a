import { describe, expect, test } from 'vitest';
import { follow } from '../../../../checker/testing/scenario.ts';
import { testModel } from '../../../../testing/model.ts';
import { neverTaken, stepsTo } from '../../../../testing/questions.ts';
import { generationRestoreMongodb as entry } from './index.ts';

testModel('generation-restore-mongodb');

// Only a mutant lets another process remove a target that was handed over to the backfill worker.
test('every other step is taken in some variant', () => {
  expect(neverTaken(entry)).toEqual(['backfill n: N4b not handed over: leave it']);
});

const register = (restore: number) => [`restore ${restore}: N1 begin: free`, `restore ${restore}: N1 register`];
const copied = ['restore 0: N3 $out starts', 'restore 0: N3 $out lands'];
const handsOver = 'restore 0: N4 DONE and handed over';
const backfilled = ['backfill 0: N4b pick', 'backfill 0: N4b build the indexes', 'backfill 0: N4b ACTIVE'];
const goesStale = 'clock of target 0: stale_after goes by';
const lists = (server: number) => `reconciler ${server}: c1 list as dead`;
const condemned = [goesStale, lists(0), 'reconciler 0: c2 FAILED'];
const removed = ['reconciler 0: c3 drop the collection', 'reconciler 0: c3 remove target'];
const deleted = [
  'delete 0: begin: not in use',
  'delete 0: write DELETING',
  'delete 0: drop the data',
  'delete 0: write DELETED',
];

describe('interleavings', () => {
  const on =
    (variant: string, scale = 'default') =>
    (steps: string[]) =>
      follow(entry.build({ variant, scale }), steps);
  const of = (offered: readonly string[], process: string) => offered.filter((step) => step.startsWith(process));
  const [oneName, twoNames, twoBackups] = [on('one-name'), on('two-names'), on('two-backups')];
  const [oneRestore, twoServers] = [on('one-restore'), on('one-restore', 'large')];
  const [noIndexes, lagging] = [on('no-indexes'), on('majority-lags')];

  test('1: the delete first: a started restore gets a WriteConflict, and then finds no backup', () => {
    const steps = ['restore 0: N1 begin: free', ...deleted.slice(0, 2)];
    expect(of(oneRestore(steps).offered, 'restore 0')).toEqual([
      'restore 0: N1 WriteConflict: again',
      'restore 0: crash',
    ]);
    expect(of(oneRestore([...steps, 'restore 0: N1 WriteConflict: again']).offered, 'restore 0')).toEqual([
      'restore 0: N1 refused: BackupNotFound',
    ]);
  });

  test('1: the restore first: a started delete gets a WriteConflict, and then finds the backup in use', () => {
    const steps = ['delete 0: begin: not in use', ...register(0), 'delete 0: WriteConflict: again'];
    expect(of(oneRestore(steps).offered, 'delete 0')).toEqual(['delete 0: refused: BackupInUse']);
  });

  test('1: a delete and three restores of one backup: one registers, the others get WriteConflicts', () => {
    const began = [0, 1, 2].map((restore) => `restore ${restore}: N1 begin: free`);
    const { offered, values } = on(
      'two-names',
      'largest',
    )([...began, 'delete 0: begin: not in use', 'restore 1: N1 register']);
    expect(values['target[1].status']).toBe('CREATING');
    expect(offered.filter((step) => step.endsWith('WriteConflict: again'))).toEqual([
      'restore 0: N1 WriteConflict: again',
      'restore 2: N1 WriteConflict: again',
      'delete 0: WriteConflict: again',
    ]);
  });

  test('2: two restores of one backup into free names: one registers, the other finds the backup in use', () => {
    const steps = ['restore 1: N1 begin: free', ...register(0), 'restore 1: N1 WriteConflict: again'];
    expect(of(twoNames(steps).offered, 'restore 1')).toEqual(['restore 1: N1 refused: BackupInUse']);
  });

  test('3: two restores of two backups into one name: the unique index refuses the second', () => {
    const { offered } = twoBackups(['restore 1: N1 begin: free', ...register(0)]);
    expect(of(offered, 'restore 1')).toEqual(['restore 1: N1 refused: TableInUse']);
  });

  test('5: list_dead, the owner beats, FAILED does not match, and the restore completes', () => {
    const steps = [...register(0), 'restore 0: N3 $out starts', goesStale, lists(0), 'restore 0: N2 beat'];
    const left = noIndexes([...steps, 'reconciler 0: c2 not matched: leave it']);
    expect(left.marked).toEqual(['a beat between listing and FAILED saves the owner']);
    const ended = noIndexes([
      ...steps,
      'reconciler 0: c2 not matched: leave it',
      'restore 0: N3 $out lands',
      handsOver,
    ]);
    expect(ended.values['target[0].status']).toBe('ACTIVE');
  });

  test('6: $out completes, FAILED by the reconciler, DONE does not match, and the target is removed', () => {
    const steps = [...register(0), ...copied, ...condemned, 'restore 0: N4 DONE not matched: stop'];
    const { values, marked } = oneRestore(steps);
    expect([marked, values['target[0].status']]).toEqual([['DONE comes after FAILED'], 'CREATING']);
    expect(oneRestore([...steps, ...removed]).values['target[0].status']).toBe('absent');
  });

  test('7: DONE before FAILED: the reconciler leaves the target to the backfill worker, and does not list it again', () => {
    const steps = [...register(0), ...copied, goesStale, lists(0), handsOver, 'reconciler 0: c2 not matched: leave it'];
    const { values, offered } = oneRestore(steps);
    expect([values['target[0].status'], values['target[0].job']]).toEqual(['CREATING', 'DONE']);
    expect(of(offered, 'reconciler')).toEqual([]);
    expect(oneRestore([...steps, ...backfilled]).values['target[0].status']).toBe('ACTIVE');
  });

  test('8: FAILED is written, the reconciler crashes, and lists the target again for its removal alone', () => {
    const steps = [...register(0), ...condemned, 'reconciler 0: crash'];
    expect(of(oneRestore(steps).offered, 'reconciler')).toEqual(['reconciler 0: c1 list as FAILED']);
    const ended = oneRestore([...steps, 'reconciler 0: c1 list as FAILED', ...removed]);
    expect(ended.values['target[0].status']).toBe('absent');
  });

  test('10: the owner is paused, its target is removed, the name is reused, and the owner stops when it wakes', () => {
    const steps = [...register(0), ...copied, ...condemned, ...removed, ...register(1), 'restore 1: N3 $out starts'];
    const { values, offered } = oneName(steps);
    expect(of(offered, 'restore 0')).toEqual(['restore 0: N4 DONE not matched: stop', 'restore 0: crash']);
    const woken = oneName([...steps, 'restore 0: N4 DONE not matched: stop', 'restore 0: drop own output']);
    const isOfSuccessor = (name: string) => name.startsWith('target[1]') || name.startsWith('collection[1]');
    for (const name of Object.keys(values).filter(isOfSuccessor)) expect(woken.values[name]).toBe(values[name]);
  });

  test.each([1, 2, 3])('16: the delete crashes after %i of its steps, and a retry completes it', (done) => {
    const steps = [...deleted.slice(0, done), 'delete 0: crash'];
    const { values } = oneRestore(steps);
    const shown = [values['backup[0].status'], values['items of backup[0].data']];
    expect(shown).toEqual(
      [
        ['AVAILABLE', 'full'],
        ['DELETING', 'full'],
        ['DELETING', 'gone'],
      ][done - 1],
    );
    const again = ['delete 0: the client tries again', 'delete 0: begin: DELETING, go on with the drop'];
    const rest = done === 1 ? ['delete 0: the client tries again', ...deleted] : [...again, ...deleted.slice(2)];
    expect(oneRestore([...steps, ...rest]).values['backup[0].status']).toBe('DELETED');
  });

  test('19: two reconcilers for one dead record: one FAILED, one removal', () => {
    const both = [...register(0), goesStale, lists(0), lists(1), 'reconciler 0: c2 FAILED'];
    expect(of(twoServers(both).offered, 'reconciler 1')).toEqual([
      'reconciler 1: c2 not matched: leave it',
      'reconciler 1: crash',
    ]);
    const { values, offered } = twoServers([...both, 'reconciler 1: c2 not matched: leave it', ...removed]);
    expect([values['target[0].status'], of(offered, 'reconciler')]).toEqual(['absent', []]);
  });

  test('20: a host whose clock is behind does not matter, since heartbeats use the clock of the database', () => {
    const isListed = (mutant?: string) =>
      follow(entry.build({ variant: 'one-restore', ...(mutant && { mutant }) }), register(0)).offered.includes(
        lists(0),
      );
    expect([isListed(), isListed('first-heartbeat-of-host')]).toEqual([false, true]);
  });

  test('21: DONE has an unknown outcome: the document is read first, and ACTIVE is not undone', () => {
    const landed = [
      ...register(0),
      'replication: reaches the majority',
      'restore 0: N1 acknowledged: answer CREATING',
      ...copied,
      'restore 0: N4 answer lost, DONE landed',
    ];
    const { values, offered } = lagging(landed);
    expect(values['target[0].status']).toBe('ACTIVE');
    expect(of(offered, 'restore 0')).toEqual(['restore 0: N4 unknown: read DONE', 'restore 0: crash']);
    const lost = [...landed.slice(0, -1), 'restore 0: N4 answer lost, nothing landed'];
    expect(of(lagging(lost).offered, 'restore 0')).toContain('restore 0: N4 unknown: read RUNNING, again');
  });

  test('23: one of two servers is killed, and the cycle of the other removes the target', () => {
    const steps = [...register(0), 'restore 0: crash', goesStale, lists(1), 'reconciler 1: c2 FAILED'];
    const rest = ['reconciler 1: c3 drop the collection', 'reconciler 1: c3 remove target'];
    expect(twoServers([...steps, ...rest]).values['target[0].status']).toBe('absent');
  });

  test('24: the claim is lost while $out runs: what $out creates after the removal is dropped', () => {
    const steps = [
      ...register(0),
      'restore 0: N3 $out starts',
      ...condemned,
      ...removed,
      'restore 0: N2 beat not matched: stop',
      'restore 0: N3 $out lands',
    ];
    expect(oneRestore(steps).values['collection[0].exists']).toBe(true);
    const { values } = oneRestore([...steps, 'restore 0: drop own output']);
    expect([values['target[0].status'], values['collection[0].exists']]).toEqual(['absent', false]);
  });

  test('right after the first visible ACTIVE a delete may still find the backup in use, and is accepted later', () => {
    const steps = [
      ...register(0),
      'replication: reaches the majority',
      'restore 0: N1 acknowledged: answer CREATING',
      ...copied,
      handsOver,
      'client: DescribeTable: ACTIVE',
      'delete 0: refused: BackupInUse',
      'delete 0: the client tries again',
    ];
    expect(of(lagging(steps).offered, 'delete 0')).toEqual(['delete 0: refused: BackupInUse']);
    const caughtUp = [...steps, 'replication: reaches the majority'];
    expect(of(lagging(caughtUp).offered, 'delete 0')).toEqual(['delete 0: begin: not in use']);
  });

  test('a registration over 60 s answers an internal error, and its job continues', () => {
    const steps = ['restore 0: N1 begin: free', 'restore 0: N1 60 s go by: answer InternalServerError'];
    const { values } = lagging([
      ...steps,
      'restore 0: N1 register',
      'replication: reaches the majority',
      'restore 0: N1 acknowledged: answer CREATING',
      ...copied,
      handsOver,
    ]);
    expect([values['restore[0].answer'], values['target[0].status']]).toEqual(['InternalServerError', 'ACTIVE']);
  });
});

describe('characteristic traces', () => {
  const traceOf = (mutant: string, property: string) => stepsTo(entry, { mutant }, property);
  const acknowledged = [
    ...register(0),
    'replication: reaches the majority',
    'restore 0: N1 acknowledged: answer CREATING',
    ...copied,
  ];
  const failsOver = 'failover of the primary: loses what the majority has not';

  test('if lock_seq is only read, a registration commits beside a delete that looked before it', () => {
    expect(traceOf('lock-seq-is-read', 'S2')).toEqual([
      'delete 0: begin: not in use',
      ...register(0),
      ...deleted.slice(1, 3),
    ]);
  });

  test('a FAILED that the majority does not have lets its owner complete a table without items', () => {
    const drops = 'reconciler 0: c3 drop the collection';
    const [failed, ends] = [
      [...acknowledged, ...condemned],
      [drops, failsOver, handsOver],
    ];
    expect(traceOf('weak-failed', 'S1')).toEqual([...failed, ...ends]);
    const listedAgain = ['reconciler 0: crash', 'reconciler 0: c1 list as FAILED'];
    expect(traceOf('list-reads-the-primary', 'S1')).toEqual([...failed, ...listedAgain, ...ends]);
  });

  test('an ACTIVE that DescribeTable showed is lost with the primary', () => {
    const seen = ['client: DescribeTable: ACTIVE', failsOver, 'client: DescribeTable: no longer ACTIVE'];
    expect(traceOf('rolled-back-active', 'S14')).toEqual([...acknowledged, handsOver, ...seen]);
  });

  test('an owner that crashes during its $out leaves a collection that nobody lists', () => {
    expect(traceOf('crash-leaves-output', 'orphans')).toEqual([
      ...register(0),
      'restore 0: N3 $out starts',
      'restore 0: crash',
      ...condemned,
      ...removed,
      'restore 0: N3 $out lands without its client',
    ]);
  });

  test('if a DONE of unknown outcome is treated as lost, the items of an ACTIVE table are dropped', () => {
    const lost = ['restore 0: N4 answer lost, DONE landed', 'restore 0: drop own output'];
    expect(traceOf('unknown-is-not-matched', 'S1')).toEqual([...acknowledged, ...lost]);
  });
});
