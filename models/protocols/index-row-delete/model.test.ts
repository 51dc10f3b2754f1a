import { describe, expect, test } from 'vitest';
import { follow } from '../../checker/testing/scenario.ts';
import { testModel } from '../../testing/model.ts';
import { stepsTo } from '../../testing/questions.ts';
import { indexRowDelete as entry } from './index.ts';

testModel('index-row-delete');

const on = (variant: string) => (steps: string[]) => follow(entry.build({ variant }), steps);
const starts = (at: number) =>
  ['build the description', 'lock the row', 'look for restores', 'COMMIT: DELETING'].map(
    (step) => `delete ${at}: ${step}`,
  );
const registers = ['lock the row', 'check the backup', 'COMMIT: registered'].map((step) => `restore 0: ${step}`);

describe('interleavings', () => {
  test('1: a delete and a restore of one backup, whichever locks the row first', () => {
    const deleted = on('deletes')([...starts(0), 'restore 0: lock the row']);
    expect(deleted.offered).toContain('restore 0: refused: BackupNotFound');
    const restored = on('deletes')([...registers, ...starts(0).slice(0, 2)]);
    expect(restored.offered.filter((step) => step.startsWith('delete 0'))).toEqual([
      'delete 0: refused: BackupInUse',
      'delete 0: crash',
    ]);
    const waits = on('deletes')(['delete 0: build the description', 'restore 0: lock the row']);
    expect(waits.offered).not.toContain('delete 0: lock the row');
  });

  test.each([
    ['after DELETING', starts(0)],
    ['after the drop', [...starts(0), 'delete 0: drop the data']],
  ])('16: a delete dies %s, and another goes on', (_, steps) => {
    const rest = ['build the description', 'DELETING already: go on', 'drop the data', 'DELETED'];
    const died = [...steps, 'delete 0: crash', ...rest.map((step) => `delete 1: ${step}`)];
    expect(on('deletes')(died).values['index row.status']).toBe('DELETED');
  });

  test('14: the session of a job is killed: the job stops at its next beat, and its row becomes FAILED', () => {
    const begun = ['job 0: try-lock the id', 'job 0: claim: CREATING', 'job 0: beat', 'session of job 0: is killed'];
    const steps = [...begun, 'job 0: write a batch', 'job 0: session is dead', 'clock: stale_after goes by'];
    const { values } = on('claims')([...steps, 'judge: list a dead claim', 'judge: FAILED']);
    expect([values['job[0].at'], values['index row.status']]).toEqual(['lost', 'FAILED']);
    const other = on('claims')([...begun, 'job 1: try-lock the id']);
    expect(other.offered).toContain('job 1: refused: AlreadyExists');
  });
});

test('if DELETING is refused, a delete that died leaves a row that nobody finishes', () => {
  const stuck = [
    ...starts(0),
    'delete 0: crash',
    'delete 0: build the description',
    'delete 0: refused: BackupNotFound',
  ];
  const other = ['delete 1: build the description', 'delete 1: refused: BackupNotFound'];
  const { values, offered } = on('deletes-refused-on-deleting')([
    ...stuck,
    ...other,
    'restore 0: lock the row',
    'restore 0: refused: BackupNotFound',
  ]);
  expect([values['index row.status'], offered]).toEqual(['DELETING', []]);
});

test('a killed session frees the id; if data is found by the id alone, late data of the dead job lands in the next claim', () => {
  expect(stepsTo(entry, { mutant: 'data-by-id-alone' }, 'S13')).toEqual([
    'job 0: try-lock the id',
    'job 0: claim: CREATING',
    'job 0: beat',
    'clock: stale_after goes by',
    'judge: list a dead claim',
    'judge: FAILED',
    'janitor: remove the row',
    'session of job 0: is killed',
    'job 1: try-lock the id',
    'job 1: claim: CREATING',
    'job 0: write a batch',
  ]);
});
