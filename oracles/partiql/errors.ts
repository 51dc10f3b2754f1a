/** Texts that more than one place of the language gives. Most were captured from the service (eu-west-2, 2026-10). */
import { type Fault, validation } from '../values/fault.ts';
import type { Place } from './ast.ts';

/** A statement that the parser cannot read. Without detail for characters and literals that are none. */
export const notWellFormed = (detail = ''): Fault =>
  validation(`Statement wasn't well formed, can't be processed: ${detail}`);

export const at = ({ line, column, length }: Place): string => `at ${line}:${column}:${length}`;

export const incompleteKey = (): Fault =>
  validation('Where clause does not contain a mandatory equality on all key attributes');
