/**
 * Every decision that some backend got wrong, by name. The right value is the default, and the code that needs it asks
 * for it by name. A mutant overrides one decision (`mutants.ts`). Each policy must be backed by a finding.
 */

import { backupRequestPolicies } from './backup-requests.ts';
import { backupPolicies } from './backups.ts';
import { comparisonPolicies } from './comparisons.ts';
import { contentionPolicies } from './contention.ts';
import { indexPolicies } from './indexes.ts';
import { jobPolicies } from './jobs.ts';
import { keyPolicies } from './keys.ts';
import { lifecyclePolicies } from './lifecycles.ts';
import { overridePolicies } from './overrides.ts';
import type { Policy } from './policy.ts';
import { readPolicies } from './reads.ts';
import { restorePolicies } from './restores.ts';
import { settingPolicies } from './settings.ts';
import { streamPolicies } from './streams.ts';
import { tablePolicies } from './tables.ts';
import { transactionPolicies } from './transactions.ts';

export type { Policy } from './policy.ts';

export const policies = {
  ...keyPolicies,
  ...comparisonPolicies,
  ...contentionPolicies,
  ...jobPolicies,
  ...indexPolicies,
  ...readPolicies,
  ...streamPolicies,
  ...transactionPolicies,
  ...tablePolicies,
  ...lifecyclePolicies,
  ...backupPolicies,
  ...backupRequestPolicies,
  ...restorePolicies,
  ...overridePolicies,
  ...settingPolicies,
} satisfies Record<string, Policy>;

export type PolicyName = keyof typeof policies;
type ValueOf<P> = P extends Policy<infer V> ? V : never;

/** One value per policy. */
export type Decisions = { readonly [Name in PolicyName]: ValueOf<(typeof policies)[Name]> };

/** The decisions of DynamoDB. */
export const rightDecisions: Decisions = Object.freeze(
  Object.fromEntries(Object.entries(policies).map(([name, p]) => [name, p.right])),
) as Decisions;
