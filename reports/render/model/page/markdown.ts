/** Model texts in a page. Their authors write them in Markdown, so only what would end a cell or form a tag is escaped. */
import { markdownTable } from '../../../text/markdown-text.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replace(/\s+/g, ' ');

/** A cell is a text, or several texts below each other. */
export type Row = readonly (string | readonly string[])[];

export const pageTable = (head: readonly string[], rows: readonly Row[]): string =>
  markdownTable(
    head,
    rows.map((row) => row.map((texts) => [texts].flat().map(cell).join('<br>'))),
  );
