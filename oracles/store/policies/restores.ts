import { policy } from '../../policy.ts';

const measured = 'measured on DynamoDB, as a public pull request of ExtendDB records';

/** RestoreTableFromBackup: what it refuses, in which order, and what the restored table is. */
export const restorePolicies = {
  restoreBackupCheck: policy({
    question: 'What answers first, a missing backup or a taken target name?',
    right: 'the-backup',
    wrong: ['the-name'],
    findings: ['catalog-index/service-restore-order', 'restore-parity/wire-backup-before-name'],
    source: measured,
  }),
  restoreOverrideCheck: policy({
    question: 'What answers first, a taken target name or a refused override?',
    right: 'the-name',
    wrong: ['the-override'],
    findings: ['catalog-index/existing-name-beats-overrides'],
    source: measured,
  }),
  restoreInUseCheck: policy({
    question: 'What answers first, a taken target name or a backup in use?',
    right: 'the-name',
    wrong: ['the-backup'],
    findings: ['catalog-index/existing-name-beats-in-use'],
    source: measured,
  }),
  restoreTakenName: policy({
    question: 'Which error does a restore into an existing table give?',
    right: 'TableAlreadyExists',
    wrong: ['ResourceInUse'],
    findings: ['restore-parity/restore-existing-name'],
    source: measured,
  }),
  restoreUnfinishedName: policy({
    question: "Which error does a restore into another restore's unfinished table give?",
    right: 'TableInUse',
    wrong: ['TableAlreadyExists'],
    findings: ['restore-parity/restore-into-creating-target'],
    source: measured,
  }),
  secondRestore: policy({
    question: 'May a backup be restored a second time before the first restore has ended?',
    right: 'BackupInUse',
    wrong: ['accepted', 'BackupNotFound'],
    findings: ['restore-parity/second-restore-in-use'],
    source: measured,
  }),
  emptyIndexOverride: policy({
    question: 'What does an empty list of index overrides do?',
    right: 'no-indexes-of-that-kind',
    wrong: ['refused', 'ignored'],
    findings: ['restore-parity/override-empty-index-list'],
    source: measured,
  }),
  restoreGsis: policy({
    question: 'Does a restore keep the global indexes?',
    right: 'kept',
    wrong: ['dropped'],
    findings: ['restore-parity/cassandra-indexes-dropped', 'restore-parity/restored-data-matches'],
    source: measured,
  }),
  restoreLsis: policy({
    question: 'Does a restore keep the local indexes?',
    right: 'kept',
    wrong: ['dropped'],
    findings: ['restore-parity/cassandra-indexes-dropped', 'restore-parity/restored-data-matches'],
    source: measured,
  }),
  restoreActive: policy({
    question: 'When does a restored table become ACTIVE?',
    right: 'when-the-copy-is-complete',
    wrong: ['by-the-timer-of-a-new-table'],
    findings: ['mongo-rfc/R3-restore-race', 'mongo-rfc/R3-restore-race-postgres', 'mongo-rfc/R3-atomic-flip'],
    source: 'reproduced on ExtendDB and corrected there; AWS developer guide, restoring: CREATING until it has ended',
  }),
  restoreSummary: policy({
    question: 'Does an ACTIVE table show RestoreSummary?',
    right: 'while-CREATING-only',
    wrong: ['for-ever'],
    findings: ['restore-parity/restore-summary-absent-when-active'],
    source: measured,
  }),
  restoreTime: policy({
    question: 'What is RestoreDateTime?',
    right: 'the-time-of-the-backup',
    wrong: ['the-time-of-the-restore'],
    findings: ['restore-parity/restore-summary-datetime'],
    source: measured,
  }),
  restoreSourceArn: policy({
    question: 'Does RestoreSummary name the source table?',
    right: 'named',
    wrong: ['left-out'],
    findings: ['restore-parity/restore-summary-source-table-arn'],
    source: measured,
  }),
  restoreIndexStatus: policy({
    question: 'Which IndexStatus do global indexes show in the answer of a restore?',
    right: 'left-out',
    wrong: ['ACTIVE'],
    findings: ['restore-parity/restore-response-index-status'],
    source: measured,
  }),
  updateWhileRestoring: policy({
    question: 'May a table be changed while it is being restored?',
    right: 'refused',
    wrong: ['accepted'],
    findings: ['restore-parity/update-table-on-target'],
    source: measured,
  }),
  deleteTargetWhileRestoring: policy({
    question: 'May a table be deleted while it is being restored?',
    right: 'ResourceInUse',
    wrong: ['accepted'],
    findings: ['restore-parity/delete-table-on-creating-target'],
    source: 'AWS API reference, DeleteTable: ResourceInUseException while CREATING; reproduced on ExtendDB',
  }),
};
