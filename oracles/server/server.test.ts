import { request } from 'node:http';
import { connect } from 'node:net';
import { crc32 } from 'node:zlib';
import { DescribeTableCommand, DynamoDBClient, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOracle, type Oracle } from '../oracle.ts';
import { OracleDriver, tableRequest } from '../testing/probes/driver.ts';
import type { JsonObject } from '../values/types.ts';
import { type OracleServer, startOracleServer } from './server.ts';

let oracle: Oracle;
let server: OracleServer;
let nowMs = 0;

beforeAll(async () => {
  oracle = createOracle();
  server = await startOracleServer({ oracle, elapsedMs: () => nowMs });
  new OracleDriver(oracle).table('rows', { hash: 'pk:S' });
});
afterAll(async () => server.close());

interface Reply {
  status: number;
  headers: { [name: string]: string | string[] | undefined };
  body: Buffer;
}
interface Ask {
  method?: string;
  target?: string;
  type?: string;
  authorization?: string;
  body?: string | Buffer;
}
const modern = 'application/x-amz-json-1.0';

function ask({ method = 'POST', target, type = modern, authorization, body = '' }: Ask): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const headers: { [name: string]: string } = { 'content-type': type };
    if (target !== undefined) headers['x-amz-target'] = target;
    if (authorization !== undefined) headers.authorization = authorization;
    const sent = request({ port: server.port, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
const target = (operation: string): string => `DynamoDB_20120810.${operation}`;
const json = (reply: Reply): JsonObject => JSON.parse(reply.body.toString()) as JsonObject;

describe('the wire', () => {
  test('an answer has a request id, a checksum of its bytes and the content type of the request', async () => {
    const reply = await ask({ target: target('ListTables'), body: '{}' });
    expect(reply.status).toBe(200);
    expect(json(reply)).toEqual({ TableNames: ['rows'] });
    expect(reply.headers['x-amzn-requestid']).toMatch(/^[0-9A-Z]{52}$/);
    expect(reply.headers['x-amz-crc32']).toBe(String(crc32(reply.body)));
    expect(reply.headers['content-type']).toBe(modern);
    const plain = await ask({ target: target('ListTables'), body: '{}', type: 'application/json' });
    expect(plain.headers['content-type']).toBe('application/json');
  });

  test.each<[string, Ask, number, JsonObject]>([
    [
      'a refusal has its type with namespace',
      { target: target('DescribeTable'), body: '{"TableName":"none"}' },
      400,
      {
        __type: 'com.amazonaws.dynamodb.v20120810#ResourceNotFoundException',
        message: 'Requested resource not found: Table: none not found',
      },
    ],
    [
      'a body that is not JSON has no text',
      { target: target('ListTables'), body: '{' },
      400,
      { __type: 'com.amazon.coral.service#SerializationException' },
    ],
    [
      'JSON is judged before the target',
      { target: 'nonsense', body: '{' },
      400,
      { __type: 'com.amazon.coral.service#SerializationException' },
    ],
    [
      'bytes that are not UTF-8 are not JSON',
      { target: target('ListTables'), body: Buffer.from([0x22, 0xff, 0x22]) },
      400,
      { __type: 'com.amazon.coral.service#SerializationException' },
    ],
    ['no operation', { body: '{}' }, 400, { __type: 'com.amazon.coral.service#UnknownOperationException' }],
    [
      'an unknown operation',
      { target: target('MakeTea'), body: '{}' },
      400,
      { __type: 'com.amazon.coral.service#UnknownOperationException' },
    ],
    [
      'streams are a service of their own',
      { target: target('ListStreams'), body: '{}' },
      400,
      { __type: 'com.amazon.coral.service#UnknownOperationException' },
    ],
    [
      'their own service knows them',
      { target: 'DynamoDBStreams_20120810.ListStreams', body: '{}' },
      200,
      { Streams: [] },
    ],
    [
      'a number where a text belongs',
      { target: target('PutItem'), body: '{"TableName":"rows","Item":{"pk":{"S":"a"},"n":{"N":1}}}' },
      400,
      {
        __type: 'com.amazon.coral.service#SerializationException',
        Message: 'NUMBER_VALUE cannot be converted to String',
      },
    ],
  ])('%s', async (_name, sent, status, body) => {
    const reply = await ask(sent);
    expect([reply.status, json(reply)]).toEqual([status, body]);
  });

  test('GET reports health, other methods are unknown', async () => {
    const get = await ask({ method: 'GET' });
    expect([get.status, get.body.toString()]).toEqual([200, 'healthy: dynamodb.us-east-1.amazonaws.com ']);
    expect((await ask({ method: 'PUT' })).status).toBe(404);
  });

  test('a body without content type is refused like one of a wrong type', async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const headers = { 'x-amz-target': target('ListTables') };
      const sent = request({ port: server.port, method: 'POST', headers }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode!));
      });
      sent.on('error', reject);
      sent.end('{}');
    });
    expect([status, (await ask({ target: target('ListTables'), body: '{}', type: 'text/plain' })).status]).toEqual([
      404, 404,
    ]);
  });

  test('an access key of twelve digits names the account', async () => {
    const authorization = 'AWS4-HMAC-SHA256 Credential=222222222222/20260101/us-east-1/dynamodb/aws4_request';
    const reply = await ask({ target: target('ListTables'), body: '{}', authorization });
    expect(json(reply)).toEqual({ TableNames: [] });
  });
});

