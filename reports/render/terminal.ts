/** A report for a terminal or a pipe. Signs and words carry the meaning; colour only repeats it. */
import pc from 'picocolors';
import { traceTable } from '../../models/checker/render/terminal.ts';
import type { Divergence } from '../../suites/runner/record.ts';
import { cellText, legend, type Matrix, matrixOf } from '../matrix.ts';
import type { ModelRecord, Report } from '../report.ts';
import {
  modelName,
  modelsJudged,
  mutantCounts,
  sortedDivergences,
  survivors,
  unavailableTargets,
  verdictSentence,
} from '../summary.ts';
import {
  actualText,
  certaintyText,
  expectedText,
  fairnessTexts,
  headline,
  modelColumns,
  modelRow,
  placeText,
  targetLabel,
  untoldCases,
} from './parts.ts';
import { columns, pad, shorten, table, wrap } from './text.ts';
import { shortLine, visibleLine } from './visible.ts';

export interface TerminalOptions {
  /** Columns. Default 80. */
  width?: number;
  color?: boolean;
  /** Known and advisory divergences listed, each; new ones are always listed. Default 20. */
  listedMax?: number;
}

/** What suits a stream: its width (100 for a pipe), and colour only for a terminal where `NO_COLOR` is not set. */
export function terminalOptions(
  stream: { isTTY?: boolean; columns?: number },
  env: { readonly [name: string]: string | undefined },
): { width: number; color: boolean } {
  const wanted = (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb';
  return { width: Math.max(40, stream.columns ?? 100), color: stream.isTTY === true && wanted };
}

interface Page {
  width: number;
  color: ReturnType<typeof pc.createColors>;
  listedMax: number;
  report: Report;
}

export function renderTerminal(report: Report, options: TerminalOptions = {}): string {
  const { width = 80, color = false, listedMax = 20 } = options;
  const page: Page = { width, color: pc.createColors(color), listedMax, report };
  const sections = [
    heading(page),
    matrix(page),
    divergences(page),
    stale(page),
    untold(page),
    unavailable(page),
    models(page),
    mutants(page),
    verdict(page),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

const heading = ({ report, width, color }: Page): string[] =>
  wrap(shortLine(headline(report).join(' · ')), width).map((line) => color.dim(line));

function matrix({ report, width, color }: Page): string[] {
  if (report.run === undefined) return [];
  const grid = matrixOf(report.run);
  const shown = grid.targets.filter((target) => target.unavailable === undefined);
  const areaWidth = Math.max(4, ...grid.areas.map(columns));
  // Targets are columns, and go below each other in blocks when there are more than the width holds.
  const perBlock = Math.max(1, Math.floor((width - areaWidth) / 15));
  const blocks: string[][] = [];
  for (let at = 0; at < shown.length; at += perBlock) {
    blocks.push(matrixBlock({ ...grid, targets: shown.slice(at, at + perBlock) }, width, color));
  }
  if (blocks.length === 0) return [];
  return [...blocks.flatMap((block) => [...block, '']), ...wrap(legend, width).map((line) => color.dim(line))];
}

function matrixBlock({ areas, targets, cell }: Matrix, width: number, color: Page['color']): string[] {
  const head = [
    { title: 'area', shrinks: 12 },
    ...targets.map((t) => ({ title: shorten(shortLine(`${t.name} ${t.version}`), Math.max(15, width - 22)) })),
  ];
  const ran = areas.filter((area) => targets.some((t) => cell(t.name, area) !== undefined));
  const rows = ran.map((area) => [shortLine(area), ...targets.map((t) => cellText(cell(t.name, area)))]);
  const totals = ['matched', ...targets.map((t) => `${t.matched} of ${t.cases}`)];
  return table(head, [...rows, totals], width, (text, row, column) => {
    if (row === -1 || row === rows.length) return color.bold(text);
    return column === 0 ? text : signed(text, color);
  });
}

function signed(text: string, color: Page['color']): string {
  if (text.startsWith('✗')) return color.red(text);
  if (text.startsWith('✓')) return color.green(text);
  return text.startsWith('?') || text.startsWith('≈') ? color.yellow(text) : color.dim(text);
}

const groups: readonly [Divergence['status'], string, string][] = [
  ['new', 'New divergences', '✗'],
  ['known', 'Known divergences', '≈'],
  ['advisory', 'Advisory: shown, and never failing', 'i'],
];

function divergences(page: Page): string[] {
  const sorted = sortedDivergences(page.report.run?.divergences ?? []);
  return groups
    .flatMap(([status, title, sign]) => {
      const own = sorted.filter((d) => d.status === status);
      if (own.length === 0) return [];
      const listed = status === 'new' ? own : own.slice(0, page.listedMax);
      const left = own.length - listed.length;
      return [
        [page.color.bold(`${title} (${own.length})`)],
        ...listed.map((d) => divergence(page, d, sign)),
        ...(left > 0 ? [[`… and ${left} more, all of them in the HTML report and in --json`]] : []),
      ];
    })
    .flatMap((lines, at) => (at === 0 ? lines : ['', ...lines]));
}

function divergence(page: Page, d: Divergence, sign: string): string[] {
  const { color, width, report } = page;
  const title = wrap(shortLine(d.title), width, `${sign} ${shortLine(d.fingerprint)}  `);
  const line = (name: string, text: string, linesMax = 3) => labelled(page, name, text, linesMax);
  return [
    ...title.map((text) => (d.status === 'new' ? color.red(text) : color.bold(text))),
    ...line('target', shortLine(`${targetLabel(report.run, d.target)} · ${d.severity} · ${d.class}`)),
    ...line('where', shortLine(placeText(d))),
    ...line('expected', shortLine(expectedText(d), 1000)),
    ...line('came', shortLine(actualText(d), 1000)),
    ...line('certainty', shortLine(certaintyText(d))),
    ...(d.findings.length > 0 ? line('findings', shortLine(d.findings.join(', '))) : []),
    ...(d.reason === undefined ? [] : line('accepted', shortLine(d.reason))),
    // Never broken nor cut: it is there to be copied.
    `    ${color.dim(pad('repeat', 10))}${color.cyan(visibleLine(d.repro))}`,
  ];
}

/** A name and a text beside it, the text in at most `linesMax` lines. */
function labelled({ color, width }: Page, name: string, text: string, linesMax: number): string[] {
  const room = width - 14;
  const lines = wrap(text, room);
  const shown = lines.slice(0, linesMax);
  if (lines.length > linesMax)
    shown[linesMax - 1] = shorten(`${shown[linesMax - 1]}${' '.repeat(room)}`, room).replace(/ *…$/, '…');
  return shown.map((line, index) => `    ${color.dim(pad(index === 0 ? name : '', 10))}${line}`);
}

function stale({ report, color, width }: Page): string[] {
  const lines = (report.run?.targets ?? []).flatMap((target) =>
    target.stale.map((print) => `${target.name}: ${print} is in its ledger and was not seen any more; take it out`),
  );
  if (lines.length === 0) return [];
  return [color.bold('Stale ledger entries'), ...lines.flatMap((line) => wrap(shortLine(line), width, '  ✗ '))];
}

function untold({ report, color, width }: Page): string[] {
  const cases = report.run === undefined ? [] : untoldCases(report.run);
  if (cases.length === 0) return [];
  const lines = cases.map(({ target, result }) => {
    const detail = result.detail === undefined ? '' : `: ${shortLine(result.detail)}`;
    return `${target} ${result.verdict} in ${shortLine(result.case)}${detail}`;
  });
  return [color.bold('Cases without a verdict'), ...lines.flatMap((line) => wrap(line, width, '  ? '))];
}

function unavailable({ report, color, width }: Page): string[] {
  const targets = unavailableTargets(report);
  if (targets.length === 0) return [];
  return [
    color.bold('Targets that could not be asked'),
    ...targets.flatMap((target) => [
      ...wrap(`${target.name}: ${shortLine(target.unavailable?.reason ?? '')}`, width, '  – '),
      ...wrap(shortLine(target.unavailable?.remedy ?? ''), width, '    remedy: '),
    ]),
  ];
}

/** Columns of the models that a narrow terminal can do without, the last one first. */
const spares: readonly string[] = ['interleavings', 'time', 'transitions', 'depth'];

function models({ report, color, width }: Page): string[] {
  const shown = modelsJudged(report);
  if (shown.length === 0) return [];
  const head = modelColumns.map((title, at) => ({
    ...{ title, right: at > 0 && at < 6 },
    ...(at === 0 && { shrinks: 56 }),
    ...(spares.includes(title) && { spare: spares.indexOf(title) }),
  }));
  const rows = shown.map((m) => modelRow(report, m, false).map((cell) => shortLine(cell, 100)));
  const paint = (text: string, row: number, column: number): string => {
    if (row === -1) return color.bold(text);
    if (column !== 6) return text;
    const status = text.trim();
    if (status === 'holds') return color.green(text);
    return status === 'unknown' ? color.yellow(text) : color.red(text);
  };
  return [
    ...table(head, rows, width, paint),
    ...fairnessTexts(shown).flatMap((text) => wrap(shortLine(text, 1000), width).map((line) => color.dim(line))),
    ...shown.flatMap((model) => violation(model, width)),
  ];
}

/** What is violated, and the steps that lead there. */
function violation(model: ModelRecord, width: number): string[] {
  if (model.verdict !== 'violated') return [];
  const title = wrap(`${shortLine(modelName(model))} violates ${shortLine(model.property ?? '')}`, width, '  ');
  const steps = model.trace === null ? [] : traceTable(model.trace, width).split('\n').slice(1).map(visibleLine);
  return [...title, ...steps];
}

function mutants({ report, color, width }: Page): string[] {
  if (report.mutants === undefined) return [];
  const alive = survivors(report.mutants);
  const lines = alive.map(
    (m) => `${shortLine(m.id)} (${m.kind}${m.finding === null ? '' : `, ${shortLine(m.finding)}`})`,
  );
  return [
    color.bold(mutantCounts(report.mutants)),
    ...(alive.length > 0 ? ['Survivors: no check turned red'] : []),
    ...lines.flatMap((line) => wrap(line, width, '  ✗ ')).map((line) => color.red(line)),
  ];
}

function verdict({ report, color, width }: Page): string[] {
  const paint = { holds: color.green, violated: color.red, unknown: color.yellow }[report.verdict];
  // The last line is one line, whatever its length, so that `tail -n 1` is the verdict.
  const sentence = shortLine(verdictSentence(report), 1000);
  return [color.dim('─'.repeat(Math.min(width, 80))), color.bold(paint(sentence))];
}
