import { policy } from './policy.ts';

/** Limits on concurrent backups and restores. */
export const jobPolicies = {
  jobBound: policy({
    question: 'Are five restores, or six backups, sent together all taken?',
    right: 'all-taken',
    wrong: [
      'four-of-an-account',
      'four-of-the-store',
      'four-and-a-slot-before-the-checks',
      'four-and-a-refusal-keeps-its-slot',
    ],
    findings: [
      'catalog-index/service-accepts-five',
      'catalog-index/job-bound',
      'restore-parity/pg-admission',
      'restore-parity/admission-per-account',
      'catalog-index/permit-last',
      'catalog-index/create-order',
      'restore-parity/duplicate-restore-waits',
      'catalog-index/permit-lifetime',
    ],
    findingOf: {
      'four-of-the-store': 'restore-parity/admission-per-account',
      'four-and-a-slot-before-the-checks': 'catalog-index/permit-last',
      'four-and-a-refusal-keeps-its-slot': 'catalog-index/permit-lifetime',
    },
    source: 'measured on DynamoDB, as a public pull request of ExtendDB records',
  }),
};
