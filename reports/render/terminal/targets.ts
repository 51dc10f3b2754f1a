/** The result of each target: the broken rules, how much was judged, and the matrix of targets and areas. */
import type { TargetRecord } from '../../../suites/runner/record.ts';
import type { Group } from '../../groups.ts';
import { judgedText, partlyJudged, skipsOf } from '../../judged.ts';
import { cellText, legend, type Matrix, matrixOf } from '../../matrix.ts';
import { brokenRules, brokenText, ruleText } from '../../rules.ts';
import { thousands } from '../../text/format.ts';
import { table } from '../../text/table.ts';
import { shortLine } from '../../text/visible.ts';
import { columns, pad, shorten, wrap } from '../../text/width.ts';
import { named, statusSigns, targetLabel, timesText } from '../parts.ts';
import type { Colors, Page } from './page.ts';

/** Only with several targets: with one, the list that follows says the same. */
export function rules({ report, groups, width, color }: Page): string[] {
  if (report.run === undefined || report.run.targets.length < 2) return [];
  const lines = brokenRules(report.run, groups).flatMap((broken) => [
    shorten(shortLine(`  ${targetLabel(report.run, broken.target.name)} ${brokenText(broken)}`), width),
    ...broken.worst.map((group) => ruleLine(group, width, color)),
  ]);
  return [color.bold('Rules that each target breaks, worst first'), ...lines];
}

function ruleLine(group: Group, width: number, color: Colors): string {
  const times = timesText(group);
  const lead = `    ${statusSigns[group.status]} ${pad(group.severity, 8)}  `;
  const text = `${lead}${shorten(shortLine(ruleText(group)), width - columns(lead) - times.length)}${times}`;
  return group.status === 'new' ? color.red(text) : color.dim(text);
}

export function judged({ report, width, color }: Page): string[] {
  const targets = partlyJudged(report.run?.targets ?? []);
  if (targets.length === 0) return [];
  const lines = targets.flatMap((target) => [
    ...wrap(shortLine(`${targetLabel(report.run, target.name)}: ${judgedText(target)}`, 1000), width, '  '),
    ...skipsOf(target).flatMap(({ detail, accepted, cases }) => {
      const why = accepted === undefined ? detail : `${detail}; accepted: ${accepted}`;
      return wrap(shortLine(`${thousands(cases.length)}  ${why}`, 500), width, '    – ').map((line) => color.dim(line));
    }),
  ]);
  return [color.bold('What was judged'), ...lines];
}

export function matrix({ report, width, color }: Page): string[] {
  if (report.run === undefined) return [];
  const grid = matrixOf(report.run);
  const shown = grid.targets.filter((target) => target.unavailable === undefined);
  const areaWidth = Math.max(4, ...grid.areas.map(columns));
  const blocks = blocksOf(grid, shown, width - areaWidth).map((targets) =>
    matrixBlock({ ...grid, targets }, width, color),
  );
  if (blocks.length === 0) return [];
  return [...blocks.flatMap((block) => [...block, '']), ...wrap(legend, width).map((line) => color.dim(line))];
}

/** Targets are columns. When they do not fit into the width, further blocks go below. */
function blocksOf({ areas, cell }: Matrix, targets: readonly TargetRecord[], room: number): TargetRecord[][] {
  const blocks: TargetRecord[][] = [];
  let left = 0;
  for (const target of targets) {
    const cells = areas.map((area) => columns(cellText(cell(target.name, area))));
    const needed = 2 + Math.max(columns(shortLine(named(target.name, target.version))), ...cells);
    if (needed > left || blocks.length === 0) {
      blocks.push([]);
      left = room;
    }
    blocks.at(-1)?.push(target);
    left -= needed;
  }
  return blocks;
}

function matrixBlock({ areas, targets, cell }: Matrix, width: number, color: Colors): string[] {
  const head = [
    { title: 'area', shrinks: 12 },
    ...targets.map((t) => ({ title: shorten(shortLine(named(t.name, t.version)), Math.max(15, width - 22)) })),
  ];
  const ran = areas.filter((area) => targets.some((t) => cell(t.name, area) !== undefined));
  const rows = ran.map((area) => [shortLine(area), ...targets.map((t) => cellText(cell(t.name, area)))]);
  const totals = ['matched', ...targets.map((t) => `${thousands(t.matched)} of ${thousands(t.cases)}`)];
  return table(head, [...rows, totals], width, (text, row, column) => {
    if (row === -1 || row === rows.length) return color.bold(text);
    return column === 0 ? text : signed(text, color);
  });
}

function signed(text: string, color: Colors): string {
  if (text.startsWith('✗')) return color.red(text);
  if (text.startsWith('✓')) return color.green(text);
  return text.startsWith('?') || text.startsWith('≈') ? color.yellow(text) : color.dim(text);
}
