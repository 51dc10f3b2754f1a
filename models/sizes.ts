/** The pinned size of each model, so that a change of a model shows. Written by `npm run pages -- --sizes`. */
import { readFileSync } from 'node:fs';
import { explore } from './checker/explore.ts';
import type { ModelEntry } from './language/entry.ts';

/** states, transitions, terminal states, depth, interleavings (null: the model has cycles). */
export type Size = readonly [number, number, number, number, string | null];

export type Sizes = { readonly [scaleAndVariant: string]: Size };

/** By model. Throws when there is none. */
export const readSizes = (): { readonly [model: string]: Sizes } =>
  JSON.parse(readFileSync(new URL('./sizes.json', import.meta.url), 'utf8'));

/** Throws when the model has no pinned sizes. */
export function sizesOf({ name }: ModelEntry): Sizes {
  const sizes = readSizes()[name];
  if (sizes === undefined) throw new Error(`${name} has no pinned sizes: run \`npm run pages -- --sizes ${name}\``);
  return sizes;
}

/** Explores every variant at these scales, as far as the model has them. `known`: pinned sizes to keep for other scales. */
export function exploreSizes(entry: ModelEntry, scales: readonly string[], known: Sizes = {}): Sizes {
  const sizes: { [scaleAndVariant: string]: Size } = {};
  for (const scale of entry.scales) {
    for (const variant of entry.variants) {
      const which = `${scale} ${variant}`;
      if (scales.includes(scale)) sizes[which] = sizeAt(entry, scale, variant);
      else if (known[which] !== undefined) sizes[which] = known[which];
    }
  }
  return sizes;
}

function sizeAt(entry: ModelEntry, scale: string, variant: string): Size {
  const result = explore(entry.build({ scale, variant }));
  if (result.verdict !== 'holds') throw new Error(`${entry.name} at ${scale}/${variant}: ${result.verdict}`);
  return [result.states, result.transitions, result.terminal, result.depth, result.interleavings];
}
