/** A comparison for a terminal or a pipe. */
import pc from 'picocolors';
import type { Envelope } from '../../suites/runner/record.ts';
import { named } from '../render/parts.ts';
import { count, duration, thousands } from '../text/format.ts';
import { jsonLine, shortLine, visibleLine } from '../text/visible.ts';
import { pad, shorten, wrap } from '../text/width.ts';
import { type Cause, causesOf } from './causes.ts';
import { type Comparison, having, sentenceOf, triedText, verdictOfComparison } from './comparison.ts';
import type { Change, Difference } from './difference.ts';

interface Page {
  readonly width: number;
  readonly color: boolean;
}

const titles: { readonly [change in Change]: string } = {
  regressed: 'Regressed: what head newly breaks',
  unknown: 'Without a verdict',
  new: 'On head alone, and nothing written says what is right',
  fixed: 'Fixed by head',
  still: 'Still diverging',
};
/** Causes in full, and lines of the others. */
const wholeMax = 20;
const linesMax = 10;

export function renderComparison(envelope: Envelope, comparison: Comparison, page: Page): string {
  const color = pc.createColors(page.color);
  const { sides, reference } = comparison;
  const { version, seed, durationMs } = envelope;
  const side = (name: 'base' | 'head'): string =>
    shortLine(`${pad(name, 6)}${named(sides[name].name, sides[name].version)}`);
  const paint = { holds: color.green, violated: color.red, unknown: color.yellow }[verdictOfComparison(comparison)];
  const sections = [
    [
      color.dim(
        [`parallax ${version} compare`, `seed ${seed}`, `reference ${reference}`, duration(durationMs)].join(' · '),
      ),
    ],
    [side('base'), side('head'), ...wrap(triedText(comparison), page.width, 'tried ')],
    ...(['base', 'head'] as const).map((name) => unavailable(comparison, name, page.width)),
    regressions(causesOf(having(comparison, 'regressed')), page),
    ...(['unknown', 'new', 'fixed', 'still'] as const).map((change) =>
      listed(titles[change], causesOf(having(comparison, change)), page),
    ),
    [color.dim('─'.repeat(Math.min(page.width, 80))), color.bold(paint(sentenceOf(comparison)))],
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function unavailable({ sides }: Comparison, name: 'base' | 'head', width: number): string[] {
  const why = sides[name].unavailable;
  if (why === undefined) return [];
  return [
    ...wrap(visibleLine(`${name} could not be reached: ${why.reason}`), width),
    `  next: ${visibleLine(why.remedy)}`,
  ];
}

function regressions(causes: readonly Cause[], page: Page): string[] {
  if (causes.length === 0) return [];
  const color = pc.createColors(page.color);
  return [
    color.bold(`${titles.regressed} (${count(causes.length, 'cause')})`),
    ...causes.slice(0, wholeMax).flatMap((cause) => whole(cause, page)),
    ...(causes.length > wholeMax
      ? [`… and ${count(causes.length - wholeMax, 'more cause')}; --markdown and --json have them`]
      : []),
  ];
}

function whole({ title, severity, members, representative: one }: Cause, { width, color: painted }: Page): string[] {
  const color = pc.createColors(painted);
  const line = (name: string, text: string): string[] =>
    wrap(shortLine(text, 600), width - 14)
      .slice(0, 3)
      .map((part, at) => `    ${color.dim(pad(at === 0 ? name : '', 10))}${part}`);
  return [
    ...wrap(shortLine(title), width, `✗ ${one.fingerprint}  `).map((text) => color.red(text)),
    ...line('where', placeOf(one)),
    ...line('severity', `${severity} · ${one.class} · ${one.certainty}`),
    ...line('right', valueText(one.values.reference)),
    ...line('base', one.values.base === undefined ? 'as it should be' : valueText(one.values.base)),
    ...line('head', valueText(one.values.head)),
    ...(one.findings.length > 0 ? line('findings', one.findings.join(', ')) : []),
    ...(members.length > 1 ? line('besides', `${count(members.length - 1, 'more place')}`) : []),
    `    ${color.dim(pad('repeat', 10))}${color.cyan(visibleLine(one.repro))}`,
  ];
}

const placeOf = (one: Difference): string =>
  [one.case, one.step === '' ? '' : `step ${one.step}`, one.path].filter((part) => part !== '').join(', ');

const valueText = (value: Difference['values']['head']): string =>
  value === undefined || value === null ? '(nothing there)' : typeof value === 'string' ? value : jsonLine(value);

function listed(title: string, causes: readonly Cause[], { width, color: painted }: Page): string[] {
  if (causes.length === 0) return [];
  const color = pc.createColors(painted);
  const places = causes.reduce((sum, { members }) => sum + members.length, 0);
  const left = causes.length - linesMax;
  return [
    color.bold(`${title} (${count(causes.length, 'cause')}, ${count(places, 'place')})`),
    ...causes.slice(0, linesMax).map(({ title: what, severity, members, representative: one }) => {
      const why = one.detail === undefined ? '' : ` (${one.detail})`;
      return shorten(shortLine(`  ${pad(severity, 9)}${what}${why} (${thousands(members.length)})`, 400), width);
    }),
    ...(left > 0 ? [`  … and ${count(left, 'more cause')}; --markdown and --json have them`] : []),
  ];
}
