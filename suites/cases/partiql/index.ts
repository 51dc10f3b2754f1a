import type { Case } from '../case.ts';
import { cases as batch } from './batch.ts';
import { cases as effects } from './effects.ts';
import { cases as grammar } from './grammar.ts';
import { cases as indexed } from './indexed.ts';
import { cases as keyConditions } from './key-conditions.ts';
import { cases as nested } from './nested.ts';
import { cases as partitions } from './partitions.ts';
import { cases as read } from './read.ts';
import { cases as refused } from './refused.ts';
import { cases as returning } from './returning.ts';
import { cases as transaction } from './transaction.ts';
import { cases as where } from './where.ts';
import { cases as whereValues } from './where-values.ts';
import { cases as write } from './write.ts';

export const cases: readonly Case[] = [
  ...partitions,
  ...refused,
  ...where,
  ...whereValues,
  ...read,
  ...indexed,
  ...keyConditions,
  ...nested,
  ...effects,
  ...grammar,
  ...write,
  ...returning,
  ...batch,
  ...transaction,
];
