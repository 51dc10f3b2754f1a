import type { Case } from '../case.ts';
import { cases as expiry } from './expiry.ts';
import { cases as records } from './records.ts';
import { cases as settings } from './settings.ts';
import { cases as values } from './values.ts';

export const cases: readonly Case[] = [...expiry, ...records, ...settings, ...values];
