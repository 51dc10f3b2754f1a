import type { Case } from '../case.ts';
import { cases as backupArns } from './backup-arns.ts';
import { cases as backupPartition } from './backup-partition.ts';
import { cases as backups } from './backups.ts';
import { cases as creatingBackup } from './creating-backup.ts';
import { cases as enums } from './enums.ts';
import { cases as order } from './order.ts';
import { cases as required } from './required.ts';
import { cases as wire } from './wire.ts';
import { cases as words } from './words.ts';

export const cases: readonly Case[] = [
  ...backupArns,
  ...backupPartition,
  ...backups,
  ...creatingBackup,
  ...enums,
  ...order,
  ...required,
  ...wire,
  ...words,
];
