import type { Case } from '../case.ts';
import { cases as created } from './created.ts';
import { cases as creating } from './creating.ts';
import { cases as deleted } from './deleted.ts';
import { cases as deleting } from './deleting.ts';
import { cases as list } from './list.ts';
import { cases as passing } from './passing.ts';
import { cases as refusedIndexes } from './refused-indexes.ts';
import { cases as refusedTables } from './refused-tables.ts';
import { cases as refusedUpdates } from './refused-updates.ts';
import { cases as tables } from './tables.ts';
import { cases as updated } from './updated.ts';

export const cases: readonly Case[] = [
  ...created,
  ...creating,
  ...deleted,
  ...deleting,
  ...list,
  ...passing,
  ...refusedIndexes,
  ...refusedTables,
  ...refusedUpdates,
  ...tables,
  ...updated,
];
