/** The result of each target: a bar, the matrix of targets and areas, and the cases without a verdict. */
import type { RunRecord, TargetRecord } from '../../../suites/runner/record.ts';
import { type Group, groupsOf } from '../../groups.ts';
import { judgedText, skipsOf } from '../../judged.ts';
import { type Cell, cellText, legend, matrixOf } from '../../matrix.ts';
import type { Report } from '../../report.ts';
import { type BrokenRules, brokenRules, brokenText, ruleText } from '../../rules.ts';
import { count, duration, thousands } from '../../text/format.ts';
import { html, lines, longText, type Markup, nothing } from '../../text/html.ts';
import { shortText } from '../../text/visible.ts';
import {
  casesWithoutVerdict,
  goneTexts,
  leftBehind,
  noVerdictDetail,
  staleText,
  targetLabel,
  timesText,
} from '../parts.ts';
import { anchorOf, areasOf, badgeText } from './divergences.ts';

export function targetsHtml({ run }: Report): Markup {
  if (run === undefined) return nothing;
  const groups = groupsOf(run.divergences);
  const broken = new Map(brokenRules(run, groups).map((one) => [one.target.name, one]));
  return html`<section id="targets">
<h2>Targets</h2>
<div class="cards">${lines(run.targets.map((target) => card(target, run, broken.get(target.name))))}</div>
${matrixHtml(run, groups)}
${noVerdictHtml(run)}
${skippedHtml(run)}
${staleHtml(run)}
${leftHtml(run)}
</section>`;
}

function card(target: TargetRecord, run: RunRecord, broken: BrokenRules | undefined): Markup {
  const name = html`<h3>${shortText(targetLabel(run, target.name), 60)}</h3>`;
  if (target.unavailable !== undefined) {
    const { reason, remedy } = target.unavailable;
    return html`<div class="card away">${name}<div>– unavailable: ${longText(reason)}</div><div class="note">remedy: ${longText(remedy)}</div></div>`;
  }
  const facts = Object.entries(target.facts).map(([fact, value]) => `${shortText(fact, 60)}: ${shortText(value, 120)}`);
  return html`<div class="card">${name}${bar(target)}
<div>${counts(target)}</div>
${rulesHtml(broken)}<div class="note">${shortText(judgedText(target), 600)}</div>
<div class="note">${[duration(target.durationMs), ...facts].join(' · ')}</div></div>`;
}

/** The number of broken rules, with links to the worst. */
function rulesHtml(broken: BrokenRules | undefined): Markup {
  if (broken === undefined) return nothing;
  const worst = broken.worst.map((group) => {
    return html`<li>${badgeText(group.status)} <span class="severity ${group.severity}">${group.severity}</span> <a href="#${anchorOf(group.representative)}">${shortText(ruleText(group), 120)}</a>${timesText(group)}</li>`;
  });
  return html`<div>${brokenText(broken)}</div>
${worst.length === 0 ? '' : html`<ul>${worst}</ul>\n`}`;
}

/** `28 of 31 cases match; 2 new divergences, 1 no verdict`. Zero counts are omitted. */
function counts(target: TargetRecord): string {
  const others = [
    { number: target.new, text: count(target.new, 'new divergence') },
    ...(['known', 'advisory', 'unknown', 'skipped'] as const).map((name) => ({
      number: target[name],
      text: `${thousands(target[name])} ${name === 'unknown' ? 'no verdict' : name}`,
    })),
  ].filter(({ number }) => number !== 0);
  const rest = others.map(({ text }) => text).join(', ');
  return `${thousands(target.matched)} of ${count(target.cases, 'case')} match${rest === '' ? '' : `; ${rest}`}`;
}

/** A bar of the shares. The numbers stand below it, so it is hidden from screen readers. */
function bar(target: TargetRecord): Markup {
  const parts = [
    ['matches', target.matched],
    ['diverged', target.diverged],
    ['no-verdict', target.unknown],
    ['skipped', target.skipped],
  ] as const;
  const total = Math.max(1, target.cases);
  let x = 0;
  const rects = parts.map(([name, cases]) => {
    const width = (100 * cases) / total;
    const rect = html`<rect class="${name}" x="${x.toFixed(2)}%" y="0" width="${width.toFixed(2)}%" height="10"/>`;
    x += width;
    return rect;
  });
  return html`<svg class="bar" height="10" aria-hidden="true">${rects}</svg>`;
}