describe('garbage', () => {
  const alive = async () => expect((await ask({ method: 'GET' })).status).toBe(200);

  test('a body over 16 MiB is refused, one below is read', async () => {
    const big = await ask({ target: target('ListTables'), body: `{"x":"${'a'.repeat(16 * 1024 * 1024)}"}` }).catch(
      (error: NodeJS.ErrnoException) => ({ status: 413, error }),
    );
    expect(big.status).toBe(413);
    const fits = await ask({ target: target('ListTables'), body: `{"x":"${'a'.repeat(15 * 1024 * 1024)}"}` });
    expect(fits.status).toBe(200);
    await alive();
  });

  test('a million brackets get an ordinary answer', async () => {
    const depth = 1_000_000;
    const deep = `{"TableName":"rows","Item":{"pk":{"S":"a"},"d":${'{"L":['.repeat(depth)}${']}'.repeat(depth)}}}`;
    expect((await ask({ target: target('PutItem'), body: deep })).status).toBe(400);
    expect((await ask({ target: target('PutItem'), body: '['.repeat(depth) })).status).toBe(400);
    await alive();
  });

  test('names of Object.prototype are ordinary names', async () => {
    const body = '{"TableName":"rows","Item":{"pk":{"S":"p"},"__proto__":{"S":"x"}}}';
    expect((await ask({ target: target('PutItem'), body })).status).toBe(200);
    const read = await ask({ target: target('Scan'), body: '{"TableName":"rows"}' });
    expect(read.body.toString()).toContain('"__proto__":{"S":"x"}');
    expect((await ask({ target: target('__proto__'), body: '{}' })).status).toBe(400);
    expect((await ask({ target: target('ListTables'), body: '{"__proto__":{"Limit":0}}' })).status).toBe(200);
  });

  test('invalid HTTP or a disconnect ends only its own connection', async () => {
    await new Promise<void>((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () => socket.write('\0\0 nonsense\r\n\r\n'));
      socket.on('error', () => {}).resume();
      socket.on('close', () => resolve());
    });
    await new Promise<void>((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () => {
        socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"half', () => socket.destroy());
      });
      socket.on('close', () => resolve());
    });
    await alive();
  });
});

describe('a standard client', () => {
  const client = () =>
    new DynamoDBClient({
      endpoint: `http://127.0.0.1:${server.port}`,
      region: 'us-east-1',
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
      maxAttempts: 1,
    });

  test('reads, writes and sees errors as its own types', async () => {
    const sdk = client();
    await sdk.send(
      new PutItemCommand({ TableName: 'rows', Item: { pk: { S: 'sdk' }, b: { B: new Uint8Array([1]) } } }),
    );
    const { Items } = await sdk.send(new ScanCommand({ TableName: 'rows' }));
    expect(Items).toContainEqual({ pk: { S: 'sdk' }, b: { B: new Uint8Array([1]) } });
    await expect(sdk.send(new DescribeTableCommand({ TableName: 'none' }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
    sdk.destroy();
  });

  test('sees time pass at the server’s clock', async () => {
    oracle.send('CreateTable', tableRequest('slow', { hash: 'pk:S' }));
    const sdk = client();
    const status = async () => (await sdk.send(new DescribeTableCommand({ TableName: 'slow' }))).Table?.TableStatus;
    expect(await status()).toBe('CREATING');
    nowMs += 1000;
    expect(await status()).toBe('ACTIVE');
    sdk.destroy();
  });
});

test('time that was set back and passes again counts once', async () => {
  const seen: number[] = [];
  for (const ms of [0, 5_000, -3_000, 3_000, 1_000]) {
    nowMs += ms;
    await ask({ target: target('ListTables'), body: '{}' });
    seen.push(oracle.clock.now());
  }
  expect(seen.map((ms) => ms - seen[0]!)).toEqual([0, 5_000, 5_000, 5_000, 6_000]);
});

test('a port in use rejects the call', async () => {
  await expect(startOracleServer({ oracle, port: server.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
