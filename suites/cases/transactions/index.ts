import type { Case } from '../case.ts';
import { cases as payload } from './payload.ts';
import { cases as writes } from './writes.ts';

export const cases: readonly Case[] = [...payload, ...writes];
