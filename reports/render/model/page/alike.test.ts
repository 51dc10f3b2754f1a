import { expect, test } from 'vitest';
import { alike } from './alike.ts';

test('names that differ only in numbers are merged, unless other details differ', () => {
  const all = [
    { name: 'target[0]', rest: '1' },
    { name: 'job of 0', rest: '1' },
    { name: 'target[12]', rest: '1' },
    { name: 'target[2]', rest: '2' },
  ];
  const told = (groups: ReturnType<typeof alike<(typeof all)[number]>>) =>
    groups.map(({ first, count }) => [first.name, count]);
  expect(told(alike(all, ({ name }) => name))).toEqual([
    ['target[0]', 3],
    ['job of 0', 1],
  ]);
  expect(
    told(
      alike(
        all,
        ({ name }) => name,
        ({ rest }) => rest,
      ),
    ),
  ).toEqual([
    ['target[0]', 2],
    ['job of 0', 1],
    ['target[2]', 1],
  ]);
});
