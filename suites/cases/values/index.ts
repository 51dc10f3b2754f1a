import type { Case } from '../case.ts';
import { cases as depth } from './depth.ts';
import { cases as refused } from './refused.ts';
import { cases as stored } from './stored.ts';
import { cases as zeros } from './zeros.ts';

export const cases: readonly Case[] = [...depth, ...refused, ...stored, ...zeros];
