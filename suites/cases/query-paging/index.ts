import type { Case } from '../case.ts';
import { cases as indexes } from './indexes.ts';
import { cases as pages } from './pages.ts';
import { cases as startKeys } from './start-keys.ts';
import { cases as strings } from './strings.ts';

export const cases: readonly Case[] = [...indexes, ...pages, ...startKeys, ...strings];
