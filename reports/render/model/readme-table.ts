/** The table of models in the README, generated from the registry and the pinned sizes. */

import { models } from '../../../models/index.ts';
import type { ModelEntry } from '../../../models/language/entry.ts';
import { sizesOf } from '../../../models/sizes.ts';
import { magnitude, thousands } from '../../text/format.ts';
import { alignedTable } from '../../text/markdown-text.ts';

const head = ['model', 'protocol', 'states', 'transitions', 'interleavings', 'mutants'];

/** The README with an up-to-date table of models. */
export function withModelTable(readme: string): string {
  const [before = '', rest = ''] = readme.split('\n## Models\n');
  const after = rest.split('\n').filter((line) => !line.startsWith('|'));
  const rows = Object.values(models).map(rowOf);
  return `${before}\n## Models\n\n${alignedTable(head, rows)}\n${after.join('\n').replace(/^\n+/, '\n')}`;
}

/** The largest variant at the scale `default`. */
function rowOf(entry: ModelEntry): string[] {
  const sizes = Object.entries(sizesOf(entry)).flatMap(([which, size]) => (which.startsWith('default ') ? [size] : []));
  const [states, transitions, , , interleavings] = sizes.reduce((largest, size) =>
    size[0] > largest[0] ? size : largest,
  );
  return [
    `\`${entry.name}\``,
    `[${entry.title}](models/pages/${entry.name}.md)`,
    thousands(states),
    thousands(transitions),
    interleavings === null ? 'has cycles' : magnitude(interleavings),
    String(entry.mutants.length),
  ];
}
