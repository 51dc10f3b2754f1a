/** Findings about DynamoDB requests and answers that no policy reproduces. */
import type { UncoveredFindings } from './uncovered-findings.ts';

export const requests: readonly UncoveredFindings[] = [
  {
    reason: 'The oracle has no principals and no IAM policies: an account may do everything that is its own.',
    findings: [
      'restore-parity/backup-arn-authz-trim',
      'restore-parity/authz-resource',
      'restore-parity/authz-restore-item-actions',
      'restore-parity/authz-both-spellings',
    ],
  },
  {
    reason: 'A request is carried out in one step, before anyone could hang up: there is no connection to lose.',
    findings: [
      'restore-parity/restore-survives-disconnect',
      'restore-parity/restore-disconnect-sqlite-lock',
      'restore-parity/restore-disconnect-before-response',
      'restore-parity/disconnect-during-auth',
      'restore-parity/mongo-registration-timeout',
    ],
  },
  {
    reason: 'It concerns the start, the configuration or the log of one product.',
    findings: [
      'mongo-rfc/R3-encryption-key',
      'mongo-rfc/R3-serialize-secret',
      'mongo-rfc/R3-guards-all-clients',
      'restore-parity/server-region-warning',
      'catalog-index/invalid-server-region',
      'kv-provider/no-credential-log',
    ],
  },
  {
    reason:
      'It concerns rows of a database that cannot be read, or were written by another build; the oracle has objects.',
    findings: [
      'restore-parity/describe-backup-unknown-version',
      'restore-parity/delete-backup-tolerates-unreadable',
      'restore-parity/old-ids-resolve',
      'catalog-index/summary-tolerant',
      'catalog-index/delete-row-description-first',
    ],
  },
  {
    reason:
      'Backups are kept in one place: there is no second store or index to fall back to, to merge with or to miss.',
    findings: ['catalog-index/list-merge', 'catalog-index/read-fallback', 'catalog-index/other-store-rows'],
  },
  {
    reason: 'A server of the oracle has one region for its life, so no ARN bears an earlier one.',
    findings: ['restore-parity/cursor-earlier-region', 'restore-parity/backup-arn-other-region'],
  },
  {
    reason:
      'DynamoDB has no such feature, so no answer of it could be wrong: vectors, and indexes that lag by a delay.',
    findings: [
      'restore-parity/create-backup-vector-refused',
      'restore-parity/override-vector',
      'restore-parity/cass-ttl-async-gsi',
      'catalog-index/ttl-text-mismatch',
    ],
  },
  {
    reason: 'A design of ExtendDB where DynamoDB was not measured, or does otherwise; the oracle follows DynamoDB.',
    findings: [
      'restore-parity/cursor-deleted',
      'restore-parity/override-gsi-on-demand',
      'restore-parity/list-backups-last-page-cursor',
      'restore-parity/create-backup-blocks',
      'catalog-index/sqlite-abandoned-no-tombstone',
    ],
  },
  {
    reason: 'DynamoDB cannot come to this state: a provisioned table has no global index without throughput.',
    findings: ['restore-parity/provisioned-gsi-without-throughput'],
  },
  {
    reason: 'The answer of DynamoDB is not known, so none can be called wrong.',
    findings: [
      'restore-parity/restore-response-gsi-decreases',
      'restore-parity/override-provisioned-backup-case',
      'restore-parity/override-provisioned-entry-omits',
      'restore-parity/override-duplicate-nonkey',
    ],
  },
  {
    reason: 'It is of the inside of one database: its locks, its lag, its races, its limits as documented.',
    findings: [
      'restore-parity/pg-drop-blocked',
      'restore-parity/mongo-backup-not-pit',
      'restore-parity/cassandra-backup-not-pit',
      'restore-parity/mongo-delete-error-late-effect',
      'restore-parity/cass-ttl-indexes-in-use',
      'restore-parity/cass-account-race',
      'catalog-index/mongo-majority-lag',
    ],
  },
  {
    reason: 'It tells a harness what to wait for, or code what not to hold; no answer is wrong by it.',
    findings: [
      'mongo-rfc/R3-restore-small-blind',
      'restore-parity/no-pitr-restore',
      'restore-parity/restore-active-on-response',
      'catalog-index/continuous-backups-window',
      'catalog-index/create-response-status',
      'catalog-index/measured-matches',
    ],
  },
  {
    reason: 'The oracle answers so, and no backend has been seen to answer otherwise.',
    findings: ['mongo-rfc/VC-lsi-immutable', 'restore-parity/gsi-throughput-on-ppr'],
  },
];
