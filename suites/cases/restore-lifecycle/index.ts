import type { Case } from '../case.ts';
import { cases as active } from './active.ts';
import { cases as complete } from './complete.ts';
import { cases as whileCopying } from './while-copying.ts';
import { cases as whileCreating } from './while-creating.ts';

export const cases: readonly Case[] = [...active, ...complete, ...whileCopying, ...whileCreating];
