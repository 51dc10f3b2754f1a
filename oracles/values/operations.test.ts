import { expect, test } from 'vitest';
import { amzTarget, isOperation, operationNames, operationOf, operations, readsOnly } from './operations.ts';

test('each service has its own header', () => {
  const streams = ['ListStreams', 'DescribeStream', 'GetShardIterator', 'GetRecords'] as const;
  expect(operationNames.filter((name) => operations[name].service === 'streams')).toEqual(streams);
  expect(amzTarget('PutItem')).toBe('DynamoDB_20120810.PutItem');
  for (const operation of streams) expect(amzTarget(operation)).toBe(`DynamoDBStreams_20120810.${operation}`);
});

test('a header finds an operation of its own service only', () => {
  expect(operationNames.map((name) => operationOf(amzTarget(name)))).toEqual(operationNames);
  for (const strange of ['DynamoDB_20120810.GetRecords', 'DynamoDB_20120810.toString', 'PutItem', '', undefined])
    expect(operationOf(strange)).toBeUndefined();
});

test('only names in the table are operations', () => {
  expect(['PutItem', 'putItem', 'toString', '__proto__'].map(isOperation)).toEqual([true, false, false, false]);
});

/** AWS names reveal most read-only operations; for the other names the table decides. */
test('read-only operations are those whose AWS names say so', () => {
  expect(operationNames.filter(readsOnly)).toEqual(
    operationNames.filter((name) => /^(?:BatchGet|Describe|Get|List|Query|Scan|TransactGet)/.test(name)),
  );
});

test('operations that lag are reads, and writes that leave only items write items', () => {
  const writing = operationNames.filter((name) => !readsOnly(name) && operations[name].effect !== 'runs statements');
  expect(writing.filter((name) => operations[name].lags !== 'never')).toEqual([]);
  expect(writing.filter((name) => operations[name].leavesOnlyItems)).toEqual(
    writing.filter((name) => operations[name].effect === 'writes items'),
  );
});
