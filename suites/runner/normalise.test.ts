import { expect, test } from 'vitest';
import type { JsonObject, Operation } from '../../oracles/values/types.ts';
import { normalise } from './normalise.ts';

const names = {
  tables: new Map([
    ['parallax_x_t_1_', 'rows'],
    ['parallax_x_u_2_', 'more'],
  ]),
};
const normal = (op: Operation, output: JsonObject) => {
  const outcome = normalise({ kind: 'ok', output }, op, names);
  return outcome.kind === 'ok' ? outcome.output : outcome;
};
const item = { pk: { S: 'parallax_x_t_1_' }, set: { SS: ['b', 'a'] } };
const shown = { pk: { S: 'parallax_x_t_1_' }, set: { SS: ['a', 'b'] } };

test('table names are replaced in every form of responses, and never inside an item', () => {
  expect(normal('BatchGetItem', { Responses: { parallax_x_t_1_: [item] } })).toEqual({
    Responses: { '<rows>': [shown] },
  });
  expect(normal('TransactGetItems', { Responses: [{ Item: item }, {}] })).toEqual({ Responses: [{ Item: shown }, {}] });
  const error = { Code: 'ValidationError', Message: 'no parallax_x_t_1_' };
  expect(
    normal('BatchExecuteStatement', { Responses: [{ Item: item, TableName: 'parallax_x_t_1_' }, { Error: error }] }),
  ).toEqual({
    Responses: [{ Item: shown, TableName: '<rows>' }, { Error: { ...error, Message: 'no <rows>' } }],
  });
});

test.each<[Operation, string, (name: string) => JsonObject[string]]>([
  ['ListTables', 'TableNames', (name) => name],
  ['ListBackups', 'BackupSummaries', (TableName) => ({ TableName })],
  ['ListStreams', 'Streams', (TableName) => ({ TableName })],
])('%s shows what the case has made, not what else the account has', (op, list, element) => {
  const output = { [list]: [element('another'), element('parallax_x_t_1_'), element('parallax_x_t_1_b')] };
  expect(normal(op, output)).toEqual({ [list]: [element('<rows>')] });
});

test('where a listing of tables goes on counts only at a table of the case', () => {
  const last = (name: string) => normal('ListTables', { TableNames: [], LastEvaluatedTableName: name });
  expect(last('another')).toEqual(last('a third'));
  expect(last('parallax_x_t_1_')).toEqual({ TableNames: [], LastEvaluatedTableName: '<rows>' });
});

test('an index is compared with the one of its name, whatever else differs', () => {
  const indexes = (...GlobalSecondaryIndexes: JsonObject[]) => normal('DescribeTable', { GlobalSecondaryIndexes });
  const [first, second] = [{ IndexName: 'first' }, { IndexName: 'second', Backfilling: true }];
  expect(indexes(second!, first!)).toEqual({ GlobalSecondaryIndexes: [first, second] });
});

test('times differ between servers, the form of a time does not', () => {
  const created = (CreationDateTime: JsonObject[string]) => normal('DescribeTable', { Table: { CreationDateTime } });
  expect(created(1767225600.25)).toEqual(created(1893456000));
  for (const other of [1767225600250, '2026-01-01T00:00:00Z', 0])
    expect(created(other)).not.toEqual(created(1767225600));
});

test('the target’s own account and region are replaced in every ARN, even beside a foreign part', () => {
  const echoed = (region: string, account: string) => {
    const text = `Not found: arn:aws:dynamodb:xx-nowhere-9:${account}:table/a, arn:aws:dynamodb:${region}:999999999999:table/a, arn:aws-cn:dynamodb:${region}:${account}:table/a`;
    const arnPrefix = `arn:aws:dynamodb:${region}:${account}:`;
    const refused = { kind: 'rejected', type: 'X', rawType: 'X', message: text, status: 400, members: {} } as const;
    return normalise(refused, 'CreateBackup', { tables: new Map(), arnPrefix });
  };
  expect(echoed('us-east-1', '000000000000')).toMatchObject({
    message:
      'Not found: arn:aws:dynamodb:xx-nowhere-9:<account>:table/a, arn:aws:dynamodb:<region>:999999999999:table/a, arn:aws-cn:dynamodb:<region>:<account>:table/a',
  });
  expect(echoed('eu-west-1', '123456789012')).toEqual(echoed('us-east-1', '000000000000'));
});

test.each<[Operation, 'in any order' | 'in their order', JsonObject, JsonObject]>([
  [
    'Scan',
    'in any order',
    { Items: [{ a: { N: '1' } }, { a: { N: '2' } }] },
    { Items: [{ a: { N: '2' } }, { a: { N: '1' } }] },
  ],
  [
    'Query',
    'in their order',
    { Items: [{ a: { N: '1' } }, { a: { N: '2' } }] },
    { Items: [{ a: { N: '2' } }, { a: { N: '1' } }] },
  ],
  [
    'BatchGetItem',
    'in any order',
    { Responses: { t: [{ a: { N: '1' } }, { a: { N: '2' } }] } },
    { Responses: { t: [{ a: { N: '2' } }, { a: { N: '1' } }] } },
  ],
  [
    'TransactGetItems',
    'in their order',
    { Responses: [{ Item: { a: { N: '1' } } }, {}] },
    { Responses: [{}, { Item: { a: { N: '1' } } }] },
  ],
  [
    'GetRecords',
    'in their order',
    { Records: [{ eventID: '1', eventName: 'INSERT' }, { eventName: 'REMOVE' }] },
    { Records: [{ eventName: 'REMOVE' }, { eventID: '1', eventName: 'INSERT' }] },
  ],
  [
    'ListTables',
    'in any order',
    { TableNames: ['parallax_x_t_1_', 'parallax_x_u_2_'] },
    { TableNames: ['parallax_x_u_2_', 'parallax_x_t_1_'] },
  ],
  [
    'ListBackups',
    'in their order',
    { BackupSummaries: [{ BackupName: 'a' }, { BackupName: 'b' }] },
    { BackupSummaries: [{ BackupName: 'b' }, { BackupName: 'a' }] },
  ],
])('lists in the answer of %s are compared %s', (op, order, one, other) => {
  const same = JSON.stringify(normal(op, one)) === JSON.stringify(normal(op, other));
  expect(same).toBe(order === 'in any order');
});

test('every operation that describes a table compares its definitions and indexes in any order', () => {
  const definitions = {
    AttributeDefinitions: [
      { AttributeName: 'a', AttributeType: 'S' },
      { AttributeName: 'b', AttributeType: 'S' },
    ],
  };
  const indexes = {
    GlobalSecondaryIndexes: [{ IndexName: 'a' }, { IndexName: 'b' }],
    LocalSecondaryIndexes: [{ IndexName: 'c' }, { IndexName: 'd' }],
  };
  const described = { ...definitions, ...indexes };
  const reversed = Object.fromEntries(Object.entries(described).map(([name, list]) => [name, [...list].reverse()]));
  for (const op of ['CreateTable', 'DescribeTable', 'UpdateTable', 'DeleteTable', 'RestoreTableFromBackup'] as const)
    expect(normal(op, { Table: reversed })).toEqual(normal(op, { Table: described }));
  for (const op of ['DescribeBackup', 'DeleteBackup'] as const)
    expect(normal(op, { BackupDescription: { SourceTableFeatureDetails: reversed } })).toEqual(
      normal(op, { BackupDescription: { SourceTableFeatureDetails: described } }),
    );
});
