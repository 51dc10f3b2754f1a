/**
 * An ordinary program of the AWS SDK against `parallax serve`, configured through the environment as for any endpoint: the document
 * client, paginators, waiters, batches, transactions, streams, retries.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { crc32 } from 'node:zlib';
import {
  ConditionalCheckFailedException,
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ListTagsOfResourceCommand,
  TagResourceCommand,
  TransactionCanceledException,
  TransactWriteItemsCommand,
  UntagResourceCommand,
  UpdateTableCommand,
  waitUntilTableExists,
  waitUntilTableNotExists,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBStreams } from '@aws-sdk/client-dynamodb-streams';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocument,
  DynamoDBDocumentClient,
  ExecuteStatementCommand,
  GetCommand,
  NumberValue,
  PutCommand,
  paginateQuery,
  paginateScan,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { type HttpRequest, HttpResponse } from '@smithy/protocol-http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

type HttpHandlerOptions = Parameters<NodeHttpHandler['handle']>[1];

const bin = new URL('../bin.mjs', import.meta.url).pathname;
const startMs = 30_000;

interface Served {
  child: ChildProcess;
  url: string;
}

/** Resolves when the child has printed its address. */
function serve(...args: string[]): Promise<Served> {
  const child = spawn(process.execPath, [bin, 'serve', ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout!.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const [url] = /http:\/\/[\d.:]+/.exec(said) ?? [];
      if (url !== undefined) resolve({ child, url });
    });
    child.once('exit', (code) => reject(new Error(`serve ended with ${code}: ${said}`)));
  });
}

let served: Served;
beforeAll(async () => {
  served = await serve();
  vi.stubEnv('AWS_ENDPOINT_URL', served.url);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
}, startMs);
afterAll(() => {
  vi.unstubAllEnvs();
  served.child.removeAllListeners('exit');
  served.child.kill();
});

const wait = { maxWaitTime: 20, minDelay: 1, maxDelay: 1 };

async function createTable(client: DynamoDBClient, TableName: string): Promise<void> {
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: 'N' },
        { AttributeName: 'kind', AttributeType: 'S' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'by-kind',
          KeySchema: [{ AttributeName: 'kind', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    }),
  );
  const { state } = await waitUntilTableExists({ client, ...wait }, { TableName });
  expect(state).toBe('SUCCESS');
}

