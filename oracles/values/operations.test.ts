import { expect, test } from 'vitest';
import { amzTarget, isOperation, operationNames, operationOf, operations, readsOnly } from './operations.ts';

test('each service has a header of its own', () => {
  const streams = ['ListStreams', 'DescribeStream', 'GetShardIterator', 'GetRecords'] as const;
  expect(operationNames.filter((name) => operations[name].service === 'streams')).toEqual(streams);
  expect(amzTarget('PutItem')).toBe('DynamoDB_20120810.PutItem');
  for (const operation of streams) expect(amzTarget(operation)).toBe(`DynamoDBStreams_20120810.${operation}`);
});

test('an operation is found by its header, under its own service alone', () => {
  expect(operationNames.map((name) => operationOf(amzTarget(name)))).toEqual(operationNames);
  for (const strange of ['DynamoDB_20120810.GetRecords', 'DynamoDB_20120810.toString', 'PutItem', '', undefined])
    expect(operationOf(strange)).toBeUndefined();
});

test('a name is an operation only if it stands in the table', () => {
  expect(['PutItem', 'putItem', 'toString', '__proto__'].map(isOperation)).toEqual([true, false, false, false]);
});

/** AWS names what only reads so; the names that say nothing are left to the table. */
test('operations that only read are those that AWS names so', () => {
  expect(operationNames.filter(readsOnly)).toEqual(
    operationNames.filter((name) => /^(?:BatchGet|Describe|Get|List|Query|Scan|TransactGet)/.test(name)),
  );
});

test('what lags is a read, and what only reads may be handed on with items', () => {
  const writing = operationNames.filter((name) => !readsOnly(name) && operations[name].effect !== 'runs statements');
  expect(writing.filter((name) => operations[name].lags !== 'never')).toEqual([]);
  expect(writing.filter((name) => operations[name].leavesOnlyItems)).toEqual(
    writing.filter((name) => operations[name].effect === 'writes items'),
  );
});
