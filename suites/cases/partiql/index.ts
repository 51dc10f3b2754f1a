import type { Case } from '../case.ts';

export const cases: readonly Case[] = [];
