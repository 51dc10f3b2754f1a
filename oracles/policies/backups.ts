import { policy } from './policy.ts';

const measured = 'measured on DynamoDB, as a public pull request of ExtendDB records';

/** Creating, describing, listing and deleting backups. */
export const backupPolicies = {
  backupMissingTable: policy({
    question: 'Which error does CreateBackup of a missing table give?',
    right: 'TableNotFound',
    wrong: ['ResourceNotFound'],
    findings: ['restore-parity/create-backup-missing-table', 'restore-parity/create-backup-creating-table'],
    source: measured,
  }),
  backupNameRules: policy({
    question: 'Is a BackupName held to 3 to 255 characters of [a-zA-Z0-9_.-]?',
    right: 'held',
    wrong: ['free'],
    findings: ['restore-parity/backup-name-rules'],
    source: measured,
  }),
  foreignArn: policy({
    question: 'Which error does the ARN of another account give?',
    right: 'AccessDenied',
    wrong: ['BackupNotFound'],
    findings: ['restore-parity/backup-arn-other-account'],
    source: measured,
  }),
  backupLookup: policy({
    question: 'Among which backups is an ARN looked up?',
    right: 'those-of-the-caller',
    wrong: ['those-of-all-accounts', 'those-of-all-accounts-by-id-alone'],
    findings: [
      'mongo-rfc/R3-backup-lookup-account',
      'restore-parity/cross-account-backups',
      'catalog-index/key-scoping',
      'restore-parity/backup-arn-other-account',
    ],
    findingOf: { 'those-of-all-accounts-by-id-alone': 'restore-parity/cross-account-backups' },
    source: 'measured on DynamoDB: the ARN of another account is AccessDeniedException in every variation',
  }),
  malformedArn: policy({
    question: 'Which error does a malformed BackupArn give?',
    right: 'Validation',
    wrong: ['AccessDenied', 'BackupNotFound'],
    findings: ['restore-parity/backup-arn-malformed'],
    source: measured,
  }),
  backupThroughput: policy({
    question: 'Does the description of an on-demand table in a backup hold ProvisionedThroughput?',
    right: 'zeros',
    wrong: ['left-out'],
    findings: ['restore-parity/describe-backup-provisioned-throughput'],
    source: measured,
  }),
  backupFeatures: policy({
    question: 'Does DescribeBackup list the indexes and the stream of the table?',
    right: 'listed',
    wrong: ['left-out'],
    findings: ['restore-parity/describe-backup-feature-details', 'catalog-index/feature-details-always'],
    source: measured,
  }),
  deletedBackupDescription: policy({
    question: 'How much does DeleteBackup describe?',
    right: 'the-whole-backup',
    wrong: ['its-details-only'],
    findings: ['restore-parity/delete-backup-full-description'],
    source: measured,
  }),
  backupListLimit: policy({
    question: 'Does ListBackups keep to Limit?',
    right: 'kept-to',
    wrong: ['ignored'],
    findings: ['restore-parity/list-backups-limit'],
    source: measured,
  }),
  backupListCursor: policy({
    question: 'Does a full page of ListBackups carry a cursor?',
    right: 'carried',
    wrong: ['never'],
    findings: ['restore-parity/list-backups-token'],
    source: measured,
  }),
  backupListTimes: policy({
    question: 'What becomes of a time range that ends before it begins?',
    right: 'refused',
    wrong: ['an-empty-list'],
    findings: ['restore-parity/list-backups-time-order'],
    source: measured,
  }),
  backupListTableId: policy({
    question: 'Do the summaries of ListBackups carry TableId?',
    right: 'carried',
    wrong: ['left-out'],
    findings: ['restore-parity/list-backups-table-id'],
    source: measured,
  }),
  deleteWhileRestoring: policy({
    question: 'May a backup be deleted while it is being restored?',
    right: 'BackupInUse',
    wrong: ['accepted'],
    findings: ['restore-parity/delete-backup-while-restoring'],
    source: 'AWS API reference, DeleteBackup: BackupInUseException; reproduced on ExtendDB',
  }),
};
