import type { comparisonPolicies } from '../../policies/comparisons.ts';
import type { Item } from '../../values/types.ts';
import { b, n, type OracleDriver, type Probe, probe, s } from './driver.ts';

/** Whether a condition holds on an item. */
function holds(driver: OracleDriver, item: Item, condition: string, values: Item = {}): string {
  driver.table('items', { hash: 'pk:S' });
  driver.put('items', { pk: s('k'), ...item });
  return driver.verdict('PutItem', {
    TableName: 'items',
    Item: { pk: s('k') },
    ConditionExpression: condition,
    ...(Object.keys(values).length === 0 ? {} : { ExpressionAttributeValues: values }),
  });
}
const failed = 'ConditionalCheckFailedException';

export const comparisonProbes: { readonly [Name in keyof typeof comparisonPolicies]: Probe } = {
  numberComparison: probe('ok', (driver) => holds(driver, { a: n(10) }, 'a > :v', { ':v': n(9) })),
  attributeComparison: probe('ok', (driver) => holds(driver, { a: n(10), c: n(9) }, 'a > c')),
  crossTypeComparison: probe(failed, (driver) => holds(driver, { a: n(10) }, 'a = :v', { ':v': s('10') })),
  collectionEquality: probe('ok', (driver) =>
    holds(driver, { a: { SS: ['x', 'y'] } }, 'a = :v', { ':v': { SS: ['y', 'x'] } }),
  ),
  emptyPrefix: probe('ValidationException', (driver) => {
    driver.table('rows', { hash: 'pk:S', range: 'sk:B' });
    driver.put('rows', { pk: s('p'), sk: b(1) });
    return driver.verdict('Query', {
      TableName: 'rows',
      KeyConditionExpression: 'pk = :p AND begins_with(sk, :e)',
      ExpressionAttributeValues: { ':p': s('p'), ':e': { B: '' } },
    });
  }),
  betweenBounds: probe('ValidationException', (driver) =>
    holds(driver, { a: n(1) }, 'a BETWEEN :lo AND :hi', {
      ':lo': n('9007199254740993'),
      ':hi': n('9007199254740992'),
    }),
  ),
  sizeInComparisons: probe('ok', (driver) => holds(driver, { a: s('abc') }, 'size(a) <= :v', { ':v': n(3) })),
  inMembers: probe('ok', (driver) => holds(driver, { a: n(1) }, 'a IN (:s, :n)', { ':s': s('x'), ':n': n(1) })),
  binaryBeginsWith: probe('ok', (driver) => holds(driver, { a: b(1, 2) }, 'begins_with(a, :v)', { ':v': b(1) })),
  typeOperand: probe('ValidationException', (driver) =>
    holds(driver, { a: n(1) }, 'attribute_type(a, :v)', { ':v': s('NUMBER') }),
  ),
  missingNotEqual: probe('ok', (driver) => holds(driver, {}, 'a <> :v', { ':v': n(1) })),
  conditionOutcome: probe([failed, 'ok'], (driver) => [
    holds(driver, { a: n(1) }, 'a = :v', { ':v': n(2) }),
    driver.verdict('PutItem', {
      TableName: 'items',
      Item: { pk: s('x') },
      ConditionExpression: 'attribute_not_exists(pk)',
    }),
  ]),
};
