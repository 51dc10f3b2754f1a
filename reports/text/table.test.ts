import { expect, test } from 'vitest';
import { table, wrappedRow } from './table.ts';
import { columns } from './width.ts';

test('a table narrows one column, then omits spare columns', () => {
  const head = [
    { title: 'name', shrinks: 20 },
    { title: 'first', spare: 2 },
    { title: 'second', spare: 1 },
    { title: 'last' },
  ];
  const rows = [['n'.repeat(40), '1', '2', '3']];
  expect(table(head, rows, 50)[0]).toMatch(/^name +first +second +last$/);
  expect(table(head, rows, 40)[0]).toMatch(/^name +second +last$/);
  for (const width of [80, 50, 40, 34]) {
    for (const line of table(head, rows, width)) expect(columns(line)).toBeLessThanOrEqual(width);
  }
});

test('a cell with several paragraphs takes several lines, beside the other cells', () => {
  expect(wrappedRow([['1'], ['one two', 'three'], ['日本']], [2, 8, 4])).toEqual(['1   one two   日本', '    three']);
});
