import type { Case } from '../case.ts';
import { cases as checkedFirst } from './checked-first.ts';
import { cases as emptyOperands } from './empty-operands.ts';
import { cases as filterKeys } from './filter-keys.ts';
import { cases as functions } from './functions.ts';
import { cases as placeholders } from './placeholders.ts';
import { cases as projections } from './projections.ts';
import { cases as syntax } from './syntax.ts';

export const cases: readonly Case[] = [
  ...checkedFirst,
  ...emptyOperands,
  ...filterKeys,
  ...functions,
  ...placeholders,
  ...projections,
  ...syntax,
];
