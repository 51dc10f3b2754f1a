/** Who signs what: endpoints with credentials of two accounts. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { otherAccountVariables } from './credentials.ts';
import { endpointTarget } from './endpoint.ts';
import { createOracleSession } from './oracle.ts';

const secrets = ['first-secret', 'other-secret', 'other-token'];
let server: Server;
let seen: IncomingHttpHeaders[] = [];

beforeEach(async () => {
  seen = [];
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) vi.stubEnv(name, undefined);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDFIRST');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'first-secret');
  for (const variable of Object.values(otherAccountVariables)) vi.stubEnv(variable, undefined);
  server = createServer((request, response) => {
    seen.push(request.headers);
    request.resume().on('end', () => response.end('{"TableNames":[]}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function started() {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no address');
  return endpointTarget(`http://127.0.0.1:${address.port}/`).start({ requestTimeoutMs: 2_000 });
}

function giveOther(key: string): void {
  vi.stubEnv(otherAccountVariables.accessKeyId, key);
  vi.stubEnv(otherAccountVariables.secretAccessKey, 'other-secret');
}

test('each account signs its own requests, with the SDK and without', async () => {
  giveOther('AKIDOTHER');
  vi.stubEnv(otherAccountVariables.sessionToken, 'other-token');
  const session = await started();
  expect(session).toMatchObject({ otherAccount: { supported: true }, clock: 'real' });
  seen = [];
  for (const raw of [false, true]) {
    for (const account of [{}, { account: 'other' }] as const)
      expect(await session.send('ListTables', {}, { raw, ...account })).toMatchObject({ kind: 'ok' });
  }
  await session.send('ListTables', {}, { body: '{}', account: 'other' });
  const signers = seen.map(({ authorization = '' }) => /Credential=(\w+)/.exec(authorization)?.[1]);
  expect(signers).toEqual(['AKIDFIRST', 'AKIDOTHER', 'AKIDFIRST', 'AKIDOTHER', 'AKIDOTHER']);
  expect(seen.map((headers) => headers['x-amz-security-token'] ?? null)).toEqual([
    ...[null, 'other-token', null, 'other-token', 'other-token'],
  ]);
  for (const secret of secrets) expect(JSON.stringify([session.facts, session.otherAccount])).not.toContain(secret);
  await session.stop();
});

test.each<[string, () => void, RegExp]>([
  ['no key', () => {}, /^no second account is configured: set PARALLAX_OTHER_AWS_ACCESS_KEY_ID and /],
  [
    'half of one',
    () => vi.stubEnv(otherAccountVariables.accessKeyId, 'AKIDOTHER'),
    /^no second account is configured: set PARALLAX_OTHER_AWS_ACCESS_KEY_ID and /,
  ],
  ['the first key again', () => giveOther('AKIDFIRST'), /is the key of the first account$/],
])('with %s there is no second account, and nothing is sent for it', async (_, give, reason) => {
  give();
  const session = await started();
  expect(session.otherAccount).toEqual({ supported: false, reason: expect.stringMatching(reason) });
  seen = [];
  expect(await session.send('ListTables', {}, { account: 'other' })).toMatchObject({
    kind: 'unanswered',
    cause: 'unsendable',
  });
  expect(seen).toEqual([]);
  await session.stop();
});

test('the oracle has a second account in the same store', async () => {
  const session = createOracleSession();
  const schema = {
    TableName: 'orders',
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  };
  await session.send('CreateTable', schema, { account: 'other' });
  expect(await session.send('ListTables', {})).toMatchObject({ output: { TableNames: [] } });
  expect(await session.send('ListTables', {}, { body: '{}', account: 'other' })).toMatchObject({
    output: { TableNames: ['orders'] },
  });
});
