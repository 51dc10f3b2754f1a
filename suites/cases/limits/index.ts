import type { Case } from '../case.ts';
import { cases as expressions } from './expressions.ts';
import { cases as indexKeys } from './index-keys.ts';
import { cases as items } from './items.ts';
import { cases as keys } from './keys.ts';
import { cases as lengths } from './lengths.ts';
import { cases as paths } from './paths.ts';
import { cases as updateCost } from './update-cost.ts';

export const cases: readonly Case[] = [
  ...expressions,
  ...indexKeys,
  ...items,
  ...keys,
  ...lengths,
  ...paths,
  ...updateCost,
];
