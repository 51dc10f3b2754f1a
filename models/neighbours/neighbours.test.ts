import { expect, test } from 'vitest';
import type { ModelEntry } from '../checker/entry.ts';
import { explore } from '../checker/explore.ts';
import { testModel } from '../checker/testing/entry.ts';
import * as neighbours from './index.ts';

const { compareAndSwap, contendedAdd, idempotencyToken, indexCache, negativeCache } = neighbours;
const { restoreCursor, snapshotBarrier, streamEnable, streamSequence, updatePaths } = neighbours;

testModel(snapshotBarrier, { 'default default': [46, 60, 5, 8, '46'] });
testModel(negativeCache, { 'default default': [11, 16, 1, 5, '7'] });
testModel(restoreCursor, { 'small default': [8, 10, 1, 4, '4'], 'default default': [10, 13, 1, 5, '5'] });
testModel(streamSequence, {
  'small default': [53, 88, 5, 6, '130'],
  'default default': [395, 851, 16, 8, '61782'],
});
testModel(streamEnable, { 'default default': [9, 10, 2, 3, '4'] });
testModel(updatePaths, { 'small default': [7, 8, 1, 3, '3'], 'default default': [93, 196, 1, 6, '2340'] });
testModel(contendedAdd, { 'small default': [38, 60, 4, 5, '54'], 'default default': [281, 573, 12, 7, '11046'] });
testModel(idempotencyToken, { 'small default': [16, 24, 1, 6, '20'], 'default default': [72, 146, 3, 9, '798'] });
testModel(indexCache, {
  'default no-cache': [19, 27, 1, 6, '15'],
  'default waiting-backfill': [37, 56, 2, 8, '78'],
});
testModel(compareAndSwap, {
  'default insert': [21, 28, 4, 4, '12'],
  'default from-one-value': [13, 15, 3, 3, '6'],
  'default increment': [48, 90, 1, 6, '498'],
  'default there-and-back': [41, 85, 1, 6, '888'],
});

const story = (entry: ModelEntry, mutant: string, property: string) =>
  explore(entry.build({ mutant }), { properties: [property], count: false }).trace?.steps.map(
    ({ process, label }) => `${process}: ${label}`,
  );

test('a reader that saw the later number first never sees the earlier record', () => {
  expect(story(streamSequence, 'drawn-before-commit', 'in order')).toEqual([
    'writer 0: draw a number',
    'writer 1: draw a number',
    'writer 1: commit',
    'reader: GetRecords',
    'writer 0: commit',
  ]);
});

test('a VACUUM between two batches hides the next row behind the cursor', () => {
  expect(story(restoreCursor, 'implicit-rowid', 'each item once')).toEqual([
    'restore: copy a batch',
    'restore: copy a batch',
    'vacuum: VACUUM',
    'restore: finish',
  ]);
});

// Beyond what is documented: the rule for CREATING names does nothing for what was read before there was a table.
test('what was not found before CreateTable hides a table that is ACTIVE within five seconds', () => {
  expect(story(negativeCache, 'create-does-not-forget', 'S14')).toEqual([
    'client: look it up',
    'create: insert',
    'create: make it ACTIVE',
    'client: see ACTIVE',
    'client: read',
  ]);
});

test('two concurrent requests with one token both execute without a unique key', () => {
  expect(story(idempotencyToken, 'check-then-insert', 'M4')).toEqual([
    'request 1: look for the token',
    'request 0: look for the token',
    'request 0: execute',
    'request 1: execute',
  ]);
});
