/** The bugs that were planted, and the check that caught each. */
import type { Catalogue, MutantRecord, Report } from '../../report.ts';
import { mutantCounts, survivors } from '../../summary.ts';
import { escapeLong, escapeShort } from '../../text/escape.ts';
import { duration } from '../../text/format.ts';

export function mutantsHtml({ mutants }: Report, catalogue: Catalogue): string {
  if (mutants === undefined) return '';
  const alive = new Set(survivors(mutants));
  const sorted = [...mutants].sort((a, b) => Number(alive.has(b)) - Number(alive.has(a)));
  return `<section id="mutants">
<h2>Mutants</h2>
<p>${mutantCounts(mutants)}. ${alive.size === 0 ? 'No survivors.' : `<strong>${alive.size} survived:</strong> no check turned red.`}</p>
<div class="scroll" tabindex="0" role="region" aria-label="Kill matrix"><table>
<thead><tr><th scope="col">mutant</th><th scope="col">kind</th><th scope="col">re-creates</th><th scope="col">killed by</th><th scope="col" class="number">time</th></tr></thead>
<tbody>${sorted.map((mutant) => row(mutant, catalogue)).join('\n')}</tbody>
</table></div>
</section>`;
}

function row(mutant: MutantRecord, catalogue: Catalogue): string {
  const known = mutant.finding === null ? undefined : catalogue.get(mutant.finding);
  const finding = mutant.finding === null ? '' : `<code>${escapeShort(mutant.finding, 80)}</code>`;
  return `<tr><th scope="row"><code>${escapeShort(mutant.id, 80)}</code></th><td>${mutant.kind}</td><td>${finding}${known === undefined ? '' : ` ${escapeShort(known.title)}`}</td>${fate(mutant)}<td class="number">${duration(mutant.durationMs)}</td></tr>`;
}

function fate(mutant: MutantRecord): string {
  if (mutant.killed) return `<td class="matches">✓ ${escapeLong(mutant.by ?? '', 200)}</td>`;
  if (mutant.equivalent) return `<td class="skipped">– equivalent: ${escapeLong(mutant.reason ?? '', 200)}</td>`;
  return '<td class="new">✗ survived</td>';
}
