/** Tables for a terminal. Cells are plain text; colour is applied afterwards to whole cells. */
import { columns, pad, shorten, wrap } from './width.ts';

export interface Column {
  title: string;
  right?: boolean;
  /** The least width to which this column shrinks before spare columns are omitted. After that it shrinks further if it must. */
  shrinks?: number;
  /** Omitted when shrinking is not enough; the highest number first. */
  spare?: number;
}

/** A table without rules, with two spaces between columns, at most `width` columns wide. `paint` colours a padded cell. */
export function table(
  head: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
  paint: (cell: string, row: number, column: number) => string = (cell) => cell,
): string[] {
  const all = [head.map((column) => column.title), ...rows];
  const widths = head.map((_, at) => Math.max(...all.map((row) => columns(row[at] ?? ''))));
  const shown = fitting(head, widths, width);
  return all.map((row, index) =>
    shown
      .map((at) => {
        const room = widths[at] ?? 0;
        const text = shorten(row[at] ?? '', room);
        const blanks = at === shown.at(-1) && head[at]?.right !== true ? 0 : room;
        return paint(pad(text, blanks, head[at]?.right), index - 1, at);
      })
      .join('  '),
  );
}

/** The indices of the columns that fit. Updates `widths` for the shrinking column. */
function fitting(head: readonly Column[], widths: number[], width: number): number[] {
  const shrinking = head.findIndex((column) => column.shrinks !== undefined);
  const shrunkMin = Math.min(head[shrinking]?.shrinks ?? 0, widths[shrinking] ?? 0);
  let shown = head.map((_, at) => at);
  const excess = (): number => shown.reduce((sum, at) => sum + (widths[at] ?? 0) + 2, -2) - width;
  const spares = shown.filter((at) => head[at]?.spare !== undefined);
  spares.sort((a, b) => (head[b]?.spare ?? 0) - (head[a]?.spare ?? 0));
  for (const spare of spares) {
    if (excess() <= (widths[shrinking] ?? 0) - shrunkMin) break;
    shown = shown.filter((at) => at !== spare);
  }
  if (shrinking >= 0 && excess() > 0) widths[shrinking] = Math.max(8, (widths[shrinking] ?? 0) - excess());
  return shown;
}

/** One row whose cells take several lines: each cell is a list of paragraphs, wrapped to the width of its column. */
export function wrappedRow(cells: readonly (readonly string[])[], widths: readonly number[]): string[] {
  const blocks = cells.map((paragraphs, at) => paragraphs.flatMap((paragraph) => wrap(paragraph, widths[at] ?? 0)));
  const height = Math.max(...blocks.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) =>
    blocks
      .map((block, at) => pad(block[line] ?? '', widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