function matrixHtml(run: RunRecord, groups: readonly Group[]): Markup {
  const { areas, targets, cell } = matrixOf(run);
  const shown = targets.filter((target) => target.unavailable === undefined);
  if (areas.length === 0 || shown.length === 0) return nothing;
  const first = new Map<string, string>();
  for (const group of [...groups].reverse())
    for (const area of areasOf(group)) first.set(`${group.target} ${area}`, anchorOf(group.representative));
  const head = shown.map((t) => html`<th scope="col">${shortText(targetLabel(run, t.name), 40)}</th>`);
  const rows = areas.map((area) => {
    const cells = shown.map((t) => cellHtml(cell(t.name, area), t.name, area, first.get(`${t.name} ${area}`)));
    return html`<tr><th scope="row">${shortText(area, 40)}</th>${cells}</tr>`;
  });
  return html`<h3>By area</h3>
<div class="scroll" tabindex="0" role="region" aria-label="Verdicts by target and area"><table class="matrix">
<thead><tr><th scope="col">area</th>${head}</tr></thead>
<tbody>${lines(rows)}</tbody>
</table></div>
<p class="note">${legend}</p>`;
}

function cellHtml(cell: Cell | undefined, target: string, area: string, anchor: string | undefined): Markup {
  if (cell === undefined) return html`<td class="empty">·</td>`;
  const { cases } = cell;
  const whole = `${cases.matches} match, ${cases.new} with new divergences, ${cases.known} known, ${cases.advisory} advisory, ${cases['no-verdict']} without a verdict, ${cases.skipped} skipped`;
  const text = cellText(cell);
  const link = html`<a href="#${anchor ?? ''}" data-target="${target}" data-area="${area}">${text}</a>`;
  const shown =
    cell.mark === 'no-verdict' ? html`<a href="#no-verdict">${text}</a>` : anchor === undefined ? text : link;
  return html`<td class="${cell.mark}" title="${whole}">${shown}</td>`;
}

function noVerdictHtml(run: RunRecord): Markup {
  const cases = casesWithoutVerdict(run);
  if (cases.length === 0) return nothing;
  const rows = cases.map(
    ({ target, result }) =>
      html`<tr><td>${shortText(target, 40)}</td><td>? ${result.verdict}</td><td><code>${shortText(result.case, 80)}</code></td><td>${longText(noVerdictDetail(result))}</td></tr>`,
  );
  return html`<h3 id="no-verdict">Cases without a verdict</h3>
<div class="scroll"><table><thead><tr><th scope="col">target</th><th scope="col">what happened</th><th scope="col">case</th><th scope="col">detail</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** Skipped cases, by target and reason, so that a reader can find a reason that no longer holds. */
function skippedHtml(run: RunRecord): Markup {
  const rows = run.targets.flatMap((target) =>
    skipsOf(target).map(({ detail, accepted, cases }) => {
      const why =
        accepted === undefined ? longText(detail) : html`${longText(detail)}<br>accepted: ${longText(accepted)}`;
      const ids = cases.map((id) => html`<code>${shortText(id, 80)}</code>`);
      return html`<tr><td>${shortText(target.name, 40)}</td><td class="number">${thousands(cases.length)}</td><td>${why}</td><td>${lines(ids, html`<br>`)}</td></tr>`;
    }),
  );
  if (rows.length === 0) return nothing;
  return html`<details class="plain"><summary>Skipped cases, and why</summary>
<div class="scroll"><table><thead><tr><th scope="col">target</th><th scope="col">number</th><th scope="col">reason</th><th scope="col">cases</th></tr></thead><tbody>${rows}</tbody></table></div></details>`;
}

const leftHtml = ({ targets }: RunRecord): Markup[] =>
  leftBehind(targets).map((left) => {
    const items = left.lines.map((line) => html`<li>${shortText(line)}</li>`);
    return html`<details><summary>${shortText(left.title)}</summary><ul>${items}</ul><p><code>${shortText(left.remedy)}</code></p></details>`;
  });

function staleHtml(run: RunRecord): Markup {
  const items = run.targets.flatMap((t) =>
    t.stale.map(
      (one) => html`<li><code>${shortText(one, 40)}</code> of ${shortText(t.name, 40)}: ${staleText(one)}.</li>`,
    ),
  );
  const gone = goneTexts(run).map((text) => html`<li>${shortText(text)}; this does not fail the run.</li>`);
  if (items.length + gone.length === 0) return nothing;
  return html`<h3>Stale ledger entries</h3><ul>${[...items, ...gone]}</ul>`;
}