describe('a program with the document client', { timeout: 60_000 }, () => {
  const TableName = 'orders';
  const client = new DynamoDBClient({});
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  beforeAll(() => createTable(client, TableName), startMs);
  afterAll(() => client.destroy());

  test('values survive a round trip: sets, bytes, nested values, numbers beyond a double', async () => {
    const exact = DynamoDBDocument.from(new DynamoDBClient({}), {
      unmarshallOptions: { wrapNumbers: NumberValue.from },
    });
    const item = {
      pk: 'values',
      sk: 1,
      text: 'é😀',
      texts: new Set(['b', 'a']),
      numbers: new Set([3, 1, 2.5]),
      bytes: new Uint8Array([0, 255, 7]),
      deep: { list: [1, 'two', [true, null]], none: null },
      empty: '',
      long: NumberValue.from('1234567890.1234567890123456789012345678'),
    };
    await documents.send(new PutCommand({ TableName, Item: item }));
    const { Item } = await exact.get({ TableName, Key: { pk: 'values', sk: 1 }, ConsistentRead: true });
    expect(String(Item?.long)).toBe('1234567890.1234567890123456789012345678');
    const { Item: rounded } = await documents.send(
      new GetCommand({ TableName, Key: { pk: 'values', sk: 1 }, ProjectionExpression: 'texts, numbers, deep, bytes' }),
    );
    expect(rounded).toEqual({ texts: item.texts, numbers: item.numbers, deep: item.deep, bytes: item.bytes });
  });

  test('batches and paginators: every item once, across pages', async () => {
    const keys = Array.from({ length: 25 }, (_, sk) => ({ pk: 'pages', sk }));
    const RequestItems = { [TableName]: keys.map((key) => ({ PutRequest: { Item: { ...key, kind: 'page' } } })) };
    expect((await documents.send(new BatchWriteCommand({ RequestItems }))).UnprocessedItems).toEqual({});
    const { Responses } = await documents.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys: keys } } }));
    expect(Responses?.[TableName]).toHaveLength(25);
    const read = { TableName, KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': 'pages' } };
    const seen: number[] = [];
    let pages = 0;
    for await (const page of paginateQuery({ client: documents, pageSize: 10 }, { ...read, ScanIndexForward: false })) {
      pages += 1;
      seen.push(...(page.Items ?? []).map(({ sk }) => sk as number));
    }
    expect([pages, seen]).toEqual([3, keys.map(({ sk }) => sk).reverse()]);
    const found: unknown[] = [];
    for await (const page of paginateScan(
      { client: documents, pageSize: 7 },
      { TableName, IndexName: 'by-kind', FilterExpression: 'sk >= :n', ExpressionAttributeValues: { ':n': 20 } },
    ))
      found.push(...(page.Items ?? []));
    expect(found).toHaveLength(5);
  });

  test('updates, conditions, and their exceptions as classes', async () => {
    const Key = { pk: 'counter', sk: 0 };
    const add = new UpdateCommand({
      TableName,
      Key,
      UpdateExpression: 'ADD hits :one, tags :tag SET #at = if_not_exists(#at, :at)',
      ExpressionAttributeNames: { '#at': 'at' },
      ExpressionAttributeValues: { ':one': 1, ':tag': new Set(['x']), ':at': 'now' },
      ReturnValues: 'ALL_NEW',
    });
    await Promise.all(Array.from({ length: 20 }, () => documents.send(add)));
    const { Attributes } = await documents.send(add);
    expect(Attributes).toEqual({ ...Key, hits: 21, tags: new Set(['x']), at: 'now' });
    const refused = documents.send(
      new PutCommand({
        TableName,
        Item: Key,
        ConditionExpression: 'attribute_not_exists(pk)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    await expect(refused).rejects.toBeInstanceOf(ConditionalCheckFailedException);
    const { Attributes: gone } = await documents.send(new DeleteCommand({ TableName, Key, ReturnValues: 'ALL_OLD' }));
    expect(gone?.hits).toBe(21);
  });

  test('transactions, and the reasons of a cancelled one', async () => {
    const put = (sk: number) => ({
      Put: { TableName, Item: { pk: 'tx', sk }, ConditionExpression: 'attribute_not_exists(pk)' },
    });
    await documents.send(new TransactWriteCommand({ TransactItems: [put(1), put(2)] }));
    const cancelled = await documents
      .send(new TransactWriteCommand({ TransactItems: [put(3), put(2)] }))
      .catch((e) => e);
    expect(cancelled).toBeInstanceOf(TransactionCanceledException);
    expect(cancelled.CancellationReasons.map(({ Code }: { Code: string }) => Code)).toEqual([
      'None',
      'ConditionalCheckFailed',
    ]);
    const { Responses } = await documents.send(
      new TransactGetCommand({ TransactItems: [1, 2, 3].map((sk) => ({ Get: { TableName, Key: { pk: 'tx', sk } } })) }),
    );
    expect(Responses?.map(({ Item }) => Item?.sk)).toEqual([1, 2, undefined]);
  });

  test('PartiQL through the document client', async () => {
    const { Items } = await documents.send(
      new ExecuteStatementCommand({
        Statement: `SELECT sk FROM "${TableName}" WHERE pk = ? AND sk < ?`,
        Parameters: ['pages', 3],
      }),
    );
    expect(Items).toEqual([{ sk: 0 }, { sk: 1 }, { sk: 2 }]);
  });

  test('tags: their answers have no body, and a change that comes too early is retried', async () => {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    const ResourceArn = Table!.TableArn!;
    await client.send(
      new TagResourceCommand({
        ResourceArn,
        Tags: [
          { Key: 'a', Value: '1' },
          { Key: 'b', Value: '2' },
        ],
      }),
    );
    await client.send(new UntagResourceCommand({ ResourceArn, TagKeys: ['a'] }));
    const tags = async () => (await client.send(new ListTagsOfResourceCommand({ ResourceArn }))).Tags;
    await vi.waitFor(async () => expect(await tags()).toEqual([{ Key: 'b', Value: '2' }]), { timeout: 10_000 });
  });

  test('account ids from examples belong to other accounts', async () => {
    for (const account of ['000000000000', '123456789012'])
      await expect(
        client.send(
          new ListTagsOfResourceCommand({ ResourceArn: `arn:aws:dynamodb:us-east-1:${account}:table/${TableName}` }),
        ),
      ).rejects.toMatchObject({ name: 'AccessDeniedException' });
  });

  test('waiters for an update of the table and for its deletion', async () => {
    await createTable(client, 'short-lived');
    const table = { TableName: 'short-lived' };
    const updated = await client.send(
      new UpdateTableCommand({
        ...table,
        BillingMode: 'PROVISIONED',
        ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 5 },
        GlobalSecondaryIndexUpdates: [
          { Update: { IndexName: 'by-kind', ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 5 } } },
        ],
      }),
    );
    expect(updated.TableDescription?.TableStatus).toBe('UPDATING');
    await waitUntilTableExists({ client, ...wait }, table);
    const { Table } = await client.send(new DescribeTableCommand(table));
    expect([Table?.TableStatus, Table?.ProvisionedThroughput?.ReadCapacityUnits]).toEqual(['ACTIVE', 5]);
    await client.send(new DeleteTableCommand(table));
    expect((await waitUntilTableNotExists({ client, ...wait }, table)).state).toBe('SUCCESS');
  });

  test('a stream is read with its own client, shard by shard, to the end', async () => {
    const streams = new DynamoDBStreams({});
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    const StreamArn = Table!.LatestStreamArn!;
    await documents.send(new PutCommand({ TableName, Item: { pk: 'last', sk: 1 } }));
    const names: (string | undefined)[] = [];
    const { StreamDescription } = await streams.describeStream({ StreamArn });
    for (const { ShardId } of StreamDescription?.Shards ?? []) {
      let { ShardIterator } = await streams.getShardIterator({ StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' });
      for (let caughtUp = false; !caughtUp; ) {
        const page = await streams.getRecords({ ShardIterator, Limit: 10 });
        names.push(...(page.Records ?? []).map(({ dynamodb }) => dynamodb?.Keys?.pk?.S));
        ShardIterator = page.NextShardIterator;
        caughtUp = page.Records?.length === 0;
      }
    }
    expect(names.at(-1)).toBe('last');
    expect(names.filter((name) => name === 'counter')).toHaveLength(22);
    streams.destroy();
  });
});

describe('its clock', { timeout: 60_000 }, () => {
  test('is the clock of this machine, and dates are current', async () => {
    const before = Date.now();
    const client = new DynamoDBClient({});
    await createTable(client, 'dated');
    const { Table } = await client.send(new DescribeTableCommand({ TableName: 'dated' }));
    client.destroy();
    const created = Table!.CreationDateTime!.getTime();
    expect(created).toBeGreaterThanOrEqual(before - 1_000);
    expect(created).toBeLessThanOrEqual(Date.now());
  });
});

describe('the host names that it accepts', { timeout: 60_000 }, () => {
  const statusFor = (url: string, host: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      request(url, { headers: { host } }, (reply) => resolve(reply.resume().statusCode))
        .on('error', reject)
        .end();
    });

  test('are those of this machine, and others given with --host', async () => {
    expect([await statusFor(served.url, 'localhost'), await statusFor(served.url, 'store.example')]).toEqual([
      200, 421,
    ]);
    const other = await serve('--host', '127.0.0.1,store.example');
    try {
      expect([await statusFor(other.url, 'store.example:80'), await statusFor(other.url, 'evil.example')]).toEqual([
        200, 421,
      ]);
    } finally {
      other.child.removeAllListeners('exit');
      other.child.kill();
    }
  });
});

