import { expect, expectTypeOf, test } from 'vitest';
import { defineCommand } from './command.ts';
import { list, type OperandsOf, type Option, type OptionsOf, oneOf, text, wholeNumber } from './option.ts';
import { UsageError } from './usage-error.ts';

const options = [
  ['--dry-run', 'a flag'],
  ['-n, --name <text>', 'a text'],
  ['--colour [when]', 'a text that may be left out'],
  ['-t, --target <names>', 'read by a function', list],
  ['--runs <n>', 'with a default', wholeNumber(1), 10],
  ['--clock <kind>', 'one of some words', oneOf('real', 'virtual'), 'real'],
  ['--report <dir>', 'a text with a default', text, 'out'],
] as const satisfies readonly Option[];

// These tests fail at type checking, not at run time.
test('the type of each option is inferred from its declaration', () => {
  expectTypeOf<OptionsOf<typeof options>>().branded.toEqualTypeOf<{
    dryRun?: true;
    name?: string;
    colour?: string | true;
    target?: string[];
    runs: number;
    clock: 'real' | 'virtual';
    report: string;
  }>();
});

test('the type of each operand is inferred from its declaration', () => {
  expectTypeOf<OperandsOf<''>>().toEqualTypeOf<[]>();
  expectTypeOf<OperandsOf<'<file> [names...]'>>().toEqualTypeOf<[string, string[]]>();
});

test('a command gets its own options and the common ones, and no others', () => {
  defineCommand({
    name: 'example',
    arguments: '[names...]',
    summary: 'is an example',
    options: [...options, ['--list', 'declared on the spot']],
    example: 'npx parallax example',
    async run(_context, [names], given) {
      expectTypeOf(names).toEqualTypeOf<string[]>();
      expectTypeOf(given.runs).toEqualTypeOf<number>();
      expectTypeOf(given.list).toEqualTypeOf<true | undefined>();
      expectTypeOf(given.seed).toEqualTypeOf<string | undefined>();
      // @ts-expect-error no such option is declared
      return given.misspelled;
    },
  });
});

test('a list accepts commas and repetition, and refuses an empty value', () => {
  expect(list('b, c', list('a', undefined))).toEqual(['a', 'b', 'c']);
  expect(() => list(' , ', undefined)).toThrow(UsageError);
});

test('a choice accepts one of the offered words', () => {
  expect(oneOf('new', 'old')('old')).toBe('old');
  expect(() => oneOf('new', 'old')('older')).toThrow("'older' is not one of new, old");
});
