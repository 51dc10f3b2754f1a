import { describe, expect, test } from 'vitest';
import { follow } from '../../../../checker/testing/scenario.ts';
import { testModel } from '../../../../testing/model.ts';
import { neverTaken, stepsTo } from '../../../../testing/questions.ts';
import { generationRestoreSqlite as entry } from './index.ts';

testModel('generation-restore-sqlite');

test('no condition of a live owner fails, and no FAILED of the reconciler misses: the slot prevents both', () => {
  expect(neverTaken(entry)).toEqual([
    'restore n: N2 beat not matched',
    'restore n: N3 batch not matched',
    'restore n: N4 DONE not matched',
    'restore n: N5 FAILED not matched',
    'reconciler: c2 not matched: leave it',
  ]);
});

const on = (variant: string) => (steps: string[]) => follow(entry.build({ variant }), steps);
const goesStale = 'clock of target 0: stale_after goes by';
const removal = ['reconciler: c1 list', 'reconciler: c2 FAILED', 'reconciler: c3 remove target'];
const afterRestart = ['host: start again', 'reconciler: start-up: heartbeats := epoch'];
const offersOf = (process: string, offered: readonly string[]) => offered.filter((step) => step.startsWith(process));

describe('interleavings', () => {
  // Interleaving 13: each place where the client can disconnect, and what happens to its restore.
  const batch = ['restore 0: N2 beat', 'restore 0: N3 copy a batch'];
  const whole = ['restore 0: N1 register', ...batch, ...batch, 'restore 0: N4 DONE and ACTIVE'];
  test.each(whole.map((label, at) => [at, label]))('13: the client disconnects before step %i, %s', (at) => {
    const run = on('disconnects');
    const gone = [...whole.slice(0, at), 'client of restore 0: disconnects'];
    if (at === 0) {
      const { values, offered } = run(gone);
      expect([values['table[0].status'], values['process.slots[0]']]).toEqual(['absent', false]);
      expect(offered).toEqual(['restore 1: N1 register']);
    } else {
      const { values } = run([...gone, ...whole.slice(at)]);
      expect([values['table[0].status'], values['items[0].batches[1]']]).toEqual(['ACTIVE', 'whole']);
    }
  });

  test('13: a job that fails without its client frees the name for a retry', () => {
    const run = on('disconnects');
    const failed = ['restore 0: N1 register', 'client of restore 0: disconnects', 'restore 1: N1 refused: TableInUse'];
    const steps = [...failed, 'restore 0: N2 beat', 'restore 0: N3 copying fails', 'restore 0: N5 FAILED'];
    const again = [...steps, 'restore 0: N6 remove own target', 'restore 1: ask again'];
    expect(run(again).offered).toEqual(['restore 1: N1 register']);
  });

  test('8: FAILED is written and the process is killed: the target is removed once it is stale, without a second FAILED', () => {
    const failed = [
      'restore 0: N1 register',
      'restore 0: N2 beat',
      'restore 0: N3 copying fails',
      'restore 0: N5 FAILED',
    ];
    const steps = [...failed, 'host: SIGKILL', ...afterRestart, 'reconciler: c1 nothing is listed'];
    const run = on('long-writes');
    expect(offersOf('reconciler', run(steps).offered)).toEqual([]);
    const listed = run([...steps, goesStale, 'reconciler: c1 list']);
    expect(offersOf('reconciler', listed.offered)).toEqual(['reconciler: c3 remove target']);
  });
});

test('a beat that waits behind a long write does not make its owner dead', () => {
  const steps = ['restore 0: N1 register', 'backfill: begins to write', goesStale];
  const waiting = on('long-writes')(steps);
  expect(offersOf('restore', waiting.offered)).toEqual([]);
  expect(offersOf('reconciler', waiting.offered)).toEqual([]);
  const later = on('long-writes')([...steps, 'backfill: commits', 'restore 0: N2 beat']);
  expect(later.values['record[0].stale']).toBe(false);
  const mutant = entry.build({ mutant: 'judged-by-heartbeat-alone' });
  const condemned = follow(mutant, [...steps, 'reconciler: c1 list', 'backfill: commits', 'reconciler: c2 FAILED']);
  expect(condemned.marked).toContain('S8: no live owner is condemned');
});

test('an interrupted restore remains visible until the first cycle of the new process ends', () => {
  const killed = ['restore 0: N1 register', 'restore 0: N2 beat', 'host: SIGKILL', ...afterRestart];
  const seen = on('observed')([...killed, 'observer: DescribeTable']);
  expect(seen.values['observer.saw']).toBe('CREATING');
  const { values } = on('observed')([...killed, 'observer: DescribeTable', ...removal, 'observer: DescribeTable']);
  expect([values['process.is'], values['observer.saw']]).toEqual(['running', 'absent']);
});

test('a FAILED target gets no epoch heartbeat, so the first cycle leaves it', () => {
  expect(stepsTo(entry, { mutant: 'failed-waits-for-staleness' }, 'L6')?.slice(3)).toEqual([
    'restore 0: N5 FAILED',
    'host: SIGKILL',
    'host: start again',
    'reconciler: start-up: heartbeats := epoch',
    'reconciler: c1 nothing is listed',
  ]);
});
