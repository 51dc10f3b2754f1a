import { expect, test } from 'vitest';
import { inOurNames } from './aliases.ts';
import { statementShape } from './statements.ts';

const aliases = {
  attributes: { PK: 'pk', at: 'sk', name: 'status', count: 'lk', 'first-name': 'beta' },
  indexes: { count: 'by-rank', 'GSI1.x': 'by-group' },
};

test.each([
  ['Missing the key PK in the item', 'Missing the key pk in the item'],
  ['Type mismatch for key at expected: S actual: N', 'Type mismatch for key sk expected: S actual: N'],
  ["Value null at 'tableName' failed", "Value null at 'tableName' failed"],
  ['An expression attribute name used', 'An expression attribute name used'],
  ['reserved keyword: name', 'reserved keyword: status'],
  [
    'Cannot update attribute PK. This attribute is part of the key',
    'Cannot update attribute pk. This attribute is part of the key',
  ],
  ['The table does not have the specified index: GSI1.x', 'The table does not have the specified index: by-group'],
  [
    'ConsumedCapacity.LocalSecondaryIndexes.count.CapacityUnits',
    'ConsumedCapacity.LocalSecondaryIndexes.by-rank.CapacityUnits',
  ],
  ['ItemCollectionMetrics.<rows>[0].ItemCollectionKey.PK', 'ItemCollectionMetrics.<rows>[0].ItemCollectionKey.pk'],
  ['PKS and XPK', 'PKS and XPK'],
])('%s', (text, translated) => {
  expect(inOurNames(text, aliases)).toBe(translated);
  expect(inOurNames(text)).toBe(text);
});

test('the shape of a statement has our names of keys and indexes, and types', () => {
  const statement = {
    $text: [
      'SELECT "first-name" FROM "',
      { $table: 'rows' },
      '"."GSI1.x" WHERE "PK" = ? AND "count" > 10 OR \'a\' = "x".y[3]',
    ],
  };
  expect(statementShape(statement, [{ S: 'a' }], aliases)).toBe(
    'SELECT path FROM table.by-group WHERE pk = S AND lk > N OR S = path',
  );
  expect(statementShape('delete from "no" where size(alpha) = ? -- all', [{ N: '1' }, { S: 'a' }])).toBe(
    'DELETE FROM path WHERE size(path) = N with 1 parameters more',
  );
});
