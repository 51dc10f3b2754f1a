import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readSchema } from './read.ts';
import { assigned, readRows, textOf } from './rows.ts';

const bytes = (name: string): Buffer => readFileSync(new URL(`testing/${name}`, import.meta.url));
const read = (name: string) => readSchema(textOf(bytes(name)));
const key = (AttributeName: string, KeyType: string) => ({ AttributeName, KeyType });
const typed = (all: { [name: string]: string }) =>
  Object.entries(all).map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType }));
const projected = (ProjectionType: string, ...names: string[]) => ({
  ProjectionType,
  ...(names.length > 0 && { NonKeyAttributes: names }),
});
const onDemand = { BillingMode: 'PAY_PER_REQUEST' };

describe('each format is converted to CreateTable’s input', () => {
  test('CreateTable JSON: without throughput, tags and protection', () => {
    const { tables, leftOut } = read('orders.create-table.json');
    expect(leftOut).toEqual([]);
    expect(tables.map(({ name, schema }) => [name, schema])).toEqual([
      [
        'Orders',
        {
          ...onDemand,
          KeySchema: [key('customer-id', 'HASH'), key('timestamp', 'RANGE')],
          AttributeDefinitions: typed({ 'customer-id': 'S', timestamp: 'N', status: 'S', checksum: 'B' }),
          GlobalSecondaryIndexes: [
            {
              IndexName: 'status-timestamp-index',
              KeySchema: [key('status', 'HASH'), key('timestamp', 'RANGE')],
              Projection: projected('INCLUDE', 'total', 'name'),
            },
          ],
          LocalSecondaryIndexes: [
            {
              IndexName: 'by.checksum',
              KeySchema: [key('customer-id', 'HASH'), key('checksum', 'RANGE')],
              Projection: projected('KEYS_ONLY'),
            },
          ],
          StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
        },
      ],
    ]);
  });

  const counters = {
    ...onDemand,
    KeySchema: [key('id', 'HASH')],
    AttributeDefinitions: typed({ id: 'N' }),
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'OLD_IMAGE' },
  };

  test('DescribeTable answer: without what only an answer has', () => {
    expect(read('counters.describe-table.json').tables.map(({ schema }) => schema)).toEqual([counters]);
  });

  test('a list of both', () => {
    const list = `[${textOf(bytes('counters.describe-table.json'))},${textOf(bytes('orders.create-table.json'))}]`;
    expect(readSchema(list).tables.map(({ name }) => name)).toEqual(['Counters', 'Orders']);
  });

  test('NoSQL Workbench model, with its attributes and sample data', () => {
    const [table] = read('music.workbench.json').tables;
    expect(table?.schema).toEqual({
      ...onDemand,
      KeySchema: [key('PK', 'HASH'), key('SK', 'RANGE')],
      AttributeDefinitions: typed({ PK: 'S', SK: 'S', GSI1PK: 'S' }),
      GlobalSecondaryIndexes: [
        {
          IndexName: 'GSI1',
          KeySchema: [key('GSI1PK', 'HASH'), key('PK', 'RANGE')],
          Projection: projected('INCLUDE', 'Title'),
        },
      ],
    });
    expect([...(table?.attributes ?? [])]).toContainEqual(['Tags', 'SS']);
    expect(table?.rows).toHaveLength(4);
  });

  test('CloudFormation YAML: parameters, conditions and mappings are resolved, the rest is listed', () => {
    const { tables, leftOut } = read('shop.template.yaml');
    expect(tables.map(({ name, schema }) => [name, schema])).toEqual([
      [
        'EventTable',
        {
          ...onDemand,
          KeySchema: [key('pk', 'HASH'), key('sort-pk', 'RANGE')],
          AttributeDefinitions: typed({ pk: 'S', 'sort-pk': 'S', user: 'S', at: 'N' }),
          GlobalSecondaryIndexes: [
            {
              IndexName: 'user-at',
              KeySchema: [key('user', 'HASH'), key('at', 'RANGE')],
              Projection: projected('ALL'),
            },
          ],
          StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
        },
      ],
      [
        'Everywhere',
        {
          ...onDemand,
          KeySchema: [key('id', 'HASH')],
          AttributeDefinitions: typed({ id: 'B' }),
          StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
        },
      ],
    ]);
    expect(leftOut).toEqual([
      'ProdOnlyTable: its condition IsProd is false',
      'AWS::KMS::Key: not a table',
      'AWS::IAM::Role (2): not a table',
    ]);
  });

  test('the same template as JSON is the same', () => {
    const long = { 'Fn::Sub': ['sort-$'.concat('{Name}'), { Name: { Ref: 'KeyName' } }] };
    const template = {
      Parameters: { KeyName: { Type: 'String', Default: 'id' } },
      Resources: {
        T: {
          Type: 'AWS::DynamoDB::Table',
          Properties: {
            KeySchema: [
              { AttributeName: { Ref: 'KeyName' }, KeyType: 'HASH' },
              { AttributeName: long, KeyType: 'RANGE' },
            ],
            AttributeDefinitions: [
              { AttributeName: { 'Fn::Select': [1, { 'Fn::Split': ['/', 'no/id'] }] }, AttributeType: 'S' },
              { AttributeName: { 'Fn::Join': ['-', ['sort', { Ref: 'KeyName' }]] }, AttributeType: 'S' },
            ],
          },
        },
      },
    };
    expect(readSchema(JSON.stringify(template)).tables[0]?.schema.KeySchema).toEqual([
      key('id', 'HASH'),
      key('sort-id', 'RANGE'),
    ]);
  });

  test('SAM: a simple table has one key, by default a text called id', () => {
    const { tables, leftOut } = read('sessions.sam.yaml');
    expect(tables.map(({ name, schema }) => [name, schema.AttributeDefinitions])).toEqual([
      ['Sessions', typed({ token: 'S' })],
      ['Defaults', typed({ id: 'S' })],
    ]);
    expect(leftOut).toEqual(['AWS::Serverless::Function: not a table']);
  });

  test('serverless: its variables, also nested, anchors, and a file that includes another', () => {
    const { tables, leftOut } = read('chat.serverless.yml');
    expect(tables.map(({ name, schema }) => [name, schema])).toEqual([
      [
        'Messages',
        {
          ...onDemand,
          KeySchema: [key('room', 'HASH'), key('sentAt', 'RANGE')],
          AttributeDefinitions: typed({ room: 'S', sentAt: 'N', author: 'S' }),
          GlobalSecondaryIndexes: [
            { IndexName: 'by-author-dev', KeySchema: [key('author', 'HASH')], Projection: projected('KEYS_ONLY') },
          ],
        },
      ],
    ]);
    expect(leftOut).toEqual([
      expect.stringContaining('file(other-resources.yml)}: another file; give it to --schema directly'),
      'AWS::S3::Bucket: not a table',
    ]);
  });

  test('CDK: what it synthesises', () => {
    const { tables, leftOut } = read('inventory.cdk.json');
    expect(tables.map(({ schema }) => schema.LocalSecondaryIndexes)).toEqual([
      [
        {
          IndexName: 'count',
          KeySchema: [key('warehouse', 'HASH'), key('count', 'RANGE')],
          Projection: projected('INCLUDE', 'name'),
        },
      ],
    ]);
    expect(leftOut).toEqual(['AWS::CDK::Metadata: not a table']);
  });
});

