import { join } from 'node:path';
import { reportFiles, reportNames } from '../reports/render/files.ts';
import { renderTerminal } from '../reports/render/terminal.ts';
import { type Report, toJson } from '../reports/report.ts';
import { verdictOf } from '../reports/summary.ts';
import { loadCatalogue } from '../suites/findings/catalogue.ts';
import { type CommandContext, exitCodes } from './command-line/command.ts';
import { keepAll } from './command-line/files.ts';

/** What a command adds to its report. */
export interface Beside {
  /** Paragraphs before the verdict, which is the last line. */
  readonly details?: readonly string[];
  /** Further files to write beside the report, by name. */
  readonly pages?: { readonly [name: string]: string };
  /** Shows only one line for a request without a difference. */
  readonly brief?: boolean;
}

type Parts = Pick<Report, 'run' | 'fuzz' | 'models' | 'mutants' | 'scores'>;

/**
 * Ends every command that has a verdict: prints the summary, writes the requested files, and returns the exit code. Printing comes
 * first, so that a file that cannot be written does not lose the result.
 */
export function conclude(
  context: CommandContext,
  command: string,
  parts: Parts,
  folder?: string,
  { details = [], pages = {}, brief = false }: Beside = {},
): number {
  const open: Report = { ...context.envelope(command, 'unknown'), ...parts };
  const report: Report = { ...open, verdict: verdictOf(open) };
  const told = [...details, ...(folder === undefined ? [] : [whereabouts(folder, Object.keys(pages))])];
  context.print(
    renderTerminal(report, {
      color: context.colour,
      width: context.columns,
      brief,
      details: told.length === 0 ? [] : [told.join('\n\n')],
    }),
  );
  context.writeJson(toJson(report));
  if (folder !== undefined) keepAll(context, folder, { ...reportFiles(report, loadCatalogue()), ...pages });
  return exitCodes[report.verdict];
}

function whereabouts(folder: string, pages: readonly string[]): string {
  const [first = '', ...others] = reportNames;
  return [
    `Report: ${join(folder, first)} (also ${others.join(', ')})`,
    ...pages.map((name) => `Trace: ${join(folder, name)}`),
  ].join('\n');
}
