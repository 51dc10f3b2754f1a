import { expect, test } from 'vitest';
import { membersNamed, sameText, sameWording } from './texts.ts';

const short = 'failed to satisfy constraint: Member must have length greater than or equal to 1';
const newer = `1 validation error detected: Value at 'TableName' ${short}`;
const older = `1 validation error detected: Value '' at 'tableName' ${short}`;

test('two wordings of one error are equal, two errors are not', () => {
  expect(sameText(newer, older)).toBe(true);
  expect(sameText('Empty attribute name', '1 validation error detected: Empty attribute name')).toBe(true);
  expect(sameText(newer, newer.replace('TableName', 'IndexName'))).toBe(false);
});

test('a sequence number in a text is drawn by the store, and a shorter number is not', () => {
  const text = (number: string) => `The sequence number ${number}x is out of the range`;
  expect(sameText(text('1'.repeat(21)), text('2'.repeat(25)))).toBe(true);
  expect(sameText(text('1'.repeat(20)), text('2'.repeat(20)))).toBe(false);
});

test('a place in a statement depends on the names of tables in it', () => {
  expect(sameText('Unexpected token at 1:13:24', 'Unexpected token at 1:13:23')).toBe(true);
  expect(sameText('Unexpected token at 1:13', 'Unexpected token at 1:14')).toBe(false);
});

test('a written text must match in its wording, apart from a single envelope', () => {
  expect(sameWording('Empty attribute name', '1 validation error detected: Empty attribute name')).toBe(true);
  expect(sameWording('1 validation error detected: Empty attribute name', 'Empty attribute name')).toBe(false);
  expect(sameWording(newer, older)).toBe(false);
  expect(sameWording('2 validation errors detected: a; b', '1 validation error detected: a')).toBe(false);
});

test('the members that a text names, in either case', () => {
  expect(membersNamed(newer)).toEqual(membersNamed(older));
  expect(membersNamed('The conditional request failed')).toEqual([]);
});
