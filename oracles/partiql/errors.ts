/** Texts that several parts of the language share. Where no public recording of the service has the words, they are our own. */
import { Refusal, validation } from '../values/refusal.ts';
import type { Place } from './ast.ts';

/** A statement that does not parse. Invalid characters and literals give no detail. */
export const notWellFormed = (detail = ''): Refusal =>
  validation(`Statement wasn't well formed, can't be processed: ${detail}`);

export const at = ({ line, column, length }: Place): string => `at ${line}:${column}:${length}`;

/**
 * An error in the item's key. It refuses a single statement; in a transaction it becomes that statement's cancellation
 * reason.
 */
export class KeyRefusal extends Refusal {
  constructor(message: string) {
    super('ValidationException', message);
  }
}

export const incompleteKey = (): KeyRefusal =>
  new KeyRefusal('Where clause does not contain a mandatory equality on all key attributes');

export const wrongKeyType = (name: string): KeyRefusal =>
  new KeyRefusal(`The value of a key has the type that its table declares: Key ${name}`);
