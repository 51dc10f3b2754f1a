/** One case on one target, step by step: the request, and both answers side by side. */
import pc from 'picocolors';
import type { Json } from '../../oracles/values/types.ts';
import type { Case } from '../../suites/cases/case.ts';
import { stepAt } from '../../suites/cases/leaf.ts';
import { atEnd } from '../../suites/runner/invariants/exchange.ts';
import { outcomeJson, requestJson, shownOutcome, type TargetTranscript } from '../../suites/runner/judge/shown.ts';
import { groundsText } from '../../suites/runner/judge/status.ts';
import type { Divergence, Entry } from '../../suites/runner/record.ts';
import { summary } from '../../suites/runner/summary.ts';
import { count } from '../text/format.ts';
import { visibleLine } from '../text/visible.ts';
import { pad, shorten, wrap } from '../text/width.ts';
import { diffLines, jsonLines } from './json-diff.ts';

interface CasePair {
  reference: TargetTranscript | undefined;
  target: TargetTranscript | undefined;
}

/** The most lines of an answer: at a step with a divergence, and at any other step. */
const linesMax = 40;
const quietLinesMax = 8;

export interface CasePage {
  color: boolean;
  width: number;
  /** Shows only one line for a step without a divergence. */
  brief?: boolean;
}

/** `found`: the divergences to point out. */
export function renderCase(
  subject: Case,
  target: string,
  pair: CasePair,
  found: readonly Divergence[],
  options: CasePage,
): string {
  const color = pc.createColors(options.color);
  const theirs = new Map(pair.reference?.entries.map((entry) => [entry.step, entry]));
  const steps = (pair.target?.entries ?? []).flatMap((entry) => {
    const marks = found.filter(({ step }) => step === entry.step);
    if (options.brief === true && marks.length === 0) return [visibleLine(shorten(briefLine(entry), options.width))];
    const linesShown = marks.length === 0 ? quietLinesMax : linesMax;
    return [
      '',
      ...stepLines(subject, pair, entry, theirs.get(entry.step), options.width, linesShown).map(visibleLine),
      ...marks.map((mark) => color.red(markLine(mark))),
    ];
  });
  return [
    color.bold(`${subject.id} on ${target}`),
    ...wrap(
      `${subject.title}. ${subject.because} (${subject.certainty}; ${subject.findings.join(', ')})`,
      options.width,
    ),
    ...steps,
    ...found.filter(({ step }) => step === atEnd).flatMap((mark) => endLines(mark, options.width, color.red)),
    '',
  ].join('\n');
}

const markLine = (mark: Divergence): string =>
  visibleLine(
    `  ^ ${mark.class}${mark.path === '' ? '' : ` at ${mark.path}`}  ${mark.fingerprint}  (${groundsText(mark)})`,
  );

/** What was read after the last step. */
function endLines(mark: Divergence, width: number, red: (text: string) => string): string[] {
  const { request, expected, actual } = mark;
  const head = `after the last step: ${request.op} ${JSON.stringify(request.input)}`;
  const lines = sideBySide(['must be', expected], ['is', actual], width, linesMax);
  return ['', ...[...wrap(head, width), ...lines].map(visibleLine), red(markLine(mark))];
}

const byOf = ({ account }: Entry): string => (account === undefined ? '' : ' by the second account');

function briefLine(entry: Entry): string {
  const { step, op, blockedBy, inconclusive, outcome } = entry;
  const became =
    blockedBy !== undefined ? 'not sent' : inconclusive !== undefined ? 'not judged' : String(summary(outcome));
  return `step ${step}: ${op}${byOf(entry)}  ${became}`;
}

function stepLines(
  subject: Case,
  { reference, target }: CasePair,
  entry: Entry,
  other: Entry | undefined,
  width: number,
  linesShown: number,
): string[] {
  if (!target) return [];
  const step = stepAt(subject, entry.step);
  const request = jsonLines(requestJson({ ...target, entry }));
  const head = `step ${entry.step}: ${entry.op}${byOf(entry)} ${entry.body ?? request.map((line) => line.trim()).join(' ')}`;
  if (entry.blockedBy !== undefined)
    return [...wrap(head, width), `  not sent: it needs the answer of '${entry.blockedBy}'`];
  if (entry.inconclusive !== undefined) return [...wrap(head, width), `  not judged: ${entry.inconclusive}`];
  const actual = outcomeJson(shownOutcome(step, { ...target, entry }));
  const expected = reference && other ? outcomeJson(shownOutcome(step, { ...reference, entry: other })) : null;
  return [
    ...wrap(head, width),
    ...sideBySide([reference?.target ?? 'no reference', expected], [target.target, actual], width, linesShown),
  ];
}

function sideBySide(
  [leftName, left]: [string, Json],
  [rightName, right]: [string, Json],
  width: number,
  linesShown: number,
): string[] {
  const half = Math.floor((width - 5) / 2);
  const lines = diffLines(left, right);
  const row = (a: string, mark: string, b: string): string =>
    `  ${pad(shorten(a, half), half)} ${mark} ${shorten(b, half)}`.trimEnd();
  const shown = lines
    .slice(0, linesShown)
    .map((line) => row(line.left ?? '', line.kind === 'same' ? ' ' : '|', line.right ?? ''));
  const hidden = lines.length - shown.length;
  return [row(leftName, ' ', rightName), ...shown, ...(hidden > 0 ? [`  … ${count(hidden, 'more line')}`] : [])];
}
