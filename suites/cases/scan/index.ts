import type { Case } from '../case.ts';
import { cases as filters } from './filters.ts';
import { cases as megabyte } from './megabyte.ts';
import { cases as pages } from './pages.ts';
import { cases as paging } from './paging.ts';
import { cases as refusedCursors } from './refused-cursors.ts';
import { cases as segments } from './segments.ts';
import { cases as select } from './select.ts';

export const cases: readonly Case[] = [
  ...filters,
  ...megabyte,
  ...pages,
  ...paging,
  ...refusedCursors,
  ...segments,
  ...select,
];
