import type { Case } from '../case.ts';
import { cases as dropped } from './dropped.ts';
import { cases as entries } from './entries.ts';
import { cases as keyTypes } from './key-types.ts';
import { cases as online } from './online.ts';
import { cases as refusedChanges } from './refused-changes.ts';
import { cases as violations } from './violations.ts';

export const cases: readonly Case[] = [
  ...dropped,
  ...entries,
  ...keyTypes,
  ...online,
  ...refusedChanges,
  ...violations,
];
