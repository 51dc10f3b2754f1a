import { expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { OracleDriver, s, tableRequest } from '../testing/probes/driver.ts';
import type { JsonObject, Operation } from '../values/types.ts';

const account = '000000000000';
const arnOf = (name: string, owner = account, region = 'us-east-1') =>
  `arn:aws:dynamodb:${region}:${owner}:table/${name}`;
const key = { pk: s('a') };

/** Each operation that takes a table name, with a request that succeeds on a table with this key. */
const requests: readonly (readonly [Operation, (name: string) => JsonObject])[] = [
  ['DescribeTable', (TableName) => ({ TableName })],
  ['PutItem', (TableName) => ({ TableName, Item: key })],
  ['GetItem', (TableName) => ({ TableName, Key: key })],
  ['UpdateItem', (TableName) => ({ TableName, Key: key, UpdateExpression: 'SET v = pk' })],
  [
    'Query',
    (TableName) => ({
      ...{ TableName, KeyConditionExpression: 'pk = :p' },
      ExpressionAttributeValues: { ':p': s('a') },
    }),
  ],
  ['Scan', (TableName) => ({ TableName })],
  ['BatchGetItem', (name) => ({ RequestItems: { [name]: { Keys: [key] } } })],
  ['BatchWriteItem', (name) => ({ RequestItems: { [name]: [{ PutRequest: { Item: key } }] } })],
  ['TransactGetItems', (TableName) => ({ TransactItems: [{ Get: { TableName, Key: key } }] })],
  ['TransactWriteItems', (TableName) => ({ TransactItems: [{ Put: { TableName, Item: key } }] })],
  ['DeleteItem', (TableName) => ({ TableName, Key: key })],
  ['DescribeTimeToLive', (TableName) => ({ TableName })],
  ['DescribeContinuousBackups', (TableName) => ({ TableName })],
  ['UpdateTable', (TableName) => ({ TableName, DeletionProtectionEnabled: true })],
];

function withTable(): OracleDriver {
  const driver = new OracleDriver(createOracle());
  driver.table('rows', { hash: 'pk:S' });
  driver.put('rows', key);
  return driver;
}

test.each(requests)('%s takes an ARN where it takes a name', (operation, request) => {
  const driver = withTable();
  expect(driver.verdict(operation, request(arnOf('rows')))).toBe('ok');
  expect(driver.verdict(operation, request(arnOf('rows', '111111111111')))).toBe('AccessDeniedException');
  expect(driver.verdict(operation, request(arnOf('rows', account, 'eu-west-1')))).toBe('ValidationException');
  expect(driver.verdict(operation, request('arn:nonsense'))).toBe('ValidationException');
  expect(driver.verdict(operation, request(arnOf('x'.repeat(1024))))).toBe('ValidationException');
  const missing = driver.verdict(operation, request(arnOf('absent')));
  expect(missing).toMatch(/^(ResourceNotFound|TableNotFound)Exception$/);
});

test('an answer names a table as the request did', () => {
  const driver = withTable();
  const arn = arnOf('rows');
  const asked = { ReturnConsumedCapacity: 'TOTAL' };
  const names = requests.slice(1, 11).flatMap(([operation, request]) => {
    const { ConsumedCapacity: one } = driver.ok(operation, { ...request(arn), ...asked });
    return (Array.isArray(one) ? one : [one]).map((consumed) => (consumed as JsonObject).TableName);
  });
  expect(names).toEqual(Array(10).fill(arn));
  driver.put('rows', key);
  expect(driver.ok('BatchGetItem', { RequestItems: { [arn]: { Keys: [key] } } }).Responses).toEqual({ [arn]: [key] });
});

test('one item is one item, whatever its table is called', () => {
  const driver = withTable();
  const put = (TableName: string) => ({ Put: { TableName, Item: key } });
  expect(driver.message('TransactWriteItems', { TransactItems: [put('rows'), put(arnOf('rows'))] })).toBe(
    'Transaction request cannot include multiple operations on one item',
  );
  const writes = [{ PutRequest: { Item: key } }];
  expect(driver.message('BatchWriteItem', { RequestItems: { rows: writes, [arnOf('rows')]: writes } })).toBe(
    'Provided list of item keys contains duplicates',
  );
});

test('a table is created and deleted by its ARN; a missing one is reported by name', () => {
  const driver = new OracleDriver(createOracle());
  expect(driver.message('DeleteTable', { TableName: arnOf('rows') })).toBe(
    'Requested resource not found: Table: rows not found',
  );
  driver.ok('CreateTable', { ...tableRequest('rows', { hash: 'pk:S' }), TableName: arnOf('rows') });
  driver.wait();
  expect(driver.describe('rows')).toMatchObject({ TableName: 'rows', TableArn: arnOf('rows'), TableStatus: 'ACTIVE' });
  driver.ok('DeleteTable', { TableName: arnOf('rows') });
  expect(driver.message('DeleteTable', { TableName: 'rows' })).toBe(
    'Attempt to change a resource which is still in use: Table is being deleted: rows',
  );
});

test('the cursor of ListTables is a name', () => {
  const driver = withTable();
  expect(driver.verdict('ListTables', { ExclusiveStartTableName: arnOf('rows') })).toBe('ValidationException');
});
