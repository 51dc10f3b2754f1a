/** The server with many clients and malformed requests; its clock and its access rules. */
import { Agent, request } from 'node:http';
import { Sha256 } from '@aws-crypto/sha256-js';
import {
  DynamoDBClient,
  ListTablesCommand,
  PutItemCommand,
  UntagResourceCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { HttpRequest } from '@smithy/protocol-http';
import { SignatureV4 } from '@smithy/signature-v4';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { OracleDriver, tableRequest } from '../testing/probes/driver.ts';
import type { JsonObject } from '../values/types.ts';
import { type OracleServer, type ServerOptions, startOracleServer } from './server.ts';

const modern = 'application/x-amz-json-1.0';
const started: OracleServer[] = [];
afterAll(async () => {
  await Promise.all(started.map((server) => server.close()));
});

async function start(more: Partial<ServerOptions> = {}) {
  const oracle = createOracle();
  const server = await startOracleServer({ oracle, elapsedMs: () => 0, ...more });
  started.push(server);
  return { oracle, server, url: `http://127.0.0.1:${server.port}/` };
}
const clientOf = (url: string, secretAccessKey = 'secret') =>
  new DynamoDBClient({
    ...{ endpoint: url, region: 'us-east-1', maxAttempts: 1 },
    credentials: { accessKeyId: 'key', secretAccessKey },
  });
async function post(
  url: string,
  target: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: { [name: string]: string } = {},
) {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': modern, 'x-amz-target': target, ...headers },
    body,
  });
  return { status: reply.status, text: await reply.text() };
}

describe('nonsense', () => {
  let url = '';
  beforeAll(async () => {
    const { oracle, url: own } = await start();
    new OracleDriver(oracle).table('rows', { hash: 'pk:S' });
    url = own;
  });
  const put = JSON.stringify({ TableName: 'rows', Item: { pk: { S: 'a' }, n: { N: '1' } }, ReturnValues: 'NONE' });

  test('random bytes are refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 64 }), async (bytes) => {
        const { status } = await post(url, 'DynamoDB_20120810.PutItem', new Uint8Array(bytes));
        expect(status).toBe(400);
      }),
      { numRuns: 60 },
    );
  });

  test('a request cut off anywhere is refused', async () => {
    for (let length = 1; length < put.length; length += 1)
      expect((await post(url, 'DynamoDB_20120810.PutItem', put.slice(0, length))).status).toBe(400);
    expect((await post(url, 'DynamoDB_20120810.PutItem', put)).status).toBe(200);
  });

  test.each<[string, string, number]>([
    ['a number beyond doubles', '{"TableName":"rows","Limit":1e999}', 200],
    ['a number of many digits', `{"TableName":"rows","Limit":${'9'.repeat(400)}}`, 200],
    ['a negative one', '{"TableName":"rows","Limit":-1e999}', 400],
    ['names of every object', '{"TableName":"__proto__"}', 400],
    ['more of them', '{"TableName":"constructor","__proto__":{"x":1},"toString":2}', 400],
    ['a list', '[]', 400],
    ['null', 'null', 400],
    ['nothing', '', 400],
  ])('%s', async (_name, body, status) => {
    const reply = await post(url, 'DynamoDB_20120810.Scan', body);
    expect([reply.status, reply.text.includes('The oracle failed')]).toEqual([status, false]);
  });

  test('names of Object.prototype are valid table and attribute names', async () => {
    const { oracle } = await start();
    const driver = new OracleDriver(oracle);
    for (const name of ['__proto__', 'constructor', 'hasOwnProperty']) {
      driver.table(name, { hash: 'pk:S' });
      const item = JSON.parse('{"pk":{"S":"a"},"__proto__":{"M":{"__proto__":{"S":"x"}}},"toString":{"N":"1"}}');
      driver.put(name, item);
      expect(JSON.stringify(driver.ok('Scan', { TableName: name }).Items)).toBe(JSON.stringify([item]));
      expect(
        driver.ok('BatchGetItem', { RequestItems: JSON.parse(`{"${name}":{"Keys":[{"pk":{"S":"a"}}]}}`) }).Responses,
      ).toHaveProperty([name]);
    }
  });

  test.each([['text/plain'], ['application/x-www-form-urlencoded'], ['multipart/form-data']])(
    'a body of type %s is of no operation',
    async (type) => {
      const reply = await post(url, 'DynamoDB_20120810.Scan', put, { 'content-type': type });
      expect(reply).toEqual({ status: 404, text: '<UnknownOperationException/>\n' });
    },
  );

  test('a charset next to the content type is ignored', async () => {
    const reply = await post(url, 'DynamoDB_20120810.ListTables', '{}', { 'content-type': `${modern}; charset=utf-8` });
    expect(reply.status).toBe(200);
  });
});

