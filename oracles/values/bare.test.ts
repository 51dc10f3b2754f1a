import { expect, test } from 'vitest';
import { bare } from './bare.ts';

test('inherits nothing, and accepts every name', () => {
  const object = bare<{ [name: string]: unknown }>();
  for (const name of ['constructor', 'toString', 'hasOwnProperty', '__proto__', '']) {
    expect(object[name]).toBeUndefined();
    expect(name in object).toBe(false);
    object[name] = name;
    expect(Object.hasOwn(object, name)).toBe(true);
  }
  expect(JSON.stringify(object)).toBe(
    '{"constructor":"constructor","toString":"toString","hasOwnProperty":"hasOwnProperty","__proto__":"__proto__","":""}',
  );
  expect(Object.keys(bare())).toEqual([]);
});
