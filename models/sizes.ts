/** How large each model is: pinned, so that a change of a model shows. Written by `npm run pages -- --sizes`. */
import { readFileSync } from 'node:fs';
import type { Size } from '../reports/render/model/page.ts';

export type Sizes = { readonly [scaleAndVariant: string]: Size };

/** By model. Throws when there is none. */
export const readSizes = (): { readonly [model: string]: Sizes } =>
  JSON.parse(readFileSync(new URL('./sizes.json', import.meta.url), 'utf8'));
