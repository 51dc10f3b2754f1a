import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOracle } from '../../oracles/oracle.ts';
import { type OracleServer, startOracleServer } from '../../oracles/server/server.ts';
import { Connection } from './connection.ts';
import { exampleCredentials } from './local.ts';

const { accessKeyId, secretAccessKey } = exampleCredentials;
let server: OracleServer;
const oracle = createOracle();
beforeAll(async () => {
  server = await startOracleServer({ oracle, secrets: new Map([[accessKeyId, secretAccessKey]]) });
});
afterAll(() => server.close());

const to = (port: number, timeoutMs = 5_000, secret = secretAccessKey) =>
  new Connection({
    ...{ url: new URL(`http://127.0.0.1:${port}/`), region: 'us-east-1', timeoutMs },
    credentials: { accessKeyId, secretAccessKey: secret },
  });

test('the server accepts its signature, and no other', async () => {
  const right = to(server.port);
  expect(await right.send('ListTables', '{}')).toMatchObject({ kind: 'ok', output: { TableNames: [] } });
  expect(await right.send('GetItem', '{"TableName":"ä none","Key":{}}')).toMatchObject({ type: 'ValidationException' });
  const wrong = to(server.port, 5_000, 'another');
  expect(await wrong.send('ListTables', '{}')).toMatchObject({ type: 'InvalidSignatureException' });
  right.leave('abort');
  wrong.leave('abort');
});

test.each(['abort', 'reset'] as const)('a client that leaves (%s) hears nothing, and can come back', async (how) => {
  const client = to(server.port);
  await client.ready();
  const left = client.send('ListTables', '{}');
  client.leave(how);
  expect(await left).toMatchObject({ kind: 'unanswered', cause: 'closed' });
  expect(await client.send('ListTables', '{}')).toMatchObject({ kind: 'ok' });
  client.leave('abort');
});

test('a part of a request gets no answer', async () => {
  const client = to(server.port, 200);
  expect(await client.send('ListTables', '{}', { share: 0.9 })).toMatchObject({ kind: 'unanswered', cause: 'timeout' });
});

test('nobody listens', async () => {
  const closed = await startOracleServer({ oracle });
  await closed.close();
  expect(await to(closed.port).send('ListTables', '{}')).toMatchObject({ kind: 'unanswered', cause: 'refused' });
});
