import type { Case } from '../case.ts';
import { cases as arns } from './arns.ts';
import { cases as describe } from './describe.ts';
import { cases as list } from './list.ts';
import { cases as listing } from './listing.ts';
import { cases as recovery } from './recovery.ts';
import { cases as requests } from './requests.ts';
import { cases as sources } from './sources.ts';
import { cases as together } from './together.ts';

export const cases: readonly Case[] = [
  ...arns,
  ...describe,
  ...list,
  ...listing,
  ...recovery,
  ...requests,
  ...sources,
  ...together,
];
