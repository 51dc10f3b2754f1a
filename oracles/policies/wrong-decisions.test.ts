/** Mutants in places that they must not affect. */
import { expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { b, n, OracleDriver, s } from '../testing/probes/driver.ts';
import type { Item, JsonObject } from '../values/types.ts';
import { type Decisions, rightDecisions } from './index.ts';

const deciding = (some: Partial<Decisions>): OracleDriver =>
  new OracleDriver(createOracle({ decisions: { ...rightDecisions, ...some } }));

test('with shorter backup ids, backups are found by them', () => {
  const driver = deciding({ backupIdDigits: 'thirteen' });
  driver.table('rows', { hash: 'pk:S' });
  const BackupArn = driver.backup('rows');
  expect(BackupArn).toMatch(/\/backup\/\d{13}-[0-9a-f]{8}$/);
  expect(driver.verdict('DescribeBackup', { BackupArn })).toBe('ok');
  for (const wrong of [BackupArn.replace(/-[0-9a-f]+$/, '-xyz'), BackupArn.replace('/backup/', '/backup/0')])
    expect(driver.verdict('DescribeBackup', { BackupArn: wrong })).not.toBe('ok');
});

test('a bounded fetch of a binary prefix returns a cursor when it fetched more of the prefix', () => {
  const driver = deciding({ pageCursor: 'when-a-bounded-fetch-held-more-matches' });
  driver.table('rows', { hash: 'pk:S', range: 'sk:B' });
  driver.put('rows', ...[[1, 1], [1, 2], [2]].map((bytes) => ({ pk: s('a'), sk: b(...bytes) })));
  const query = (Limit: number): JsonObject =>
    driver.ok('Query', {
      ...{ TableName: 'rows', Limit, KeyConditionExpression: 'pk = :p AND begins_with(sk, :s)' },
      ExpressionAttributeValues: { ':p': s('a'), ':s': b(1) },
    });
  expect([query(1).Count, query(1).LastEvaluatedKey]).toEqual([1, { pk: s('a'), sk: b(1, 1) }]);
  expect([query(2).Count, query(2).LastEvaluatedKey]).toEqual([2, undefined]);
});

test('index rows without a partition key are in the first segment, and no query finds them', () => {
  const driver = deciding({ sparseEntry: 'under-null' });
  driver.table('rows', { hash: 'pk:S', gsi: { 'by-g': { hash: 'g:S', range: 'h:N' } } });
  driver.put('rows', { pk: s('a') }, { pk: s('b'), g: s('x'), h: n(1) });
  const segments = [0, 1].map((Segment) =>
    driver.ok('Scan', { TableName: 'rows', IndexName: 'by-g', Segment, TotalSegments: 2 }),
  );
  const found = segments.flatMap(({ Items }) => Items as Item[]).map(({ pk }) => pk);
  expect(found).toHaveLength(2);
  expect((segments[0]!.Items as Item[]).map(({ pk }) => pk)).toContainEqual(s('a'));
  const select = (Statement: string) =>
    (driver.ok('ExecuteStatement', { Statement }).Items as Item[]).map(({ pk }) => pk);
  expect(select('SELECT pk FROM rows."by-g" WHERE g = \'x\'')).toEqual([s('b')]);
  expect(select('SELECT pk FROM rows."by-g"')).toHaveLength(2);
});
