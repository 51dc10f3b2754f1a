/** The input of every section of a terminal report, and the layout of a text beside a name. */
import type pc from 'picocolors';
import type { Group } from '../../groups.ts';
import type { Report } from '../../report.ts';
import { pad, shorten, wrap } from '../../text/width.ts';

export interface Page {
  width: number;
  color: ReturnType<typeof pc.createColors>;
  listedMax: number;
  /** Shows only one line for a request without a difference. */
  brief: boolean;
  report: Report;
  groups: readonly Group[];
}

export type Colors = Page['color'];

/** A name with a text beside it, in at most `linesMax` lines. */
export function labelled({ color, width }: Page, name: string, text: string, linesMax: number): string[] {
  const room = width - 14;
  const lines = wrap(text, room);
  const shown = lines.slice(0, linesMax);
  if (lines.length > linesMax)
    shown[linesMax - 1] = shorten(`${shown[linesMax - 1]}${' '.repeat(room)}`, room).replace(/ *…$/, '…');
  return shown.map((line, index) => `    ${color.dim(pad(index === 0 ? name : '', 10))}${line}`);
}
