import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aws } from './aws.ts';
import { credentialTrouble, findCredentials } from './credentials.ts';
import { endpointTarget, isRealService, streamsUrlOf } from './endpoint.ts';
import { answer, type Fake, fakeServer } from './fixtures/fake-server.ts';
import { freePort } from './process.ts';
import { TargetError } from './target.ts';

const fakes: Fake[] = [];
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
])('%s from the other side is about credentials or permission', async (type, message) => {
  withCredentials();
  const fake = await serve(answer(400, JSON.stringify({ __type: `com.amazon.coral.service#${type}`, message: 'no' })));
  expect((await failure(endpointTarget(fake.url.href).start({ requestTimeoutMs: 500 }))).message).toMatch(message);
  expect(await endpointTarget(fake.url.href).availability()).toMatchObject({
    kind: 'unavailable',
    reason: expect.stringMatching(message),
  });
});

test('what is no DynamoDB is told at the start', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  expect((await failure(endpointTarget(url).start())).message).toMatch(/does not answer as DynamoDB would \(refused\)/);
  const page = await serve(answer(200, '<html>'));
  expect((await failure(endpointTarget(page.url.href).start())).message).toMatch(/\(garbage\).*a page of markup/);
});

test('hung, silent and up are told apart', async () => {
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

test('real DynamoDB is touched by nobody who was not told to, by name or by address', async () => {
  withCredentials();
  for (const target of [aws, endpointTarget('https://dynamodb.eu-west-1.amazonaws.com')]) {
    expect(await target.availability()).toMatchObject({ kind: 'unavailable', remedy: 'add --yes-real-aws' });
    expect((await failure(target.start())).remedy).toBe('add --yes-real-aws');
  }
});

test.each([
  ['https://dynamodb.eu-west-1.amazonaws.com/', true, 'https://streams.dynamodb.eu-west-1.amazonaws.com/'],
  ['https://dynamodb-fips.us-east-1.amazonaws.com/', true, 'https://streams.dynamodb-fips.us-east-1.amazonaws.com/'],
  ['https://123456789012.ddb.us-east-1.amazonaws.com/', true, undefined],
  ['https://amazonaws.com.example/', false, 'https://amazonaws.com.example/'],
  ['http://127.0.0.1:8000/', false, 'http://127.0.0.1:8000/'],
])('%s is real: %s', (text, real, streams) => {
  const url = new URL(text);
  expect(isRealService(url)).toBe(real);
  if (streams !== undefined) expect(streamsUrlOf(url).href).toBe(streams);
});

test('other exceptions are not about credentials', () => {
  expect(credentialTrouble('ValidationException', 'h')).toBeUndefined();
});
