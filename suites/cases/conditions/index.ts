import type { Case } from '../case.ts';
import { cases as comparisons } from './comparisons.ts';
import { cases as functions } from './functions.ts';

export const cases: readonly Case[] = [...comparisons, ...functions];
