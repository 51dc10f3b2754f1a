import { expect, test } from 'vitest';
import { createVirtualClock } from './clock.ts';

test('fractions of a millisecond add up, and the clock shows whole ones', () => {
  const clock = createVirtualClock(1000);
  const seen: number[] = [];
  clock.at(1001, () => seen.push(clock.now()));
  for (let turn = 0; turn < 3; turn++) clock.advance(0.4);
  expect([clock.now(), seen]).toEqual([1001, [1001]]);
});

test('an invalid duration passes no time, and an event in the past fires at the next step', () => {
  const clock = createVirtualClock(1000);
  const fired: number[] = [];
  clock.at(500, () => fired.push(clock.now()));
  for (const ms of [Number.NaN, Number.POSITIVE_INFINITY, -5]) clock.advance(ms);
  expect([clock.now(), fired]).toEqual([1000, [1000]]);
});

test('events fire by time, then in scheduling order, including those that events schedule', () => {
  const clock = createVirtualClock(0);
  const fired: string[] = [];
  clock.at(20, () => fired.push(`c${clock.now()}`));
  clock.at(10, () => {
    fired.push(`a${clock.now()}`);
    clock.at(15, () => fired.push(`new${clock.now()}`));
  });
  clock.at(10, () => fired.push(`b${clock.now()}`));
  clock.advance(19);
  expect(fired).toEqual(['a10', 'b10', 'new15']);
  clock.advance(1);
  expect([fired.at(-1), clock.now()]).toEqual(['c20', 20]);
});
