import { policy } from './policy.ts';

const reference = 'AWS API reference, IndexStatus: CREATING, then ACTIVE';

/** What tables, indexes and backups leave behind, and whether their transitions finish. */
export const lifecyclePolicies = {
  firstRead: policy({
    question: 'Does the first read after ACTIVE work when an earlier one came too soon?',
    right: 'it-works',
    wrong: ['absent-for-five-seconds-more'],
    findings: ['restore-parity/first-read-after-active'],
    source: 'measured on DynamoDB, as a public pull request of ExtendDB records',
  }),
  droppedIndexRows: policy({
    question: 'What becomes of the rows of an index when its table or the index goes?',
    right: 'they-go-too',
    wrong: ['kept-under-their-names'],
    findings: ['mongo-rfc/m7', 'mongo-rfc/R2-nb-index-orphans'],
    source: 'AWS API reference, DeleteTable: any indexes on that table are also deleted',
  }),
  emptyBackfill: policy({
    question: 'Does the backfill of an index end when there is nothing to take up?',
    right: 'it-ends',
    wrong: ['it-stays-creating'],
    findings: ['mongo-rfc/R3-gsi-backfill-stuck'],
    source: reference,
  }),
  restoredIndexes: policy({
    question: 'Does the restore of a table with global indexes end?',
    right: 'it-ends',
    wrong: ['it-stays-creating'],
    findings: ['restore-parity/mongo-backfill-forever'],
    source: reference,
  }),
  indexUnits: policy({
    question: 'Does DescribeTable report the throughput of a global index?',
    right: 'reported',
    wrong: ['left-out', 'without-the-decreases'],
    findings: ['restore-parity/cass-gsi-throughput', 'restore-parity/sqlite-gsi-throughput-shape'],
    findingOf: { 'without-the-decreases': 'restore-parity/sqlite-gsi-throughput-shape' },
    source: 'AWS API reference, GlobalSecondaryIndexDescription, ProvisionedThroughput',
  }),
  backupSize: policy({
    question: 'Which size does a backup report?',
    right: 'that-of-its-items',
    wrong: ['zero'],
    findings: ['restore-parity/mongo-size-zero'],
    source: 'AWS API reference, BackupDetails, BackupSizeBytes',
  }),
  backupMoment: policy({
    question: 'Of how many moments is what a backup holds?',
    right: 'of-one',
    wrong: ['of-two'],
    findings: ['restore-parity/sql-backup-pit'],
    source: 'measured on the PostgreSQL and SQLite backends of ExtendDB, as a public pull request records',
  }),
  largeBackfill: policy({
    question: 'What becomes of the backfill of an index when the table holds more than a few items?',
    right: 'it-ends',
    wrong: ['it-stays-creating'],
    findings: ['restore-parity/cass-gsi-batch-too-large'],
    source:
      'AWS developer guide, adding a global secondary index: the index is backfilled from the table, whatever its size',
  }),
};
