/** How a result is called among others. */
import type { ModelResult } from '../../../models/checker/result.ts';

/** Of a model, or of what came of it. */
export type Titled = Pick<ModelResult, 'name' | 'variant' | 'mutant'>;

/** `owner-generation-restore/one-name/timer-makes-active`. */
export const titleOf = ({ name, variant, mutant }: Titled): string =>
  [name, variant, mutant].filter((part) => part !== null).join('/');
