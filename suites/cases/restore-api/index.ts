import type { Case } from '../case.ts';
import { cases as answer } from './answer.ts';
import { cases as carried } from './carried.ts';
import { cases as data } from './data.ts';
import { cases as overrides } from './overrides.ts';
import { cases as redefined } from './redefined.ts';
import { cases as settings } from './settings.ts';

export const cases: readonly Case[] = [...answer, ...carried, ...data, ...overrides, ...redefined, ...settings];
