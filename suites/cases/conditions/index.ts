import type { Case } from '../case.ts';
import { cases as comparisons } from './comparisons.ts';
import { cases as failed } from './failed.ts';
import { cases as functions } from './functions.ts';
import { cases as logic } from './logic.ts';
import { cases as near } from './near.ts';
import { cases as operands } from './operands.ts';
import { cases as ranges } from './ranges.ts';
import { cases as types } from './types.ts';

export const cases: readonly Case[] = [
  ...comparisons,
  ...functions,
  ...logic,
  ...operands,
  ...ranges,
  ...near,
  ...types,
  ...failed,
];
