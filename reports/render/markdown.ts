/** A report as GitHub-flavoured Markdown, for a comment on a pull request or a nightly issue. */

import type { Divergence } from '../../suites/runner/record.ts';
import { type Group, groupsOf } from '../groups.ts';
import { judgedText, partlyJudged, skipsOf } from '../judged.ts';
import { cellText, legend, matrixOf } from '../matrix.ts';
import type { Catalogue, ModelRecord, MutantRecord, Report } from '../report.ts';
import { brokenRules, brokenText, moreText, ruleText } from '../rules.ts';
import {
  modelName,
  modelStatus,
  modelsJudged,
  mutantCounts,
  survivors,
  unavailableTargets,
  verdictSentence,
} from '../summary.ts';
import { escapeHtml } from '../text/escape.ts';
import { count, duration, thousands } from '../text/format.ts';
import { cellCode, code, fenced, markdownTable, prose } from '../text/markdown-text.ts';
import { shortText } from '../text/visible.ts';
import { diffLines, jsonLines, unifiedLines } from './json-diff.ts';
import { traceDiagram } from './model/mermaid.ts';
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
  noVerdictDetail,
  placeText,
  staleText,
  targetLabel,
} from './parts.ts';

export interface MarkdownOptions {
  catalogue?: Catalogue;
  /** GitHub refuses a comment or an issue of more than 65,536 characters. Default 60,000. */
  charactersMax?: number;
}

/** Whole blocks, in the order of their weight; those beyond the limit are left out and counted at the end. */
export function renderMarkdown(report: Report, options: MarkdownOptions = {}): string {
  const { catalogue = new Map(), charactersMax = 60_000 } = options;
  const groups = groupsOf(report.run?.divergences ?? []);
  const withStatus = (status: Divergence['status']) => groups.filter((group) => group.status === status);
  const blocks = [
    ...heading(report),
    ...since(report),
    ...rules(report, groups),
    ...matrix(report),
    ...judged(report),
    ...newDivergences(report, withStatus('new'), catalogue),
    ...stale(report),
    ...withoutVerdict(report),
    ...unavailable(report),
    ...leftBlocks(report),
    ...models(report),
    ...mutants(report),
    ...listed(report, withStatus('known'), 'Known divergences'),
    ...listed(report, withStatus('advisory'), 'Advisory divergences'),
    ...counterexamples(report),
  ];
  const kept: string[] = [];
  let used = 200;
  for (const block of blocks) {
    if (used + block.length + 2 > charactersMax) continue;
    kept.push(block);
    used += block.length + 2;
  }
  const left = blocks.length - kept.length;
  if (left > 0)
    kept.push(`_${count(left, 'part')} left out to stay within the size of a comment; the HTML report has all._`);
  return `${kept.join('\n\n')}\n`;
}

const signs = { holds: '✓', violated: '✗', unknown: '?' } as const;

const heading = (report: Report): string[] => [
  `## ${signs[report.verdict]} Parallax: ${report.verdict === 'unknown' ? 'could not tell' : report.verdict}`,
  prose(verdictSentence(report), 2000),
  headline(report)
    .map((part) => code(part))
    .join(' · '),
];

function since({ since }: Report): string[] {
  if (since === undefined) return [];
  const prints = (list: readonly string[]): string => list.map((print) => code(print)).join(' ');
  const line = (name: string, list: readonly string[]): string =>
    list.length === 0
      ? ''
      : `\n- ${thousands(list.length)} ${name}: ${prints(list.slice(0, 50))}${list.length > 50 ? ' …' : ''}`;
  const lines = line('new', since.new) + line('gone', since.gone) + line('flaky', since.flaky);
  return [`### Since the run before\n${lines || '\nNothing changed.'}`];
}

/** A line for each target, and its worst rules below it. */
function rules({ run }: Report, groups: readonly Group[]): string[] {
  if (run === undefined) return [];
  const lines = brokenRules(run, groups).map((broken) => {
    const worst = broken.worst.map(
      (group) => `\n  - ${badges[group.status]} ${group.severity}: ${prose(ruleText(group), 200)}${timesText(group)}`,
    );
    return `${prose(targetLabel(run, broken.target.name))} ${brokenText(broken)}${worst.join('')}`;
  });
  return list('Rules that each target breaks, worst first', lines);
}

const badges = { new: '✗', known: '≈', advisory: 'i' } as const;
const timesText = ({ members }: Group): string => (members.length === 1 ? '' : ` (${thousands(members.length)})`);

