import dns from 'node:dns';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aws } from './aws.ts';
import { credentialTrouble, findCredentials } from './credentials.ts';
import { endpointTarget, looksLikeEndpoint, parseEndpoint, streamsUrlOf } from './endpoint.ts';
import { remedyFor } from './greeting.ts';
import { freePort } from './process.ts';
import { TargetError } from './target.ts';
import { answer, type Fake, fakeServer } from './testing/fake-server.ts';

const fakes: Fake[] = [];
const folders: string[] = [];
const secret = 'wJalrSECRET';

beforeEach(() => {
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) vi.stubEnv(name, undefined);
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  vi.stubEnv('AWS_CONFIG_FILE', '/dev/null');
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/dev/null');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const fake of fakes.splice(0)) await fake.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function withCredentials(expiration?: string): void {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDENV');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', secret);
  if (expiration !== undefined) vi.stubEnv('AWS_CREDENTIAL_EXPIRATION', expiration);
}

async function serve(text: string): Promise<Fake> {
  const fake = await fakeServer((socket) => socket.write(text));
  fakes.push(fake);
  return fake;
}

const failure = async (promise: Promise<unknown>): Promise<TargetError> => {
  const thrown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(thrown).toBeInstanceOf(TargetError);
  expect(JSON.stringify([(thrown as TargetError).message, (thrown as TargetError).remedy])).not.toContain(secret);
  return thrown as TargetError;
};

test.each([
  ['not a url'],
  ['ftp://127.0.0.1/'],
  ['http://user:hunter2@127.0.0.1/'],
  ['http://127.0.0.1/?a=b'],
  ['http://127.0.0.1/#x'],
  ['http://'],
  ['http://127.0.0.1:99999'],
  ['localhost:99999'],
  ['user:hunter2@127.0.0.1:8000'],
  ['user:hunter2@127.0.0.1'],
  ['https://user:hunter2@'],
  ['http://user:hunter2@127.0.0.1:99999'],
])('%s is no endpoint', (text) => {
  expect(() => endpointTarget(text)).toThrow(TargetError);
  expect(() => endpointTarget(text)).not.toThrow(/hunter2/);
});

test('a loopback endpoint needs no credentials, and the report says so', async () => {
  const fake = await serve(answer(200, '{"TableNames":[]}').replace('\r\n', '\r\nServer: Some 1.2\r\n'));
  const target = endpointTarget(fake.url.href);
  expect(target).toMatchObject({ name: fake.url.origin, startedByUs: false });
  expect(await target.availability()).toEqual({ kind: 'available', version: 'Some 1.2', found: fake.url.href });
  const session = await target.start({ requestTimeoutMs: 500 });
  expect(session.facts).toEqual({ endpoint: fake.url.href, credentials: 'none found, dummy ones sent' });
  expect(await session.send('ListTables', {})).toMatchObject({ kind: 'ok', output: { TableNames: [] } });
  expect(await session.health()).toEqual({ kind: 'up' });
  await session.stop();
});

test('an endpoint elsewhere needs them', async () => {
  const url = new URL('http://store.example:8000/');
  expect((await failure(findCredentials(url, 0))).message).toBe('no AWS credentials for store.example:8000');
});

test('credentials of the environment are used, and expired ones are not', async () => {
  const url = new URL('https://store.example/');
  withCredentials('2026-01-01T00:00:00Z');
  const before = Date.parse('2025-12-31T23:59:59Z');
  const found = await findCredentials(url, before);
  expect(found.source).toBe('default chain');
  expect(await found.provide()).toMatchObject({ accessKeyId: 'AKIDENV' });
  const expired = await failure(findCredentials(url, before + 1_000));
  expect(expired.message).toBe('the AWS credentials have expired');
  expect(expired.remedy).toMatch(/aws sso login/);
});