async function bytesOf(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('the connection', { timeout: 60_000 }, () => {
  test('checksums are correct, and one socket carries many requests', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sockets = new Set<unknown>();
    const checked: boolean[] = [];
    const handler = new NodeHttpHandler({ httpAgent: agent });
    const client = new DynamoDBClient({
      requestHandler: {
        async handle(request: HttpRequest, options?: HttpHandlerOptions) {
          const { response } = await handler.handle(request, options);
          const body = await bytesOf(response.body);
          for (const list of Object.values({ ...agent.sockets, ...agent.freeSockets }))
            for (const one of list ?? []) sockets.add(one);
          checked.push(String(crc32(body)) === response.headers['x-amz-crc32']);
          return { response: new HttpResponse({ ...response, body }) };
        },
      },
    });
    const documents = DynamoDBDocumentClient.from(client);
    await createTable(client, 'checked');
    for (let sk = 0; sk < 50; sk += 1)
      await documents.send(new PutCommand({ TableName: 'checked', Item: { pk: 'ü', sk } }));
    expect(checked.length).toBeGreaterThan(50);
    expect(checked).not.toContain(false);
    expect(sockets.size).toBe(1);
    agent.destroy();
  });

  test('a lost answer is requested again, and the write takes effect once', async () => {
    const handler = new NodeHttpHandler({});
    let lost = 0;
    const client = new DynamoDBClient({
      maxAttempts: 3,
      requestHandler: {
        async handle(request: HttpRequest, options?: HttpHandlerOptions) {
          const answer = await handler.handle(request, options);
          if (request.headers['x-amz-target']?.endsWith('.TransactWriteItems') && lost < 2) {
            lost += 1;
            await bytesOf(answer.response.body);
            throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET', name: 'TimeoutError' });
          }
          return answer;
        },
      },
    });
    await createTable(client, 'retried');
    const Key = { pk: { S: 'c' }, sk: { N: '1' } };
    const Update = {
      TableName: 'retried',
      Key,
      UpdateExpression: 'ADD hits :one',
      ExpressionAttributeValues: { ':one': { N: '1' } },
    };
    const { $metadata } = await client.send(new TransactWriteItemsCommand({ TransactItems: [{ Update }] }));
    const { Item } = await DynamoDBDocumentClient.from(client).send(
      new GetCommand({ TableName: 'retried', Key: { pk: 'c', sk: 1 }, ConsistentRead: true }),
    );
    expect([$metadata.attempts, lost, Item?.hits]).toEqual([3, 2, 1]);
    client.destroy();
  });
});
