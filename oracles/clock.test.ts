import { expect, test } from 'vitest';
import { createVirtualClock } from './clock.ts';

test('parts of a millisecond add up, and the clock shows whole ones', () => {
  const clock = createVirtualClock(1000);
  const seen: number[] = [];
  clock.at(1001, () => seen.push(clock.now()));
  for (let turn = 0; turn < 3; turn++) clock.advance(0.4);
  expect([clock.now(), seen]).toEqual([1001, [1001]]);
});
