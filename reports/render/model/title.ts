/** The name that distinguishes a result among others. */
import type { ModelResult } from '../../../models/checker/result.ts';

/** A model, or a result about one. */
export type Titled = Pick<ModelResult, 'name' | 'variant' | 'mutant'>;

/** `owner-generation-restore/one-name/timer-makes-active`. */
export const titleOf = ({ name, variant, mutant }: Titled): string =>
  [name, variant, mutant].filter((part) => part !== null).join('/');
