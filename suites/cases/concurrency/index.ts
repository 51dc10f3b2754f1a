import type { Case } from '../case.ts';
import { cases as mixed } from './mixed.ts';
import { cases as writes } from './writes.ts';

export const cases: readonly Case[] = [...writes, ...mixed];
