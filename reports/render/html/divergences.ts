/** The list of divergences with its filters: a folded entry for each cause, with everything that a reviewer needs next. */
import type { Divergence } from '../../../suites/runner/record.ts';
import { type Group, groupsOf } from '../../groups.ts';
import type { Catalogue, Report } from '../../report.ts';
import { moreText, ruleText } from '../../rules.ts';
import { slug } from '../../text/escape.ts';
import { count } from '../../text/format.ts';
import { type Content, html, lines, longText, type Markup, nothing } from '../../text/html.ts';
import { shortText } from '../../text/visible.ts';
import { jsonLines } from '../json-diff.ts';
import { acceptedText, actualText, areaOf, certaintyText, expectedText, statusSigns, targetLabel } from '../parts.ts';
import { answersHtml } from './answers.ts';
import { pagedHtml } from './paged.ts';

/** The fragment of an entry. It is the same in every run, so links to it can be shared. */
export const anchorOf = (d: Pick<Divergence, 'fingerprint' | 'target'>): string =>
  `d-${slug(d.fingerprint)}-${slug(d.target)}`;

/** How many entries are unfolded when the page opens. */
const openMax = 3;

/** The areas of its cases. A cause may show in several. */
export const areasOf = ({ members }: Group): string[] =>
  [...new Set(members.map((member) => areaOf(member.case)))].sort();

export function divergencesHtml(report: Report, catalogue: Catalogue): Markup {
  if (report.run === undefined) return nothing;
  const groups = groupsOf(report.run.divergences);
  if (groups.length === 0) return html`<section id="divergences"><h2>Divergences</h2><p>None.</p></section>`;
  const elsewhere = byFingerprint(report.run.divergences);
  const entries = groups.map((group, at) => {
    const { representative: d, status } = group;
    const others = (elsewhere.get(d.fingerprint) ?? []).filter((other) => other.target !== d.target);
    return entryHtml(group, { report, catalogue, open: status === 'new' && at < openMax, others });
  });
  return html`<section id="divergences">
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

export const badgeText = (status: Divergence['status']): string => `${statusSigns[status]} ${status}`;

function filters(groups: readonly Group[]): Markup {
  const select = (name: string, values: readonly string[]): Markup => {
    const options = [...new Set(values)].map(
      (value) => html`<option value="${value}">${shortText(value, 60)}</option>`,
    );
    return html`<label>${name} <select name="${name}"><option value="">all</option>${options}</select></label>`;
  };
  return html`<form id="filters" hidden>
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

function entryHtml(group: Group, { report, catalogue, open, others }: RenderContext): Markup {
  const d = group.representative;
  const target = targetLabel(report.run, d.target);
  const data = { target: d.target, status: d.status, severity: group.severity, area: areasOf(group).join(' ') };
  const attributes = Object.entries(data).map(([name, value]) => html`data-${name}="${value}"`);
  const times = group.members.length === 1 ? '' : ` · ${count(group.members.length, 'time')}`;
  return html`<details class="entry ${d.status}" id="${anchorOf(d)}" ${lines(attributes, ' ')}${open ? ' open' : ''}>
<summary><span class="badge ${d.status}">${badgeText(d.status)}</span> <h3>${shortText(ruleText(group), 160)}</h3>
<span class="meta">${shortText(target, 60)} · <span class="severity ${group.severity}">${group.severity}</span> · ${d.class} · <code>${shortText(d.fingerprint, 40)}</code>${times}</span></summary>
<div class="body">
<div class="because">${longText(d.because)}</div>
${d.reason === undefined ? '' : html`<div class="accepted"><strong>Accepted:</strong> ${longText(acceptedText(d))}</div>`}
${facts(d, ruleText(group), catalogue, others)}
<h4>Request: ${d.request.op}${d.request.account === undefined ? '' : ', by the second account'}</h4>
<div class="pre">${longText(jsonLines(d.request.input).join('\n'), 4000)}</div>
${d.request.headers === undefined ? '' : html`<h4>Sent with these headers</h4><div class="pre">${longText(JSON.stringify(d.request.headers), 2000)}</div>`}
${d.request.body === undefined ? '' : html`<h4>Sent as this body</h4><div class="pre">${longText(d.request.body, 2000)}</div>`}
<h4>Both answers</h4>
${answersHtml(d.answers.expected, d.answers.actual)}
<h4>Reproduce it</h4>
<div class="copy"><pre tabindex="0">${d.repro}</pre><button type="button" data-copy hidden>Copy</button></div>
${membersHtml(group)}</div>
</details>`;
}

/** The other divergences with the same cause. Their requests and answers are in the record at the end of the page. */
function membersHtml(group: Group): Markup {
  const rest = group.members.filter((member) => member !== group.representative);
  if (rest.length === 0) return nothing;
  const rows = rest.map(
    (d) =>
      html`<tr id="${anchorOf(d)}"><td><code>${shortText(d.fingerprint, 40)}</code></td><td><code>${shortText(d.case)}</code>, step ${d.step}</td><td>${d.class}${d.path === '' ? '' : html` <code>${shortText(d.path, 80)}</code>`}</td><td>${shortText(expectedText(d), 120)}</td><td>${shortText(actualText(d), 120)}</td></tr>`,
  );
  const head = ['fingerprint', 'where', 'what', 'expected', 'actual'].map((name) => html`<th scope="col">${name}</th>`);
  return html`<h4>The same cause</h4>
<details class="plain"><summary>${moreText(group)}</summary>
<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${lines(rows)}</tbody></table></div></details>
`;
}

type Fact = readonly [name: string, content: Content];

function facts(d: Divergence, shown: string, catalogue: Catalogue, others: readonly Divergence[]): Markup {
  const long: Fact[] = d.title === shown && shown.length <= 160 ? [] : [['case', longText(d.title)]];
  const links = others.map(
    (other) => html`<a href="#${anchorOf(other)}">${shortText(other.target, 40)}</a> (${other.status})`,
  );
  const rows: Fact[] = [
    ...long,
    ['at', html`<code>${shortText(d.case)}</code>, step ${d.step}${d.path === '' ? '' : html`, ${codeLong(d.path)}`}`],
    ['expected', codeLong(expectedText(d))],
    ['actual', codeLong(actualText(d))],
    ['known', longText(certaintyText(d))],
    ...(d.findings.length > 0 ? [['findings', d.findings.map((id) => finding(id, catalogue))] as const] : []),
    ...(links.length > 0 ? [['also on', lines(links, ', ')] as const] : []),
  ];
  return html`<dl>${rows.map(([name, content]) => html`<dt>${name}</dt><dd>${content}</dd>`)}</dl>`;
}

/** A block element, since `<code>` may not contain the `<details>` of a long text. */
const codeLong = (text: string): Markup => html`<div class="code">${longText(text)}</div>`;

function finding(id: string, catalogue: Catalogue): Markup {
  const known = catalogue.get(id);
  const text =
    known === undefined
      ? ''
      : html` ${shortText(known.title)} <span class="severity ${known.severity}">${known.severity}</span>`;
  return html`<div><code>${shortText(id, 80)}</code>${text}</div>`;
}