test.each([
  ['ExpiredTokenException', /have expired/],
  ['UnrecognizedClientException', /does not accept these AWS credentials/],
  ['AccessDeniedException', /refuses ListTables: AccessDeniedException: no/],
])('%s from the server is about credentials or permission', async (type, message) => {
  withCredentials();
  const fake = await serve(answer(400, JSON.stringify({ __type: `com.amazon.coral.service#${type}`, message: 'no' })));
  expect((await failure(endpointTarget(fake.url.href).start({ requestTimeoutMs: 500 }))).message).toMatch(message);
  expect(await endpointTarget(fake.url.href).availability()).toMatchObject({
    kind: 'unavailable',
    reason: expect.stringMatching(message),
  });
});

test('a server that is not DynamoDB is reported at the start', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  expect((await failure(endpointTarget(url).start())).message).toMatch(/does not answer as DynamoDB would \(refused\)/);
  const page = await serve(answer(200, '<html>'));
  expect((await failure(endpointTarget(page.url.href).start())).message).toMatch(/\(garbage\).*a page of markup/);
});

test('hung, silent and up are distinguished', async () => {
  let text: string | undefined = answer(200, '{}');
  const fake = await fakeServer((socket) => text !== undefined && socket.write(text));
  fakes.push(fake);
  const session = await endpointTarget(fake.url.href).start({ requestTimeoutMs: 500 });
  text = answer(502, 'oops');
  expect(await session.health()).toEqual({ kind: 'silent' });
  text = undefined;
  expect(await session.health()).toEqual({ kind: 'hung' });
  await session.stop();
});

test('real DynamoDB is never contacted without permission, by name or by address', async () => {
  withCredentials();
  for (const target of [aws, endpointTarget('https://dynamodb.eu-west-1.amazonaws.com')]) {
    expect(await target.availability()).toMatchObject({ kind: 'unavailable', remedy: 'add --yes-real-aws' });
    expect((await failure(target.start())).remedy).toBe('add --yes-real-aws');
  }
});

test.each([
  ['https://dynamodb.eu-west-1.amazonaws.com/', 'https://streams.dynamodb.eu-west-1.amazonaws.com/'],
  ['https://dynamodb-fips.us-east-1.amazonaws.com/', 'https://streams.dynamodb-fips.us-east-1.amazonaws.com/'],
  ['https://dynamodb.us-east-1.api.aws./', 'https://streams-dynamodb.us-east-1.api.aws./'],
  ['https://dynamodb.amazonaws.com.example/', 'https://dynamodb.amazonaws.com.example/'],
  ['http://127.0.0.1:8000/', 'http://127.0.0.1:8000/'],
])('the streams of %s', (text, streams) => {
  expect(streamsUrlOf(new URL(text)).href).toBe(streams);
});

test.each([
  ['localhost:8000', 'http://localhost:8000/'],
  ['127.0.0.1:8000', 'http://127.0.0.1:8000/'],
  ['[::1]:8000', 'http://[::1]:8000/'],
  ['LOCALHOST:8000/', 'http://localhost:8000/'],
])('%s is taken as http', (text, href) => {
  expect([looksLikeEndpoint(text), parseEndpoint(text).href]).toEqual([true, href]);
});

