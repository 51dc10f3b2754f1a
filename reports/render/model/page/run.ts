/** The good run: a shortest run to the first property that must be witnessed. */
import type { Trace } from '../../../../models/checker/result.ts';
import { traceDiagram } from '../mermaid.ts';

/** For a longer run, a diagram takes more room than the steps as text. */
const diagramStepsMax = 4;

export function runSection(run: Trace | null): string[] {
  if (run === null) return [];
  const isShort = run.steps.length <= diagramStepsMax;
  return [
    `## Shortest run to: ${run.property}`,
    isShort ? `\`\`\`mermaid\n${traceDiagram(run, run.property)}\`\`\`` : turns(run).join('\n'),
  ];
}

/** A numbered line for each sequence of steps by one process. */
function turns({ steps }: Trace): string[] {
  const stretches: { readonly process: string; readonly labels: string[] }[] = [];
  for (const { process, label } of steps) {
    const last = stretches.at(-1);
    if (last?.process === process) last.labels.push(label);
    else stretches.push({ process, labels: [label] });
  }
  return stretches.map(({ process, labels }, at) => `${at + 1}. ${process}: ${labels.join(' → ')}`);
}
