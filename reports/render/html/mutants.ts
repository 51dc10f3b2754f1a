/** The planted bugs, and the check that caught each. */
import type { Catalogue, MutantRecord, Report } from '../../report.ts';
import { scoreTable } from '../../scores.ts';
import { mutantCounts, survivors } from '../../summary.ts';
import { duration, thousands } from '../../text/format.ts';
import { html, lines, longText, type Markup, nothing } from '../../text/html.ts';
import { shortText } from '../../text/visible.ts';

export function mutantsHtml({ mutants, scores }: Report, catalogue: Catalogue): Markup {
  if (mutants === undefined) return nothing;
  const alive = new Set(survivors(mutants));
  const sorted = [...mutants].sort((a, b) => Number(alive.has(b)) - Number(alive.has(a)));
  return html`<section id="mutants">
<h2>Mutants</h2>
<p>${mutantCounts(mutants)}. ${alive.size === 0 ? 'No survivors.' : html`<strong>${thousands(alive.size)} survived:</strong> no check turned red.`}</p>
${scores === undefined ? nothing : scoresHtml(mutants)}
<div class="scroll" tabindex="0" role="region" aria-label="Kill matrix"><table>
<thead><tr><th scope="col">mutant</th><th scope="col">kind</th><th scope="col">finding</th><th scope="col">killed by</th><th scope="col" class="number">time</th></tr></thead>
<tbody>${lines(sorted.map((mutant) => row(mutant, catalogue)))}</tbody>
</table></div>
</section>`;
}

/** What each judge catches of mechanical mutants, by area. */
function scoresHtml(mutants: readonly MutantRecord[]): Markup {
  const { columns, rows } = scoreTable(mutants);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Scores"><table>
<thead><tr>${lines(columns.map((title) => html`<th scope="col">${title}</th>`))}</tr></thead>
<tbody>${lines(rows.map(([area = '', ...cells]) => html`<tr><th scope="row">${area}</th>${lines(cells.map((cell) => html`<td class="number">${cell}</td>`))}</tr>`))}</tbody>
</table></div>`;
}

function row(mutant: MutantRecord, catalogue: Catalogue): Markup {
  const known = mutant.finding === null ? undefined : catalogue.get(mutant.finding);
  const finding = mutant.finding === null ? '' : html`<code>${shortText(mutant.finding, 80)}</code>`;
  return html`<tr><th scope="row"><code>${shortText(mutant.id, 80)}</code></th><td>${mutant.rule ?? mutant.kind}</td><td>${mutant.change === undefined ? nothing : html`<code>${shortText(mutant.change, 200)}</code>`}${finding}${known === undefined ? '' : html` ${shortText(known.title)}`}</td>${fate(mutant)}<td class="number">${duration(mutant.durationMs)}</td></tr>`;
}

function fate(mutant: MutantRecord): Markup {
  if (mutant.killed) return html`<td class="matches">✓ ${longText(mutant.by ?? '', 200)}</td>`;
  if (mutant.equivalent) return html`<td class="skipped">– equivalent: ${longText(mutant.reason ?? '', 200)}</td>`;
  const why = mutant.reason === undefined ? nothing : html`: ${longText(mutant.reason, 200)}`;
  return html`<td class="new">✗ survived${why}</td>`;
}
