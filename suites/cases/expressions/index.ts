import type { Case } from '../case.ts';
import { cases as emptyOperands } from './empty-operands.ts';
import { cases as functions } from './functions.ts';

export const cases: readonly Case[] = [...emptyOperands, ...functions];
