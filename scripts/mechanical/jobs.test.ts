import { expect, test } from 'vitest';
import { performer } from './jobs.ts';

/** A store that accepts everything and holds nothing. */
const program = `
  const session = {
    target: 'empty', version: '0', facts: {}, otherAccount: { supported: true }, clock: 'virtual',
    send: async () => ({ kind: 'ok', output: {} }),
    pause: async () => {}, health: async () => ({ kind: 'up' }), stop: async () => {}, log: async () => '',
  };
  module.exports = { createOracleSession: () => session };`;

test('a case that is red without any change is named, and the tests after it are not played', async () => {
  const perform = performer({ code: program, mutants: 0, seed: 'a', sequences: 1 });
  const tests = ['legacy/operator-between', 'update-item/upsert'];
  expect(await perform({ kind: 'cover', judge: 'cases', tests })).toEqual({ kind: 'red', test: tests[0] });
});
