import { join } from 'node:path';
import { reportFiles, reportNames } from '../reports/render/files.ts';
import { renderTerminal } from '../reports/render/terminal.ts';
import { type Report, toJson } from '../reports/report.ts';
import { verdictOf } from '../reports/summary.ts';
import { loadCatalogue } from '../suites/findings/catalogue.ts';
import { type CommandContext, exitCodes } from './command-line/command.ts';
import { keepAll } from './command-line/files.ts';

/** What a command has to say beside its report. */
export interface Beside {
  /** Paragraphs, printed before the verdict, which is the last line. */
  readonly details?: readonly string[];
  /** Written beside the report, by name. */
  readonly pages?: { readonly [name: string]: string };
  /** A line alone for each request of a generated sequence at which nothing differs. */
  readonly brief?: boolean;
}

type Parts = Pick<Report, 'run' | 'fuzz' | 'models' | 'mutants'>;

/**
 * Prints the summary, writes what was asked for, and says the exit code: the end of every command that has a verdict. What is
 * printed comes first, so that a run is not lost with a file of it.
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
