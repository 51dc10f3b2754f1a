/** A counterexample as a Mermaid sequence diagram: each step is a message of its process to the shared state. */
import type { Trace } from '../../models/checker/result.ts';
import { assignment, lanesOf } from './trace.ts';
import { shortLine } from './visible.ts';

/**
 * Text of a label. Mermaid has no quotes there: `;` and a line end finish a statement, `#` starts an entity, `<br>` is read as
 * HTML, and the word `end` closes a block. What is not plain goes in as an entity.
 */
export const mermaidText = (text: string): string =>
  [...shortLine(text, 160).replace(/\s+/g, ' ')]
    .map((c) => (/[\p{L}\p{N} .,()=/+*_'→…-]/u.test(c) ? c : `#${c.codePointAt(0)};`))
    .join('')
    .replace(/\b(e)(nd)\b/gi, (_, first: string, rest: string) => `#${first.charCodeAt(0)};${rest}`);

export function mermaidSequence(trace: Trace): string {
  const lanes = lanesOf(trace);
  const lines = ['sequenceDiagram', '  autonumber'];
  lanes.forEach((lane, at) => {
    lines.push(`  participant P${at} as ${mermaidText(lane)}`);
  });
  lines.push('  participant S as state');
  for (const step of trace.steps) {
    lines.push(`  P${lanes.indexOf(step.process)}->>S: ${mermaidText(step.label) || '(step)'}`);
    const changes = step.changed.map((change) => mermaidText(assignment(change.variable, change.after)));
    if (changes.length > 0) lines.push(`  Note right of S: ${changes.join('<br/>')}`);
  }
  lines.push(`  Note over S: violates ${mermaidText(trace.property)}`);
  return lines.join('\n');
}
