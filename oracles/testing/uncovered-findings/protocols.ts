/** Findings about backup and restore jobs: their ownership, and recovery when the owner fails. */
import type { UncoveredFindings } from './uncovered-findings.ts';

export const protocols: readonly UncoveredFindings[] = [
  {
    reason:
      'It is of the job rows in a catalog that servers share: claims, generations, heartbeats, conditional writes of a status. A job of the oracle is a callback on its own clock, which nobody else can own, fail or take over; the models of these protocols plant it.',
    findings: [
      'restore-parity/restore-exclusion-atomic',
      'restore-parity/restore-vs-delete-measured',
      'restore-parity/heartbeat-loss-stops-copy',
      'restore-parity/abandoned-predicate',
      'catalog-index/target-key',
      'catalog-index/claim-backup',
      'catalog-index/generation-range',
      'catalog-index/status-write-conditional',
      'catalog-index/status-write-unknown',
      'catalog-index/delete-start-atomic',
      'catalog-index/delete-start-status',
      'catalog-index/remove-row-guard',
      'catalog-index/remove-target-conditional',
      'catalog-index/dead-listing-rule',
      'catalog-index/fail-conditional',
      'catalog-index/fail-fresh-generation',
      'catalog-index/no-second-failed',
      'catalog-index/done-with-flip',
      'catalog-index/failed-before-removal',
      'catalog-index/two-servers-one-claim',
      'catalog-index/delete-restore-620',
      'catalog-index/stopped-owner-resumes',
      'catalog-index/fenced-copy-stops',
      'catalog-index/claim-races-clock',
      'catalog-index/no-production-caller',
    ],
  },
  {
    reason:
      'It is of the reconciler, which clears up after servers that stopped. The oracle is one process whose state ends with it: no job outlives its owner.',
    findings: [
      'restore-parity/abandoned-removed',
      'restore-parity/abandoned-postgres-timing',
      'restore-parity/abandoned-mongo-cassandra-timing',
      'restore-parity/abandoned-logged',
      'catalog-index/reconciler-skip-unreadable',
      'catalog-index/reconciler-manifest-left',
      'catalog-index/reconciler-maintenance',
      'catalog-index/reconciler-cycle',
      'catalog-index/staleness-config',
      'catalog-index/worker-lateness',
    ],
  },
  {
    reason:
      'It is of PostgreSQL: advisory locks, sessions, poolers, snapshots, row counts of an update. The oracle has one thread and no session: nothing is read between two steps of a request.',
    findings: [
      'restore-parity/pg-lock-heartbeat',
      'restore-parity/pg-pooler',
      'restore-parity/pg-snapshot-barrier',
      'restore-parity/pg-batch-commit',
      'restore-parity/pg-idle-timeout-best-effort',
      'restore-parity/pg-lock-connection-error',
      'restore-parity/pg-catalog-snapshot',
      'catalog-index/claim-postgres',
      'catalog-index/done-row-count',
      'catalog-index/postgres-restore-registration',
      'catalog-index/postgres-session-kill',
    ],
  },
  {
    reason:
      'It is of SQLite: the write lock of its file, row ids as a cursor, slots that a process holds, what it does when it starts again. The oracle has no file and never starts again.',
    findings: [
      'restore-parity/sqlite-backup-write-lock',
      'restore-parity/sqlite-rowid-cursor',
      'restore-parity/sqlite-sweep-startup',
      'catalog-index/claim-sqlite',
      'catalog-index/sqlite-restart-ages',
      'catalog-index/sqlite-restart-window',
      'catalog-index/sqlite-slot-liveness',
      'catalog-index/sqlite-abandoned-create-window',
      'catalog-index/sqlite-heartbeat-running',
    ],
  },
  {
    reason:
      'It is of MongoDB: claims on documents, $out, error labels, read and write concerns, session transactions, two servers on one catalog. The oracle commits in memory, at once, and is alone.',
    findings: [
      'mongo-rfc/C3-unknown-commit',
      'restore-parity/mongo-delete-no-release-after-drop',
      'restore-parity/mongo-concerns',
      'restore-parity/mongo-claim-span',
      'restore-parity/mongo-heartbeat-immediate',
      'restore-parity/mongo-sweep-respects-restore',
      'restore-parity/mongo-stall-window',
      'restore-parity/mongo-crash-during-out',
      'restore-parity/mongo-two-processes-sweep',
      'restore-parity/mongo-drop-guard',
      'restore-parity/mongo-fixed-databases',
      'restore-parity/mongo-release-atomic',
      'catalog-index/claim-mongo',
      'catalog-index/mongo-first-heartbeat-clock',
      'catalog-index/mongo-lock-seq',
      'catalog-index/mongo-delete-order',
      'catalog-index/mongo-delete-retry-liveness',
      'catalog-index/mongo-handover',
      'catalog-index/mongo-out-orphan',
      'catalog-index/mongo-other-instance-live',
    ],
  },
  {
    reason:
      'It is of Cassandra: lightweight transactions, several rows for one backup, beats that fail, buckets of items. A backup of the oracle is one object, and what refers to it is looked up when it is asked for.',
    findings: [
      'restore-parity/cass-heartbeat-start',
      'restore-parity/cass-lwt-registration',
      'restore-parity/cass-hung-copy',
      'catalog-index/claim-cassandra',
      'catalog-index/cass-heartbeat-condition',
      'catalog-index/cass-three-errors',
      'catalog-index/cass-bucket-poll',
      'catalog-index/cass-fence-create',
      'catalog-index/cass-index-row-skip',
      'catalog-index/cass-delete-race',
      'catalog-index/cass-removal-resume',
      'catalog-index/cass-orphan-status',
      'catalog-index/cass-active-restores-leak',
    ],
  },
  {
    reason:
      'It is of a deletion under way. DeleteBackup takes no time in the oracle, as none was seen on the service: a backup is there, or it is not.',
    findings: [
      'restore-parity/restore-during-delete',
      'restore-parity/mongo-delete-delete',
      'catalog-index/restore-during-delete-unified',
    ],
  },
  {
    reason:
      'It is of sequence numbers drawn apart from the commit that they number, or from a counter of their own. The oracle draws one in the step that stores the record: none can become visible late, and no counter can be damaged.',
    findings: ['mongo-rfc/C4', 'mongo-rfc/C4-redraw', 'mongo-rfc/m5', 'mongo-rfc/R2-nb-shared-session'],
  },
  {
    reason:
      'It is of a crash between two writes of one request, or of a lock around two reads. The oracle carries a request out in one step, and cannot stop in the middle of it.',
    findings: ['mongo-rfc/VC-write-atomicity', 'mongo-rfc/m1', 'mongo-rfc/m11', 'restore-parity/nonkey-100-race'],
  },
  {
    reason:
      'Its mutant takes a bound of a product away, and that is what DynamoDB does: it has none that a test could meet. The bounds themselves are planted as `jobBound`.',
    findings: [
      'restore-parity/sqlite-backup-admission',
      'restore-parity/mongo-admission',
      'catalog-index/single-bound-not-per-account',
      'catalog-index/sqlite-slot-no-wait',
      'catalog-index/limit-text',
    ],
  },
  {
    reason: 'It is of a pool of database connections that jobs and requests share. The oracle has no connections.',
    findings: [
      'restore-parity/mongo-wedge',
      'restore-parity/sqlite-pool-clamp',
      'restore-parity/cass-driver-stream-ids',
      'catalog-index/pg-pool-raise',
    ],
  },
];
