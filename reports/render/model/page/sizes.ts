/** The sizes of a model: a row for each variant, a column for each scale. */
import type { Size, Sizes } from '../../../../models/sizes.ts';
import { magnitude, thousands } from '../../../text/format.ts';
import { pageTable } from './markdown.ts';

export function sizesSection(sizes: Sizes): string[] {
  const pairs = Object.keys(sizes).map((which) => which.split(' ') as [scale: string, variant: string]);
  const scales = [...new Set(pairs.map(([scale]) => scale))];
  const variants = [...new Set(pairs.map(([, variant]) => variant))];
  return [
    '## Sizes: states / transitions / depth / interleavings',
    pageTable(
      ['variant', ...scales],
      variants.map((variant) => [variant, ...scales.map((scale) => sizeText(sizes[`${scale} ${variant}`]))]),
    ),
  ];
}

const sizeText = (size: Size | undefined): string => {
  if (size === undefined) return '';
  const [states, transitions, , depth, interleavings] = size;
  const runs = interleavings === null ? 'has cycles' : magnitude(interleavings);
  return [...[states, transitions, depth].map(thousands), runs].join(' / ');
};
