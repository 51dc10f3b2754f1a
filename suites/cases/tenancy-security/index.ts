import type { Case } from '../case.ts';
import { cases as backups } from './backups.ts';
import { cases as statements } from './statements.ts';
import { cases as streams } from './streams.ts';
import { cases as tables } from './tables.ts';

export const cases: readonly Case[] = [...backups, ...statements, ...streams, ...tables];
