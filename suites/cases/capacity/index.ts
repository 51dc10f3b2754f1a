import type { Case } from '../case.ts';
import { cases as collections } from './collections.ts';
import { cases as indexReads } from './index-reads.ts';
import { cases as indexWrites } from './index-writes.ts';
import { cases as reads } from './reads.ts';
import { cases as transactions } from './transactions.ts';
import { cases as writes } from './writes.ts';

export const cases: readonly Case[] = [
  ...collections,
  ...indexReads,
  ...indexWrites,
  ...reads,
  ...transactions,
  ...writes,
];