function judged({ run }: Report): string[] {
  const lines = partlyJudged(run?.targets ?? []).map((target) => {
    const skips = skipsOf(target).map(({ detail, accepted, cases }) => {
      const why = accepted === undefined ? detail : `${detail}; accepted: ${accepted}`;
      return `\n  - ${thousands(cases.length)}: ${prose(why, 500)}`;
    });
    return `${prose(targetLabel(run, target.name))}: ${prose(judgedText(target), 1000)}${skips.join('')}`;
  });
  return list('What was judged', lines);
}

function matrix({ run }: Report): string[] {
  if (run === undefined) return [];
  const { areas, targets, cell } = matrixOf(run);
  const shown = targets.filter((t) => t.unavailable === undefined);
  if (shown.length === 0) return [];
  const rows = areas.map((area) => [prose(area), ...shown.map((t) => cellText(cell(t.name, area)))]);
  const totals = ['**matched**', ...shown.map((t) => `**${thousands(t.matched)} of ${thousands(t.cases)}**`)];
  const head = ['area', ...shown.map((t) => prose(targetLabel(run, t.name)))];
  return ['### Targets and areas', markdownTable(head, [...rows, totals]), legend];
}

/** New ones that are shown with request and answers; so many that a comment can still be read. */
const wholeMax = 10;

function newDivergences(report: Report, own: readonly Group[], catalogue: Catalogue): string[] {
  if (own.length === 0) return [];
  const whole = own
    .slice(0, wholeMax)
    .map((group) => divergence(group, targetLabel(report.run, group.target), catalogue));
  return [
    `### New divergences (${countText(own)})`,
    ...whole,
    ...listed(report, own.slice(wholeMax), 'More new divergences'),
  ];
}

/** `44, 3 rules`, or just `4` where each is one of its own. */
function countText(own: readonly Group[]): string {
  const all = own.reduce((sum, { members }) => sum + members.length, 0);
  return all === own.length ? thousands(all) : `${thousands(all)}, ${count(own.length, 'rule')}`;
}

/** The one that stands for all with its cause, and a table of the others. */
function divergence(group: Group, target: string, catalogue: Catalogue): string {
  const d = group.representative;
  const findings = d.findings.map((id) => {
    const known = catalogue.get(id);
    return known === undefined ? code(id) : `${code(id)} ${prose(known.title)} (${known.severity})`;
  });
  return [
    `#### ✗ ${prose(ruleText(group))}`,
    `${code(d.fingerprint)} on **${prose(target)}** · ${group.severity} · ${d.class} · ${prose(certaintyText(d))}`,
    prose(d.because, 1000),
    markdownTable(
      ['', ''],
      [
        ['where', cellCode(placeText(d))],
        ['expected', cellCode(expectedText(d), 1000)],
        ['actual', cellCode(actualText(d), 1000)],
        ...(findings.length > 0 ? [['findings', findings.join('<br>')]] : []),
      ],
    ),
    fenced(d.repro, 'sh'),
    `<details><summary>Request and both answers</summary>\n\n${code(d.request.op)}${d.request.account === undefined ? '' : ', by the second account'}`,
    fenced(jsonLines(d.request.input).join('\n'), 'json'),
    ...(d.request.body === undefined ? [] : [`Sent as this body:\n\n${fenced(d.request.body)}`]),
    'Expected `-`, actual `+`',
    fenced(unifiedLines(diffLines(d.answers.expected, d.answers.actual)).join('\n'), 'diff'),
    '</details>',
    ...others(group),
  ].join('\n\n');
}

/** Members that are named; the HTML report has all. */
const membersMax = 50;

function others(group: Group): string[] {
  const { members, representative } = group;
  if (members.length === 1) return [];
  const rest = members.filter((member) => member !== representative);
  const rows = rest.slice(0, membersMax).map((d) => [cellCode(d.fingerprint), cellCode(placeText(d)), d.class]);
  const left = rest.length > membersMax ? [[`… and ${thousands(rest.length - membersMax)} more`, '', '']] : [];
  return [folded(moreText(group), markdownTable(['fingerprint', 'where', 'class'], [...rows, ...left]))];
}

