import type { Case } from '../case.ts';
import { cases as read } from './read.ts';
import { cases as where } from './where.ts';
import { cases as whereValues } from './where-values.ts';

export const cases: readonly Case[] = [...where, ...whereValues, ...read];
