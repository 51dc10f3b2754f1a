/** A report for a terminal or a pipe. Signs and words carry the meaning; colour only repeats it. */
import pc from 'picocolors';
import type { Divergence, TargetRecord } from '../../suites/runner/record.ts';
import { type Group, groupsOf } from '../groups.ts';
import { judgedText, partlyJudged, skipsOf } from '../judged.ts';
import { cellText, legend, type Matrix, matrixOf } from '../matrix.ts';
import type { ModelRecord, Report } from '../report.ts';
import { brokenRules, brokenText, moreText, ruleText } from '../rules.ts';
import { modelName, modelsJudged, mutantCounts, survivors, unavailableTargets, verdictSentence } from '../summary.ts';
import { count, thousands } from '../text/format.ts';
import { table } from '../text/table.ts';
import { shortLine, visibleLine } from '../text/visible.ts';
import { columns, pad, shorten, wrap } from '../text/width.ts';
import { traceTable } from './model/terminal.ts';
import {
  acceptedText,
  actualText,
  casesWithoutVerdict,
  certaintyText,
  expectedText,
  fairnessTexts,
  goneTexts,
  headline,
  leftBehind,
  modelColumns,
  modelRow,
  named,
  noVerdictDetail,
  placeText,
  staleText,
  targetLabel,
  variantsRow,
} from './parts.ts';

export interface TerminalOptions {
  /** Columns. Default 80. */
  width?: number;
  color?: boolean;
  /** Cases with known and with advisory divergences that are listed, each; new ones are always listed. Default 40. */
  listedMax?: number;
  /** Said before the verdict, which is always the last line. */
  details?: readonly string[];
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
  groups: readonly Group[];
}

