/** A report for a terminal or a pipe. Signs and words carry the meaning; colour only repeats it. */
import pc from 'picocolors';
import { groupsOf } from '../groups.ts';
import type { Report } from '../report.ts';
import { verdictSentence } from '../summary.ts';
import { shortLine } from '../text/visible.ts';
import { wrap } from '../text/width.ts';
import { headline } from './parts.ts';
import { divergences } from './terminal/divergences.ts';
import { fuzzSections } from './terminal/fuzz.ts';
import { models, mutants } from './terminal/models.ts';
import type { Page } from './terminal/page.ts';
import { left, stale, unavailable, withoutVerdict } from './terminal/remarks.ts';
import { judged, matrix, rules } from './terminal/targets.ts';

interface TerminalOptions {
  /** Columns. Default 80. */
  width?: number;
  color?: boolean;
  /** The most known, and the most advisory, cases listed; new ones are always listed. Default 40. */
  listedMax?: number;
  /** Shows only one line for a request without a difference. */
  brief?: boolean;
  /** Paragraphs before the verdict, which is always the last line. */
  details?: readonly string[];
}

/** Options for a stream: its width (100 for a pipe), and colour only for a terminal and without `NO_COLOR`. */
export function terminalOptions(
  stream: { isTTY?: boolean; columns?: number },
  env: { readonly [name: string]: string | undefined },
): { width: number; color: boolean } {
  const wanted = (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb';
  return { width: Math.max(40, stream.columns ?? 100), color: stream.isTTY === true && wanted };
}

export function renderTerminal(report: Report, options: TerminalOptions = {}): string {
  const { width = 80, color = false, listedMax = 40, brief = false, details = [] } = options;
  const page: Page = {
    width,
    color: pc.createColors(color),
    listedMax,
    brief,
    report,
    groups: groupsOf(report.run?.divergences ?? []),
  };
  const sections = [
    heading(page),
    rules(page),
    matrix(page),
    judged(page),
    divergences(page),
    ...fuzzSections(report.fuzz, page),
    stale(page),
    withoutVerdict(page),
    unavailable(page),
    left(page),
    models(page),
    mutants(page),
    [...details],
    verdict(page),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

const heading = ({ report, width, color }: Page): string[] =>
  wrap(shortLine(headline(report).join(' · ')), width).map((line) => color.dim(line));

function verdict({ report, color, width }: Page): string[] {
  const paint = { holds: color.green, violated: color.red, unknown: color.yellow }[report.verdict];
  // One line, however long, so that `tail -n 1` is the verdict.
  const sentence = shortLine(verdictSentence(report), 1000);
  return [color.dim('─'.repeat(Math.min(width, 80))), color.bold(paint(sentence))];
}
