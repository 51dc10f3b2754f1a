import type { Case } from '../case.ts';
import { cases as keys } from './keys.ts';
import { cases as sums } from './sums.ts';
import { cases as values } from './values.ts';

export const cases: readonly Case[] = [...keys, ...values, ...sums];
