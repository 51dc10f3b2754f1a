/** The state space of a small model as a Mermaid state diagram. A state shows how it differs from the initial one. */

import { offersAt } from '../../../models/checker/narrate.ts';
import { shown } from '../../../models/language/domains.ts';
import { ModelError } from '../../../models/language/error.ts';
import type { Model } from '../../../models/language/model.ts';
import { plain } from './mermaid.ts';
import { type Titled, titleOf } from './title.ts';

/** A larger diagram is unreadable. */
const stateGraphMax = 300;

/** Throws ModelError for a model of more than 300 states. Ends with a newline. */
export function stateGraph(model: Model): string {
  const start = model.layout.initialCodes();
  const numbers = new Map([[start.join(), 0]]);
  const states: (readonly number[])[] = [start];
  const edges = new Map<string, Set<string>>();
  const lines = ['stateDiagram-v2', '  [*] --> s0'];
  for (const [at, codes] of states.entries()) {
    lines.push(`  s${at}: ${plain(describe(model, start, codes))}`);
    const offers = offersAt(model, codes);
    if (offers.length === 0) edges.set(`  s${at} --> [*]`, new Set());
    for (const { process, step, next } of offers) {
      const key = next.join();
      if (!numbers.has(key)) {
        if (states.length === stateGraphMax) {
          throw new ModelError({ model: model.name }, `has more than ${stateGraphMax} states, too many for a picture`);
        }
        numbers.set(key, states.length);
        states.push(next);
      }
      const edge = `  s${at} --> s${numbers.get(key)!}`;
      edges.set(edge, (edges.get(edge) ?? new Set()).add(plain(`${process.name}: ${step.label}`)));
    }
  }
  for (const [edge, labels] of edges) lines.push(labels.size === 0 ? edge : `${edge}: ${[...labels].join(', ')}`);
  return `${lines.join('\n')}\n`;
}

/** The title is a comment in the diagram's language, so that the output can be passed to a renderer unchanged. */
export const graphText = ({ graph, ...one }: Titled & { readonly graph: string }): string =>
  `${graph.trimEnd()}\n%% the graph of ${titleOf(one)}`;

function describe({ layout }: Model, start: readonly number[], codes: readonly number[]): string {
  const changed = layout.variables.filter(({ id }) => codes[id] !== start[id]);
  if (changed.length === 0) return 'as at the start';
  return changed.map(({ id, name, domain }) => `${name} = ${shown(domain, codes[id]!)}`).join(', ');
}
