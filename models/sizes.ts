/** How large each model is: pinned, so that a change of a model shows. Written by `npm run pages -- --sizes`. */
import { readFileSync } from 'node:fs';

/** states, transitions, terminal states, depth, interleavings (null: the model has cycles). */
export type Size = readonly [number, number, number, number, string | null];
export type Sizes = { readonly [scaleAndVariant: string]: Size };

/** By model. Throws when there is none. */
export const readSizes = (): { readonly [model: string]: Sizes } =>
  JSON.parse(readFileSync(new URL('./sizes.json', import.meta.url), 'utf8'));
