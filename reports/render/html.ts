/** A report as one HTML file. It fetches nothing, is readable without scripts, and escapes all untrusted text. */
import { type Catalogue, type Report, toJson } from '../report.ts';
import { cutText, doubts, scope, verdictWords, violations } from '../summary.ts';
import { jsonIsland } from '../text/escape.ts';
import { duration } from '../text/format.ts';
import { html, lines, type Markup, nothing, trusted } from '../text/html.ts';
import { shortText } from '../text/visible.ts';
import { divergencesHtml } from './html/divergences.ts';
import { documentHtml } from './html/document.ts';
import { fuzzHtml } from './html/fuzz.ts';
import { modelsHtml } from './html/models.ts';
import { mutantsHtml } from './html/mutants.ts';
import { packed } from './html/paged.ts';
import { script } from './html/script.ts';
import { style } from './html/style.ts';
import { targetsHtml } from './html/targets.ts';

interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: Markup;
}

export function renderHtml(report: Report, catalogue: Catalogue = new Map()): string {
  const sections: Section[] = [
    { id: 'targets', title: 'Targets', content: targetsHtml(report) },
    { id: 'divergences', title: 'Divergences', content: divergencesHtml(report, catalogue) },
    { id: 'fuzz', title: 'Generated sequences', content: fuzzHtml(report.fuzz) },
    { id: 'models', title: 'Models', content: modelsHtml(report) },
    { id: 'mutants', title: 'Mutants', content: mutantsHtml(report, catalogue) },
  ].filter(({ content }) => content !== nothing);
  const cut = cutText(report);
  const title = `Parallax: ${verdictWords[report.verdict]}${cut === undefined ? '' : `, ${cut}`} · ${shortText(report.command, 40)}`;
  return documentHtml({ title, style, script, body: body(report, sections) });
}

const body = (
  report: Report,
  sections: readonly Section[],
): Markup => html`<a class="skip" href="#main">Skip to the results</a>
<header>
<h1>Parallax ${shortText(report.version, 40)} · ${shortText(report.command, 40)}</h1>
${verdict(report)}
${about(report)}
<nav aria-label="Parts of this page"><ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
</header>
<main id="main">
${lines(sections.map(({ content }) => content))}
</main>
<footer><button type="button" id="save" hidden>Save the record as JSON</button></footer>
${recordHtml(report)}`;

// A larger embedded record would be most of the file.
const recordCharactersMax = 4_000_000;

function recordHtml(report: Report): Markup {
  const text = jsonIsland(toJson(report));
  return text.length > recordCharactersMax
    ? packed('record', text)
    : html`<script type="application/json" id="record">${trusted(text)}</script>`;
}

const signs = { holds: '✓', violated: '✗', unknown: '?' } as const;

function verdict(report: Report): Markup {
  const list = (items: readonly string[]) => items.map((item) => html`<li>${shortText(item, 300)}</li>`);
  const cut = [cutText(report) ?? []].flat();
  const wrong = [...violations(report), ...cut];
  const reasons = { holds: doubts(report), violated: wrong, unknown: doubts(report) }[report.verdict];
  return html`<div class="verdict ${report.verdict}"><strong>${signs[report.verdict]} ${verdictWords[report.verdict]}</strong>
${shortText(scope(report), 300)}${reasons.length === 0 ? '' : html`<ul>${list(reasons)}</ul>`}</div>`;
}

function about(report: Report): Markup {
  const started = report.startedAt.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC');
  const rows = [
    ['reference', (report.run ?? report.fuzz)?.reference],
    ['seed', report.seed],
    ['started', started],
    ['took', duration(report.durationMs)],
    ['ended', cutText(report)],
  ].filter((row): row is [string, string] => row[1] !== undefined);
  return html`<dl class="about">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${shortText(value, 120)}</dd></div>`)}</dl>`;
}
