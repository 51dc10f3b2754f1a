import { describe, expect, test } from 'vitest';
import type { Json, Operation } from '../../../oracles/values/types.ts';
import type { DivergenceClass, Severity, Tier } from '../record.ts';
import { type SeenDifference, severityOf } from './severity.ts';

const seen = (
  op: Operation,
  kind: DivergenceClass,
  path = '',
  expected: Json = null,
  actual: Json = null,
  tier: Tier = 'outcome',
): SeenDifference => ({ op, class: kind, tier, path, expected, actual });

const row = [{ pk: { S: 'a' } }];
const seenOf: [what: string, SeenDifference, ceiling: Severity][] = [
  ['a write that should have been refused', seen('PutItem', 'accepted'), 'critical'],
  ['a restore that should have been refused', seen('RestoreTableFromBackup', 'accepted'), 'critical'],
  ['a read that should have been refused', seen('Scan', 'accepted'), 'major'],
  ['a description of what should not be there', seen('DescribeTable', 'accepted'), 'major'],
  ['a valid request that is refused', seen('Query', 'refused'), 'critical'],
  ['a server that fails', seen('GetItem', 'server-error'), 'critical'],
  ['a loop without an end', seen('Query', 'endless'), 'critical'],
  ['a lost row', seen('Query', 'rows-missing', 'Items', row), 'critical'],
  ['a row too many', seen('Scan', 'rows-extra', 'Items', null, row), 'critical'],
  ['a stream record too many', seen('GetRecords', 'rows-extra', 'Records', null, row), 'critical'],
  ['rows in another order', seen('Query', 'rows-order', 'Items', row, row), 'critical'],
  ['a lost item', seen('GetItem', 'member-missing', 'Item', { $present: true }), 'critical'],
  ['a lost attribute', seen('GetItem', 'member-missing', 'Item.pk', { S: 'a' }), 'critical'],
  ['a lost empty list in an item', seen('GetItem', 'member-missing', 'Item.l.L', []), 'critical'],
  ['another value in an item', seen('Query', 'value', 'Items[3].n.N', '1', '2'), 'critical'],
  ['pages that end too soon', seen('Scan', 'member-missing', 'LastEvaluatedKey', { pk: { S: 'a' } }), 'critical'],
  [
    'a state that is said too soon',
    seen('DescribeTable', 'value', 'Table.TableStatus', 'CREATING', 'ACTIVE'),
    'critical',
  ],
  [
    'the state of an index',
    seen('UpdateTable', 'value', 'TableDescription.GlobalSecondaryIndexes[0].IndexStatus', 'CREATING', 'ACTIVE'),
    'critical',
  ],
  [
    'a description that lacks a member',
    seen('DescribeTable', 'member-missing', 'Table.SSEDescription', { a: 1 }),
    'major',
  ],
  ['a description with another value', seen('DescribeTable', 'value', 'Table.TableArn', 'a', 'b'), 'major'],
  [
    'a list of indexes that lacks one',
    seen('DescribeTable', 'rows-missing', 'Table.GlobalSecondaryIndexes', row),
    'major',
  ],
  ['a description with a member too many', seen('DescribeTable', 'member-extra', 'Table.X', null, 'x'), 'minor'],
  ['an empty list that is left out', seen('ListBackups', 'member-missing', 'BackupSummaries', []), 'minor'],
  ['an empty list of rows that is left out', seen('Query', 'member-missing', 'Items', []), 'minor'],
  ['an empty object that is left out', seen('BatchWriteItem', 'member-missing', 'UnprocessedItems', {}), 'minor'],
  ['an empty list too many', seen('DescribeTable', 'member-extra', 'Table.LocalSecondaryIndexes', null, []), 'minor'],
  ['another error type', seen('PutItem', 'error-type', '', 'A', 'B', 'error-type'), 'major'],
  [
    'a lost item in a refusal',
    seen('TransactWriteItems', 'error-member', 'CancellationReasons[0].Item', { a: 1 }, null, 'member'),
    'major',
  ],
  ['another member in the text of a refusal', seen('PutItem', 'error-member', 'message', 'a', 'b', 'member'), 'minor'],
  ['another text', seen('PutItem', 'error-text', 'message', 'a', 'b', 'text'), 'minor'],
];

describe('the observation limits the severity', () => {
  test.each(seenOf)('%s', (_, what, ceiling) => {
    expect(severityOf(what, ['critical'])).toBe(ceiling);
  });

  test.each(seenOf)('%s, but never above the finding', (_, what) => {
    expect(severityOf(what, ['minor'])).toBe('minor');
    expect(severityOf(what, ['fact'])).toBe('fact');
  });
});

test('the worst of several findings is the limit, and without one it is minor', () => {
  expect(severityOf(seen('PutItem', 'accepted'), ['fact', 'major', 'minor'])).toBe('major');
  expect(severityOf(seen('PutItem', 'accepted'), [])).toBe('minor');
});
