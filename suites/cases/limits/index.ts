import type { Case } from '../case.ts';
import { cases as expressions } from './expressions.ts';
import { cases as items } from './items.ts';
import { cases as keys } from './keys.ts';

export const cases: readonly Case[] = [...keys, ...items, ...expressions];
