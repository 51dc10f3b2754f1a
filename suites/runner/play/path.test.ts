import { expect, test } from 'vitest';
import { omit, parsePath, project, valueAt } from './path.ts';

const answer = { Table: { Indexes: [{ Name: 'a', Status: 'ACTIVE' }, { Name: 'b' }] }, Count: 2 };

test('names, indexes and every element', () => {
  expect(valueAt(answer, 'Table.Indexes[0].Name')).toBe('a');
  expect(valueAt(answer, 'Table.Indexes[].Name')).toEqual(['a', 'b']);
  expect(valueAt(answer, 'Table.Indexes[].Status')).toEqual(['ACTIVE']);
  expect(valueAt(answer, 'Table.Nothing.Name')).toBeUndefined();
  expect(valueAt(answer, 'constructor')).toBeUndefined();
});

test('what is left out is gone at every index, and nothing else', () => {
  expect(omit(answer, ['Table.Indexes[].Name', 'Absent.Name', 'Count[0]'])).toEqual({
    ...answer,
    Table: { ...answer.Table, Indexes: answer.Table.Indexes.map(({ Name: _, ...rest }) => rest) },
  });
  expect(omit(answer, ['Table'])).not.toHaveProperty('Table');
  expect(omit(answer, [])).toEqual(answer);
});

test('projection keeps the structure and the index of each element', () => {
  expect(project(answer, ['Table.Indexes[].Name', 'Count'])).toEqual({
    Table: { Indexes: [{ Name: 'a' }, { Name: 'b' }] },
    Count: 2,
  });
  expect(project(answer, ['Table.Indexes[1].Name'])).toEqual({ Table: { Indexes: [null, { Name: 'b' }] } });
  expect(project(answer, ['Table.Indexes[].Name', 'Table.Indexes[].Status'])).toEqual({ Table: answer.Table });
  expect(project(answer, [])).toEqual({});
});

test.each(['a..b', 'a.', 'a[x]', ']', 'a[0'])('%s is not a path', (text) => {
  expect(() => parsePath(text)).toThrow(RangeError);
});
