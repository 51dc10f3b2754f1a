/** The models that were explored, and their counterexamples as lanes of processes. */

import type { Change, Trace, TraceStep } from '../../../models/checker/result.ts';
import type { ModelRecord, Report } from '../../report.ts';
import { type ModelStatus, modelName, modelStatus, modelsJudged } from '../../summary.ts';
import { type Content, html, lines, longText, type Markup, nothing } from '../../text/html.ts';
import { shortText } from '../../text/visible.ts';
import { howBroken, notesBefore } from '../model/notes.ts';
import { fairnessTexts, modelColumns, modelRow } from '../parts.ts';
import { assignment, lanesOf } from '../trace.ts';

export function modelsHtml(report: Report): Markup {
  const shown = modelsJudged(report);
  const traced = (report.models ?? []).filter((m) => m.trace !== null);
  if (shown.length === 0 && traced.length === 0) return nothing;
  const head = [...modelColumns, 'property'].map((title, at) => html`<th scope="col"${numeric(at)}>${title}</th>`);
  const order: readonly ModelStatus[] = ['violated', 'unknown', 'holds', 'caught'];
  const sorted = [...traced].sort(
    (a, b) => order.indexOf(modelStatus(report, a)) - order.indexOf(modelStatus(report, b)),
  );
  return html`<section id="models">
<h2>Models</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Models"><table class="models">
<thead><tr>${head}</tr></thead>
<tbody>${lines(shown.map((model) => row(report, model)))}</tbody>
</table></div>
${lines(fairnessTexts(shown).map((text) => html`<p class="note">${longText(text, 600)}</p>`))}
${traced.length > 0 ? html`<h3>Shortest counterexamples</h3>` : ''}
${lines(sorted.map((model) => counterexample(report, model)))}
</section>`;
}

const numeric = (at: number): Markup => (at > 0 && at < 6 ? html` class="number"` : nothing);
const signs: { [status in ModelStatus]: string } = {
  holds: '✓ holds',
  violated: '✗ violated',
  unknown: '? no verdict',
  caught: '✓ caught',
};
const tones: { [status in ModelStatus]: string } = {
  holds: 'matches',
  violated: 'new',
  unknown: 'no-verdict',
  caught: 'matches',
};

function row(report: Report, model: ModelRecord): Markup {
  const status = modelStatus(report, model);
  const cells = modelRow(report, model).slice(0, 6);
  const [name = '', ...numbers] = cells.map((text) => shortText(text, 80));
  return html`<tr><th scope="row">${name}</th>${numbers.map((text) => html`<td class="number">${text}</td>`)}<td class="${tones[status]}">${signs[status]}</td><td>${longText(model.property ?? '', 200)}</td></tr>`;
}

function counterexample(report: Report, model: ModelRecord): Markup {
  const { trace } = model;
  if (trace === null) return nothing;
  const status = modelStatus(report, model);
  return html`<details class="entry ${tones[status]}"${status === 'violated' ? ' open' : ''}>
<summary><span class="badge ${tones[status]}">${signs[status]}</span> <h4>${shortText(modelName(model), 120)}</h4>
<span class="meta">${shortText(trace.property)} ${shortText(howBroken(trace))}</span></summary>
<div class="body">
${lanes(trace)}
<details class="plain"><summary>Step by step, with the whole state</summary>
<p class="note">Starts with ${stateHtml(trace.initial, [])}</p>
<ol>${lines(trace.steps.map(stepHtml))}</ol>
</details>
</div>
</details>`;
}

/** A row for each step, a column for each process. The changes stand on the right. */
function lanes(trace: Trace): Markup {
  const names = lanesOf(trace);
  const head = names.map((name) => html`<th scope="col">${shortText(name, 60)}</th>`);
  const rows = trace.steps.map((step, at) => {
    const label = html`<span class="step">${shortText(step.label, 120)}</span>`;
    const cells = names.map((name) => html`<td class="lane">${name === step.process ? label : ''}</td>`);
    return html`${remarks(trace, at)}<tr><th scope="row">${at + 1}</th>${cells}<td>${step.changed.map(changeHtml)}</td></tr>`;
  });
  const by = { step: 'this step violates', state: 'this state violates', loop: 'this run violates' }[trace.brokenBy];
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Steps by process"><table class="lanes">
<thead><tr><th scope="col">#</th>${head}<th scope="col">changed</th></tr></thead>
<tbody>${lines(rows)}${remarks(trace, trace.steps.length)}<tr class="end"><td colspan="${names.length + 2}">✗ ${by}: ${shortText(trace.property)}</td></tr></tbody>
</table></div>`;
}

const remarks = (trace: Trace, at: number): Markup[] =>
  notesBefore(trace, at).map(
    (text) => html`<tr><td colspan="${lanesOf(trace).length + 2}">${shortText(text, 300)}</td></tr>`,
  );

const changeHtml = ({ variable, before, after }: Change): Markup =>
  html`<div class="change"><code>${shortText(variable, 80)}</code> ${shortText(String(before), 80)} → <mark>${shortText(String(after), 80)}</mark></div>`;

function stepHtml(step: TraceStep): Markup {
  const changed = step.changed.map((change) => change.variable);
  return html`<li><strong>${shortText(step.process, 80)}</strong> ${shortText(step.label)}<div class="state">${stateHtml(step.after, changed)}</div></li>`;
}

const stateHtml = (state: TraceStep['after'], changed: readonly string[]): Content =>
  lines(
    Object.entries(state).map(([variable, value]) => {
      const text = shortText(assignment(variable, value), 160);
      return changed.includes(variable) ? html`<mark>${text}</mark>` : html`<span>${text}</span>`;
    }),
    ', ',
  );
