import { expect, test } from 'vitest';
import { targets } from '../../suites/targets/index.ts';
import { shellWord } from '../command-line/shell-word.ts';
import { repeatedOptions, startOf, startOptions } from './start.ts';
import { referenceOf, referenceOption } from './targets.ts';

test.each([
  ['http://127.0.0.1:8000', 'http://127.0.0.1:8000'],
  ['oracle+a-b', 'oracle+a-b'],
  ['http://[::1]:8000', "'http://[::1]:8000'"],
  ['http://h/a;b$(c)', "'http://h/a;b$(c)'"],
  ["it's", "'it'\\''s'"],
  ['', "''"],
])('%j is one word of a shell as %s', (text, word) => {
  expect(shellWord(text)).toBe(word);
});

test('a command with default options needs no options to be repeated', () => {
  expect(repeatedOptions(referenceOf({ reference: referenceOption[3] })?.name, startOf({}))).toBe('');
});

test('every option about reaching a target is repeated', () => {
  const given = {
    reference: 'dynalite',
    timeout: 300,
    ready: 20,
    region: 'eu-west-1',
    yesRemote: true,
    yesRealAws: true,
  } as const;
  const repeated = repeatedOptions(referenceOf(given)?.name, startOf(given));
  expect(startOptions.filter(([flags]) => !repeated.includes(` ${flags.split(' ')[0]}`))).toEqual([]);
  expect(repeated).toBe(
    ' --reference dynalite --timeout 300 --ready 20 --region eu-west-1 --yes-remote --yes-real-aws',
  );
  expect(repeatedOptions(referenceOf({ reference: 'none' })?.name)).toBe(' --reference none');
  expect(referenceOf({ reference: referenceOption[3] })).toBe(targets.oracle);
});