test('TagResource succeeds with an empty body, and a standard client accepts it', async () => {
  const { oracle, url } = await start();
  const driver = new OracleDriver(oracle);
  driver.table('rows', { hash: 'pk:S' });
  const ResourceArn = driver.describe('rows').TableArn as string;
  const body = JSON.stringify({ ResourceArn, Tags: [{ Key: 'k', Value: 'v' }] });
  expect(await post(url, 'DynamoDB_20120810.TagResource', body)).toEqual({ status: 200, text: '' });
  driver.wait();
  const client = clientOf(url);
  await client.send(new UntagResourceCommand({ ResourceArn, TagKeys: ['k'] }));
  driver.wait();
  expect(driver.ok('ListTagsOfResource', { ResourceArn })).toEqual({ Tags: [] });
  client.destroy();
});

describe('many clients', () => {
  test('of a hundred conditional puts of one item exactly one succeeds; of a hundred increments none is lost', async () => {
    const { oracle, url } = await start();
    new OracleDriver(oracle).table('rows', { hash: 'pk:S' });
    const clients = Array.from({ length: 100 }, () => clientOf(url));
    const puts = await Promise.allSettled(
      clients.map((client, i) =>
        client.send(
          new PutItemCommand({
            TableName: 'rows',
            Item: { pk: { S: 'one' }, by: { N: `${i}` } },
            ConditionExpression: 'attribute_not_exists(pk)',
          }),
        ),
      ),
    );
    expect(puts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const increment = new UpdateItemCommand({
      ...{ TableName: 'rows', Key: { pk: { S: 'counter' } }, UpdateExpression: 'ADD n :one' },
      ...{ ExpressionAttributeValues: { ':one': { N: '1' } }, ReturnValues: 'UPDATED_NEW' },
    });
    const seen = await Promise.all(clients.map(async (client) => (await client.send(increment)).Attributes?.n?.N));
    expect(new Set(seen).size).toBe(100);
    for (const client of clients) client.destroy();
  });

  test('one connection carries many requests', async () => {
    const { url } = await start();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sockets = new Set<unknown>();
    for (let i = 0; i < 5; i += 1)
      await new Promise<void>((resolve, reject) => {
        const sent = request(url, { agent, method: 'GET' }, (response) => response.resume().on('end', () => resolve()));
        sent.on('socket', (socket) => sockets.add(socket)).on('error', reject);
        sent.end();
      });
    agent.destroy();
    expect(sockets.size).toBe(1);
  });
});

describe('a clock that clients can move', () => {
  const advance = (url: string, body: JsonObject) => post(url, 'Parallax.AdvanceClock', JSON.stringify(body));
  const status = (driver: OracleDriver) => driver.describe('slow').TableStatus;

  test('moves only when asked, and only forwards', async () => {
    const { oracle, url } = await start({ clockMoves: true });
    const driver = new OracleDriver(oracle);
    driver.ok('CreateTable', tableRequest('slow', { hash: 'pk:S' }));
    expect(status(driver)).toBe('CREATING');
    const before = oracle.clock.now();
    expect(JSON.parse((await advance(url, { Milliseconds: 1000 })).text)).toEqual({ Now: (before + 1000) / 1000 });
    expect(status(driver)).toBe('ACTIVE');
    for (const body of [{ Milliseconds: -1 }, { Milliseconds: 'x' }, { Milliseconds: 1e16 }, {}])
      expect((await advance(url, body)).status).toBe(400);
    for (const text of ['null', '[]', '5', '"x"'])
      expect((await post(url, 'Parallax.AdvanceClock', text)).status).toBe(400);
    expect(oracle.clock.now()).toBe(before + 1000);
  });

  test('is an unknown operation unless enabled', async () => {
    const { oracle, url } = await start();
    const before = oracle.clock.now();
    const reply = await advance(url, { Milliseconds: 1000 });
    expect(reply.text).toContain('UnknownOperationException');
    expect(oracle.clock.now()).toBe(before);
  });
});

describe('signatures, when they are checked', () => {
  const nowMs = Date.UTC(2026, 0, 1, 0, 10);
  const target = 'DynamoDB_20120810.ListTables';
  let url = '';
  beforeAll(async () => {
    url = (await start({ secrets: new Map([['key', 'secret']]), wallMs: () => nowMs })).url;
  });

  test('a standard client with the right secret is accepted, one with another is refused', async () => {
    const { url: own } = await start({ secrets: new Map([['key', 'secret']]) });
    const right = clientOf(own);
    expect((await right.send(new ListTablesCommand({}))).TableNames).toEqual([]);
    const wrong = clientOf(own, 'other');
    await expect(wrong.send(new ListTablesCommand({}))).rejects.toMatchObject({ name: 'InvalidSignatureException' });
    right.destroy();
    wrong.destroy();
  });

  interface Signing {
    atMs?: number;
    region?: string;
    service?: string;
    unsigned?: string[];
  }
  async function signed(body: string, signing: Signing = {}): Promise<{ [name: string]: string }> {
    const { atMs = nowMs, region = 'us-east-1', service = 'dynamodb', unsigned = [] } = signing;
    const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
    const signer = new SignatureV4({ service, region, credentials, sha256: Sha256 });
    const { host, hostname } = new URL(url);
    const headers = { host, 'content-type': modern, 'x-amz-target': target };
    const http = { method: 'POST', protocol: 'http:', hostname, path: '/', headers, body };
    const options = { signingDate: new Date(atMs), unsignableHeaders: new Set(unsigned) };
    const { host: _host, ...all } = (await signer.sign(new HttpRequest(http), options)).headers;
    return all;
  }
  const refused = async (headers: { [name: string]: string }) => {
    const { status, text } = await post(url, target, '{}', headers);
    expect(status).toBe(400);
    const { __type, message } = JSON.parse(text) as { __type: string; message: string };
    return `${__type.replace('com.amazon.coral.service#', '')}: ${message}`;
  };

  test('a body or header changed in transit is noticed', async () => {
    const headers = await signed('{}');
    expect((await post(url, target, '{}', headers)).status).toBe(200);
    expect((await post(url, target, '{ }', headers)).text).toContain('InvalidSignatureException');
    const other = { ...headers, 'x-amz-target': 'DynamoDB_20120810.DescribeTable' };
    expect((await post(url, target, '{}', other)).text).toContain('InvalidSignatureException');
  });

  const minute = 60_000;
  test.each([-15, -14, 0, 14, 15])('a clock that is %i minutes off is accepted', async (minutes) => {
    expect((await post(url, target, '{}', await signed('{}', { atMs: nowMs + minutes * minute }))).status).toBe(200);
  });

  test.each<[string, Signing, string]>([
    [
      'a second too old',
      { atMs: nowMs - 15 * minute - 1000 },
      'InvalidSignatureException: Signature expired: 20251231T235459Z is now earlier than 20251231T235500Z (20260101T001000Z - 15 min.)',
    ],
    [
      'twenty minutes old',
      { atMs: nowMs - 20 * minute },
      'InvalidSignatureException: Signature expired: 20251231T235000Z is now earlier than 20251231T235500Z (20260101T001000Z - 15 min.)',
    ],
    [
      'a second too early',
      { atMs: nowMs + 15 * minute + 1000 },
      'InvalidSignatureException: Signature not yet current: 20260101T002501Z is still later than 20260101T002500Z (20260101T001000Z + 15 min.)',
    ],
    [
      'for another region',
      { region: 'eu-west-1' },
      "InvalidSignatureException: Credential should be scoped to a valid region, not 'eu-west-1'. ",
    ],
    [
      'for another service',
      { service: 's3' },
      "InvalidSignatureException: Credential should be scoped to correct service: 'dynamodb'. ",
    ],
    [
      'without its operation',
      { unsigned: ['x-amz-target'] },
      "InvalidSignatureException: 'X-Amz-Target' must be a 'SignedHeader' in the AWS Authorization.",
    ],
    [
      'without its host',
      { unsigned: ['host'] },
      "InvalidSignatureException: 'Host' or ':authority' must be a 'SignedHeader' in the AWS Authorization.",
    ],
  ])('%s: refused, though the signature is right', async (_, signing, text) => {
    expect(await refused(await signed('{}', signing))).toBe(text);
  });

  test('the scope must have the request’s date and the right terminator, and one text lists every fault', async () => {
    const headers = await signed('{}');
    const scoped = (scope: string) => ({
      ...headers,
      authorization: headers.authorization!.replace('20260101/us-east-1/dynamodb/aws4_request', scope),
    });
    expect(await refused(scoped('20251231/us-east-1/dynamodb/aws4_request'))).toBe(
      "InvalidSignatureException: Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP: '20251231' != '20260101', from '20260101T001000Z'. ",
    );
    expect(await refused(scoped('b/c/d/e'))).toMatch(
      /^InvalidSignatureException: Credential should be scoped to a valid region, not 'c'. Credential should be scoped to correct service: 'dynamodb'. Credential should be scoped with a valid terminator: 'aws4_request', not 'e'. Date in Credential scope/,
    );
    expect(await refused(scoped('c/d'))).toBe(
      "IncompleteSignatureException: Credential must have exactly 5 slash-delimited elements, e.g. keyid/date/region/service/term, got 'key/c/d'",
    );
  });

  test('the region must be the store’s', async () => {
    const { url: own } = await start({
      ...{ oracle: createOracle({ region: 'eu-west-1' }), secrets: new Map([['key', 'secret']]) },
    });
    await expect(clientOf(own).send(new ListTablesCommand({}))).rejects.toThrow(
      "Credential should be scoped to a valid region, not 'us-east-1'",
    );
    const client = new DynamoDBClient({
      ...{ endpoint: own, region: 'eu-west-1', maxAttempts: 1 },
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    });
    expect((await client.send(new ListTablesCommand({}))).TableNames).toEqual([]);
    client.destroy();
  });

  const date = '20260101T001000Z';
  const scope = '20260101/us-east-1/dynamodb/aws4_request';
  const parts = `Credential=key/${scope}, SignedHeaders=host;x-amz-target`;
  test.each<[string, { [name: string]: string }, string]>([
    ['none', {}, 'MissingAuthenticationTokenException: Request is missing Authentication Token'],
    ['of another kind', { authorization: 'Basic eDp5' }, 'MissingAuthenticationTokenException: Request is missing'],
    [
      'without parts',
      { authorization: 'AWS4-HMAC-SHA256 Credential=key/x' },
      "IncompleteSignatureException: Authorization header requires 'Signature' parameter. Authorization header requires 'SignedHeaders' parameter. Authorization header requires existence of either",
    ],
    [
      'of an unknown key',
      {
        authorization: `AWS4-HMAC-SHA256 ${parts.replace('key/', 'who/')}, Signature=y`,
        'x-amz-date': date,
      },
      'UnrecognizedClientException: The security token included in the request is invalid.',
    ],
    [
      'of another algorithm',
      { authorization: `AWS4-HMAC-SHA25 ${parts}, Signature=y`, 'x-amz-date': date },
      "IncompleteSignatureException: Unsupported AWS 'algorithm': 'AWS4-HMAC-SHA25' (only AWS4-HMAC-SHA256 for now). ",
    ],
    [
      'with a date that is none',
      { authorization: `AWS4-HMAC-SHA256 ${parts}, Signature=y`, 'x-amz-date': '2026-01-01' },
      "IncompleteSignatureException: Date must be in ISO-8601 'basic format'. Got '2026-01-01'.",
    ],
    [
      'with a day that is none',
      { authorization: `AWS4-HMAC-SHA256 ${parts}, Signature=y`, 'x-amz-date': '20261301T000000Z' },
      "IncompleteSignatureException: Date must be in ISO-8601 'basic format'. Got '20261301T000000Z'.",
    ],
    [
      'with a part that has no value',
      { authorization: `AWS4-HMAC-SHA256 ${parts}, Signature`, date: 'Thu, 01 Jan 2026 00:10:00 GMT' },
      "IncompleteSignatureException: Authorization header requires 'Signature' parameter.",
    ],
    [
      'with a date of the other kind',
      { authorization: `AWS4-HMAC-SHA256 ${parts}, Signature=00`, date: 'Thu, 01 Jan 2026 00:10:00 GMT' },
      'InvalidSignatureException: The request signature we calculated does not match',
    ],
    [
      'as long as the right one, and wrong',
      { authorization: `AWS4-HMAC-SHA256 ${parts}, Signature=${'0'.repeat(64)}`, 'x-amz-date': date },
      'InvalidSignatureException: The request signature we calculated does not match',
    ],
  ])('%s', async (_name, headers, text) => {
    expect(await refused(headers)).toContain(text);
  });

  test('a signature with as many characters but more bytes is refused', async () => {
    const authorization = `AWS4-HMAC-SHA256 ${parts}, Signature=${'\u00e9'.repeat(64)}`;
    const reply = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { 'content-type': modern, 'x-amz-target': target, 'x-amz-date': date, authorization };
      request(url, { method: 'POST', headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on('error', reject)
        .end(Buffer.from('{}'));
    });
    expect(reply).toBe(400);
  });

  test('JSON and target are checked before signatures, the request after them', async () => {
    expect((await post(url, target, '{')).text).toContain('SerializationException');
    expect((await post(url, 'x', '{}')).text).toContain('UnknownOperationException');
    expect((await post(url, 'DynamoDB_20120810.PutItem', '{"TableName":1}')).text).toContain(
      'MissingAuthenticationToken',
    );
  });
});

test('an internal error affects one answer, and the server continues', async () => {
  const oracle = createOracle();
  const send = () => {
    throw new RangeError('beyond');
  };
  const { url } = await start({ oracle: { ...oracle, send } as typeof oracle });
  for (let times = 0; times < 2; times++) {
    const response = await fetch(url, {
      ...{ method: 'POST', body: '{}' },
      headers: { 'content-type': modern, 'x-amz-target': 'DynamoDB_20120810.ListTables' },
    });
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ message: 'The oracle failed: beyond' });
  }
});
