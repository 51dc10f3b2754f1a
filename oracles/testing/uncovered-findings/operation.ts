/** Findings about texts, settings, migrations and tests rather than a store's answers. */
import type { UncoveredFindings } from './uncovered-findings.ts';

export const operation: readonly UncoveredFindings[] = [
  {
    reason:
      'Equivalent: clients go by what follows the number sign of `__type`, and what stands before it differs between the services that are known to be right. The server of the oracle sends those of DynamoDB, and a test of it holds them.',
    findings: ['restore-parity/error-type-namespace'],
  },
  {
    reason:
      'Equivalent: backups are looked up by account and ARN together, so two accounts with one backup id would be answered as before.',
    findings: ['catalog-index/backup-id-unique'],
  },
  {
    reason:
      'It is of reads of a database that fail, and of backups that another store holds. The oracle reads from memory, and backups are kept in one place.',
    findings: [
      'restore-parity/describe-backup-db-failure',
      'restore-parity/backup-error-mapping',
      'catalog-index/delete-in-use-before-store',
    ],
  },
  {
    reason:
      'The answer of DynamoDB is not known, so none can be called wrong; cases say so by `inferred`, or not at all.',
    findings: [
      'restore-parity/two-validation-errors-order',
      'restore-parity/backup-arn-text-pairing',
      'catalog-index/in-use-vs-overrides-order',
      'catalog-index/restore-of-creating-backup',
      'restore-parity/mongo-in-use-texts',
    ],
  },
  {
    reason: 'It sums up others, each of which is a policy of its own.',
    findings: ['mongo-rfc/M6'],
  },
  {
    reason:
      'It is of migrations, of the start of a server on a catalog, and of what commands print. The oracle begins empty and has no schema to migrate.',
    findings: [
      'restore-parity/cass-unmigrated',
      'restore-parity/catalog-guard-unparsable',
      'restore-parity/serve-missing-migration',
      'restore-parity/serve-shape-lock-timeout',
      'restore-parity/sqlite-shape-refused',
      'restore-parity/migrate-exit-codes',
      'restore-parity/migrate-data-db',
      'restore-parity/migrate-error-line',
      'restore-parity/migrate-cassandra-auth',
      'restore-parity/migration-number-clash',
      'restore-parity/old-backups-restore',
      'catalog-index/migration-backfill',
      'catalog-index/catalog-id-once',
      'catalog-index/mongo-register-before-repair',
      'catalog-index/migration-rerun',
      'catalog-index/migration-gates',
    ],
  },
  {
    reason: 'It is of cost, of health, of logs or of the end of a process: no answer of DynamoDB is wrong by it.',
    findings: [
      'restore-parity/creating-read-cost',
      'restore-parity/cass-copy-lwt-slow',
      'restore-parity/cass-workers-shutdown',
      'restore-parity/health-liveness',
      'restore-parity/list-backups-in-memory',
      'restore-parity/sqlite-real-pk',
      'mongo-rfc/R2-nb-docs-version',
    ],
  },
  {
    reason: 'A store may be stronger than DynamoDB promises, which no answer can show to be wrong.',
    findings: ['mongo-rfc/R2-nb-gsi-strong'],
  },
  {
    reason: 'It tells the tests of a product, or the observer of one, how not to deceive themselves.',
    findings: [
      'mongo-rfc/R2-5-harness-lifecycle',
      'mongo-rfc/R3-oracle-scan-errors',
      'mongo-rfc/R3-oracle-live',
      'mongo-rfc/R3-ci-coverage',
      'mongo-rfc/R3-harness-isolation',
      'mongo-rfc/R3-throttle-noise',
      'restore-parity/first-read-oracle',
      'restore-parity/probe-window-oracle',
      'restore-parity/mutant-per-check',
      'catalog-index/live-tests-in-ci',
      'catalog-index/mutation-score',
    ],
  },
];
