import { describe, expect, test } from 'vitest';
import { follow } from '../../../../checker/testing/scenario.ts';
import { testModel } from '../../../../testing/model.ts';
import { neverTaken, stepsTo } from '../../../../testing/questions.ts';
import { generationRestoreCassandra as entry } from './index.ts';

testModel('generation-restore-cassandra');

test('every step is taken in some variant', () => {
  expect(neverTaken(entry)).toEqual([]);
});

const register = (restore: number) => [`restore ${restore}: K2 insert`, `restore ${restore}: K1 take the marker`];
const batch = ['restore 0: N2 beat', 'restore 0: K4 read a batch', 'restore 0: K4 write a batch'];
const schema = ['restore 0: N2 beat', 'restore 0: K3 schema'];
const copied = [...schema, ...batch, ...batch];
const done = 'restore 0: N4 DONE and ACTIVE';
const goesStale = 'clock of target 0: stale_after goes by';
const condemned = [goesStale, 'reconciler 0: c1 list as dead', 'reconciler 0: c2 FAILED'];
const r1 = 'reconciler 0: c3 r1 DELETING';
const r2 = ['reconciler 0: c3 r2 drop the tables', 'reconciler 0: c3 r2 remove the row'];
const deleted = [
  'delete 0: E1 not in use',
  'delete 0: E2 DELETING',
  'delete 0: E3 drop the data',
  'delete 0: E4 DELETED',
];

