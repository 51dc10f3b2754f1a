import type { Case } from '../case.ts';
import { cases as requestsAlike } from './requests-alike.ts';
import { cases as scope } from './scope.ts';
import { cases as tokens } from './tokens.ts';

export const cases: readonly Case[] = [...tokens, ...scope, ...requestsAlike];
