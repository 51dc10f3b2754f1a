import { expect, test } from 'vitest';
import { bit, flag, oneOf, upTo } from './domains.ts';

test('a domain refuses what it does not hold', () => {
  expect([oneOf('a', 'b').encode('c'), upTo(3).encode(4), upTo(3).encode(1.5), upTo(3).encode('1')]).toEqual([
    -1, -1, -1, -1,
  ]);
  expect([bit.encode(true), flag.encode(1)]).toEqual([-1, -1]);
  expect(() => oneOf('a', 'a')).toThrow('stands twice');
  expect(() => upTo(70_000)).toThrow('1 to 65536 values');
});
