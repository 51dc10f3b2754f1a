/** One probe per policy. */
import type { PolicyName } from '../../policies/index.ts';
import { backupRequestProbes } from './backup-requests.ts';
import { backupProbes } from './backups.ts';
import { comparisonProbes } from './comparisons.ts';
import { contentionProbes } from './contention.ts';
import type { Probe } from './driver.ts';
import { indexProbes } from './indexes.ts';
import { jobProbes } from './jobs.ts';
import { keyProbes } from './keys.ts';
import { lifecycleProbes } from './lifecycles.ts';
import { overrideProbes } from './overrides.ts';
import { readProbes } from './reads.ts';
import { restoreProbes } from './restores.ts';
import { settingProbes } from './settings.ts';
import { streamProbes } from './streams.ts';
import { tableProbes } from './tables.ts';
import { transactionProbes } from './transactions.ts';

export const probes: { readonly [Name in PolicyName]: Probe } = {
  ...keyProbes,
  ...comparisonProbes,
  ...contentionProbes,
  ...jobProbes,
  ...indexProbes,
  ...readProbes,
  ...streamProbes,
  ...transactionProbes,
  ...tableProbes,
  ...lifecycleProbes,
  ...backupProbes,
  ...backupRequestProbes,
  ...restoreProbes,
  ...overrideProbes,
  ...settingProbes,
};
