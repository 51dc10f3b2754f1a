import type { Case } from '../case.ts';
import { cases as expected } from './expected.ts';
import { cases as operators } from './operators.ts';
import { cases as reads } from './reads.ts';
import { cases as updates } from './updates.ts';

export const cases: readonly Case[] = [...operators, ...expected, ...updates, ...reads];
