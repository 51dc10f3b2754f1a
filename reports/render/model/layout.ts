/** Text in columns for a terminal. Widths count code points: labels of models are plain text. */

const lengthOf = (text: string): number => [...text].length;

/** Breaks between words, and inside a word only when it alone is too long. A terminal that says it has no columns has one. */
export function wrap(text: string, columns: number): string[] {
  const width = Math.max(1, columns);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    let rest = [...word];
    if (line !== '' && lengthOf(line) + 1 + rest.length <= width) {
      line += ` ${word}`;
      continue;
    }
    if (line !== '') lines.push(line);
    while (rest.length > width) {
      lines.push(rest.slice(0, width).join(''));
      rest = rest.slice(width);
    }
    line = rest.join('');
  }
  return [...lines, line];
}

/** One row of cells as lines of text; a cell is a list of paragraphs. */
export function row(cells: readonly (readonly string[])[], widths: readonly number[]): string[] {
  const columns = cells.map((paragraphs, i) => paragraphs.flatMap((paragraph) => wrap(paragraph, widths[i]!)));
  const height = Math.max(...columns.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) =>
    columns
      .map((column, i) => {
        const text = column[line] ?? '';
        return text + ' '.repeat(Math.max(0, widths[i]! - lengthOf(text)));
      })
      .join('  ')
      .trimEnd(),
  );
}