/** A table, folded away; in pieces of fifty rows, so that one too long for the comment does not take all of them along. */
function listed(report: Report, own: readonly Group[], title: string): string[] {
  const reasons = own.some(({ representative }) => representative.reason !== undefined);
  const row = (group: Group): string[] => {
    const d = group.representative;
    return [
      ...[cellCode(d.fingerprint), thousands(group.members.length), prose(targetLabel(report.run, d.target))],
      ...[prose(d.title), group.severity, prose(d.certainty)],
      ...(reasons ? [prose(acceptedText(d), 600)] : []),
      ...[cellCode(expectedText(d), 200), cellCode(actualText(d), 200), cellCode(d.repro)],
    ];
  };
  const head = [
    ...['fingerprint', 'times', 'target', 'title', 'severity', 'certainty'],
    ...(reasons ? ['accepted because'] : []),
    ...['expected', 'actual', 'repeat'],
  ];
  const pages = Array.from({ length: Math.ceil(own.length / 50) }, (_, at) => own.slice(at * 50, at * 50 + 50));
  return pages.map((page, at) => {
    const part = pages.length > 1 ? `, part ${at + 1} of ${pages.length}` : '';
    return folded(`${title} (${countText(own)})${part}`, markdownTable(head, page.map(row), [1]));
  });
}

/** The summary is HTML up to the next blank line: what escapes Markdown would escape nothing there. */
const folded = (summary: string, body: string): string =>
  `<details><summary>${escapeHtml(shortText(summary)).replace(/@/g, '@<!-- -->')}</summary>\n\n${body}\n\n</details>`;
const list = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`### ${title}\n\n${lines.map((line) => `- ${line}`).join('\n')}`];

const stale = ({ run }: Report): string[] =>
  list('Ledger entries that no longer hold', [
    ...(run?.targets ?? []).flatMap((t) => t.stale.map((one) => `${code(one)} of ${prose(t.name)}: ${staleText(one)}`)),
    ...(run === undefined ? [] : goneTexts(run).map((text) => `${prose(text)}, which fails nothing`)),
  ]);

const withoutVerdict = ({ run }: Report): string[] =>
  list(
    'Cases without a verdict',
    (run === undefined ? [] : casesWithoutVerdict(run)).map(
      ({ target, result }) =>
        `${prose(target)} **${result.verdict}** in ${code(result.case)}: ${prose(noVerdictDetail(result))}`,
    ),
  );

const unavailable = (report: Report): string[] =>
  list(
    'Targets that could not be asked',
    unavailableTargets(report).map(
      ({ name, unavailable }) =>
        `${prose(name)}: ${prose(unavailable?.reason ?? '')}; remedy: ${prose(unavailable?.remedy ?? '')}`,
    ),
  );

const leftBlocks = ({ run }: Report): string[] =>
  leftBehind(run?.targets ?? []).flatMap(({ title, lines, remedy }) => [
    ...list(
      prose(title),
      lines.map((line) => code(line)),
    ),
    fenced(remedy, 'sh'),
  ]);

function models(report: Report): string[] {
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

function counterexamples(report: Report): string[] {
  const weight = (m: ModelRecord): number => (modelStatus(report, m) === 'violated' ? 0 : 1);
  return [...(report.models ?? [])]
    .sort((a, b) => weight(a) - weight(b))
    .flatMap((m) => {
      if (m.trace === null) return [];
      const title = `Counterexample: ${modelName(m)}, ${count(m.trace.steps.length, 'step')}`;
      return [folded(title, fenced(traceDiagram(m.trace).trimEnd(), 'mermaid', 20_000))];
    });
}

function mutants({ mutants }: Report): string[] {
  if (mutants === undefined) return [];
  const alive = survivors(mutants);
  const row = (m: MutantRecord): string[] => [
    ...[cellCode(m.id), m.kind, m.finding === null ? '' : cellCode(m.finding)],
    m.killed ? cellCode(m.by ?? '') : m.equivalent ? `equivalent: ${prose(m.reason ?? '')}` : '**survived**',
    duration(m.durationMs),
  ];
  const surviving = alive.map((m) => `- ${code(m.id)} (${m.kind}${m.finding === null ? '' : `, ${code(m.finding)}`})`);
  return [
    `### Mutants\n\n${mutantCounts(mutants)}.`,
    ...(surviving.length > 0 ? [`Survivors, no check turned red:\n\n${surviving.join('\n')}`] : []),
    folded('Kill matrix', markdownTable(['mutant', 'kind', 'finding', 'killed by', 'time'], mutants.map(row), [4])),
  ];
}
