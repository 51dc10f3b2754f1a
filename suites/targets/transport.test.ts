import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { exampleCredentials } from './local.ts';
import { freePort } from './process.ts';
import { createSender, type Sender } from './session.ts';
import { answer, type Fake, fakeServer } from './testing/fake-server.ts';
import { bodyBytesMax } from './wire.ts';

const timeoutMs = 250;
const open: { fakes: Fake[]; senders: Sender[]; timers: NodeJS.Timeout[] } = { fakes: [], senders: [], timers: [] };

afterEach(async () => {
  for (const timer of open.timers.splice(0)) clearInterval(timer);
  for (const sender of open.senders.splice(0)) sender.close();
  for (const fake of open.fakes.splice(0)) await fake.close();
});

function senderTo(url: URL, requestTimeoutMs = timeoutMs): Sender {
  const endpoint = { url, streamsUrl: url, region: 'us-east-1', credentials: async () => exampleCredentials };
  const sender = createSender(endpoint, requestTimeoutMs);
  open.senders.push(sender);
  return sender;
}

async function serve(behave: (socket: Socket) => void): Promise<Fake> {
  const fake = await fakeServer(behave);
  open.fakes.push(fake);
  return fake;
}

function drip(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n{"a":"');
  open.timers.push(setInterval(() => socket.write('x'), 20));
}

function flood(socket: Socket): void {
  const chunk = Buffer.alloc(2 ** 20, 0x20);
  socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${bodyBytesMax + 2 ** 21}\r\n\r\n`);
  for (let sent = 0; sent < bodyBytesMax + 2 ** 21; sent += chunk.length) socket.write(chunk);
}

const misbehaviours: [string, (socket: Socket) => void, string, RegExp][] = [
  ['bytes that are not HTTP', (s) => s.end('\x00\x01\x02 hello\r\n\r\n'), 'garbage', /^HPE_/],
  ['a page of markup', (s) => s.write(answer(200, '<!doctype html>')), 'garbage', /a page of markup/],
  ['truncated JSON', (s) => s.write(answer(200, '{"Item":{')), 'garbage', /not JSON/],
  ['a list', (s) => s.write(answer(200, '[]')), 'garbage', /not an object/],
  ['an error without a type', (s) => s.write(answer(400, '{}')), 'garbage', /HTTP 400 with no error type/],
  ['a length shorter than the body', (s) => s.write(answer(200, '{"a":1}', 4)), 'garbage', /not JSON|^HPE_/],
  ['silence', () => {}, 'timeout', /within 250 ms/],
  ['a slow drip', drip, 'timeout', /within 250 ms/],
  ['a length longer than the body, kept open', (s) => s.write(answer(200, '{}', 9)), 'timeout', /within 250 ms/],
  ['a length longer than the body, ended', (s) => s.end(answer(200, '{}', 9)), 'closed', /./],
  ['the end before any answer', (s) => s.end(), 'closed', /./],
  ['a reset before any answer', (s) => s.resetAndDestroy(), 'closed', /ECONNRESET/],
  ['the end within the head', (s) => s.end('HTTP/1.1 200 OK\r\nContent-'), 'closed', /./],
  ['the end within the status line', (s) => s.end('HTTP/1.'), 'closed', /./],
  [
    'the end within a chunk',
    (s) => s.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"'),
    'closed',
    /./,
  ],
];

test.each(misbehaviours)('%s', async (_, behave, cause, detail) => {
  const { url } = await serve(behave);
  const sender = senderTo(url);
  for (const raw of [true, false]) {
    const outcome = await sender.send('ListTables', {}, { raw });
    expect(outcome, `raw: ${raw}`).toMatchObject({ kind: 'unanswered', cause });
    expect(outcome.kind === 'unanswered' && outcome.detail).toMatch(detail);
  }
});

test('a body without end is cut off at the limit', async () => {
  const { url } = await serve(flood);
  const outcome = await senderTo(url, 20_000).send('ListTables', {}, { raw: true });
  expect(outcome).toMatchObject({
    kind: 'unanswered',
    cause: 'garbage',
    detail: expect.stringMatching(/over 67108864 bytes/),
  });
  expect(outcome.wire?.body.length).toBeLessThan(10_000);
});

test('nothing listens', async () => {
  const url = new URL(`http://127.0.0.1:${await freePort()}/`);
  for (const raw of [true, false]) {
    expect(await senderTo(url).send('ListTables', {}, { raw })).toMatchObject({ cause: 'refused' });
  }
});