describe('interleavings', () => {
  const on =
    (variant: string, scale = 'default') =>
    (steps: string[]) =>
      follow(entry.build({ variant, scale }), steps);
  const of = (offered: readonly string[], process: string) =>
    offered.filter((step) => step.startsWith(process) && !step.endsWith('crash'));
  const [k2First, k1First, oneName] = [on('k2-first'), on('k1-first'), on('one-name')];
  const [twoServers, unknown, beatsFail] = [on('k2-first', 'large'), on('unknown-outcomes'), on('beats-fail')];

  test('1: the delete first: a restore that has inserted its target cannot take the marker, and removes the target', () => {
    const steps = ['restore 0: K2 insert', ...deleted.slice(0, 2), 'restore 0: K1 not applied: undo'];
    const undone = [
      'restore 0: N5 FAILED',
      'restore 0: r1 DELETING',
      'restore 0: r2 drop the tables',
      'restore 0: r2 remove the row',
    ];
    const { values } = k2First([...steps, ...undone]);
    expect([values['restore[0].at'], values['target[0].status']]).toEqual(['BackupNotFound', 'absent']);
    expect(of(k1First(deleted.slice(0, 2)).offered, 'restore')).toEqual(['restore 0: refused: BackupNotFound']);
  });

  test('1: a registration between E1 and E2 wins, in either order', () => {
    const k2 = k2First(['delete 0: E1 not in use', ...register(0)]);
    const k1 = k1First(['delete 0: E1 not in use', 'restore 0: K1 take the marker']);
    for (const { offered } of [k2, k1]) expect(of(offered, 'delete')).toEqual(['delete 0: refused: BackupInUse']);
  });

  test('1: a delete and three restores of one backup: one takes the marker', () => {
    const inserted = [0, 1, 2].map((restore) => `restore ${restore}: K2 insert`);
    const steps = [...inserted, 'delete 0: E1 not in use', 'restore 1: K1 take the marker'];
    const { offered } = on('two-names', 'largest')(steps);
    expect(of(offered, 'delete 0')).toEqual(['delete 0: refused: BackupInUse']);
    expect(of(offered, 'restore 0')).toEqual(['restore 0: K1 not applied: undo']);
    expect(of(offered, 'restore 2')).toEqual(['restore 2: K1 not applied: undo']);
  });

  test.each([
    ['two-names', ['restore 1: K2 insert', ...register(0)], 'restore 1: K1 not applied: undo'],
    ['two-names-k1-first', ['restore 0: K1 take the marker'], 'restore 1: refused: BackupInUse'],
  ])('2: two restores of one backup into free names, %s: one registers', (variant, steps, refused) => {
    expect(of(on(variant)(steps).offered, 'restore 1')).toEqual([refused]);
  });

  test('3: two restores of two backups into one name: the second insert is not applied, and its marker is undone', () => {
    const markers = [0, 1].map((restore) => `restore ${restore}: K1 take the marker`);
    const steps = [...markers, 'restore 0: K2 insert', 'restore 1: K2 name is taken: undo K1', 'restore 1: K1 undone'];
    const { values } = on('two-backups')(steps);
    expect([values['restore[1].at'], values['active[1].isActive']]).toEqual(['TableInUse', false]);
    expect(of(oneName(['restore 0: K2 insert']).offered, 'restore 1')).toEqual(['restore 1: refused: TableInUse']);
  });

  test('5: list_dead, the owner beats, FAILED is not applied, and the restore completes', () => {
    const listed = [...register(0), ...schema, ...batch, goesStale, 'reconciler 0: c1 list as dead'];
    const left = [...listed, 'restore 0: N2 beat', 'reconciler 0: c2 not applied: leave it'];
    expect(k2First(left).marked).toEqual(['a beat between listing and FAILED saves the owner']);
    expect(k2First([...left, ...batch.slice(1), done]).values['target[0].status']).toBe('ACTIVE');
  });

  test('6: the last batch, FAILED by the reconciler, DONE is not applied, and the target is removed', () => {
    const steps = [...register(0), ...copied, ...condemned, 'restore 0: N4 DONE not applied: stop'];
    const { values, marked } = k2First(steps);
    expect([values['target[0].status'], marked]).toEqual(['CREATING', ['DONE comes after FAILED']]);
    expect(k2First([...steps, r1, ...r2]).values['target[0].status']).toBe('absent');
  });

  test('7: DONE and ACTIVE before FAILED: the reconciler does nothing', () => {
    const steps = [...register(0), ...copied, goesStale, 'reconciler 0: c1 list as dead', done];
    const { values, offered } = k2First([...steps, 'reconciler 0: c2 not applied: leave it']);
    expect([values['target[0].status'], of(offered, 'reconciler')]).toEqual(['ACTIVE', []]);
  });

  test('8: FAILED is written, the reconciler crashes, and lists the target again for its removal alone', () => {
    const steps = [...register(0), ...condemned, 'reconciler 0: crash'];
    expect(of(k2First(steps).offered, 'reconciler')).toEqual(['reconciler 0: c1 list as FAILED']);
    expect(k2First([...steps, 'reconciler 0: c1 list as FAILED', r1, ...r2]).values['target[0].status']).toBe('absent');
  });

  test('9: r1, then a crash: the removal is resumed with r2', () => {
    const steps = [...register(0), ...condemned, r1, 'reconciler 0: crash', 'reconciler 0: c1 list as DELETING'];
    expect(of(k2First(steps).offered, 'reconciler')).toEqual([r2[0]]);
    expect(k2First([...steps, ...r2]).values['target[0].status']).toBe('absent');
  });

  test('10: the owner is paused, its target is removed, the name is reused, and the owner stops when it wakes', () => {
    const clears = ['read the marker', 'its target is settled', 'clear it'].map((label) => `anyone: ${label}`);
    const steps = [...register(0), ...condemned, r1, ...r2, ...clears, ...register(1), 'restore 1: N2 beat'];
    const { values, offered } = oneName(steps);
    expect(of(offered, 'restore 0')).toEqual(['restore 0: N2 beat not applied: stop']);
    const woken = oneName([...steps, 'restore 0: N2 beat not applied: stop']);
    expect(of(woken.offered, 'restore 0')).toEqual([]);
    for (const name of Object.keys(values).filter((one) => one.startsWith('target[1]'))) {
      expect(woken.values[name]).toBe(values[name]);
    }
  });

  test.each([1, 2, 3])(
    '16: the delete crashes after %i of its steps; what is DELETING is finished by the reconciler',
    (at) => {
      const steps = [...deleted.slice(0, at), 'delete 0: crash'];
      const { values, offered } = k2First(steps);
      const shown = [values['backup[0].status'], values['items of backup[0].data']];
      expect(shown).toEqual(
        [
          ['AVAILABLE', 'full'],
          ['DELETING', 'full'],
          ['DELETING', 'gone'],
        ][at - 1],
      );
      if (at === 1) return;
      expect(of(offered, 'clock of backup')).toEqual(['clock of backup 0: stale_after goes by']);
      const finished = ['y0 report stale DELETING', 'E3 drop the data', 'E4 DELETED'].map(
        (label) => `reconciler 0: ${label}`,
      );
      const ended = k2First([...steps, 'clock of backup 0: stale_after goes by', ...finished]);
      expect(ended.values['backup[0].status']).toBe('DELETED');
    },
  );

  test('19: two reconcilers for one dead record: one FAILED, one removal', () => {
    const lists = [0, 1].map((server) => `reconciler ${server}: c1 list as dead`);
    const both = [...register(0), goesStale, ...lists, 'reconciler 0: c2 FAILED'];
    expect(of(twoServers(both).offered, 'reconciler 1')).toEqual(['reconciler 1: c2 not applied: leave it']);
    const claimed = [...both, 'reconciler 1: c2 not applied: leave it', 'reconciler 1: c1 list as FAILED', r1];
    expect(of(twoServers(claimed).offered, 'reconciler 1')).toEqual(['reconciler 1: c3 left to its owner']);
  });

  test('21: DONE has an unknown outcome: the row is read first, and ACTIVE is not undone', () => {
    const work = [...register(0), ...schema, ...batch];
    const landed = unknown([...work, 'restore 0: N4 answer lost, DONE landed']);
    expect(landed.values['target[0].status']).toBe('ACTIVE');
    expect(of(landed.offered, 'restore')).toEqual(['restore 0: N4 unknown: read DONE']);
    const lost = unknown([...work, 'restore 0: N4 answer lost, nothing landed']);
    expect(of(lost.offered, 'restore')).toEqual(['restore 0: N4 unknown: read RUNNING, again']);
  });

  test('23: one of two servers is killed, and the cycle of the other removes the target', () => {
    const other = ['c1 list as dead', 'c2 FAILED', 'c3 r1 DELETING', 'c3 r2 drop the tables', 'c3 r2 remove the row'];
    const steps = [...register(0), 'restore 0: crash', goesStale, ...other.map((label) => `reconciler 1: ${label}`)];
    expect(twoServers(steps).values['target[0].status']).toBe('absent');
  });

  test('two failed beats do not stop a job, three do; a hung beat does not count', () => {
    const fails = 'restore 0: N2 beat fails, nothing landed';
    const two = [...register(0), fails, 'restore 0: K3 schema', fails, ...batch.slice(1)];
    expect(beatsFail(two).values['restore[0].failedBeats']).toBe(2);
    const third = beatsFail([...two, fails]);
    expect([third.values['restore[0].at'], of(third.offered, 'restore')]).toEqual(['lost its claim', []]);
    const hung = beatsFail([
      ...two,
      'restore 0: N2 beat hangs',
      ...batch.slice(1),
      'restore 0: N2 beat hangs still: go on',
    ]);
    expect(hung.values['restore[0].failedBeats']).toBe(2);
  });
});

