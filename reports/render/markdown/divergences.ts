import type { Group } from '../../groups.ts';
import type { Catalogue, Report } from '../../report.ts';
import { moreText, ruleText } from '../../rules.ts';
import { count, thousands } from '../../text/format.ts';
import { cellCode, code, fenced, markdownTable, prose } from '../../text/markdown-text.ts';
import { diffLines, jsonLines, unifiedLines } from '../json-diff.ts';
import { acceptedText, actualText, certaintyText, expectedText, placeText, targetLabel } from '../parts.ts';
import { folded } from './blocks.ts';

/** The most new divergences shown with request and answers, so that the comment stays readable. */
const wholeMax = 10;

export function newDivergences(report: Report, own: readonly Group[], catalogue: Catalogue): string[] {
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

/** `44, 3 rules`; or `4` when every divergence is a rule of its own. */
function countText(own: readonly Group[]): string {
  const all = own.reduce((sum, { members }) => sum + members.length, 0);
  return all === own.length ? thousands(all) : `${thousands(all)}, ${count(own.length, 'rule')}`;
}

/** The representative of a group, and a table of its other members. */
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
    ...(d.request.headers === undefined
      ? []
      : [`Sent with these headers: ${cellCode(JSON.stringify(d.request.headers))}`]),
    ...(d.request.body === undefined ? [] : [`Sent as this body:\n\n${fenced(d.request.body)}`]),
    'Expected `-`, actual `+`',
    fenced(unifiedLines(diffLines(d.answers.expected, d.answers.actual)).join('\n'), 'diff'),
    '</details>',
    ...others(group),
  ].join('\n\n');
}

/** The most members named. The HTML report has all. */
const membersMax = 50;

function others(group: Group): string[] {
  const { members, representative } = group;
  if (members.length === 1) return [];
  const rest = members.filter((member) => member !== representative);
  const rows = rest.slice(0, membersMax).map((d) => [cellCode(d.fingerprint), cellCode(placeText(d)), d.class]);
  const left = rest.length > membersMax ? [[`… and ${thousands(rest.length - membersMax)} more`, '', '']] : [];
  return [folded(moreText(group), markdownTable(['fingerprint', 'where', 'class'], [...rows, ...left]))];
}

/** A folded table, in pieces of fifty rows, so that the size limit drops a piece and not the whole table. */
export function listed(report: Report, own: readonly Group[], title: string): string[] {
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
