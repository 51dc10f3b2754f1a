/** A counterexample as a Mermaid sequence diagram: messages from each process to the shared state. */
import type { Change, Trace } from '../../../models/checker/result.ts';
import { lanesOf } from '../trace.ts';
import { notesBefore } from './notes.ts';

// Mermaid treats these specially: characters that end a statement, start a comment or an entity, or open markup; and the keyword
// `end`.
export const plain = (text: string): string =>
  text
    .replace(/[\r\n]+/g, ' ')
    .replace(/[#;<>%]/g, (character) => `#${character.codePointAt(0)};`)
    .replace(/\bend\b/gi, (word) => `#${word.codePointAt(0)};${word.slice(1)}`);

const changeText = ({ variable, before, after }: Change): string => plain(`${variable}: ${before} → ${after}`);

/** Ends with a newline. For a Markdown block of the language `mermaid`. `ending`: the last note. */
export function traceDiagram(trace: Trace, ending = `violates ${trace.property}`): string {
  const processes = lanesOf(trace);
  const lines = ['sequenceDiagram'];
  processes.forEach((process, i) => {
    lines.push(`  participant p${i} as ${plain(process)}`);
  });
  lines.push('  participant shared as shared state');
  const note = (at: number) => {
    for (const text of notesBefore(trace, at)) {
      if (at !== trace.loopFrom || !text.endsWith(':')) lines.push(`  Note over shared: ${plain(text)}`);
    }
  };
  const isRound = trace.loopFrom !== undefined && trace.loopFrom < trace.steps.length;
  if (trace.initialShown !== undefined)
    lines.push(`  Note over shared: ${trace.initialShown.map(plain).join('<br/>')}`);
  trace.steps.forEach(({ process, label, changed, shown = changed.map(changeText) }, i) => {
    note(i);
    if (isRound && i === trace.loopFrom) lines.push('  loop for ever');
    lines.push(`  p${processes.indexOf(process)}->>shared: ${i + 1}. ${plain(label)}`);
    if (shown.length > 0) lines.push(`  Note over shared: ${shown.join('<br/>')}`);
  });
  if (isRound) lines.push('  end');
  note(trace.steps.length);
  const last = trace.steps.at(-1);
  const over = last === undefined ? 'shared' : `p${processes.indexOf(last.process)},shared`;
  lines.push(`  Note over ${over}: ${plain(ending)}`);
  return `${lines.join('\n')}\n`;
}