describe('characteristic traces', () => {
  const tracesTo = (mutant: string, property: string) => stepsTo(entry, { mutant }, property);
  const readsAgain = [
    'restore 0: K1 take the marker',
    'anyone: read the marker',
    'anyone: its target is settled',
    'restore 0: K2 insert',
    'restore 0: K2 the marker is its own',
    'anyone: clear it',
  ];

  test('the marker first, confirmed by a read: a process that looked before the row existed clears it after that read', () => {
    expect(tracesTo('k1-first-with-a-read', 'S2')).toEqual([...readsAgain, ...deleted.slice(0, 3)]);
  });

  test('the same lets a second restore use the backup', () => {
    const second = ['K1 take the marker', 'K2 insert', 'K2 the marker is its own'].map(
      (label) => `restore 1: ${label}`,
    );
    expect(tracesTo('k1-first-with-a-read-two-names', 'S4')).toEqual([...readsAgain, ...second]);
  });

  test('the schema step after the removal creates tables without a row', () => {
    const steps = [...register(0), 'restore 0: N2 beat', ...condemned, r1, ...r2];
    const made = ['restore 0: K3 schema', 'restore 0: N2 beat not applied: stop'];
    expect(tracesTo('schema-after-removal', 'orphans')).toEqual([...steps, ...made]);
  });

  test('a target that is DELETING before FAILED is never listed again', () => {
    const fails = ['N2 beat', 'copying fails', 'r1 DELETING', 'crash'].map((label) => `restore 0: ${label}`);
    expect(tracesTo('own-removal-without-failed', 'L1')).toEqual([...register(0), ...fails]);
  });
});
