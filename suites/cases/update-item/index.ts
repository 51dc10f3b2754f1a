import type { Case } from '../case.ts';
import { cases as collections } from './collections.ts';
import { cases as operands } from './operands.ts';
import { cases as paths } from './paths.ts';
import { cases as returned } from './returned.ts';
import { cases as upsert } from './upsert.ts';
import { cases as values } from './values.ts';

export const cases: readonly Case[] = [...upsert, ...values, ...operands, ...collections, ...paths, ...returned];
