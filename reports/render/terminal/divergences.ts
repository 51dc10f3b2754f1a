/** The list of divergences: new ones in full, others with one line for each cause. */
import type { Divergence } from '../../../suites/runner/record.ts';
import type { Group } from '../../groups.ts';
import { moreText, ruleText } from '../../rules.ts';
import { count, thousands } from '../../text/format.ts';
import { shortLine, visibleLine } from '../../text/visible.ts';
import { pad, shorten, wrap } from '../../text/width.ts';
import {
  acceptedText,
  actualText,
  certaintyText,
  expectedText,
  placeText,
  statusSigns,
  targetLabel,
} from '../parts.ts';
import { labelled, type Page } from './page.ts';

/** New divergences in full. The others get one line for each cause and reason, since readers skip them. */
export function divergences(page: Page): string[] {
  const of = (status: Divergence['status']): Group[] => page.groups.filter((group) => group.status === status);
  const fresh = of('new');
  const sections = [
    fresh.length === 0
      ? []
      : [sectionHead(page, 'New divergences', fresh), ...fresh.flatMap((group) => divergence(page, group))],
    listed(page, 'Known divergences', of('known')),
    listed(page, 'Advisory divergences, which never fail a run', of('advisory')),
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
    ...(left > 0 ? [`… and ${count(left, 'more rule')}; --report and --json have them all`] : []),
  ];
}

/** One cause, on all targets where it shows. */
function listedLines({ width, color }: Page, groups: readonly Group[]): string[] {
  const [first] = groups;
  if (first === undefined) return [];
  const { representative, status, severity } = first;
  const targets = groups.map(({ target }) => target).join(', ');
  const members = groups.reduce((sum, group) => sum + group.members.length, 0);
  const accepted = status === 'known' ? acceptedText(representative) : '';
  const text = wrap(shortLine(accepted === '' ? ruleText(first) : accepted), width, '    ');
  const place = `${representative.fingerprint}  ${severity}  ${representative.case}`;
  const head = shortLine(`${statusSigns[status]} ${place} on ${targets} (${thousands(members)})`);
  return [shorten(head, width), ...text.map((line) => color.dim(line))];
}

/** The representative of a group, and how many other members there are. */
function divergence(page: Page, group: Group): string[] {
  const { color, width, report } = page;
  const d = group.representative;
  const title = wrap(shortLine(ruleText(group)), width, `${statusSigns[group.status]} ${shortLine(d.fingerprint)}  `);
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
    // Neither wrapped nor shortened: users copy it.
    `    ${color.dim(pad('repeat', 10))}${color.cyan(visibleLine(d.repro))}`,
  ];
}

/** `and 43 more in 2 cases: secondary-index/key-not-scalar, secondary-index/wrong-key-type`. */
const membersText = (group: Group): string =>
  `${moreText(group)}: ${[...new Set(group.members.map((member) => member.case))].join(', ')}`;
