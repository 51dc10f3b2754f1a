import type { Case } from '../case.ts';
import { cases as filterKeys } from './filter-keys.ts';
import { cases as placeholders } from './placeholders.ts';
import { cases as projections } from './projections.ts';
import { cases as syntax } from './syntax.ts';

export const cases: readonly Case[] = [...syntax, ...placeholders, ...projections, ...filterKeys];