test('without permission nothing is connected and no name is resolved', async () => {
  withCredentials();
  const spies = [vi.spyOn(http, 'request'), vi.spyOn(https, 'request'), vi.spyOn(dns, 'lookup')];
  const names = ['store.example:8000', 'dynamo.internal', '8.8.8.8', 'dynamodb.us-east-1.amazonaws.com.', 'x.api.aws'];
  for (const name of names) {
    const target = endpointTarget(`http://${name}`);
    const remedy = name.includes('aws') ? 'add --yes-real-aws' : 'add --yes-remote';
    expect(await target.availability()).toMatchObject({ kind: 'unavailable', remedy });
    expect((await failure(target.start())).remedy).toBe(remedy);
  }
  for (const spy of spies) expect(spy).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

describe('an endpoint in the environment or the profile, beside the target aws', () => {
  const allowed = { realAwsAllowed: true };
  const profile = (text: string): void => {
    const file = join(mkdtempSync(join(tmpdir(), 'profile-')), 'config');
    folders.push(dirname(file));
    writeFileSync(file, text);
    vi.stubEnv('AWS_CONFIG_FILE', file);
    vi.stubEnv('AWS_PROFILE', 'local');
  };

  test.each(['AWS_ENDPOINT_URL', 'AWS_ENDPOINT_URL_DYNAMODB', 'AWS_ENDPOINT_URL_DYNAMODB_STREAMS'])(
    '%s that leads elsewhere is a contradiction, and nothing is asked',
    async (name) => {
      const fake = await serve(answer(200, '{"TableNames":[]}'));
      vi.stubEnv(name, fake.url.href);
      const { message, remedy } = await failure(aws.start(allowed));
      expect(message).toMatch(
        new RegExp(`^the target aws is .*dynamodb.us-east-1.amazonaws.com, but ${name} leads to 127`),
      );
      expect(remedy).toContain(`--target ${fake.url.origin}`);
      expect(await aws.availability({})).toMatchObject({ reason: message });
      expect(fake.connections()).toBe(0);
    },
  );

  test.each([
    ['endpoint_url', '[profile local]\nregion = us-east-1\nendpoint_url = http://127.0.0.1:9\n'],
    [
      'a services section',
      '[profile local]\nservices = own\n[services own]\ndynamodb =\n  endpoint_url = http://127.0.0.1:9\n',
    ],
  ])('%s of the profile', async (_, text) => {
    profile(text);
    expect((await failure(aws.start(allowed))).message).toMatch(/but the AWS profile leads to 127\.0\.0\.1:9$/);
  });

  test('an invalid URL cannot be read', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL', 'not a url');
    expect((await failure(aws.start(allowed))).message).toMatch(/that AWS_ENDPOINT_URL names cannot be read/);
  });

  test('a matching or ignored one is no contradiction; then the guard decides', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', 'https://DYNAMODB.us-east-1.amazonaws.com./');
    expect((await failure(aws.start())).remedy).toBe('add --yes-real-aws');
    vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:9');
    vi.stubEnv('AWS_IGNORE_CONFIGURED_ENDPOINT_URLS', 'true');
    expect((await failure(aws.start())).remedy).toBe('add --yes-real-aws');
  });
});

