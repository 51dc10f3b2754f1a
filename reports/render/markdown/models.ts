import type { ModelRecord, MutantRecord, Report } from '../../report.ts';
import { scoreTable } from '../../scores.ts';
import { modelName, modelStatus, modelsJudged, mutantCounts, survivors } from '../../summary.ts';
import { count, duration } from '../../text/format.ts';
import { cellCode, code, fenced, markdownTable, prose } from '../../text/markdown-text.ts';
import { traceDiagram } from '../model/mermaid.ts';
import { fairnessTexts, modelColumns, modelRow } from '../parts.ts';
import { folded } from './blocks.ts';

export function models(report: Report): string[] {
  const shown = modelsJudged(report);
  if (shown.length === 0) return [];
  const rows = shown.map((m) => [...modelRow(report, m).map((text) => prose(text, 100)), prose(m.property ?? '')]);
  const granted = fairnessTexts(shown).map((text) => `- ${prose(text, 1000)}`);
  return [
    '### Models',
    markdownTable([...modelColumns, 'property'], rows, [1, 2, 3, 4, 5]),
    ...(granted.length > 0 ? [granted.join('\n')] : []),
  ];
}

export function counterexamples(report: Report): string[] {
  const weight = (m: ModelRecord): number => (modelStatus(report, m) === 'violated' ? 0 : 1);
  return [...(report.models ?? [])]
    .sort((a, b) => weight(a) - weight(b))
    .flatMap((m) => {
      if (m.trace === null) return [];
      const title = `Counterexample: ${modelName(m)}, ${count(m.trace.steps.length, 'step')}`;
      return [folded(title, fenced(traceDiagram(m.trace).trimEnd(), 'mermaid', 20_000))];
    });
}

function scoresTable(mutants: readonly MutantRecord[]): string {
  const { columns, rows } = scoreTable(mutants);
  return markdownTable(
    columns,
    rows,
    columns.slice(1).map((_, at) => at + 1),
  );
}

export function mutants({ mutants, scores }: Report): string[] {
  if (mutants === undefined) return [];
  const alive = survivors(mutants);
  const row = (m: MutantRecord): string[] => [
    ...[cellCode(m.id), m.kind, m.finding === null ? '' : cellCode(m.finding)],
    m.killed ? cellCode(m.by ?? '') : m.equivalent ? `equivalent: ${prose(m.reason ?? '')}` : '**survived**',
    duration(m.durationMs),
  ];
  const kind = (m: MutantRecord): string => `${m.kind}${m.finding === null ? '' : `, ${code(m.finding)}`}`;
  const why = ({ reason }: MutantRecord): string => (reason === undefined ? '' : `: ${prose(reason)}`);
  const surviving = alive.map((m) => `- ${code(m.id)} (${m.change === undefined ? kind(m) : code(m.change)})${why(m)}`);
  return [
    `### Mutants\n\n${mutantCounts(mutants)}.`,
    ...(scores ? [scoresTable(mutants)] : []),
    ...(surviving.length > 0 ? [`Survivors, no check turned red:\n\n${surviving.join('\n')}`] : []),
    folded('Kill matrix', markdownTable(['mutant', 'kind', 'finding', 'killed by', 'time'], mutants.map(row), [4])),
  ];
}
