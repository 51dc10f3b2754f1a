/** Ends `nightly` and `merge`: prints the night, and writes what was asked for. */
import { writeFileSync } from 'node:fs';
import { nightJson } from '../../reports/night/json.ts';
import type { Night } from '../../reports/night/record.ts';
import { nightMarkdown, renderNight } from '../../reports/night/render.ts';
import { summaryOf } from '../../reports/night/summary.ts';
import { type CommandContext, exitCodes } from '../command-line/command.ts';
import type { Option } from '../command-line/option.ts';

export const markdownOption = [
  '--markdown <file>',
  'write the night as Markdown, such as into $GITHUB_STEP_SUMMARY',
] as const satisfies Option;

interface Concluded {
  readonly night: Night;
  /** Oldest first. */
  readonly before: readonly Night[];
  readonly options: { readonly markdown?: string };
}

/** @returns the exit code */
export function concludeNight(
  context: CommandContext,
  command: 'nightly' | 'merge',
  { night, before, options: { markdown } }: Concluded,
): number {
  const summary = summaryOf(night, before);
  context.print(renderNight(summary, context.columns));
  context.writeJson({ ...context.envelope(command, summary.verdict), ...nightJson(summary) });
  if (markdown !== undefined) writeFileSync(markdown, nightMarkdown(summary), { flag: 'a' });
  return exitCodes[summary.verdict];
}
