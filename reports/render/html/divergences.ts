/** The list of divergences with its filters: an entry for each cause, folded, with everything a reviewer asks next. */
import type { Divergence } from '../../../suites/runner/record.ts';
import { type Group, groupsOf } from '../../groups.ts';
import type { Catalogue, Report } from '../../report.ts';
import { moreText, ruleText } from '../../rules.ts';
import { escapeHtml, escapeLong, escapeShort, slug } from '../../text/escape.ts';
import { count } from '../../text/format.ts';
import { jsonLines } from '../json-diff.ts';
import { acceptedText, actualText, areaOf, certaintyText, expectedText, targetLabel } from '../parts.ts';
import { answersHtml } from './answers.ts';
import { pagedHtml } from './paged.ts';

/** The fragment of an entry: stable from run to run, so that a link to it can be sent to somebody. */
export const anchorOf = (d: Pick<Divergence, 'fingerprint' | 'target'>): string =>
  `d-${slug(d.fingerprint)}-${slug(d.target)}`;

/** Entries that are open when the page opens. */
const openMax = 3;

/** The areas of its cases: a cause may show in more than one. */
export const areasOf = ({ members }: Group): string[] =>
  [...new Set(members.map((member) => areaOf(member.case)))].sort();

export function divergencesHtml(report: Report, catalogue: Catalogue): string {
  if (report.run === undefined) return '';
  const groups = groupsOf(report.run.divergences);
  if (groups.length === 0) return '<section id="divergences"><h2>Divergences</h2><p>None.</p></section>';
  const elsewhere = byFingerprint(report.run.divergences);
  const entries = groups.map((group, at) => {
    const { representative: d, status } = group;
    const others = (elsewhere.get(d.fingerprint) ?? []).filter((other) => other.target !== d.target);
    return entryHtml(group, { report, catalogue, open: status === 'new' && at < openMax, others });
  });
  return `<section id="divergences">
<h2>Divergences</h2>
${filters(groups)}
<p id="shown" class="note" role="status">${count(report.run.divergences.length, 'divergence')}${entries.length === report.run.divergences.length ? '' : ` of ${count(entries.length, 'rule')}`}</p>
${pagedHtml(entries)}
</section>`;
}

function byFingerprint(divergences: readonly Divergence[]): Map<string, Divergence[]> {
  const same = new Map<string, Divergence[]>();
  for (const d of divergences) same.set(d.fingerprint, [...(same.get(d.fingerprint) ?? []), d]);
  return same;
}

export const badges = { new: '✗ new', known: '≈ known', advisory: 'i advisory' } as const;

function filters(groups: readonly Group[]): string {
  const select = (name: string, values: readonly string[]): string => {
    const options = [...new Set(values)].map(
      (value) => `<option value="${escapeHtml(value)}">${escapeShort(value, 60)}</option>`,
    );
    return `<label>${name} <select name="${name}"><option value="">all</option>${options.join('')}</select></label>`;
  };
  return `<form id="filters" hidden>
${select(
  'target',
  groups.map((group) => group.target),
)}
${select(
  'status',
  groups.map((group) => group.status),
)}
${select(
  'severity',
  groups.map((group) => group.severity),
)}
${select('area', groups.flatMap(areasOf).sort())}
<label>text <input name="text" type="search"></label>
<button type="button" data-open="all">Open all</button>
<button type="button" data-open="none">Close all</button>
</form>`;
}

interface RenderContext {
  report: Report;
  catalogue: Catalogue;
  open: boolean;
  others: readonly Divergence[];
}

