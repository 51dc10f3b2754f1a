import { afterEach, expect, test } from 'vitest';
import type { JsonObject, Operation, Outcome } from '../../oracles/values/types.ts';
import { exampleCredentials } from './local.ts';
import { createSender, healthOf, type Sender } from './session.ts';
import { answer, type Fake, fakeServer } from './testing/fake-server.ts';

const fakes: Fake[] = [];
afterEach(() => Promise.all(fakes.splice(0).map((fake) => fake.close())));

const answering = (outcome: Outcome): Sender => ({
  send: async () => outcome,
  listTables: async () => outcome,
  close: () => {},
});
const unanswered = (cause: 'closed' | 'timeout' | 'refused'): Outcome => ({ kind: 'unanswered', cause, detail: '' });

test('a connection that closes before the exit is known is still a crash', async () => {
  let asked = 0;
  const crash = () => {
    asked += 1;
    return asked > 3 ? 'it was ended by SIGKILL' : null;
  };
  expect(await healthOf(answering(unanswered('closed')), crash, true)).toEqual({
    kind: 'crashed',
    how: 'it was ended by SIGKILL',
  });
});

test.each([
  ['timeout', 'hung'],
  ['closed', 'silent'],
  ['refused', 'silent'],
] as const)('no exit and %s: %s', async (cause, kind) => {
  expect(await healthOf(answering(unanswered(cause)), () => null, true)).toEqual({ kind });
});

test('a refusal proves that the target is up', async () => {
  const outcome: Outcome = { kind: 'rejected', type: 'X', rawType: 'X', message: '', status: 400, members: {} };
  expect(await healthOf(answering(outcome))).toEqual({ kind: 'up' });
});

test.each<[string, Operation, JsonObject]>([
  ['a time in microseconds', 'ListBackups', { TimeRangeLowerBound: 1796010828.896938 }],
  ['a time that is a text', 'ListBackups', { TimeRangeLowerBound: '2026-11-30T00:00:00Z' }],
  ['a member that the SDK does not know', 'GetItem', { TableName: 't', Key: { pk: { S: 'a' } }, Colour: 'red' }],
])('a value from the target is sent back unchanged: %s', async (_, operation, input) => {
  const bodies: string[] = [];
  const fake = await fakeServer(
    (socket) => socket.write(answer(200, '{}')),
    (request) => bodies.push(request),
  );
  fakes.push(fake);
  const sender = createSender({
    ...{ url: fake.url, streamsUrl: fake.url, region: 'us-east-1' },
    credentials: async () => exampleCredentials,
  });
  expect(await sender.send(operation, input)).toMatchObject({ kind: 'ok' });
  sender.close();
  expect(bodies.map((body) => JSON.parse(body))).toEqual([input]);
});
