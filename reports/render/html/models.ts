/** The models that were explored, and their counterexamples as lanes of processes. */

import type { Change, Trace, TraceStep } from '../../../models/checker/result.ts';
import type { ModelRecord, Report } from '../../report.ts';
import { type ModelStatus, modelName, modelStatus, modelsJudged } from '../../summary.ts';
import { escapeLong, escapeShort } from '../../text/escape.ts';
import { howBroken, notesBefore } from '../model/notes.ts';
import { fairnessTexts, modelColumns, modelRow } from '../parts.ts';
import { assignment, lanesOf } from '../trace.ts';

export function modelsHtml(report: Report): string {
  const shown = modelsJudged(report);
  const traced = (report.models ?? []).filter((m) => m.trace !== null);
  if (shown.length === 0 && traced.length === 0) return '';
  const head = [...modelColumns, 'property'].map((title, at) => `<th scope="col"${numeric(at)}>${title}</th>`);
  const order: readonly ModelStatus[] = ['violated', 'unknown', 'holds', 'caught'];
  const sorted = [...traced].sort(
    (a, b) => order.indexOf(modelStatus(report, a)) - order.indexOf(modelStatus(report, b)),
  );
  return `<section id="models">
<h2>Models</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Models"><table class="models">
<thead><tr>${head.join('')}</tr></thead>
<tbody>${shown.map((model) => row(report, model)).join('\n')}</tbody>
</table></div>
${fairnessTexts(shown)
  .map((text) => `<p class="note">${escapeLong(text, 600)}</p>`)
  .join('\n')}
${traced.length > 0 ? '<h3>Shortest counterexamples</h3>' : ''}
${sorted.map((model) => counterexample(report, model)).join('\n')}
</section>`;
}

const numeric = (at: number): string => (at > 0 && at < 6 ? ' class="number"' : '');
const signs: { [status in ModelStatus]: string } = {
  holds: '✓ holds',
  violated: '✗ violated',
  unknown: '? unknown',
  caught: '✓ caught',
};
const tones: { [status in ModelStatus]: string } = {
  holds: 'matches',
  violated: 'new',
  unknown: 'untold',
  caught: 'matches',
};

function row(report: Report, model: ModelRecord): string {
  const status = modelStatus(report, model);
  const cells = modelRow(report, model, true).slice(0, 6);
  const [name = '', ...numbers] = cells.map((text) => escapeShort(text, 80));
  return `<tr><th scope="row">${name}</th>${numbers.map((text) => `<td class="number">${text}</td>`).join('')}<td class="${tones[status]}">${signs[status]}</td><td>${escapeLong(model.property ?? '', 200)}</td></tr>`;
}

function counterexample(report: Report, model: ModelRecord): string {
  const { trace } = model;
  if (trace === null) return '';
  const status = modelStatus(report, model);
  return `<details class="entry ${tones[status]}"${status === 'violated' ? ' open' : ''}>
<summary><span class="badge ${tones[status]}">${signs[status]}</span> <h4>${escapeShort(modelName(model), 120)}</h4>
<span class="meta">${escapeShort(trace.property)} ${escapeShort(howBroken(trace))}</span></summary>
<div class="body">
${lanes(trace)}
<details class="plain"><summary>Step by step, with the whole state</summary>
<p class="note">Starts with ${stateHtml(trace.initial, [])}</p>
<ol>${trace.steps.map(stepHtml).join('\n')}</ol>
</details>
</div>
</details>`;
}

/** A row for each step, a column for each process: who moves stands in its lane, what it changed at the right. */
function lanes(trace: Trace): string {
  const names = lanesOf(trace);
  const head = names.map((name) => `<th scope="col">${escapeShort(name, 60)}</th>`).join('');
  const rows = trace.steps.map((step, at) => {
    const label = `<span class="step">${escapeShort(step.label, 120)}</span>`;
    const cells = names.map((name) => `<td class="lane">${name === step.process ? label : ''}</td>`);
    return `${remarks(trace, at)}<tr><th scope="row">${at + 1}</th>${cells.join('')}<td>${step.changed.map(changeHtml).join('')}</td></tr>`;
  });
  const by = { step: 'this step violates', state: 'this state violates', loop: 'this run violates' }[trace.brokenBy];
  return `<div class="scroll" tabindex="0" role="region" aria-label="Steps by process"><table class="lanes">
<thead><tr><th scope="col">#</th>${head}<th scope="col">changed</th></tr></thead>
<tbody>${rows.join('\n')}${remarks(trace, trace.steps.length)}<tr class="end"><td colspan="${names.length + 2}">✗ ${by}: ${escapeShort(trace.property)}</td></tr></tbody>
</table></div>`;
}

const remarks = (trace: Trace, at: number): string =>
  notesBefore(trace, at)
    .map((text) => `<tr><td colspan="${lanesOf(trace).length + 2}">${escapeShort(text, 300)}</td></tr>`)
    .join('');

const changeHtml = ({ variable, before, after }: Change): string =>
  `<div class="change"><code>${escapeShort(variable, 80)}</code> ${escapeShort(String(before), 80)} → <mark>${escapeShort(String(after), 80)}</mark></div>`;

function stepHtml(step: TraceStep): string {
  const changed = step.changed.map((change) => change.variable);
  return `<li><strong>${escapeShort(step.process, 80)}</strong> ${escapeShort(step.label)}<div class="state">${stateHtml(step.after, changed)}</div></li>`;
}

const stateHtml = (state: TraceStep['after'], changed: readonly string[]): string =>
  Object.entries(state)
    .map(([variable, value]) => {
      const text = escapeShort(assignment(variable, value), 160);
      return changed.includes(variable) ? `<mark>${text}</mark>` : `<span>${text}</span>`;
    })
    .join(', ');
