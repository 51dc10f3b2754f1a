import { expect, test } from 'vitest';
import type { Step } from '../cases/case.ts';
import { duration, needsOtherAccount, waitMs } from './needs.ts';

const own: Step = { op: 'ListTables', input: {} };
const other = { op: 'ListTables', input: {}, account: 'other' } as const;
const wait = (ms: number): Step => ({ wait: ms, because: 'it must' });

test.each<[string, Step]>([
  ['a call', other],
  ['a loop', { repeat: { ...other, as: 'page' }, until: { path: 'A', absent: true } }],
  ['counted calls', { times: 2, step: other }],
  ['a stream', { readStream: 'arn', until: { records: 1 }, account: 'other' }],
  ['a branch', { parallel: [[own], [own, other]] }],
])('a second account is found in %s', (_, step) => {
  expect(needsOtherAccount([own, step])).toBe(true);
});

test('everything else needs one account only', () => {
  const steps: Step[] = [
    own,
    wait(1),
    { times: 2, step: { op: 'ListTables', input: {} } },
    { readStream: 'arn', until: { records: 1 } },
  ];
  expect(needsOtherAccount(steps)).toBe(false);
});

test('waits add up, including those in branches', () => {
  expect(waitMs([own, wait(1), { parallel: [[wait(20)], [own, wait(300)]] }])).toBe(321);
});

test.each([
  [0, '0 s'],
  [999, '0 s'],
  [1_000, '1 s'],
  [600_001, '10 min'],
  [3_661_000, '1 h 1 min 1 s'],
  [90_000_000, '25 h'],
])('%d ms is %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});
