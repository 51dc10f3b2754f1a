import type { Case } from '../case.ts';
import { cases as indexKeys } from './index-keys.ts';
import { cases as paths } from './paths.ts';

export const cases: readonly Case[] = [...indexKeys, ...paths];
