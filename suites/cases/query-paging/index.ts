import type { Case } from '../case.ts';
import { cases as cursor } from './cursor.ts';
import { cases as emptyKeys } from './empty-keys.ts';
import { cases as indexes } from './indexes.ts';
import { cases as keyConditions } from './key-conditions.ts';
import { cases as legacyFilters } from './legacy-filters.ts';
import { cases as legacyKeys } from './legacy-keys.ts';
import { cases as limits } from './limits.ts';
import { cases as megabyte } from './megabyte.ts';
import { cases as pages } from './pages.ts';
import { cases as refused } from './refused.ts';
import { cases as refusedCursors } from './refused-cursors.ts';
import { cases as select } from './select.ts';
import { cases as startKeys } from './start-keys.ts';
import { cases as strings } from './strings.ts';

export const cases: readonly Case[] = [
  ...cursor,
  ...emptyKeys,
  ...indexes,
  ...keyConditions,
  ...legacyFilters,
  ...legacyKeys,
  ...limits,
  ...megabyte,
  ...pages,
  ...refusedCursors,
  ...refused,
  ...select,
  ...startKeys,
  ...strings,
];
