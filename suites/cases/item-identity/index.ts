import type { Case } from '../case.ts';
import { cases as keys } from './keys.ts';
import { cases as types } from './types.ts';

export const cases: readonly Case[] = [...keys, ...types];
