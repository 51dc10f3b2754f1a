import { expect, test } from 'vitest';
import { timeMsOf } from './time.ts';

test('the option is in seconds, and the limit in milliseconds', () => {
  expect(timeMsOf({ time: 3 })).toBe(3_000);
  expect(timeMsOf({})).toBeUndefined();
});
