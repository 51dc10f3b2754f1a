import type { Case } from '../case.ts';
import { cases as created } from './created.ts';
import { cases as creating } from './creating.ts';
import { cases as deleting } from './deleting.ts';
import { cases as refusedIndexes } from './refused-indexes.ts';
import { cases as refusedTables } from './refused-tables.ts';
import { cases as tables } from './tables.ts';

export const cases: readonly Case[] = [
  ...created,
  ...creating,
  ...deleting,
  ...refusedIndexes,
  ...refusedTables,
  ...tables,
];
