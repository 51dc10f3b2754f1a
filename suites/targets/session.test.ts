import { expect, test } from 'vitest';
import type { Outcome } from '../../oracles/values/types.ts';
import { healthOf, type Sender } from './session.ts';

const answering = (outcome: Outcome): Sender => ({
  send: async () => outcome,
  listTables: async () => outcome,
  close: () => {},
});
const unanswered = (cause: 'closed' | 'timeout' | 'refused'): Outcome => ({ kind: 'unanswered', cause, detail: '' });

test('a connection that ends before the news of the exit is a crash all the same', async () => {
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

test('a refusal is a sign of life', async () => {
  const outcome: Outcome = { kind: 'rejected', type: 'X', rawType: 'X', message: '', status: 400, members: {} };
  expect(await healthOf(answering(outcome))).toEqual({ kind: 'up' });
});
