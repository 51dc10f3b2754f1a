import { type Trace, tracesOf } from '../../../models/checker/result.ts';
import type { ModelRecord, MutantRecord, Report } from '../../report.ts';
import { scoreTable } from '../../scores.ts';
import { modelName, modelsJudged, mutantCounts, survivors, verdictWords } from '../../summary.ts';
import { table } from '../../text/table.ts';
import { shortLine, visibleLine } from '../../text/visible.ts';
import { wrap } from '../../text/width.ts';
import { traceTable } from '../model/terminal.ts';
import { fairnessTexts, modelColumns, modelRow, variantsRow } from '../parts.ts';
import type { Page } from './page.ts';

/** Columns that a narrow terminal omits, the last one first. */
const spares: readonly string[] = ['interleavings', 'time', 'transitions', 'depth'];

export function models({ report, color, width }: Page): string[] {
  const shown = modelsJudged(report);
  if (shown.length === 0) return [];
  const head = modelColumns.map((title, at) => ({
    ...{ title, right: at > 0 && at < 6 },
    ...(at === 0 && { shrinks: 56 }),
    ...(spares.includes(title) && { spare: spares.indexOf(title) }),
  }));
  const rows = modelRows(report, shown).map((row) => row.map((cell) => shortLine(cell, 100)));
  const paint = (text: string, row: number, column: number): string => {
    if (row === -1) return color.bold(text);
    if (column !== 6) return text;
    const status = text.trim();
    if (status === 'holds') return color.green(text);
    return status === verdictWords.unknown ? color.yellow(text) : color.red(text);
  };
  return [
    ...table(head, rows, width, paint),
    ...fairnessTexts(shown).flatMap((text) => wrap(shortLine(text, 1000), width).map((line) => color.dim(line))),
    ...shown.flatMap((model) => violation(model, width)),
  ];
}

/** With more rows than a screen has, each model gets one row that sums up its variants that hold. */
const modelRowsMax = 16;
/** Beyond so many mutants only the pages say what caught each. */
const killersMax = 16;

function modelRows(report: Report, shown: readonly ModelRecord[]): string[][] {
  if (shown.length <= modelRowsMax) return shown.map((model) => modelRow(report, model));
  const names = [...new Set(shown.map(({ name }) => name))];
  return names.flatMap((name) => {
    const own = shown.filter((model) => model.name === name);
    const holding = own.filter(({ verdict }) => verdict === 'holds');
    const others = own.filter(({ verdict }) => verdict !== 'holds').map((model) => modelRow(report, model));
    return holding.length === 0 ? others : [variantsRow(name, holding), ...others];
  });
}

/** The violated property, and the steps that lead to the violation; of each, if the search went on. */
function violation(model: ModelRecord, width: number): string[] {
  if (model.verdict !== 'violated') return [];
  const title = (property: string): string[] =>
    wrap(`${shortLine(modelName(model))} violates ${shortLine(property)}`, width, '  ');
  const stepsOf = (trace: Trace): string[] => traceTable(trace, width).split('\n').slice(1).map(visibleLine);
  const traces = tracesOf(model);
  const without = model.trace === null ? title(model.property ?? '') : [];
  return [...without, ...traces.flatMap((trace) => [...title(trace.property), ...stepsOf(trace)])];
}

const kindOf = ({ kind, finding }: MutantRecord): string => `${kind}${finding === null ? '' : `, ${finding}`}`;

/** What each judge catches of mechanical mutants. */
function scores(all: readonly MutantRecord[], width: number, color: Page['color']): string[] {
  const { columns, rows } = scoreTable(all);
  const titles = columns.map((title, at) => ({ title, right: at > 0 }));
  return table(titles, rows, width, (text, row) => (row === -1 ? color.bold(text) : text));
}

/** What caught each mutant, where they are few. */
const killers = (all: readonly MutantRecord[]): string[] =>
  all.length > killersMax
    ? []
    : all.flatMap(({ id, by, killed }) => (killed ? [`${shortLine(id)}, killed by ${shortLine(by ?? '')}`] : []));

export function mutants({ report, color, width }: Page): string[] {
  if (report.mutants === undefined) return [];
  const alive = survivors(report.mutants);
  const why = ({ reason }: MutantRecord): string => (reason === undefined ? '' : `: ${shortLine(reason, 160)}`);
  const lines = alive.map((m) => `${shortLine(m.id)} (${shortLine(m.change ?? kindOf(m), 160)})${why(m)}`);
  return [
    color.bold(mutantCounts(report.mutants)),
    ...(report.scores ? scores(report.mutants, width, color) : []),
    ...(alive.length > 0 ? ['Survivors: no check turned red'] : []),
    ...lines.flatMap((line) => wrap(line, width, '  ✗ ')).map((line) => color.red(line)),
    ...killers(report.mutants).flatMap((line) => wrap(line, width, '  ✓ ')),
  ];
}
