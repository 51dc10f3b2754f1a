/** A counterexample as a separate page: lanes, a slider over its steps, and the whole state with what each step read and changed. */
import type { Trace, TraceStep } from '../../../models/checker/result.ts';
import type { Value } from '../../../models/language/domains.ts';
import { jsonIsland } from '../../text/escape.ts';
import { count } from '../../text/format.ts';
import { html, lines, type Markup, nothing, trusted } from '../../text/html.ts';
import { shortText } from '../../text/visible.ts';
import { howBroken, notesBefore } from '../model/notes.ts';
import { lanesOf } from '../trace.ts';
import { documentHtml } from './document.ts';
import { style } from './style.ts';
import { traceScript } from './trace-script.ts';
import { traceStyle } from './trace-style.ts';

/** Where the trace comes from. */
interface TraceOrigin {
  readonly variant: string;
  readonly mutant: string | null;
  /** The title of the mutant. */
  readonly planted?: string;
  /** True for a hole: not a planted bug, but the documented design. */
  readonly isHole?: boolean;
  readonly fairness?: readonly string[];
}

export function renderTracePage(trace: Trace, origin: TraceOrigin): string {
  const name = [trace.model, origin.variant, origin.mutant].filter((part) => part !== null).join(' · ');
  return documentHtml({
    title: `${shortText(name, 80)}: ${shortText(trace.property, 80)}`,
    style: style + traceStyle,
    script: traceScript,
    body: body(name, trace, origin),
  });
}

const body = (name: string, trace: Trace, origin: TraceOrigin): Markup => html`<header>
<h1>${shortText(name, 200)}</h1>
<div class="verdict violated"><strong>✗ ${shortText(trace.property, 200)}</strong>
${shortText(howBroken(trace), 300)}</div>
${about(trace, origin)}
</header>
<main class="run">
<div class="controls" hidden>
<button type="button" id="back" aria-label="One step back">◀</button>
<input type="range" id="slider" min="0" max="${trace.steps.length}" value="0" aria-label="Step">
<button type="button" id="forth" aria-label="One step on">▶</button>
<output id="where" for="slider"></output>
</div>
<div class="parts">
${lanes(trace)}
<div class="states">${lines(states(trace))}</div>
</div>
</main>
<footer><button type="button" id="save" hidden>Save the trace as JSON</button>
<p>Replay it: <code>npx parallax model ${shortText(trace.model, 80)} --trace FILE</code></p></footer>
<script type="application/json" id="record">${trusted(jsonIsland(trace))}</script>`;

function about({ brokenBy }: Trace, { mutant, planted, isHole, fairness }: TraceOrigin): Markup {
  const origin = isHole ? 'Documented design' : 'Planted bug';
  const bug = mutant === null ? nothing : html`<p>${origin}: ${shortText(planted ?? mutant, 300)}</p>`;
  if (brokenBy !== 'loop' || fairness === undefined || fairness.length === 0) return bug;
  const groups = fairness.map((text) => html`<li>${shortText(text, 200)}</li>`);
  return html`${bug}<details class="plain"><summary>${count(fairness.length, 'fairness assumption')}</summary><ul>${groups}</ul></details>`;
}

/** A row for each step, a lane for each process. A loop has a bracket around its steps. */
function lanes(trace: Trace): Markup {
  const { steps, loopFrom } = trace;
  const names = lanesOf(trace);
  const hasRound = loopFrom !== undefined && loopFrom < steps.length;
  const width = names.length + 1 + (hasRound ? 1 : 0);
  const note = (at: number) => {
    const isInside = hasRound && at > loopFrom && at < steps.length;
    const before = isInside ? html`<td></td><td class="bracket"></td>` : nothing;
    return notesBefore(trace, at).map((text) => {
      const cell = html`<td colspan="${isInside ? width - 2 : width}">${shortText(text, 300)}</td>`;
      return html`<tr class="remark">${before}${cell}</tr>`;
    });
  };
  const rows = steps.map((step, at) => {
    const isRound = hasRound && at >= loopFrom;
    const bracket = isRound ? html`<td class="bracket${edgesOf(at, loopFrom, steps.length)}"></td>` : nothing;
    const outside = hasRound && !isRound ? html`<td class="outside"></td>` : nothing;
    const cells = names.map((name) => lane(name, step));
    return html`${note(at)}<tr class="row" data-at="${at + 1}"><th scope="row">${at + 1}</th>${bracket}${outside}${cells}</tr>`;
  });
  const head = names.map((name) => html`<th scope="col">${shortText(name, 60)}</th>`);
  const corner = hasRound ? html`<th scope="col"><span class="sr">loop</span></th>` : nothing;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Steps by process"><table class="lanes">
<thead><tr class="row" data-at="0"><th scope="col">#</th>${corner}${head}</tr></thead>
<tbody>${lines(rows)}${note(steps.length)}<tr class="end"><td colspan="${width}">✗ ${shortText(trace.property)}</td></tr></tbody>
</table></div>`;
}

const edgesOf = (at: number, from: number, end: number): string =>
  `${at === from ? ' first' : ''}${at === end - 1 ? ' last' : ''}`;

const lane = (name: string, step: TraceStep): Markup =>
  html`<td class="lane">${name === step.process ? html`<span class="step">${shortText(step.label, 120)}</span>` : ''}</td>`;

/** The initial state and the state after each step. All are in the page; the script only selects one. */
function states({ initial, steps }: Trace): Markup[] {
  const start = html`<section data-state="0"><h2>At the start</h2>${table(initial, undefined)}</section>`;
  const later = steps.map(
    (step, at) =>
      html`<section data-state="${at + 1}"><h2>${at + 1}. ${shortText(step.process, 80)}: ${shortText(step.label, 120)}</h2>${table(step.after, step)}</section>`,
  );
  return [start, ...later];
}

function table(values: Trace['initial'], step: TraceStep | undefined): Markup {
  const read = new Set(step?.read.map(({ variable }) => variable));
  const rows: Markup[] = [];
  let record = '';
  for (const [variable, value] of Object.entries(values)) {
    const [of, field] = split(variable);
    if (of !== record)
      rows.push(html`<tr class="record"><th scope="rowgroup" colspan="3">${shortText(of, 80)}</th></tr>`);
    record = of;
    rows.push(row(field, value, step, variable, read.has(variable)));
  }
  return html`<table class="state"><thead><tr><th scope="col">variable</th><th scope="col">value</th><th scope="col">this step</th></tr></thead>
<tbody>${lines(rows)}</tbody></table>`;
}

function split(variable: string): [record: string, field: string] {
  const dot = variable.indexOf('.');
  return dot < 0 ? ['', variable] : [variable.slice(0, dot), variable.slice(dot + 1)];
}

function row(field: string, value: Value, step: TraceStep | undefined, variable: string, isRead: boolean): Markup {
  const change = step?.changed.find((one) => one.variable === variable);
  const shown = shortText(String(value), 80);
  const cell = change === undefined ? shown : html`${shortText(String(change.before), 80)} → <mark>${shown}</mark>`;
  const did = [
    isRead ? html`<span class="read">read</span>` : '',
    change ? html`<span class="wrote">changed</span>` : '',
  ];
  return html`<tr${change ? html` class="changed"` : ''}><th scope="row">${shortText(field, 80)}</th><td>${cell}</td><td>${lines(did, ' ')}</td></tr>`;
}