const table = (properties: string): string => `Resources:
  Orders:
    Type: AWS::DynamoDB::Table
    Properties:
${properties.replace(/^/gm, '      ')}`;
const id =
  'KeySchema: [{ AttributeName: id, KeyType: HASH }]\nAttributeDefinitions: [{ AttributeName: id, AttributeType: S }]';

describe('a fault is reported in one sentence, with line and path', () => {
  test.each<[string, string, RegExp]>([
    ['broken JSON', '{"TableName": ', /^is not JSON: /],
    ['broken YAML', 'Resources:\n  a: [1\n  b: 2', /^is not YAML: line \d+, column \d+: /],
    ['something else', '{"hello": 1}', /^is not one of these: CreateTable input, /],
    ['a text', 'just a text', /^is not one of these: /],
    [
      'no table',
      'Resources:\n  B:\n    Type: AWS::S3::Bucket',
      /^holds no DynamoDB table: there are only AWS::S3::Bucket: not a table$/,
    ],
    ['no key', table('AttributeDefinitions: []'), /^line \d+, Resources\.Orders\.Properties\.KeySchema: is missing/],
    [
      'a key without definition',
      table(
        `${id}\nGlobalSecondaryIndexes:\n  - IndexName: by-x\n    KeySchema: [{ AttributeName: x, KeyType: HASH }]\n    Projection: { ProjectionType: ALL }`,
      ),
      /^line 5, Resources\.Orders\.Properties: the key of the index by-x names 'x', which AttributeDefinitions does not define$/,
    ],
    [
      'a definition without key',
      table(id.replace('AttributeType: S }', 'AttributeType: S }, { AttributeName: y, AttributeType: N }')),
      /AttributeDefinitions defines 'y', which is not a key/,
    ],
    [
      'a key type that is none',
      table(id.replace('AttributeType: S', 'AttributeType: BOOL')),
      /DynamoDB refuses such a table: .*BOOL/,
    ],
    [
      'a list that is none',
      table('KeySchema: id'),
      /^line 5, Resources\.Orders\.Properties\.KeySchema: must be a list$/,
    ],
    [
      'a function in a key that only a deployment knows',
      table(id.replace('AttributeName: id, K', 'AttributeName: !ImportValue Key, K')),
      /^line 5, Resources\.Orders\.Properties\.KeySchema\[0\]\.AttributeName: Fn::ImportValue is known only when it is deployed$/,
    ],
    [
      'a parameter without default in a key',
      `Parameters:\n  Key: { Type: String }\n${table(id.replace('AttributeName: id, K', 'AttributeName: !Ref Key, K'))}`,
      /^line 7, .*AttributeName: the parameter Key has no Default$/,
    ],
    [
      'a local index without a sort key in the table',
      table(
        `${id}\nLocalSecondaryIndexes:\n  - IndexName: by-id\n    KeySchema: [{ AttributeName: id, KeyType: HASH }]\n    Projection: { ProjectionType: ALL }`,
      ),
      /DynamoDB refuses such a table/,
    ],
    [
      'a key of three attributes',
      table(
        id.replace(
          'KeyType: HASH }]',
          'KeyType: HASH }, { AttributeName: a, KeyType: RANGE }, { AttributeName: b, KeyType: RANGE }]',
        ),
      ),
      /^line 5, Resources\.Orders\.Properties\.KeySchema: has more than two parts/,
    ],
    [
      'a reference to itself',
      `Parameters:\n  A: { Default: !Ref A }\n${table(id.replace('AttributeName: id, K', 'AttributeName: !Ref A, K'))}`,
      /refers to itself/,
    ],
    [
      'a name that the language of cases keeps',
      table(id.replaceAll('id', '$id')),
      /'\$id': a key whose name begins with \$ cannot be played/,
    ],
  ])('%s', (_, text, message) => {
    expect(() => readSchema(text)).toThrow(expect.objectContaining({ message: expect.stringMatching(message) }));
  });
});

