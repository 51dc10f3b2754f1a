import { describe, expect, test } from 'vitest';
import { follow } from '../../../checker/testing/scenario.ts';
import { testModel } from '../../../testing/model.ts';
import { stepsTo } from '../../../testing/questions.ts';
import { inCatalogCreateCassandra as entry } from './index.ts';

testModel('in-catalog-create-cassandra');

const on = (variant: string) => (steps: string[]) => follow(entry.build({ variant }), steps);
const inserted = ['create: x1 insert the row: CREATING', 'create: x1 its entry'];
const bucket = ['create: x3 beat', 'create: x2 write a bucket', 'create: x2 poll: still mine'];
const goesStale = 'clock: stale_after goes by';
const listed = ['reconciler 0: y0 look: nothing', 'reconciler 0: y1 look: to be fenced'];
const row = ['row.status', 'row.generation', 'row.heartbeat'];

describe('interleavings', () => {
  test('11: a create becomes AVAILABLE between the scan and the fence, and is kept', () => {
    const steps = [...inserted, ...bucket, ...bucket, goesStale, ...listed, 'create: x4 AVAILABLE'];
    const { offered, values } = on('two-servers')([...steps, 'reconciler 0: y2 not applied']);
    expect(values['row.status']).toBe('AVAILABLE');
    expect(offered).not.toContain('reconciler 0: delete: drop a bucket');
  });

  test('12: a create beats between the scan and the fence, and keeps row, status and generation', () => {
    const steps = [...inserted, goesStale, ...listed, 'create: x3 beat'];
    const before = on('two-servers')(steps);
    expect(before.offered).toContain('reconciler 0: y2 not applied');
    const { values, marked } = on('two-servers')([...steps, 'reconciler 0: y2 not applied']);
    expect(marked).toEqual(['a beat between listing and fence saves the create']);
    expect(row.map((field) => values[field])).toEqual(['CREATING', 1, 1]);
    expect(row.map((field) => values[field])).toEqual(row.map((field) => before.values[field]));
  });

  test('a crash after the fence: the next cycle of any server reports the row and continues the deletion', () => {
    const steps = [...inserted, ...bucket, 'create: crash', goesStale, ...listed];
    const fenced = [...steps, 'reconciler 0: y2 fence to DELETING, and report'];
    const { offered } = on('two-servers')(fenced);
    expect(offered).toContain('reconciler 1: y0 look: to be reported');
    const rest = ['delete: drop a bucket', 'delete: drop a bucket', 'delete: its entries', 'delete: remove the row'];
    const looked = ['reconciler 1: y0 look: to be reported', 'reconciler 1: y1 look: nothing'];
    const { values } = on('two-servers')([...fenced, ...looked, ...rest.map((label) => `reconciler 1: ${label}`)]);
    expect([values['row.status'], values['bucket[0].isThere']]).toEqual(['absent', false]);
  });
});

test('a fenced create writes one more bucket before its next poll, and that bucket may outlive its row', () => {
  const fenced = [
    ...inserted,
    'create: x3 beat',
    goesStale,
    ...listed,
    'reconciler 0: y2 fence to DELETING, and report',
  ];
  const stopped = on('two-servers')([...fenced, 'create: x2 write a bucket', 'create: x2 poll: lost']);
  expect(stopped.offered.filter((step) => step.startsWith('create'))).toEqual([]);
  expect(stepsTo(entry, { mutant: 'late-bucket-stays' }, 'rest')?.slice(-2)).toEqual([
    'reconciler 0: delete: remove the row',
    'create: x2 write a bucket',
  ]);
});

test('a plain DELETED after a reconciler has finished the delete brings back the row', () => {
  expect(stepsTo(entry, { mutant: 'deleted-without-a-condition' }, 'E4')?.slice(-5)).toEqual([
    'reconciler 0: delete: remove the row',
    'delete: E3 drop a bucket',
    'delete: E3 drop a bucket',
    'delete: E3 its entries',
    'delete: E4 DELETED',
  ]);
});

test('a scan of the side table never finds a row whose process died before it wrote the entry', () => {
  expect(stepsTo(entry, { mutant: 'scan-by-entries' }, 'settled')).toEqual([
    'create: x1 insert the row: CREATING',
    'create: crash',
  ]);
});
