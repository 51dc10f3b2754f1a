import { expect, test } from 'vitest';
import { lineOf, lineOfError } from './lines.ts';

const lines = (...all: string[]): string => all.join('\n');

test.each([
  ['a trailing comma', lines('{', '"a": [', '1,', ']', '}'), 4],
  ['a missing comma', lines('{', '"a": 1', '"b": 2', '}'), 3],
  ['a missing colon', lines('{', '"a"', '1', '}'), 3],
  ['a word', lines('[', 'true,', 'yes', ']'), 3],
  ['a single quote', lines('[', '', "'x'", ']'), 3],
  ['a key that is no text', lines('{', '1: 2', '}'), 2],
  ['the wrong bracket', lines('[', '1', '}'), 3],
  ['a text after the end', lines('{}', '', '{}'), 3],
  ['a line break in a text', lines('[', '"a', 'b"', ']'), 2],
  ['an escape that is none', lines('[', '1,', '"\\x"', ']'), 3],
  ['the end of the text', lines('{', '"a": [', '1', ''), 3],
  ['nothing at all', '', 1],
])('%s is found where it stands', (_, text, line) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(lineOfError(text)).toBe(line);
});

test('a value that is not there stands where the value around it begins', () => {
  const text = lines('{', '"a": [', '{ "b": 1 },', '{', '"b": 2', '}', ']', '}');
  expect(lineOf(text, ['a', 1, 'b'])).toBe(5);
  expect(lineOf(text, ['a', 1, 'c'])).toBe(4);
  expect(lineOf(text, ['c'])).toBe(1);
});