describe('rows', () => {
  const rowsOf = (name: string) => readRows(textOf(bytes(name)));
  const one = '{"id": {"S": "a"}}';

  test('an S3 export, compressed, in line order', () => {
    const rows = rowsOf('orders.export.json.gz');
    expect(rows).toHaveLength(40);
    expect(rows[1]?.item).toMatchObject({ 'customer-id': { S: 'cust#001' }, total: { N: '7.5' } });
  });

  test('the output of scan, and batch writes for the table that they name', () => {
    expect(rowsOf('counters.scan.json').map(({ item }) => item.hits)).toEqual([{ N: '10' }, { N: '20' }]);
    expect(rowsOf('songs.batch-write.json')).toEqual([
      { table: 'Songs', item: { PK: { S: 'ARTIST#3' }, SK: { S: 'PROFILE' }, Title: { S: 'Third' } } },
    ]);
  });

  test.each([
    ['a list', `[${one}, {"Item": ${one}}]`],
    ['lines', `${one}\r\n\n{"Item": ${one}}\n`],
    ['one item', one],
    ['RequestItems', `{"RequestItems": {"T": [{"PutRequest": {"Item": ${one}}}]}}`],
  ])('%s', (_, text) => {
    for (const { item } of readRows(text)) expect(item).toEqual({ id: { S: 'a' } });
  });

  test('an attribute called Item or Items is an attribute', () => {
    const item = { Item: { S: 'x' }, Items: { L: [{ N: '1' }] } };
    expect(readRows(JSON.stringify(item))).toEqual([{ item }]);
  });

  test.each<[string, string, RegExp]>([
    ['nothing', '', /holds no row/],
    ['a broken list', '[{', /is not JSON/],
    ['a broken line', `${one}\n{"id": `, /^line 2: /],
    ['a line that is no item', `${one}\n7`, /^line 2: is not an item/],
    ['plain JSON', '{"Item": {"id": "a"}}', /the attribute id is not an attribute value such as \{"S": "text"\}: "a"/],
    ['a number that is no text', `[${one}, {"id": {"N": 1}}]`, /^\[1\]: the attribute id is not an attribute value/],
    ['a value with two types', '{"Item": {"id": {"S": "a", "N": "1"}}}', /the attribute id/],
  ])('%s is refused in a sentence', (_, text, message) => {
    expect(() => readRows(text)).toThrow(expect.objectContaining({ message: expect.stringMatching(message) }));
  });

  test('bad compression or binary content is refused in one sentence', () => {
    expect(() => textOf(Buffer.from([0x1f, 0x8b, 8, 0]))).toThrow(/cannot be unpacked/);
    expect(() => textOf(Buffer.from([0xff, 0xfe, 0]))).toThrow(/is not UTF-8 text/);
  });

  test('a row goes to the tables whose keys it has', () => {
    const { tables } = readSchema(
      `[${textOf(bytes('counters.describe-table.json'))},${textOf(bytes('orders.create-table.json'))}]`,
    );
    const rows = [...rowsOf('counters.scan.json'), ...readRows('{"Item": {"id": {"S": "no number"}}}')];
    const { rows: byTable, unfit, because } = assigned(rows, tables);
    expect([...byTable].map(([{ name }, all]) => [name, all.length])).toEqual([
      ['Counters', 2],
      ['Orders', 0],
    ]);
    expect([unfit, because]).toEqual([1, 'its id is not of type N, which the key of Counters requires']);
  });
});
