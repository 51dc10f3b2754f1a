/** Tables for a terminal. Cells are plain text; colour is put on afterwards, whole cells at a time. */
import { columns, pad, shorten, wrap } from './width.ts';

export interface Column {
  title: string;
  right?: boolean;
  /** Gives way when the table is too wide: down to this width before others are left out, and then as far as it must. */
  shrinks?: number;
  /** Is left out when giving way is not enough, the highest first. */
  spare?: number;
}

/** A table without lines, two blanks between columns, at most `width` wide. `paint` colours a cell that is already padded. */
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

/** Which columns there is room for; narrows the one that shrinks, in `widths`. */
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

/** One row whose cells go over several lines: each is a list of paragraphs, wrapped to the width of its column. */
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
