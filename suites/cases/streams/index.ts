import type { Case } from '../case.ts';
import { cases as contents } from './contents.ts';
import { cases as described } from './described.ts';
import { cases as iterators } from './iterators.ts';
import { cases as largeRecords } from './large-records.ts';
import { cases as lifecycle } from './lifecycle.ts';
import { cases as reading } from './reading.ts';
import { cases as records } from './records.ts';
import { cases as requestsRefused } from './requests-refused.ts';
import { cases as retention } from './retention.ts';

export const cases: readonly Case[] = [
  ...contents,
  ...described,
  ...iterators,
  ...largeRecords,
  ...lifecycle,
  ...reading,
  ...records,
  ...requestsRefused,
  ...retention,
];