describe('a greeting that fails', () => {
  /** Answers each request with the next text. The last one repeats. */
  async function serveInTurn(...texts: string[]): Promise<Fake & { asked: () => number }> {
    let asked = 0;
    const fake = await fakeServer((socket) => socket.write(texts[Math.min(asked++, texts.length - 1)] ?? ''));
    fakes.push(fake);
    return { ...fake, asked: () => asked };
  }
  const start = (fake: Fake) => endpointTarget(fake.url.href).start({ requestTimeoutMs: 500 });
  const failing = answer(500, '{"__type":"x#InternalServerError","message":"not yet"}');
  const tables = answer(200, '{"TableNames":[]}');

  test.each([
    ['refused with HTTP 500', failing],
    ['answered by a page', answer(503, '<html>starting</html>')],
    ['cut off', answer(200, '{"Table', 100)],
  ])('is retried once when it is %s', async (_, first) => {
    const fake = await serveInTurn(first, tables);
    const session = await start(fake);
    expect([session.version, fake.asked()]).toEqual(['unknown', 2]);
    await session.stop();
  });

  test('is tried twice at most, and only once if it is about credentials', async () => {
    const broken = await serveInTurn(failing);
    await failure(start(broken));
    const closed = await serveInTurn(answer(400, '{"__type":"x#UnrecognizedClientException","message":"no"}'));
    withCredentials();
    await failure(start(closed));
    expect([broken.asked(), closed.asked()]).toEqual([2, 1]);
  });

  test('redirections are not followed', async () => {
    const other = await serve(tables);
    const body = answer(307, '{}').replace('\r\n', `\r\nLocation: ${other.url.href}\r\n`);
    const fake = await serveInTurn(body);
    expect((await failure(start(fake))).remedy).toMatch(/^redirects are not followed/);
    expect([fake.asked(), other.connections()]).toEqual([2, 0]);
  });

  test('a port without TLS is reported as such', async () => {
    const fake = await fakeServer(() => {});
    fakes.push(fake);
    const plain = await new Promise<{ url: string; close: () => void }>((resolve) => {
      const server = http
        .createServer((_, response) => response.end('{}'))
        .listen(0, '127.0.0.1', () => {
          const address = server.address();
          if (typeof address !== 'object' || address === null) throw new Error('no address');
          resolve({ url: `https://127.0.0.1:${address.port}`, close: () => server.close() });
        });
    });
    const { remedy } = await failure(endpointTarget(plain.url).start({ requestTimeoutMs: 2_000 }));
    expect(remedy).toBe(`the port does not seem to speak TLS: try ${plain.url.replace('https', 'http')}`);
    plain.close();
  });

  const [plain, secure] = [new URL('http://db.localhost:8000'), new URL('https://db.localhost:8443')];
  const wire = (status: number, body: string) => ({ wire: { status, headers: {}, body } });
  test.each<[string, URL, Omit<Parameters<typeof remedyFor>[1], 'kind'>, RegExp]>([
    [
      'a self-signed certificate',
      secure,
      { cause: 'unsendable', detail: 'DEPTH_ZERO_SELF_SIGNED_CERT: x' },
      /NODE_EXTRA_CA_CERTS=FILE/,
    ],
    [
      'an authority of its own',
      secure,
      { cause: 'unsendable', detail: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE: x' },
      /NODE_EXTRA_CA_CERTS/,
    ],
    ['an old certificate', secure, { cause: 'unsendable', detail: 'CERT_HAS_EXPIRED: x' }, /renew the certificate/],
    [
      'that of another name',
      secure,
      { cause: 'unsendable', detail: 'ERR_TLS_CERT_ALTNAME_INVALID: x' },
      /host name in the server certificate/,
    ],
    [
      'an unknown name',
      plain,
      { cause: 'unsendable', detail: 'ENOTFOUND: getaddrinfo ENOTFOUND db' },
      /the name db\.localhost cannot be resolved/,
    ],
    ['nobody there', plain, { cause: 'refused', detail: 'ECONNREFUSED: x' }, /nothing listens there/],
    ['silence', plain, { cause: 'timeout', detail: 'no answer within 500 ms' }, /--timeout/],
    ['plain to TLS, hung up', plain, { cause: 'closed', detail: 'ECONNRESET: socket hang up' }, /try https:\/\/db/],
    ['plain to TLS, an alert', plain, { cause: 'garbage', detail: 'HPE_INVALID_CONSTANT: x' }, /try https:\/\/db/],
    ['plain to TLS, a page', plain, { cause: 'garbage', detail: 'x', ...wire(400, 'sent to HTTPS port') }, /try https/],
    [
      'a proxy that forbids',
      plain,
      { cause: 'garbage', detail: 'x', ...wire(403, '<html>') },
      /a proxy or another service/,
    ],
    ['a page', secure, { cause: 'garbage', detail: 'x', ...wire(200, '<html>') }, /something other than DynamoDB/],
    ['a connection that ends', secure, { cause: 'closed', detail: 'ECONNRESET: x' }, /log of the server/],
  ])('advice for %s', (_, url, outcome, remedy) => {
    expect(remedyFor(url, { kind: 'unanswered', ...outcome })).toMatch(remedy);
  });
});

test('other exceptions are not about credentials', () => {
  expect(credentialTrouble('ValidationException', 'h')).toBeUndefined();
});
