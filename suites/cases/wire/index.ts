import type { Case } from '../case.ts';
import { cases as answers } from './answers.ts';
import { cases as kinds } from './kinds.ts';
import { cases as kindsByOperation } from './kinds-by-operation.ts';
import { cases as kindsInWords } from './kinds-in-words.ts';

export const cases: readonly Case[] = [...answers, ...kinds, ...kindsByOperation, ...kindsInWords];
