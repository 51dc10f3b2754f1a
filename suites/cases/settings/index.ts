import type { Case } from '../case.ts';
import { cases as recovery } from './recovery.ts';
import { cases as service } from './service.ts';
import { cases as tags } from './tags.ts';

export const cases: readonly Case[] = [...recovery, ...service, ...tags];
