/** `--time SECONDS`. Each command decides what happens when the time is over. */
import { type Option, wholeNumber } from '../command-line/option.ts';

export const timeOption = (description: string) =>
  ['--time <seconds>', description, wholeNumber(1)] as const satisfies Option;

/** In milliseconds; undefined without a limit. */
export const timeMsOf = ({ time }: { readonly time?: number }): number | undefined =>
  time === undefined ? undefined : time * 1000;
