/** A fuzz run: how each target did, and an entry for each kind of difference, those that are open first. */
import {
  differencesIn,
  type FuzzKind,
  type FuzzPart,
  type FuzzStatus,
  type FuzzTargetResult,
  ofStatus,
} from '../../fuzz/explain.ts';
import { sequencesText } from '../../fuzz/summary.ts';
import { escapeHtml, escapeLong, escapeShort, slug } from '../../text/escape.ts';
import { count, thousands } from '../../text/format.ts';
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

export function fuzzHtml(fuzz: FuzzPart | undefined): string {
  if (fuzz === undefined) return '';
  return `<section id="fuzz">
<h2>Generated sequences</h2>
${countsHtml(fuzz)}
${fuzz.targets.map((result) => targetHtml(fuzz, result)).join('\n')}
</section>`;
}

function countsHtml({ targets }: FuzzPart): string {
  const head = countColumns.map((title, at) => `<th scope="col"${at > 0 ? ' class="number"' : ''}>${title}</th>`);
  const rows = targets.map(
    (one) =>
      `<tr><th scope="row">${escapeShort(named(one.target.name, one.target.version), 60)}</th>${countsOf(one)
        .map((number) => `<td class="number">${thousands(number)}</td>`)
        .join('')}</tr>`,
  );
  return `<div class="scroll" tabindex="0" role="region" aria-label="Sequences by target"><table>
<thead><tr>${head.join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody>
</table></div>`;
}

const targetHtml = (fuzz: FuzzPart, result: FuzzTargetResult): string =>
  [
    ...noteHtml(result),
    ...awayHtml(result),
    ...entriesHtml(result, 'new'),
    ...entriesHtml(result, 'lost'),
    ...knownHtml(result),
    ...entriesHtml(result, 'advisory'),
    ...unusedHtml(result, unusedReasons(fuzz, result)),
    ...leftHtml(result),
  ].join('\n');

function noteHtml(result: FuzzTargetResult): string[] {
  const text = sequencesText(result);
  return text === undefined ? [] : [`<p class="note">${escapeShort(`${result.target.name}: ${text}`, 600)}</p>`];
}

function awayHtml({ target: { name, unavailable } }: FuzzTargetResult): string[] {
  if (unavailable === undefined) return [];
  const { reason, remedy } = unavailable;
  return [
    `<h3>${escapeShort(name, 60)}</h3><div>– could not be asked: ${escapeLong(reason)}</div>
<div class="note">remedy: ${escapeLong(remedy)}</div>`,
  ];
}

const headHtml = (result: FuzzTargetResult, status: FuzzStatus): string =>
  `<h3>${escapeShort(statusHead(result, status))}</h3>`;

const words = { new: 'new', lost: 'no verdict', known: 'known', advisory: 'advisory' } as const;
/** Of the style of the page. */
const classes = { new: 'new', lost: 'no-verdict', known: 'known', advisory: 'advisory' } as const;

/** Entries that stand in the page; the record at its end has all. */
const entriesMax = 200;

function entriesHtml(result: FuzzTargetResult, status: FuzzStatus): string[] {
  const kinds = ofStatus(result.kinds, status);
  if (kinds.length === 0) return [];
  const left = kinds.length - entriesMax;
  return [
    headHtml(result, status),
    ...kinds.slice(0, entriesMax).map(entryHtml),
    ...(left > 0
      ? [`<p class="note">${count(left, 'more kind')}; the data at the end of this page has them.</p>`]
      : []),
  ];
}

function entryHtml(kind: FuzzKind): string {
  const { found, target, status, repro } = kind;
  return `<details class="entry ${classes[status]}" id="k-${slug(found.fingerprint)}-${slug(target)}">
<summary><span class="badge ${classes[status]}">${signs[status]} ${words[status]}</span> <h4>${escapeShort(kindText(kind), 300)}</h4>
<span class="meta"><code>${escapeShort(found.fingerprint, 40)}</code> · ${count(found.count, 'time')}</span></summary>
<div class="body">
${remarksOf(kind)
  .map((remark) => `<p>${escapeShort(remark, 300)}</p>`)
  .join('\n')}
<h5>Requests and both answers</h5>
<div class="pre">${escapeLong(sequenceText(kind), 8000)}</div>
${found.divergence === undefined ? '' : `<h5>Where they differ</h5>\n${answersHtml(found.divergence.answers.expected, found.divergence.answers.actual)}`}
<h5>See it again</h5>
<div class="copy"><pre tabindex="0">${escapeHtml(repro)}</pre><button type="button" data-copy hidden>Copy</button></div>
</div>
</details>`;
}

function knownHtml(result: FuzzTargetResult): string[] {
  const kinds = ofStatus(result.kinds, 'known');
  if (kinds.length === 0) return [];
  const items = byExplanation(kinds).map(
    ({ reason, kinds: own }) =>
      `<li>${thousands(differencesIn(own))} in ${count(own.length, 'kind')}: ${escapeShort(reason, 600)}</li>`,
  );
  return [headHtml(result, 'known'), `<ul>${items.join('\n')}</ul>`];
}

const unusedHtml = ({ target }: FuzzTargetResult, reasons: readonly string[]): string[] =>
  reasons.length === 0
    ? []
    : [
        `<h3>${escapeShort(target.name, 60)}: explanations not seen in this run</h3>`,
        `<ul>${reasons.map((reason) => `<li>${escapeShort(reason, 600)}</li>`).join('\n')}</ul>`,
      ];

const leftHtml = ({ target }: FuzzTargetResult): string[] =>
  leftBehind([target]).map(
    ({ title, lines, remedy }) =>
      `<h3>${escapeShort(title)}</h3><ul>${lines.map((line) => `<li><code>${escapeShort(line, 300)}</code></li>`).join('')}</ul><div class="copy"><pre tabindex="0">${escapeHtml(remedy)}</pre></div>`,
  );
