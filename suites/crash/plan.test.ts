import { expect, test } from 'vitest';
import { targets } from '../targets/index.ts';
import { disturbances } from './disturbance.ts';
import { canDisturb, readRound, roundsOf } from './plan.ts';
import { roundId } from './round.ts';
import { subjects } from './subjects.ts';

const drawn = (number: number, seed = 'a', all = true) => {
  const rounds = roundsOf(targets['dynoxide-file'], (...needs) => all || needs.length === 0, seed);
  return Array.from({ length: number }, () => rounds.next().value!);
};

test('every request meets every disturbance, and the moments spread over the whole duration', () => {
  const rounds = drawn(6_000);
  const pairs = new Set(rounds.map(({ subject, disturbance }) => `${subject} ${disturbance}`));
  expect(pairs.size).toBe(Object.keys(subjects).length * Object.keys(disturbances).length);
  const percents = rounds
    .filter((one) => one.subject === 'put' && one.disturbance === 'kill' && one.moment.phase === 'answer')
    .map(({ moment }) => moment.percent)
    .sort((a, b) => a - b);
  const gaps = [0, ...percents].map((percent, at) => (percents[at] ?? 115) - percent);
  expect(percents.length).toBeGreaterThan(20);
  expect(Math.max(...gaps)).toBeLessThan(15);
});

test('a seed gives the same rounds, another seed others; what a target lacks is not drawn', () => {
  const ids = (seed: string) => drawn(50, seed).map(roundId);
  expect(ids('a')).toEqual(ids('a'));
  expect(ids('a')).not.toEqual(ids('b'));
  expect(drawn(200, 'a', false).some(({ subject }) => subject === 'restore')).toBe(false);
});

test('an id reads as its round, and anything else as none', () => {
  for (const round of drawn(300)) expect(readRound(roundId(round))).toEqual(round);
  for (const id of [
    'put',
    'put/kill',
    'put/kill/answer',
    'put/kill/sending-5',
    'abort/put/answer-5',
    'put/abort/settling-5',
  ])
    expect(readRound(id)).toBeUndefined();
});

test('only a server of ours is ended, and only one that keeps a file', () => {
  expect(canDisturb(targets.dynoxide, 'kill')).toBe(false);
  expect(canDisturb(targets.dynoxide, 'pause')).toBe(true);
  expect(canDisturb(targets['dynalite-file'], 'kill-twice')).toBe(true);
  expect(canDisturb(targets.aws, 'abort')).toBe(true);
  expect(canDisturb(targets.aws, 'pause')).toBe(false);
});
