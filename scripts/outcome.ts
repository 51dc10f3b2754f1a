import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderHtml } from '../reports/render/html.ts';
import { renderMarkdown } from '../reports/render/markdown.ts';
import { renderTerminal } from '../reports/render/terminal.ts';
import { type Report, toJson } from '../reports/report.ts';
import { doubts, violations } from '../reports/summary.ts';
import { loadCatalogue } from '../suites/findings/catalogue.ts';
import type { Verdict } from '../suites/runner/record.ts';
import { type Context, exitCodes, type Option, UsageError } from './command.ts';

export const reportOption: Option = [
  '--report <dir>',
  'write report.html, report.md and report.json into this directory',
];

type Parts = Pick<Report, 'run' | 'models' | 'mutants'>;

/** Prints the summary, writes what was asked for, and says the exit code: the end of every command that has a verdict. */
export function conclude(
  context: Context,
  command: string,
  parts: Parts,
  options: { readonly [name: string]: unknown },
): number {
  const interrupted = context.signal.aborted && ({ interrupted: true } as const);
  const open: Report = { ...context.envelope(command, 'unknown'), ...interrupted, ...parts };
  const report: Report = { ...open, verdict: verdictOf(open) };
  const written = typeof options.report === 'string' ? [writeReports(report, options.report), ''] : [];
  context.print([...written, renderTerminal(report, { color: context.colour, width: context.columns })].join('\n'));
  context.writeJson(toJson(report));
  return exitCodes[report.verdict];
}

/** What was found before an interruption still counts; that nothing was found does not, which is one of the doubts. */
function verdictOf(report: Report): Verdict {
  if (violations(report).length > 0) return 'violated';
  return doubts(report).length > 0 ? 'unknown' : 'holds';
}

function writeReports(report: Report, directory: string): string {
  const files = {
    'report.html': renderHtml(report, loadCatalogue()),
    'report.md': renderMarkdown(report, { catalogue: loadCatalogue() }),
    'report.json': `${JSON.stringify(toJson(report), null, 2)}\n`,
  };
  try {
    mkdirSync(directory, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  } catch (error) {
    throw new UsageError(
      `cannot write the report: ${(error as Error).message}`,
      'give --report a directory that can be written',
    );
  }
  return `Report: ${join(directory, 'report.html')} (also report.md, report.json)`;
}