export function renderTerminal(report: Report, options: TerminalOptions = {}): string {
  const { width = 80, color = false, listedMax = 40, details = [] } = options;
  const page: Page = {
    width,
    color: pc.createColors(color),
    listedMax,
    report,
    groups: groupsOf(report.run?.divergences ?? []),
  };
  const sections = [
    heading(page),
    rules(page),
    matrix(page),
    judged(page),
    divergences(page),
    stale(page),
    withoutVerdict(page),
    unavailable(page),
    left(page),
    models(page),
    mutants(page),
    [...details],
    verdict(page),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

const heading = ({ report, width, color }: Page): string[] =>
  wrap(shortLine(headline(report).join(' · ')), width).map((line) => color.dim(line));

/** Several targets are told apart before anything is listed; of one, the list is what comes next. */
function rules({ report, groups, width, color }: Page): string[] {
  if (report.run === undefined || report.run.targets.length < 2) return [];
  const lines = brokenRules(report.run, groups).flatMap((broken) => [
    shorten(shortLine(`  ${targetLabel(report.run, broken.target.name)} ${brokenText(broken)}`), width),
    ...broken.worst.map((group) => ruleLine(group, width, color)),
  ]);
  return [color.bold('Rules that each target breaks, worst first'), ...lines];
}

function ruleLine(group: Group, width: number, color: Page['color']): string {
  const times = group.members.length === 1 ? '' : ` (${thousands(group.members.length)})`;
  const lead = `    ${signs[group.status]} ${pad(group.severity, 8)}  `;
  const text = `${lead}${shorten(shortLine(ruleText(group)), width - columns(lead) - times.length)}${times}`;
  return group.status === 'new' ? color.red(text) : color.dim(text);
}

const signs = { new: '✗', known: '≈', advisory: 'i' } as const;

function judged({ report, width, color }: Page): string[] {
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

function matrix({ report, width, color }: Page): string[] {
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

/** Targets are columns, and go below each other in blocks when there are more than the width holds. */
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

function matrixBlock({ areas, targets, cell }: Matrix, width: number, color: Page['color']): string[] {
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

function signed(text: string, color: Page['color']): string {
  if (text.startsWith('✗')) return color.red(text);
  if (text.startsWith('✓')) return color.green(text);
  return text.startsWith('?') || text.startsWith('≈') ? color.yellow(text) : color.dim(text);
}

/** New ones at length; of the others a line for all with one cause and reason, since they are read to be skipped. */
function divergences(page: Page): string[] {
  const of = (status: Divergence['status']): Group[] => page.groups.filter((group) => group.status === status);
  const fresh = of('new');
  const sections = [
    fresh.length === 0
      ? []
      : [sectionHead(page, 'New divergences', fresh), ...fresh.flatMap((group) => divergence(page, group))],
    listed(page, 'Known divergences', of('known')),
    listed(page, 'Advisory: shown, and never failing', of('advisory')),
  ];
  return sections.filter((lines) => lines.length > 0).flatMap((lines, at) => (at === 0 ? lines : ['', ...lines]));
}

/** `New divergences (44, 3 rules)`. */
function sectionHead({ color }: Page, title: string, own: readonly Group[]): string {
  const all = own.reduce((sum, { members }) => sum + members.length, 0);
  return color.bold(`${title} (${thousands(all)}${all === own.length ? '' : `, ${count(own.length, 'rule')}`})`);
}

function listed(page: Page, title: string, own: readonly Group[]): string[] {
  if (own.length === 0) return [];
  const alike = new Map<string, Group[]>();
  for (const group of own) {
    const key = JSON.stringify([group.cause, ruleText(group), group.representative.note]);
    alike.set(key, [...(alike.get(key) ?? []), group]);
  }
  const shown = [...alike.values()].slice(0, page.listedMax);
  const left = alike.size - shown.length;
  return [
    sectionHead(page, title, own),
    ...shown.flatMap((groups) => listedLines(page, groups)),
    ...(left > 0 ? [`… and ${count(left, 'more rule')}, all of them in --report and in --json`] : []),
  ];
}

/** One cause, on all targets that have it. */
function listedLines({ width, color }: Page, groups: readonly Group[]): string[] {
  const [first] = groups;
  if (first === undefined) return [];
  const { representative, status, severity } = first;
  const targets = groups.map(({ target }) => target).join(', ');
  const members = groups.reduce((sum, group) => sum + group.members.length, 0);
  const accepted = status === 'known' ? acceptedText(representative) : '';
  const text = wrap(shortLine(accepted === '' ? ruleText(first) : accepted), width, '    ');
  const place = `${representative.fingerprint}  ${severity}  ${representative.case}`;
  const head = shortLine(`${signs[status]} ${place} on ${targets} (${thousands(members)})`);
  return [shorten(head, width), ...text.map((line) => color.dim(line))];
}

/** The one that stands for all with its cause, and how many others there are. */
function divergence(page: Page, group: Group): string[] {
  const { color, width, report } = page;
  const d = group.representative;
  const title = wrap(shortLine(ruleText(group)), width, `${signs[group.status]} ${shortLine(d.fingerprint)}  `);
  const line = (name: string, text: string, linesMax = 3) => labelled(page, name, text, linesMax);
  return [
    ...title.map((text) => color.red(text)),
    ...line('target', shortLine(`${targetLabel(report.run, d.target)} · ${group.severity} · ${d.class}`)),
    ...line('where', shortLine(placeText(d))),
    ...line('expected', shortLine(expectedText(d), 1000)),
    ...line('actual', shortLine(actualText(d), 1000)),
    ...line('certainty', shortLine(certaintyText(d))),
    ...(d.findings.length > 0 ? line('findings', shortLine(d.findings.join(', '))) : []),
    ...(group.members.length > 1 ? line('besides', shortLine(membersText(group), 1000)) : []),
    // Never broken nor cut: it is there to be copied.
    `    ${color.dim(pad('repeat', 10))}${color.cyan(visibleLine(d.repro))}`,
  ];
}

/** `and 43 more in 2 cases: secondary-index/key-not-scalar, secondary-index/wrong-key-type`. */
const membersText = (group: Group): string =>
  `${moreText(group)}: ${[...new Set(group.members.map((member) => member.case))].join(', ')}`;

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
  if (report.run === undefined) return [];
  const lines = report.run.targets.flatMap((target) =>
    target.stale.map((one) => `${target.name}: ${one} is ${staleText(one)}`),
  );
  return [
    ...(lines.length === 0 ? [] : [color.bold('Stale ledger entries')]),
    ...lines.flatMap((line) => wrap(shortLine(line), width, '  ✗ ')),
    ...goneTexts(report.run).flatMap((line) => wrap(shortLine(line), width, '· ')),
  ];
}

function withoutVerdict({ report, color, width }: Page): string[] {
  const cases = report.run === undefined ? [] : casesWithoutVerdict(report.run);
  if (cases.length === 0) return [];
  const lines = cases.map(
    ({ target, result }) =>
      `${target} ${result.verdict} in ${shortLine(result.case)}: ${shortLine(noVerdictDetail(result))}`,
  );
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

const left = ({ report, color, width }: Page): string[] => leftBehindLines(report.run?.targets ?? [], { color, width });

/** Every name stands there, however many there are: nobody else knows them. */
export const leftBehindLines = (
  targets: Parameters<typeof leftBehind>[0],
  { color, width }: Pick<Page, 'color' | 'width'>,
): string[] =>
  leftBehind(targets).flatMap(({ title, lines, remedy }) => [
    color.bold(shortLine(title)),
    ...lines.flatMap((line) => wrap(shortLine(line), width, '  · ')),
    `  to remove it later: ${color.cyan(visibleLine(remedy))}`,
  ]);

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
  const rows = modelRows(report, shown).map((row) => row.map((cell) => shortLine(cell, 100)));
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

/** More rows than a screen has are a row for each model, with those of its variants summed up that hold. */
const modelRowsMax = 16;

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