test('no such host, and no credentials', async () => {
  const sender = senderTo(new URL('http://parallax.invalid:1/'), 5_000);
  expect(await sender.send('ListTables', {}, { raw: true })).toMatchObject({ cause: 'unsendable' });

  const { url } = await serve((s) => s.write(answer(200, '{}')));
  const credentials = () => Promise.reject(new Error('none to be had'));
  const bare = createSender({ url, streamsUrl: url, region: 'us-east-1', credentials }, timeoutMs);
  open.senders.push(bare);
  for (const raw of [true, false]) {
    expect(await bare.send('ListTables', {}, { raw })).toMatchObject({
      cause: 'unsendable',
      detail: expect.stringMatching(/none to be had/),
    });
  }
});

test('a request is never sent twice, on a new connection or a closing one', async () => {
  let requests = 0;
  const fake = await serve((socket) => {
    requests += 1;
    if (requests === 1) socket.write(answer(200, '{}'));
    else socket.destroy();
  });
  const sender = senderTo(fake.url);
  expect(await sender.send('PutItem', {}, { raw: true })).toMatchObject({ kind: 'ok' });
  expect(await sender.send('PutItem', {}, { raw: true })).toMatchObject({ cause: 'closed' });
  expect([requests, fake.connections()]).toEqual([2, 1]);
  expect(await sender.send('PutItem', {}, { raw: false })).toMatchObject({ cause: 'closed' });
  expect([requests, fake.connections()]).toEqual([3, 2]);
});

test('a body is sent byte by byte, and both senders name the operation alike', async () => {
  const seen: { body: string; target: unknown }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = await request.toArray();
    seen.push({ body: Buffer.concat(chunks).toString(), target: request.headers['x-amz-target'] });
    response.end('{}');
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const sender = senderTo(new URL(`http://127.0.0.1:${port}/`));
  const bodies = ['', '{', '{"a":"\\ud800"}', '"é\u0000"'];
  for (const body of bodies) await sender.send('PutItem', {}, { body });
  for (const raw of [true, false]) await sender.send('GetRecords', { ShardIterator: 'é' }, { raw });
  server.close();
  expect(seen).toEqual([
    ...bodies.map((body) => ({ body, target: 'DynamoDB_20120810.PutItem' })),
    ...[1, 2].map(() => ({ body: '{"ShardIterator":"é"}', target: 'DynamoDBStreams_20120810.GetRecords' })),
  ]);
});

test('chosen headers replace the usual ones, and are signed', async () => {
  const seen: { [name: string]: unknown }[] = [];
  const server = createServer(async (request, response) => {
    await request.toArray();
    seen.push(request.headers);
    response.end('{}');
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const sender = senderTo(new URL(`http://127.0.0.1:${port}/`));
  await sender.send('ListTables', {}, { headers: { 'x-amz-target': 'DynamoDB_20120810.MakeTea' } });
  server.close();
  expect(seen[0]).toMatchObject({
    'x-amz-target': 'DynamoDB_20120810.MakeTea',
    'content-type': 'application/x-amz-json-1.0',
    authorization: expect.stringContaining('x-amz-target'),
  });
});

test('an answered request leaves no timer that would keep a script alive', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const { url } = await serve((socket) => socket.write(answer(200, '{}')));
  const sender = senderTo(url, 20_000);
  const before = timers();
  for (const raw of [true, false]) await sender.send('ListTables', {}, { raw });
  expect(timers()).toBeLessThanOrEqual(before);
});
