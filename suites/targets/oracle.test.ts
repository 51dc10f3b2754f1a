import { expect, test } from 'vitest';
import { createOracleSession, oracleTarget } from './oracle.ts';

const TableName = 'orders';
const schema = {
  TableName,
  BillingMode: 'PAY_PER_REQUEST',
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
};

test('time passes only by pause, and each session has its own tables', async () => {
  const session = await oracleTarget.start();
  const status = async () => {
    const outcome = await session.send('DescribeTable', { TableName });
    return outcome.kind === 'ok' ? (outcome.output.Table as { TableStatus: string }).TableStatus : outcome.kind;
  };
  await session.send('CreateTable', schema);
  expect(await status()).toBe('CREATING');
  expect(await status()).toBe('CREATING');
  await session.pause(60_000);
  expect(await status()).toBe('ACTIVE');
  expect(await createOracleSession().send('ListTables', {})).toMatchObject({ output: { TableNames: [] } });
});

test.each(['', '{', '{"TableName":"a"} x'])('a body that is not JSON: %j', async (body) => {
  expect(await createOracleSession().send('GetItem', {}, { body })).toMatchObject({
    kind: 'rejected',
    type: 'SerializationException',
    status: 400,
  });
});

test.each(['null', '[]', '7', '"x"'])('a JSON body that is not an object is refused as well: %s', async (body) => {
  expect(await createOracleSession().send('GetItem', {}, { body })).toMatchObject({ kind: 'rejected' });
});

test('a body is judged like the input that it encodes', async () => {
  const session = createOracleSession();
  expect(await session.send('ListTables', {}, { body: '{"Limit":1}' })).toEqual(
    await session.send('ListTables', { Limit: 1 }),
  );
});

test('a target among the headers replaces the operation, and the body is read first', async () => {
  const session = createOracleSession();
  const target = (name: string) => ({ headers: { 'x-amz-target': name } });
  expect(await session.send('GetItem', {}, target('DynamoDB_20120810.ListTables'))).toMatchObject({ kind: 'ok' });
  expect(await session.send('GetItem', {}, target('DynamoDB_20120810.MakeTea'))).toMatchObject({
    type: 'UnknownOperationException',
  });
  expect(await session.send('GetItem', {}, { ...target('x'), body: '{' })).toMatchObject({
    type: 'SerializationException',
  });
});
