import type { Case } from '../case.ts';
import { cases as creating } from './creating.ts';
import { cases as deleting } from './deleting.ts';
import { cases as tables } from './tables.ts';

export const cases: readonly Case[] = [...creating, ...deleting, ...tables];
