/** A fuzz run: the result of each target, then an entry for each kind of difference, open ones first. */
import {
  differencesIn,
  type FuzzKind,
  type FuzzPart,
  type FuzzStatus,
  type FuzzTargetResult,
  ofStatus,
} from '../../fuzz/explain.ts';
import { sequencesText } from '../../fuzz/summary.ts';
import { slug } from '../../text/escape.ts';
import { count, thousands } from '../../text/format.ts';
import { html, lines, longText, type Markup, nothing } from '../../text/html.ts';
import { shortText } from '../../text/visible.ts';
import {
  byExplanation,
  countColumns,
  countsOf,
  kindText,
  remarksOf,
  sequenceText,
  signs,
  statusHead,
  unusedReasons,
} from '../fuzz-parts.ts';
import { leftBehind, named } from '../parts.ts';
import { answersHtml } from './answers.ts';

export function fuzzHtml(fuzz: FuzzPart | undefined): Markup {
  if (fuzz === undefined) return nothing;
  return html`<section id="fuzz">
<h2>Generated sequences</h2>
${countsHtml(fuzz)}
${lines(fuzz.targets.map((result) => targetHtml(fuzz, result)))}
</section>`;
}

function countsHtml({ targets }: FuzzPart): Markup {
  const [first = '', ...numbers] = countColumns;
  const head = html`<th scope="col">${first}</th>${numbers.map((title) => html`<th scope="col" class="number">${title}</th>`)}`;
  const rows = targets.map(
    (one) =>
      html`<tr><th scope="row">${shortText(named(one.target.name, one.target.version), 60)}</th>${countsOf(one).map(
        (number) => html`<td class="number">${thousands(number)}</td>`,
      )}</tr>`,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Sequences by target"><table>
<thead><tr>${head}</tr></thead>
<tbody>${lines(rows)}</tbody>
</table></div>`;
}

const targetHtml = (fuzz: FuzzPart, result: FuzzTargetResult): Markup =>
  html`${lines([
    ...noteHtml(result),
    ...awayHtml(result),
    ...entriesHtml(result, 'new'),
    ...entriesHtml(result, 'lost'),
    ...knownHtml(result),
    ...entriesHtml(result, 'advisory'),
    ...unusedHtml(result, unusedReasons(fuzz, result)),
    ...leftHtml(result),
  ])}`;

function noteHtml(result: FuzzTargetResult): Markup[] {
  const text = sequencesText(result);
  return text === undefined ? [] : [html`<p class="note">${shortText(`${result.target.name}: ${text}`, 600)}</p>`];
}

function awayHtml({ target: { name, unavailable } }: FuzzTargetResult): Markup[] {
  if (unavailable === undefined) return [];
  const { reason, remedy } = unavailable;
  return [
    html`<h3>${shortText(name, 60)}</h3><div>– unavailable: ${longText(reason)}</div>
<div class="note">remedy: ${longText(remedy)}</div>`,
  ];
}

const headHtml = (result: FuzzTargetResult, status: FuzzStatus): Markup =>
  html`<h3>${shortText(statusHead(result, status))}</h3>`;

const words = { new: 'new', lost: 'unclear', known: 'known', advisory: 'advisory' } as const;
/** CSS class names. */
const classes = { new: 'new', lost: 'no-verdict', known: 'known', advisory: 'advisory' } as const;

/** The most entries in the page. The record at its end has all. */
const entriesMax = 200;

function entriesHtml(result: FuzzTargetResult, status: FuzzStatus): Markup[] {
  const kinds = ofStatus(result.kinds, status);
  if (kinds.length === 0) return [];
  const left = kinds.length - entriesMax;
  return [
    headHtml(result, status),
    ...kinds.slice(0, entriesMax).map(entryHtml),
    ...(left > 0
      ? [html`<p class="note">${count(left, 'more kind')}; the data at the end of this page has them.</p>`]
      : []),
  ];
}

function entryHtml(kind: FuzzKind): Markup {
  const { found, target, status, repro } = kind;
  const answers = found.divergence?.answers;
  return html`<details class="entry ${classes[status]}" id="k-${slug(found.fingerprint)}-${slug(target)}">
<summary><span class="badge ${classes[status]}">${signs[status]} ${words[status]}</span> <h4>${shortText(kindText(kind), 300)}</h4>
<span class="meta"><code>${shortText(found.fingerprint, 40)}</code> · ${count(found.count, 'time')}</span></summary>
<div class="body">
${lines(remarksOf(kind).map((remark) => html`<p>${shortText(remark, 300)}</p>`))}
<h5>Requests and both answers</h5>
<div class="pre">${longText(sequenceText(kind), 8000)}</div>
${answers === undefined ? '' : html`<h5>Where they differ</h5>\n${answersHtml(answers.expected, answers.actual)}`}
<h5>Reproduce it</h5>
${copied(repro)}
</div>
</details>`;
}

const copied = (command: string): Markup =>
  html`<div class="copy"><pre tabindex="0">${command}</pre><button type="button" data-copy hidden>Copy</button></div>`;

function knownHtml(result: FuzzTargetResult): Markup[] {
  const kinds = ofStatus(result.kinds, 'known');
  if (kinds.length === 0) return [];
  const items = byExplanation(kinds).map(
    ({ reason, kinds: own }) =>
      html`<li>${thousands(differencesIn(own))} in ${count(own.length, 'kind')}: ${shortText(reason, 600)}</li>`,
  );
  return [headHtml(result, 'known'), html`<ul>${lines(items)}</ul>`];
}

const unusedHtml = ({ target }: FuzzTargetResult, reasons: readonly string[]): Markup[] =>
  reasons.length === 0
    ? []
    : [
        html`<h3>${shortText(target.name, 60)}: explanations not seen in this run</h3>`,
        html`<ul>${lines(reasons.map((reason) => html`<li>${shortText(reason, 600)}</li>`))}</ul>`,
      ];

const leftHtml = ({ target }: FuzzTargetResult): Markup[] =>
  leftBehind([target]).map(
    ({ title, lines: items, remedy }) =>
      html`<h3>${shortText(title)}</h3><ul>${items.map((item) => html`<li><code>${shortText(item, 300)}</code></li>`)}</ul>${copied(remedy)}`,
  );
