/** The good run: how a model comes to the first thing that must be seen to happen. */
import type { Trace } from '../../../../models/checker/result.ts';
import { traceDiagram } from '../mermaid.ts';

/** Of a longer run a diagram takes more room than all its steps in words. */
const diagramStepsMax = 4;

export function runSection(run: Trace | null): string[] {
  if (run === null) return [];
  const isShort = run.steps.length <= diagramStepsMax;
  return [
    `## Shortest run to: ${run.property}`,
    isShort ? `\`\`\`mermaid\n${traceDiagram(run, run.property)}\`\`\`` : turns(run).join('\n'),
  ];
}

/** A numbered line for each stretch of steps that one process takes. */
function turns({ steps }: Trace): string[] {
  const stretches: { readonly process: string; readonly labels: string[] }[] = [];
  for (const { process, label } of steps) {
    const last = stretches.at(-1);
    if (last?.process === process) last.labels.push(label);
    else stretches.push({ process, labels: [label] });
  }
  return stretches.map(({ process, labels }, at) => `${at + 1}. ${process}: ${labels.join(' → ')}`);
}
