/** A report as one HTML file: nothing is fetched, everything can be read without scripts, and all foreign text is escaped. */
import { createHash } from 'node:crypto';
import { type Catalogue, type Report, toJson } from '../report.ts';
import { cutText, doubts, scope, verdictWords, violations } from '../summary.ts';
import { escapeShort, jsonIsland } from '../text/escape.ts';
import { duration } from '../text/format.ts';
import { divergencesHtml } from './html/divergences.ts';
import { fuzzHtml } from './html/fuzz.ts';
import { modelsHtml } from './html/models.ts';
import { mutantsHtml } from './html/mutants.ts';
import { packed } from './html/paged.ts';
import { script } from './html/script.ts';
import { style } from './html/style.ts';
import { targetsHtml } from './html/targets.ts';

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policy = `default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)}; base-uri 'none'; form-action 'none'`;

export function renderHtml(report: Report, catalogue: Catalogue = new Map()): string {
  const sections = [
    ['targets', 'Targets', targetsHtml(report)],
    ['divergences', 'Divergences', divergencesHtml(report, catalogue)],
    ['fuzz', 'Generated sequences', fuzzHtml(report.fuzz)],
    ['models', 'Models', modelsHtml(report)],
    ['mutants', 'Mutants', mutantsHtml(report, catalogue)],
  ].filter(([, , html]) => html !== '');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parallax: ${verdictWords[report.verdict]}${cutText(report) === undefined ? '' : `, ${cutText(report)}`} · ${escapeShort(report.command, 40)}</title>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the results</a>
<header>
<h1>Parallax ${escapeShort(report.version, 40)} · ${escapeShort(report.command, 40)}</h1>
${verdict(report)}
${about(report)}
<nav aria-label="Parts of this page"><ul>${sections.map(([id, title]) => `<li><a href="#${id}">${title}</a></li>`).join('')}</ul></nav>
</header>
<main id="main">
${sections.map(([, , html]) => html).join('\n')}
</main>
<footer><button type="button" id="save" hidden>Save the record as JSON</button></footer>
${recordHtml(report)}
<script>${script}</script>
</body>
</html>
`;
}

// A larger one would be most of the file.
const recordCharactersMax = 4_000_000;

function recordHtml(report: Report): string {
  const text = jsonIsland(toJson(report));
  return text.length > recordCharactersMax
    ? packed('record', text)
    : `<script type="application/json" id="record">${text}</script>`;
}

const signs = { holds: '✓', violated: '✗', unknown: '?' } as const;

function verdict(report: Report): string {
  const list = (items: readonly string[]): string => items.map((item) => `<li>${escapeShort(item, 300)}</li>`).join('');
  const cut = [cutText(report) ?? []].flat();
  const wrong = [...violations(report), ...cut];
  const reasons = { holds: doubts(report), violated: wrong, unknown: doubts(report) }[report.verdict];
  return `<div class="verdict ${report.verdict}"><strong>${signs[report.verdict]} ${verdictWords[report.verdict]}</strong>
${escapeShort(scope(report), 300)}${reasons.length === 0 ? '' : `<ul>${list(reasons)}</ul>`}</div>`;
}

function about(report: Report): string {
  const started = report.startedAt.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC');
  const rows = [
    ['reference', (report.run ?? report.fuzz)?.reference],
    ['seed', report.seed],
    ['started', started],
    ['took', duration(report.durationMs)],
    ['ended', cutText(report)],
  ].filter((row): row is [string, string] => row[1] !== undefined);
  return `<dl class="about">${rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${escapeShort(value, 120)}</dd></div>`).join('')}</dl>`;
}
