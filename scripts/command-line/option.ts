/** Options as data. The types that a command receives are inferred from the declarations. */
import type { InferArguments, InferOptions } from '@commander-js/extra-typings';
import { UsageError } from './usage-error.ts';

/** Parses the text of a value. `previous`: the parsed value of an earlier use of the same option. */
type Reader<Value = unknown> = (value: string, previous: unknown) => Value;

/**
 * Flags in commander's notation, a description, a parser unless the value is plain text, and the default. Declare an option that
 * several commands share `as const satisfies Option`.
 */
export type Option = readonly [flags: string, description: string, read?: Reader, fallback?: unknown];

type ReadBy<O extends Option> = O extends readonly [string, string, Reader<infer Value>, ...unknown[]]
  ? Value
  : undefined;
type FallbackOf<O extends Option> = O extends readonly [string, string, unknown, infer Fallback] ? Fallback : undefined;

/** The values of a list of options by name: `['--dry-run', '…']` gives `{ dryRun?: true }`. */
export type OptionsOf<All extends readonly Option[], Before = Record<never, never>> = All extends readonly [
  infer First extends Option,
  ...infer Rest extends readonly Option[],
]
  ? OptionsOf<Rest, InferOptions<Before, First[0], FallbackOf<First>, ReadBy<First>, false>>
  : Before;

/** The values of operands in commander's notation: `'<file> [names...]'` gives `[string, string[]]`. */
export type OperandsOf<Operands extends string> = Operands extends '' ? [] : InferArguments<Operands>;

/**
 * For options that are repeatable or take commas: `--target a --target b,c`.
 *
 * @throws UsageError for an empty value: a script with an empty variable must not run everything, or nothing.
 */
export function list(value: string, previous: unknown): string[] {
  const parts = value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length > 0) return [...(Array.isArray(previous) ? previous : []), ...parts];
  throw new UsageError(
    `an option has the value '${value}', which is an empty list`,
    'give at least one name, or omit the option',
  );
}

/** A parser for whole numbers of at least `least`. */
export const wholeNumber =
  (least: number) =>
  (value: string): number => {
    if (!/^\d{1,9}$/.test(value) || Number(value) < least) {
      throw new UsageError(`'${value}' is not a whole number of at least ${least}`, 'give a number, such as 10');
    }
    return Number(value);
  };

/** A whole number from 1 to 100. */
export const wholePercent = (value: string): number => {
  const given = wholeNumber(1)(value);
  if (given > 100)
    throw new UsageError(`'${value}' is more than 100 percent`, 'give a number of at most 100, such as 95');
  return given;
};

export const text = (value: string): string => value;

export const oneOf =
  <Word extends string>(...words: readonly Word[]) =>
  (value: string): Word => {
    const word = words.find((one) => one === value);
    if (word === undefined) throw new UsageError(`'${value}' is not one of ${words.join(', ')}`, `give ${words[0]}`);
    return word;
  };
