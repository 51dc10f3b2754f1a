import { expect, test } from 'vitest';
import { inOurNames, statementInOurNames } from './aliases.ts';

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

test('names of a user’s tables are quoted in statements', () => {
  const statement = JSON.stringify({ $text: ['SELECT "first-name" FROM "', { $table: 'rows' }, '" WHERE "PK" = ?'] });
  expect(statementInOurNames(statement, aliases)).toContain('SELECT beta FROM');
  expect(statementInOurNames(statement, aliases)).toContain('WHERE pk = ?');
});
