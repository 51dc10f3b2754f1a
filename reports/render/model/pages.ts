/** What documents say of models, generated from the registry, the pinned sizes and the traces of the mutants. */

import { explore } from '../../../models/checker/explore.ts';
import type { Trace } from '../../../models/checker/result.ts';
import { models } from '../../../models/index.ts';
import type { ModelEntry, MutantEntry } from '../../../models/language/entry.ts';
import { readSizes, type Sizes } from '../../../models/sizes.ts';
import { modelPage, type Size } from './page.ts';

/** Markdown; ends with a newline. */
export const pageOf = (entry: ModelEntry): string =>
  modelPage({ entry, sizes: sizesOf(entry), traceOf: (mutant) => traceOf(entry, mutant) });

export function sizesOf({ name }: ModelEntry): Sizes {
  const sizes = readSizes()[name];
  if (sizes === undefined) throw new Error(`${name} has no pinned sizes: run \`npm run pages -- --sizes ${name}\``);
  return sizes;
}

/** The shortest run to the first property that a mutant breaks, at the smallest scale that shows it. */
function traceOf(entry: ModelEntry, { id, expect }: MutantEntry): Trace | null {
  if (!('breaks' in expect)) return null;
  for (const scale of entry.scales.filter((name) => name === 'small' || name === 'default')) {
    const { trace } = explore(entry.build({ mutant: id, scale }), { properties: [expect.breaks[0]!], count: false });
    if (trace !== null) return trace;
  }
  return null;
}

/** Explores every variant at these scales, those of them that the model has; `known`: sizes that are kept for other scales. */
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

const head = ['model', 'protocol', 'states', 'transitions', 'interleavings', 'mutants'];

/** The README with the table of models as it should be. */
export function withModelTable(readme: string): string {
  const [before = '', rest = ''] = readme.split('\n## Models\n');
  const after = rest.split('\n').filter((line) => !line.startsWith('|'));
  const rows = Object.values(models).map(rowOf);
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((text, column) => text.padEnd(widths[column]!)).join(' | ')} |`;
  const table = [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
  return `${before}\n## Models\n\n${table.join('\n')}\n${after.join('\n').replace(/^\n+/, '\n')}`;
}

/** Of all variants at the scale `default`: the largest. */
function rowOf(entry: ModelEntry): string[] {
  const sizes = Object.entries(sizesOf(entry)).flatMap(([which, size]) => (which.startsWith('default ') ? [size] : []));
  const [states, transitions, , , interleavings] = sizes.reduce((largest, size) =>
    size[0] > largest[0] ? size : largest,
  );
  return [
    `\`${entry.name}\``,
    `[${entry.title}](models/pages/${entry.name}.md)`,
    states.toLocaleString('en'),
    transitions.toLocaleString('en'),
    interleavings === null ? 'has cycles' : scientific(interleavings),
    String(entry.mutants.length),
  ];
}

const scientific = (digits: string): string =>
  digits.length <= 9 ? Number(digits).toLocaleString('en') : `${digits[0]}.${digits[1]}e${digits.length - 1}`;
