import type { Case } from '../case.ts';
import { cases as effects } from './effects.ts';
import { cases as get } from './get.ts';
import { cases as payload } from './payload.ts';
import { cases as reasons } from './reasons.ts';
import { cases as refused } from './refused.ts';
import { cases as writes } from './writes.ts';

export const cases: readonly Case[] = [...effects, ...get, ...payload, ...reasons, ...refused, ...writes];
