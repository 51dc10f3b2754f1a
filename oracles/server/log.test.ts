import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { JsonObject, Operation } from '../values/types.ts';
import type { ServiceFaultId } from './faults.ts';
import { LogError } from './log.ts';
import { openService } from './service.ts';

const directory = mkdtempSync(join(tmpdir(), 'log-'));
afterAll(() => rmSync(directory, { recursive: true }));
let files = 0;
const newFile = (): string => join(directory, `${files++}.log`);

const startMs = Date.UTC(2026, 0, 1);
const open = (file: string, fault?: ServiceFaultId) => openService({ file, startMs, ...(fault && { fault }) });
const TableName = 'rows';
const schema = {
  ...{ TableName, BillingMode: 'PAY_PER_REQUEST', KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }] },
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
};

async function all(file: string, requests: readonly [Operation, JsonObject][]) {
  const { oracle, service } = open(file);
  for (const [operation, input] of requests) {
    await service(operation, input, {});
    oracle.clock.advance(1_000);
  }
  return { oracle, service };
}

const some: [Operation, JsonObject][] = [
  ['CreateTable', schema],
  ['PutItem', { TableName, Item: { pk: { S: 'a' } } }],
  ['PutItem', { TableName, Item: { pk: { S: '' } } }],
  ['CreateBackup', { TableName, BackupName: 'kept' }],
  ['DeleteItem', { TableName, Key: { pk: { S: 'a' } } }],
  ['PutItem', { TableName, Item: { pk: { S: 'b' } } }],
];

test('a replayed log gives the same store: rows, ids, backups, numbers of the stream', async () => {
  const file = newFile();
  const { oracle: before } = await all(file, some);
  const { oracle: after } = open(file);
  after.clock.advance(before.clock.now() - after.clock.now());
  const asked: [Operation, JsonObject][] = [
    ['Scan', { TableName }],
    ['DescribeTable', { TableName }],
    ['ListBackups', {}],
  ];
  for (const [operation, input] of asked) expect(after.send(operation, input)).toEqual(before.send(operation, input));
});

test('an iterator that was given before goes on after', async () => {
  const file = newFile();
  const { oracle, service } = await all(file, some.slice(0, 2));
  const table = oracle.send('DescribeTable', { TableName });
  const StreamArn = table.kind === 'ok' ? (table.output.Table as JsonObject).LatestStreamArn! : '';
  const stream = oracle.send('DescribeStream', { StreamArn });
  const shards = stream.kind === 'ok' ? ((stream.output.StreamDescription as JsonObject).Shards as JsonObject[]) : [];
  const ShardId = shards[0]!.ShardId!;
  const given = await service('GetShardIterator', { StreamArn, ShardId, ShardIteratorType: 'LATEST' }, {});
  await service('PutItem', { TableName, Item: { pk: { S: 'late' } } }, {});
  const ShardIterator = given.kind === 'ok' ? given.output.ShardIterator! : '';
  expect(open(file).oracle.send('GetRecords', { ShardIterator })).toMatchObject({
    output: { Records: [{ dynamodb: { NewImage: { pk: { S: 'late' } } } }] },
  });
});

test('the end of a line that was being written is dropped, and the log goes on', async () => {
  const file = newFile();
  await all(file, some.slice(0, 2));
  appendFileSync(file, '{"at":1,"operation":"Delet');
  const { service } = open(file);
  await service('PutItem', { TableName, Item: { pk: { S: 'z' } } }, {});
  expect(open(file).oracle.send('Scan', { TableName })).toMatchObject({ output: { Count: 2 } });
  expect(readFileSync(file, 'utf8')).not.toContain('Delet');
});

test('a file that is no log is refused, and so is a line that is no request', async () => {
  const file = newFile();
  writeFileSync(file, 'hello\n');
  expect(() => open(file)).toThrow(LogError);
  const other = newFile();
  await all(other, some.slice(0, 1));
  appendFileSync(other, '{"at":1,"operation":"Nothing"}\n');
  expect(() => open(other)).toThrow(/line 3: this is not a request/);
});

test('after a kill nothing is written', async () => {
  const file = newFile();
  await all(file, some.slice(0, 2));
  const { service, kill } = open(file);
  kill();
  await service('PutItem', { TableName, Item: { pk: { S: 'z' } } }, {});
  expect(open(file).oracle.send('Scan', { TableName })).toMatchObject({ output: { Count: 1 } });
});
