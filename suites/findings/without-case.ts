/**
 * Why no written case can be failed by a target for a finding that an answer could show. Each reason names what makes it
 * hold, which a test checks.
 */
import type { FindingId } from './finding.ts';

/** `open`: not measured, or in conflict. `choice`: of one product. The others: what the finding itself speaks of. */
export type Holds =
  | { by: 'open' }
  | { by: 'choice' }
  | { by: 'one-store' }
  | { by: 'setting' | 'feature' | 'state'; word: RegExp };

export interface WithoutCase {
  because: string;
  holds: Holds;
  findings: readonly FindingId[];
}

export const withoutCase: readonly WithoutCase[] = [
  {
    because: 'nobody measured the answer of DynamoDB, or the sources disagree, so none can be called wrong',
    holds: { by: 'open' },
    findings: [
      'restore-parity/restore-response-gsi-decreases',
      'restore-parity/two-validation-errors-order',
      'restore-parity/override-unknown-index',
      'restore-parity/override-provisioned-backup-case',
      'restore-parity/override-provisioned-entry-omits',
      'restore-parity/override-duplicate-nonkey',
    ],
  },
  {
    because: 'it is a choice of ExtendDB, and DynamoDB is free to answer otherwise',
    holds: { by: 'choice' },
    findings: [
      'restore-parity/cursor-deleted',
      'restore-parity/override-projection-change',
      'restore-parity/override-gsi-on-demand',
    ],
  },
  {
    because: 'it was seen on ExtendDB only, and no source says what DynamoDB answers',
    holds: { by: 'one-store' },
    findings: ['restore-parity/backup-arn-other-partition'],
  },
  {
    because: 'it takes a server whose settings change, and a case sends requests only',
    holds: { by: 'setting', word: /server\.region|former region|gsi_propagation_delay_ms/ },
    findings: [
      'mongo-rfc/R3-sqlite-zero-delay',
      'restore-parity/cursor-earlier-region',
      'restore-parity/backup-arn-other-region',
      'restore-parity/authz-both-spellings',
      'catalog-index/invalid-server-region',
    ],
  },
  {
    because: 'it takes principals with policies, and each account of a target may do everything that is its own',
    holds: { by: 'feature', word: /polic|permission|authoris|DescribeBackup on tagged/i },
    findings: [
      'restore-parity/backup-arn-authz-trim',
      'restore-parity/authz-resource',
      'restore-parity/authz-restore-item-actions',
      'restore-parity/authz-backup-tags',
    ],
  },
  {
    because: 'DynamoDB has no vector indexes and no delay of an index that one could set',
    holds: { by: 'feature', word: /vector|delay/i },
    findings: [
      'restore-parity/create-backup-vector-refused',
      'restore-parity/override-vector',
      'restore-parity/cass-ttl-async-gsi',
    ],
  },
  {
    because: 'no request brings a store into this state: somebody has to write into its database',
    holds: { by: 'state', word: /write access|cannot create a backup like that/ },
    findings: ['restore-parity/stored-definition-revalidated', 'restore-parity/provisioned-gsi-without-throughput'],
  },
  {
    because: 'the answer is promised after hours only, or not at all, so it is inferred',
    holds: { by: 'state', word: /BackupSizeBytes|35-day|trait method/ },
    findings: ['restore-parity/mongo-size-zero', 'restore-parity/pitr-claims', 'restore-parity/no-pitr-restore'],
  },
];

const reasons = new Map(withoutCase.flatMap((one) => one.findings.map((id) => [id, one] as const)));

export const whyNoCase = (finding: FindingId): WithoutCase | undefined => reasons.get(finding);
