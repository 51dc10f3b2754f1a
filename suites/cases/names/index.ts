import type { Case } from '../case.ts';
import { cases as arns } from './arns.ts';
import { cases as tables } from './tables.ts';

export const cases: readonly Case[] = [...arns, ...tables];
