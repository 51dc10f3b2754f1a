import type { Case } from '../case.ts';
import { cases as backfill } from './backfill.ts';
import { cases as dropped } from './dropped.ts';
import { cases as entries } from './entries.ts';
import { cases as expiry } from './expiry.ts';
import { cases as keyTypes } from './key-types.ts';
import { cases as kinds } from './kinds.ts';
import { cases as moves } from './moves.ts';
import { cases as neverLocal } from './never-local.ts';
import { cases as online } from './online.ts';
import { cases as refusedChanges } from './refused-changes.ts';
import { cases as refusedKeys } from './refused-keys.ts';
import { cases as violations } from './violations.ts';

export const cases: readonly Case[] = [
  ...backfill,
  ...dropped,
  ...entries,
  ...expiry,
  ...keyTypes,
  ...kinds,
  ...moves,
  ...neverLocal,
  ...online,
  ...refusedChanges,
  ...refusedKeys,
  ...violations,
];
