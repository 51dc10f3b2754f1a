import type { Case } from '../case.ts';
import { cases as read } from './read.ts';
import { cases as returning } from './returning.ts';
import { cases as together } from './together.ts';
import { cases as where } from './where.ts';
import { cases as whereValues } from './where-values.ts';
import { cases as write } from './write.ts';

export const cases: readonly Case[] = [...where, ...whereValues, ...read, ...write, ...returning, ...together];
