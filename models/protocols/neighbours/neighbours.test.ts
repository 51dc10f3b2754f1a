import { expect, test } from 'vitest';
import { explore } from '../../checker/explore.ts';
import type { ModelEntry } from '../../language/entry.ts';
import { testModel } from '../../testing/model.ts';
import * as neighbours from './index.ts';

const { idempotencyToken, negativeCache, restoreCursor, streamSequence } = neighbours;

testModel('snapshot-barrier');
testModel('negative-cache');
testModel('restore-cursor');
testModel('stream-sequence');
testModel('stream-enable');
testModel('update-paths');
testModel('contended-add');
testModel('idempotency-token');
testModel('index-cache');
testModel('compare-and-swap');
testModel('backup-claim');

const story = (entry: ModelEntry, mutant: string, property: string) =>
  explore(entry.build({ mutant }), { properties: [property], count: false }).trace?.steps.map(
    ({ process, label }) => `${process}: ${label}`,
  );

test('a reader that has read a later number never reads the record of an earlier one', () => {
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

// Beyond what is documented: the rule for CREATING tables does not cover a name that was looked up before the table existed.
test('a name that was not found before CreateTable hides an ACTIVE table for up to five seconds', () => {
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
