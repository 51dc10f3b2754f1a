/** The models that were explored, and their counterexamples as lanes of processes. */
import type { ModelRecord, Report, TraceStep } from '../../report.ts';
import { type ModelStatus, modelName, modelStatus } from '../../summary.ts';
import { escapeHtml, escapeLong, escapeShort } from '../escape.ts';
import { count } from '../format.ts';
import { modelColumns, modelRow, modelsShown } from '../parts.ts';
import { type Change, changesOf, initialState, lanesOf, movesOf, valueText } from '../trace.ts';

export function modelsHtml(report: Report): string {
  const shown = modelsShown(report);
  const traced = (report.models ?? []).filter((m) => m.trace !== undefined && movesOf(m.trace).length > 0);
  if (shown.length === 0 && traced.length === 0) return '';
  const head = [...modelColumns, 'property'].map((title, at) => `<th scope="col"${numeric(at)}>${title}</th>`);
  const order: readonly ModelStatus[] = ['violated', 'not caught', 'unknown', 'holds', 'caught'];
  traced.sort((a, b) => order.indexOf(modelStatus(a)) - order.indexOf(modelStatus(b)));
  return `<section id="models">
<h2>Models</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Models"><table>
<thead><tr>${head.join('')}</tr></thead>
<tbody>${shown.map(row).join('\n')}</tbody>
</table></div>
${traced.length > 0 ? '<h3>Shortest counterexamples</h3>' : ''}
${traced.map(counterexample).join('\n')}
</section>`;
}

const numeric = (at: number): string => (at > 0 && at < 6 ? ' class="number"' : '');
const signs: { [status in ModelStatus]: string } = {
  holds: '✓ holds',
  violated: '✗ violated',
  unknown: '? unknown',
  caught: '✓ caught',
  'not caught': '✗ not caught',
};
const tones: { [status in ModelStatus]: string } = {
  holds: 'matches',
  violated: 'new',
  unknown: 'untold',
  caught: 'matches',
  'not caught': 'new',
};

function row(model: ModelRecord): string {
  const status = modelStatus(model);
  const cells = modelRow(model, true).slice(0, 6);
  const [name = '', ...numbers] = cells.map((text) => escapeShort(text, 80));
  return `<tr><th scope="row">${name}</th>${numbers.map((text) => `<td class="number">${text}</td>`).join('')}<td class="${tones[status]}">${signs[status]}</td><td>${escapeLong(model.property ?? '', 200)}</td></tr>`;
}

function counterexample(model: ModelRecord): string {
  const trace = model.trace ?? [];
  const moves = movesOf(trace);
  const status = modelStatus(model);
  return `<details class="entry ${status === 'violated' ? 'new' : ''}"${status === 'violated' ? ' open' : ''}>
<summary><span class="badge ${tones[status]}">${signs[status]}</span> <h4>${escapeShort(modelName(model), 120)}</h4>
<span class="meta">${count(moves.length, 'step')}${model.property === null ? '' : ` to violate: ${escapeShort(model.property)}`}</span></summary>
<div class="body">
${lanes(trace, moves, model.property)}
<details class="plain"><summary>Step by step, with the whole state</summary>
<p class="note">Starts with ${stateHtml(initialState(trace), [])}</p>
<ol>${moves.map((step) => `<li><strong>${escapeShort(step.process, 80)}</strong> ${escapeShort(step.label)}<div class="state">${stateHtml(step.after, step.changed)}</div></li>`).join('\n')}</ol>
</details>
</div>
</details>`;
}

/** A row for each step, a column for each process: who moves stands in its lane, what it changed at the right. */
function lanes(trace: readonly TraceStep[], moves: readonly TraceStep[], property: string | null): string {
  const names = lanesOf(trace);
  const head = names.map((name) => `<th scope="col">${escapeShort(name, 60)}</th>`).join('');
  const rows = moves.map((step, at) => {
    const cells = names.map((name) =>
      name === step.process ? `<td class="lane"><span class="step">${escapeShort(step.label, 120)}</span></td>` : '<td class="lane"></td>',
    );
    return `<tr><th scope="row">${at + 1}</th>${cells.join('')}<td>${changesOf(step).map(changeHtml).join('')}</td></tr>`;
  });
  const end = property === null ? '' : `<tr class="end"><td colspan="${names.length + 2}">✗ violates: ${escapeShort(property)}</td></tr>`;
  return `<div class="scroll" tabindex="0" role="region" aria-label="Steps by process"><table class="lanes">
<thead><tr><th scope="col">#</th>${head}<th scope="col">changed</th></tr></thead>
<tbody>${rows.join('\n')}${end}</tbody>
</table></div>`;
}

const changeHtml = ({ field, before, after }: Change): string =>
  `<div class="change"><code>${escapeShort(field, 80)}</code> ${escapeShort(valueText(before), 80)} → <mark>${escapeShort(valueText(after), 80)}</mark></div>`;

function stateHtml(state: TraceStep['after'], changed: readonly string[]): string {
  return Object.entries(state)
    .map(([field, value]) => {
      const text = `${escapeHtml(field.slice(0, 80))} = ${escapeShort(valueText(value), 80)}`;
      return changed.includes(field) ? `<mark>${text}</mark>` : `<span>${text}</span>`;
    })
    .join(', ');
}
