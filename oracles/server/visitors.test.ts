import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { type OracleServer, startOracleServer } from './server.ts';
import { createVisitors } from './visitors.ts';

describe('a server on loopback', () => {
  const { faultOf } = createVisitors(['127.0.0.1']);

  test.each([
    ...['localhost', 'localhost:8000', 'LocalHost:8000', 'localhost.', 'localhost.:8000', 'store.localhost:8000'],
    ...['127.0.0.1', '127.0.0.1:8000', '127.8.9.1:1', '[::1]', '[::1]:8000', '[::ffff:127.0.0.1]:8000', undefined],
  ])('answers under %s', (host) => {
    expect(faultOf({ host })).toBeUndefined();
    expect(faultOf({ host, origin: 'http://localhost:3000' })).toBeUndefined();
    expect(faultOf({ host, origin: 'https://[::1]' })).toBeUndefined();
  });

  test.each([
    ...['evil.example', 'evil.example:8000', 'localhost.evil.example', 'notlocalhost', '192.168.0.7:8000', '8.8.8.8'],
    ...['127.0.0.1.nip.io', '', ' ', ':8000', 'localhost:99999', 'evil@localhost', 'localhost/evil', 'localhost#evil'],
    ...['[fe80::1]:8000', '[::2]', 'a b', '\u0000', 'localhost,evil.example'],
  ])('does not under %j', (host) => {
    expect(faultOf({ host })?.status).toBe(421);
  });

  test.each(['http://evil.example', 'https://evil.example:8000', 'null', '', 'file://', 'http://192.168.0.7'])(
    'does not answer pages of %j',
    (origin) => {
      expect(faultOf({ host: 'localhost', origin })?.status).toBe(403);
    },
  );
});

test('a server elsewhere answers under its given names, and still under this machine’s', () => {
  const { faultOf } = createVisitors(['192.168.0.7', 'Store.example.']);
  for (const host of ['192.168.0.7:8000', 'store.example', 'STORE.EXAMPLE.:1', 'localhost'])
    expect(faultOf({ host, origin: 'http://store.example' })).toBeUndefined();
  for (const host of ['192.168.0.8', 'evil.example']) expect(faultOf({ host })?.status).toBe(421);
});

test.each(['0.0.0.0', '::'])(
  'a server at every address (%s) answers under each, and under no name besides',
  (address) => {
    const { faultOf } = createVisitors([address]);
    for (const host of ['192.168.0.7:8000', '[2001:db8::1]:8000', 'localhost'])
      expect(faultOf({ host })).toBeUndefined();
    expect(faultOf({ host: 'evil.example' })?.status).toBe(421);
  },
);

describe('over the wire', () => {
  let server: OracleServer;
  beforeAll(async () => {
    server = await startOracleServer({ oracle: createOracle() });
  });
  afterAll(() => server.close());

  const ask = (head: string): Promise<string> =>
    new Promise((resolve, reject) => {
      let said = '';
      const socket = connect(server.port, '127.0.0.1', () => socket.write(`${head}\r\nConnection: close\r\n\r\n`));
      socket.on('data', (chunk) => {
        said += chunk;
      });
      socket.on('error', reject).on('close', () => resolve(said));
    });

  test.each(['GET', 'POST', 'PUT', 'OPTIONS'])('%s for another name gets 421 Misdirected Request', async (method) => {
    const reply = await ask(`${method} / HTTP/1.1\r\nHost: evil.example:8000`);
    expect(reply).toMatch(/^HTTP\/1\.1 421 /);
    expect(JSON.parse(reply.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      message: expect.stringMatching(/Host header/),
    });
  });

  test('a page of another origin is forbidden', async () => {
    expect(await ask('GET / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example')).toMatch(/^HTTP\/1\.1 403 /);
  });

  test('a request of HTTP/1.0 without Host is answered', async () => {
    expect(await ask('GET / HTTP/1.0')).toMatch(/^HTTP\/1\.1 200 [\s\S]*healthy/);
  });
});
