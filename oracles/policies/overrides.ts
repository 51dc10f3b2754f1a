import { policy } from './policy.ts';

const measured = 'measured on DynamoDB, as a public pull request of ExtendDB records';

/** Overrides of a restore, and the other checks and answers of a restore. */
export const overridePolicies = {
  overriddenAttributes: policy({
    question: 'What becomes of attribute definitions that only left-out indexes used?',
    right: 'left-out-too',
    wrong: ['kept'],
    findings: ['restore-parity/override-index-subset'],
    source: measured,
  }),
  overriddenIndexUnits: policy({
    question: 'Which throughput has a global index that an override lists?',
    right: 'that-of-the-override',
    wrong: ['that-of-the-backup'],
    findings: ['restore-parity/override-gsi-throughput'],
    source: measured,
  }),
  overriddenProjection: policy({
    question: 'Which projection has an index whose override gives another than the backup?',
    right: 'that-of-the-override',
    wrong: ['that-of-the-backup'],
    findings: ['restore-parity/override-projection-change'],
    source:
      'taken from otherIndexOverride: a list that redefines indexes redefines projections; a design of ExtendDB refuses it',
  }),
  otherIndexOverride: policy({
    question: 'May an override list an index that the backup has not, or has with other keys?',
    right: 'accepted',
    wrong: ['refused'],
    findings: ['restore-parity/override-unknown-index'],
    source: 'measured on DynamoDB, as a public pull request of ExtendDB records; another passage of it says otherwise',
  }),
  overriddenBilling: policy({
    question: 'May a restore override the billing mode?',
    right: 'accepted',
    wrong: ['refused'],
    findings: ['restore-parity/override-billing-mode'],
    source: measured,
  }),
  overriddenUnits: policy({
    question: 'What becomes of an override of throughput where the table is on demand?',
    right: 'refused',
    wrong: ['accepted'],
    findings: ['restore-parity/override-throughput-contradiction'],
    source: measured,
  }),
  provisionedIndexUnits: policy({
    question: 'What becomes of a global index without throughput where the billing mode is overridden to PROVISIONED?',
    right: 'refused',
    wrong: ['takes-that-of-the-table'],
    findings: ['restore-parity/override-provisioned-gsi-missing'],
    source: measured,
  }),
  sameOverride: policy({
    question: 'May an override say what the backup says?',
    right: 'accepted',
    wrong: ['refused'],
    findings: ['restore-parity/override-roundtrip-describe'],
    source: 'reproduced on ExtendDB and corrected there; the console passes such overrides',
  }),
  restoreValidation: policy({
    question: 'By which rules is the definition of a restored table checked?',
    right: 'those-of-CreateTable',
    wrong: ['none'],
    findings: ['restore-parity/stored-definition-revalidated', 'restore-parity/engine-resolves-backup'],
    source:
      'AWS API reference, CreateTable: the limits of indexes; reproduced on ExtendDB for what a stored definition may hold',
  }),
  restoreNameCheck: policy({
    question: 'What answers first, a foreign BackupArn or a malformed target name?',
    right: 'the-arn',
    wrong: ['the-name'],
    findings: ['restore-parity/arn-before-target-name'],
    source: measured,
  }),
  restoreStateCheck: policy({
    question: 'What answers first, a backup that is still CREATING or a taken target name?',
    right: 'the-backup',
    wrong: ['the-name'],
    findings: ['catalog-index/row-state-first'],
    source: 'a design of ExtendDB; the order on DynamoDB is not measured',
  }),
  restoreAnswer: policy({
    question: 'When does a restore answer?',
    right: 'before-the-copy',
    wrong: ['after-the-copy'],
    findings: ['restore-parity/restore-async-response'],
    source:
      'reproduced on ExtendDB and corrected there; AWS API reference, RestoreTableFromBackup: the table is CREATING',
  }),
  restoreDecreases: policy({
    question: 'Does the answer of a restore hold NumberOfDecreasesToday of the table?',
    right: 'left-out',
    wrong: ['shown'],
    findings: ['restore-parity/restore-response-decreases'],
    source: measured,
  }),
  restoreBillingTime: policy({
    question: 'Does the answer of a restore hold LastUpdateToPayPerRequestDateTime?',
    right: 'left-out',
    wrong: ['shown'],
    findings: ['restore-parity/restore-response-ppr-datetime'],
    source: measured,
  }),
  createIntoTarget: policy({
    question: 'May a table be created under the name of an unfinished restore?',
    right: 'ResourceInUse',
    wrong: ['accepted'],
    findings: ['restore-parity/create-table-into-target'],
    source: 'reproduced on ExtendDB; AWS API reference, CreateTable: ResourceInUseException for a name that is taken',
  }),
  inUseText: policy({
    question: 'What does the refusal of a backup in use name?',
    right: 'the-backup',
    wrong: ['the-table'],
    findings: ['catalog-index/in-use-text'],
    source: measured,
  }),
};
