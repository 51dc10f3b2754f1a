import { expect, test } from 'vitest';
import { createVirtualClock } from './clock.ts';

test('events fire by due time, then in the order they were scheduled, at their own time', () => {
  const clock = createVirtualClock(100);
  const fired: [string, number][] = [];
  const note = (name: string) => () => fired.push([name, clock.now()]);
  clock.at(300, note('late'));
  clock.at(200, note('first'));
  clock.at(200, note('second'));
  clock.advance(99);
  expect(fired).toEqual([]);
  clock.advance(1000);
  expect(fired).toEqual([
    ['first', 200],
    ['second', 200],
    ['late', 300],
  ]);
  expect(clock.now()).toBe(1199);
});

test('what an event schedules within the same step fires in it', () => {
  const clock = createVirtualClock(0);
  const times: number[] = [];
  const again = () => {
    times.push(clock.now());
    if (times.length < 4) clock.at(clock.now() + 10, again);
  };
  clock.at(10, again);
  clock.advance(35);
  expect(times).toEqual([10, 20, 30]);
  clock.advance(5);
  expect(times).toEqual([10, 20, 30, 40]);
});

test('time never goes back', () => {
  const clock = createVirtualClock(50);
  clock.advance(-10);
  clock.advance(Number.NaN);
  expect(clock.now()).toBe(50);
  const late: number[] = [];
  clock.at(10, () => late.push(clock.now()));
  clock.advance(0);
  expect(late).toEqual([50]);
});
