/** Texts of models in a page. They are Markdown, written by the authors of the models: only what would end a cell, or be a tag, is escaped. */
import { markdownTable } from '../../../text/markdown-text.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replace(/\s+/g, ' ');

/** A cell is a text, or several below each other. */
export type Row = readonly (string | readonly string[])[];

export const pageTable = (head: readonly string[], rows: readonly Row[]): string =>
  markdownTable(
    head,
    rows.map((row) => row.map((texts) => [texts].flat().map(cell).join('<br>'))),
  );
