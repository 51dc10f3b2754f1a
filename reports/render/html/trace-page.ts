/** One counterexample as a page of its own: lanes, a slider over its steps, the whole state, what each step read and changed. */
import { createHash } from 'node:crypto';
import type { Trace, TraceStep } from '../../../models/checker/result.ts';
import type { Value } from '../../../models/language/domains.ts';
import { escapeShort, jsonIsland } from '../../text/escape.ts';
import { count } from '../../text/format.ts';
import { howBroken, notesBefore } from '../model/notes.ts';
import { lanesOf } from '../trace.ts';
import { style } from './style.ts';
import { traceScript } from './trace-script.ts';
import { traceStyle } from './trace-style.ts';

/** What the page says of the run beside the run itself. */
export interface TraceOrigin {
  readonly variant: string;
  readonly mutant: string | null;
  /** The title of the mutant. */
  readonly planted?: string;
  /** No planted bug: the design does this. */
  readonly isHole?: boolean;
  readonly fairness?: readonly string[];
}

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const styles = style + traceStyle;
const policy = `default-src 'none'; style-src ${hash(styles)}; script-src ${hash(traceScript)}; base-uri 'none'; form-action 'none'`;

export function renderTracePage(trace: Trace, origin: TraceOrigin): string {
  const name = [trace.model, origin.variant, origin.mutant].filter((part) => part !== null).join(' · ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeShort(name, 80)}: ${escapeShort(trace.property, 80)}</title>
<style>${styles}</style>
</head>
<body>
<header>
<h1>${escapeShort(name, 200)}</h1>
<div class="verdict violated"><strong>✗ ${escapeShort(trace.property, 200)}</strong>
${escapeShort(howBroken(trace), 300)}</div>
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
<div class="states">${states(trace)}</div>
</div>
</main>
<footer><button type="button" id="save" hidden>Save the trace as JSON</button>
<p>Replay it: <code>npx parallax model ${escapeShort(trace.model, 80)} --trace FILE</code></p></footer>
<script type="application/json" id="record">${jsonIsland(trace)}</script>
<script>${traceScript}</script>
</body>
</html>
`;
}

function about({ brokenBy }: Trace, { mutant, planted, isHole, fairness }: TraceOrigin): string {
  const origin = isHole ? 'The design as it is documented' : 'Planted on purpose';
  const bug = mutant === null ? '' : `<p>${origin}: ${escapeShort(planted ?? mutant, 300)}</p>`;
  if (brokenBy !== 'loop' || fairness === undefined || fairness.length === 0) return bug;
  const groups = fairness.map((text) => `<li>${escapeShort(text, 200)}</li>`).join('');
  return `${bug}<details class="plain"><summary>${count(fairness.length, 'fairness assumption')}</summary><ul>${groups}</ul></details>`;
}

/** A row for each step, a lane for each process; the rounds of a loop stand in a bracket. */
function lanes(trace: Trace): string {
  const { steps, loopFrom } = trace;
  const names = lanesOf(trace);
  const hasRound = loopFrom !== undefined && loopFrom < steps.length;
  const width = names.length + 1 + (hasRound ? 1 : 0);
  const note = (at: number) => {
    const isInside = hasRound && at > loopFrom && at < steps.length;
    const before = isInside ? '<td></td><td class="bracket"></td>' : '';
    return notesBefore(trace, at)
      .map((text) => {
        const cell = `<td colspan="${isInside ? width - 2 : width}">${escapeShort(text, 300)}</td>`;
        return `<tr class="remark">${before}${cell}</tr>`;
      })
      .join('');
  };
  const rows = steps.map((step, at) => {
    const isRound = hasRound && at >= loopFrom;
    const bracket = isRound ? `<td class="bracket${edgesOf(at, loopFrom, steps.length)}"></td>` : '';
    const outside = hasRound && !isRound ? '<td class="outside"></td>' : '';
    const cells = names.map((name) => lane(name, step)).join('');
    return `${note(at)}<tr class="row" data-at="${at + 1}"><th scope="row">${at + 1}</th>${bracket}${outside}${cells}</tr>`;
  });
  const head = names.map((name) => `<th scope="col">${escapeShort(name, 60)}</th>`).join('');
  const corner = hasRound ? '<th scope="col"><span class="sr">loop</span></th>' : '';
  return `<div class="scroll" tabindex="0" role="region" aria-label="Steps by process"><table class="lanes">
<thead><tr class="row" data-at="0"><th scope="col">#</th>${corner}${head}</tr></thead>
<tbody>${rows.join('\n')}${note(steps.length)}<tr class="end"><td colspan="${width}">✗ ${escapeShort(trace.property)}</td></tr></tbody>
</table></div>`;
}

const edgesOf = (at: number, from: number, end: number): string =>
  `${at === from ? ' first' : ''}${at === end - 1 ? ' last' : ''}`;

const lane = (name: string, step: TraceStep): string =>
  `<td class="lane">${name === step.process ? `<span class="step">${escapeShort(step.label, 120)}</span>` : ''}</td>`;

/** The state at the start and after each step, all in the page: the script only chooses which is shown. */
function states({ initial, steps }: Trace): string {
  const start = `<section data-state="0"><h2>At the start</h2>${table(initial, undefined)}</section>`;
  const later = steps.map(
    (step, at) =>
      `<section data-state="${at + 1}"><h2>${at + 1}. ${escapeShort(step.process, 80)}: ${escapeShort(step.label, 120)}</h2>${table(step.after, step)}</section>`,
  );
  return [start, ...later].join('\n');
}

function table(values: Trace['initial'], step: TraceStep | undefined): string {
  const read = new Set(step?.read.map(({ variable }) => variable));
  const rows: string[] = [];
  let record = '';
  for (const [variable, value] of Object.entries(values)) {
    const [of, field] = split(variable);
    if (of !== record)
      rows.push(`<tr class="record"><th scope="rowgroup" colspan="3">${escapeShort(of, 80)}</th></tr>`);
    record = of;
    rows.push(row(field, value, step, variable, read.has(variable)));
  }
  return `<table class="state"><thead><tr><th scope="col">variable</th><th scope="col">value</th><th scope="col">the step</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`;
}

function split(variable: string): [record: string, field: string] {
  const dot = variable.indexOf('.');
  return dot < 0 ? ['', variable] : [variable.slice(0, dot), variable.slice(dot + 1)];
}

function row(field: string, value: Value, step: TraceStep | undefined, variable: string, isRead: boolean): string {
  const change = step?.changed.find((one) => one.variable === variable);
  const shown = escapeShort(String(value), 80);
  const cell = change === undefined ? shown : `${escapeShort(String(change.before), 80)} → <mark>${shown}</mark>`;
  const did = [isRead ? '<span class="read">read</span>' : '', change ? '<span class="wrote">changed</span>' : ''];
  return `<tr${change ? ' class="changed"' : ''}><th scope="row">${escapeShort(field, 80)}</th><td>${cell}</td><td>${did.join(' ')}</td></tr>`;
}