function entryHtml(group: Group, { report, catalogue, open, others }: RenderContext): string {
  const d = group.representative;
  const target = targetLabel(report.run, d.target);
  const data = { target: d.target, status: d.status, severity: group.severity, area: areasOf(group).join(' ') };
  const attributes = Object.entries(data).map(([name, value]) => `data-${name}="${escapeHtml(value)}"`);
  const times = group.members.length === 1 ? '' : ` · ${count(group.members.length, 'time')}`;
  return `<details class="entry ${d.status}" id="${anchorOf(d)}" ${attributes.join(' ')}${open ? ' open' : ''}>
<summary><span class="badge ${d.status}">${badges[d.status]}</span> <h3>${escapeShort(ruleText(group), 160)}</h3>
<span class="meta">${escapeShort(target, 60)} · <span class="severity ${group.severity}">${group.severity}</span> · ${escapeHtml(d.class)} · <code>${escapeShort(d.fingerprint, 40)}</code>${times}</span></summary>
<div class="body">
<div class="because">${escapeLong(d.because)}</div>
${d.reason === undefined ? '' : `<div class="accepted"><strong>Accepted:</strong> ${escapeLong(acceptedText(d))}</div>`}
${facts(d, ruleText(group), catalogue, others)}
<h4>Request: ${escapeHtml(d.request.op)}${d.request.account === undefined ? '' : ', by the second account'}</h4>
<div class="pre">${escapeLong(jsonLines(d.request.input).join('\n'), 4000)}</div>
${d.request.body === undefined ? '' : `<h4>Sent as this body</h4><div class="pre">${escapeLong(d.request.body, 2000)}</div>`}
<h4>Both answers</h4>
${answersHtml(d.answers.expected, d.answers.actual)}
<h4>See it again</h4>
<div class="copy"><pre tabindex="0">${escapeHtml(d.repro)}</pre><button type="button" data-copy hidden>Copy</button></div>
${membersHtml(group)}</div>
</details>`;
}

/** All others with the same cause; the record at the end of the page has their requests and answers. */
function membersHtml(group: Group): string {
  const rest = group.members.filter((member) => member !== group.representative);
  if (rest.length === 0) return '';
  const rows = rest.map(
    (d) =>
      `<tr id="${anchorOf(d)}"><td><code>${escapeShort(d.fingerprint, 40)}</code></td><td><code>${escapeShort(d.case)}</code>, step ${escapeHtml(d.step)}</td><td>${escapeHtml(d.class)}${d.path === '' ? '' : ` <code>${escapeShort(d.path, 80)}</code>`}</td><td>${escapeShort(expectedText(d), 120)}</td><td>${escapeShort(actualText(d), 120)}</td></tr>`,
  );
  const head = ['fingerprint', 'where', 'what', 'expected', 'came'].map((name) => `<th scope="col">${name}</th>`);
  return `<h4>The same cause</h4>
<details class="plain"><summary>${escapeHtml(moreText(group))}</summary>
<div class="scroll"><table><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div></details>
`;
}

function facts(d: Divergence, shown: string, catalogue: Catalogue, others: readonly Divergence[]): string {
  const long = d.title === shown && shown.length <= 160 ? [] : [['case', escapeLong(d.title)]];
  const links = others.map(
    (other) => `<a href="#${anchorOf(other)}">${escapeShort(other.target, 40)}</a> (${other.status})`,
  );
  const rows = [
    ...long,
    [
      'at',
      `<code>${escapeShort(d.case)}</code>, step ${escapeHtml(d.step)}${d.path === '' ? '' : `, ${codeLong(d.path)}`}`,
    ],
    ['expected', codeLong(expectedText(d))],
    ['came', codeLong(actualText(d))],
    ['known', escapeLong(certaintyText(d))],
    ...(d.findings.length > 0 ? [['findings', d.findings.map((id) => finding(id, catalogue)).join('')]] : []),
    ...(links.length > 0 ? [['also on', links.join(', ')]] : []),
  ];
  return `<dl>${rows.map(([name, html]) => `<dt>${name}</dt><dd>${html}</dd>`).join('')}</dl>`;
}

/** A block, since what opens inside it is one, and `<code>` may hold none. */
const codeLong = (text: string): string => `<div class="code">${escapeLong(text)}</div>`;

function finding(id: string, catalogue: Catalogue): string {
  const known = catalogue.get(id);
  const text =
    known === undefined
      ? ''
      : ` ${escapeShort(known.title)} <span class="severity ${known.severity}">${known.severity}</span>`;
  return `<div><code>${escapeShort(id, 80)}</code>${text}</div>`;
}
