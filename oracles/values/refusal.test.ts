import { describe, expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { n, OracleDriver, s } from '../testing/probes/driver.ts';
import { envelope, requestRefusal, validation } from './refusal.ts';
import { type JsonObject, type Operation, shortType } from './types.ts';

const TableName = 'rows';
const Key = { pk: s('a') };
const ExpressionAttributeValues = { ':v': n(1) };

describe('values without an expression', () => {
  const alone = 'ExpressionAttributeValues can only be specified when using expressions';
  test.each<[Operation, JsonObject, string, string]>([
    [
      'PutItem',
      { TableName, Item: Key },
      `1 validation error detected: ${alone}`,
      `${alone}: ConditionExpression is null`,
    ],
    [
      'DeleteItem',
      { TableName, Key },
      `1 validation error detected: ${alone}`,
      `${alone}: ConditionExpression is null`,
    ],
    [
      'UpdateItem',
      { TableName, Key },
      `1 validation error detected: ${alone}`,
      `${alone}: UpdateExpression and ConditionExpression are null`,
    ],
    [
      'Query',
      { TableName, KeyConditions: { pk: { ComparisonOperator: 'EQ', AttributeValueList: [s('a')] } } },
      alone,
      `${alone}: FilterExpression and KeyConditionExpression are null`,
    ],
    ['Scan', { TableName }, `${alone}: FilterExpression is null`, `${alone}: FilterExpression is null`],
  ])('%s: each layer has its own text', (operation, input, newer, older) => {
    const messages = (['new', 'old'] as const).map((texts) =>
      new OracleDriver(createOracle({ texts })).message(operation, { ...input, ExpressionAttributeValues }),
    );
    expect(messages).toEqual([newer, older]);
  });
});

describe('the envelope', () => {
  const refusal = requestRefusal('newer', 'older');
  test.each<[Operation, string, string]>([
    ['PutItem', '1 validation error detected: newer', 'older'],
    ['UpdateItem', '1 validation error detected: newer', 'older'],
    ['DeleteItem', '1 validation error detected: newer', 'older'],
    ['GetItem', 'newer', 'older'],
    ['Query', 'newer', 'older'],
    ['BatchGetItem', 'newer', 'older'],
    ['TransactWriteItems', 'newer', 'older'],
    ['Scan', 'older', 'older'],
    ['BatchWriteItem', 'older', 'older'],
    ['ExecuteStatement', 'older', 'older'],
    ['ExecuteTransaction', 'older', 'older'],
  ])('%s: %s, or %s', (operation, newer, older) => {
    expect([envelope(refusal, operation).message, envelope(refusal, operation, 'old').message]).toEqual([newer, older]);
    expect(envelope(validation('bare'), operation, 'old').message).toBe('bare');
  });
});

test('the type of an exception has no namespace', () => {
  expect(shortType('com.amazonaws.dynamodb.v20120810#ResourceNotFoundException')).toBe('ResourceNotFoundException');
  expect(shortType('Bare')).toBe('Bare');
});
