/** Cells of several lines beside each other, for a terminal. */
import { pad, wrap } from '../../text/text.ts';

/** One row of cells as lines of text; a cell is a list of paragraphs. */
export function row(cells: readonly (readonly string[])[], widths: readonly number[]): string[] {
  const columns = cells.map((paragraphs, i) => paragraphs.flatMap((paragraph) => wrap(paragraph, widths[i]!)));
  const height = Math.max(...columns.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) =>
    columns
      .map((column, i) => pad(column[line] ?? '', widths[i]!))
      .join('  ')
      .trimEnd(),
  );
}
