/** The list of divergences with its filters: one entry each, folded, with everything a reviewer asks next. */
import type { Divergence } from '../../../suites/runner/record.ts';
import type { Catalogue, Report } from '../../report.ts';
import { sortedDivergences } from '../../summary.ts';
import { escapeHtml, escapeLong, escapeShort, slug } from '../escape.ts';
import { count } from '../format.ts';
import { jsonLines } from '../json-diff.ts';
import { actualText, areaOf, certaintyText, expectedText, targetLabel } from '../parts.ts';
import { answersHtml } from './answers.ts';
import { pagedHtml } from './paged.ts';

/** The fragment of an entry: stable from run to run, so that a link to it can be sent to somebody. */
export const anchorOf = (d: Pick<Divergence, 'fingerprint' | 'target'>): string =>
  `d-${slug(d.fingerprint)}-${slug(d.target)}`;

/** Entries that are open when the page opens. */
const openMax = 3;

export function divergencesHtml(report: Report, catalogue: Catalogue): string {
  if (report.run === undefined) return '';
  const sorted = sortedDivergences(report.run.divergences);
  if (sorted.length === 0) return '<section id="divergences"><h2>Divergences</h2><p>None.</p></section>';
  const elsewhere = grouped(sorted);
  const entries = sorted.map((d, at) => {
    const open = d.status === 'new' && at < openMax;
    const others = (elsewhere.get(d.fingerprint) ?? []).filter((other) => other.target !== d.target);
    return entryHtml(d, { report, catalogue, open, others });
  });
  return `<section id="divergences">
<h2>Divergences</h2>
${filters(sorted)}
<p id="shown" class="note" role="status">${count(sorted.length, 'divergence')}</p>
${pagedHtml(entries)}
</section>`;
}

/** Groups in the order of their first member. */
function grouped(divergences: readonly Divergence[]): Map<string, Divergence[]> {
  const groups = new Map<string, Divergence[]>();
  for (const d of divergences) groups.set(d.fingerprint, [...(groups.get(d.fingerprint) ?? []), d]);
  return groups;
}

const badges = { new: '✗ new', known: '≈ known', advisory: 'i advisory' } as const;

function filters(divergences: readonly Divergence[]): string {
  const select = (name: string, values: readonly string[]): string => {
    const options = [...new Set(values)].map(
      (value) => `<option value="${escapeHtml(value)}">${escapeShort(value, 60)}</option>`,
    );
    return `<label>${name} <select name="${name}"><option value="">all</option>${options.join('')}</select></label>`;
  };
  return `<form id="filters" hidden>
${select(
  'target',
  divergences.map((d) => d.target),
)}
${select(
  'status',
  divergences.map((d) => d.status),
)}
${select(
  'severity',
  divergences.map((d) => d.severity),
)}
${select('area', divergences.map((d) => areaOf(d.case)).sort())}
<label>text <input name="text" type="search"></label>
<button type="button" data-open="all">Open all</button>
<button type="button" data-open="none">Close all</button>
</form>`;
}

interface Context {
  report: Report;
  catalogue: Catalogue;
  open: boolean;
  others: readonly Divergence[];
}

function entryHtml(d: Divergence, { report, catalogue, open, others }: Context): string {
  const target = targetLabel(report.run, d.target);
  const data = { target: d.target, status: d.status, severity: d.severity, area: areaOf(d.case) };
  const attributes = Object.entries(data).map(([name, value]) => `data-${name}="${escapeHtml(value)}"`);
  return `<details class="entry ${d.status}" id="${anchorOf(d)}" ${attributes.join(' ')}${open ? ' open' : ''}>
<summary><span class="badge ${d.status}">${badges[d.status]}</span> <h3>${escapeShort(d.title, 160)}</h3>
<span class="meta">${escapeShort(target, 60)} · <span class="severity ${d.severity}">${d.severity}</span> · ${escapeHtml(d.class)} · <code>${escapeShort(d.fingerprint, 40)}</code></span></summary>
<div class="body">
<div class="because">${escapeLong(d.because)}</div>
${d.reason === undefined ? '' : `<div class="accepted"><strong>Accepted:</strong> ${escapeLong(d.reason)}</div>`}
${facts(d, catalogue, others)}
<h4>Request: ${escapeHtml(d.request.op)}${d.request.account === undefined ? '' : ', by the second account'}</h4>
<div class="pre">${escapeLong(jsonLines(d.request.input).join('\n'), 4000)}</div>
${d.request.body === undefined ? '' : `<h4>Sent as this body</h4><div class="pre">${escapeLong(d.request.body, 2000)}</div>`}
<h4>Both answers</h4>
${answersHtml(d.answers.expected, d.answers.actual)}
<h4>See it again</h4>
<div class="copy"><pre tabindex="0">${escapeHtml(d.repro)}</pre><button type="button" data-copy hidden>Copy</button></div>
</div>
</details>`;
}

function facts(d: Divergence, catalogue: Catalogue, others: readonly Divergence[]): string {
  const long = d.title.length > 160 ? [['title', escapeLong(d.title)]] : [];
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
