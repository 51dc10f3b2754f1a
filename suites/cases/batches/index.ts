import type { Case } from '../case.ts';
import { cases as get } from './get.ts';
import { cases as getRefused } from './get-refused.ts';
import { cases as returned } from './returned.ts';
import { cases as write } from './write.ts';
import { cases as writeRefused } from './write-refused.ts';

export const cases: readonly Case[] = [...get, ...getRefused, ...returned, ...write, ...writeRefused];
