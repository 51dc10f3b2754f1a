/** Bugs planted in the rules, and holes of the design, each with what it breaks, or with the reason why nothing can break. */
import type { Mutant } from '../../../../language/entry.ts';
import { catalogue } from '../../../mutants.ts';
import { type Rules, rules } from './rules.ts';
import { ownGeneration } from './world.ts';

const weak = (kind: keyof Rules['waitsForMajority']): Partial<Rules> => ({
  waitsForMajority: { ...rules.waitsForMajority, [kind]: false },
});

const transactions: { readonly [id: string]: Mutant<Rules> } = {
  'tells-another-refusal': {
    ...catalogue['tells-another-refusal'],
    change: { tells: () => 'BackupNotFound' },
    expect: { breaks: ['told'] },
  },
  'late-done-drops-output': {
    title: 'a DONE that is not matched is taken for a lost claim, although an earlier one has landed since',
    change: { readsOnceMore: false },
    variant: 'done-lands-later',
    isHole: true,
    expect: { breaks: ['S1'] },
  },
  'abandons-after-60-s': {
    title: 'a registration is abandoned when its request is answered after 60 s, and may have landed',
    change: { goesOnAfterTimeout: false },
    variant: 'majority-lags',
    expect: { breaks: ['60 s'] },
  },
  'lock-seq-is-read': {
    title: 'a registration reads lock_seq of its backup instead of incrementing it',
    change: { registrationWritesBackup: false },
    variant: 'no-indexes',
    finding: 'catalog-index/mongo-lock-seq',
    expect: { breaks: ['S2', 'S3'] },
  },
  'lock-seq-is-read-by-restores': {
    title: 'two registrations of one backup read its lock_seq',
    change: { registrationWritesBackup: false },
    variant: 'two-names',
    finding: 'catalog-index/mongo-lock-seq',
    expect: { breaks: ['S4'] },
  },
  'delete-split': {
    title: 'DeleteBackup looks in one transaction and writes DELETING in another',
    change: { deleteIsOneTransaction: false },
    variant: 'no-indexes',
    finding: 'catalog-index/delete-start-atomic',
    expect: { breaks: ['S2', 'S3'] },
  },
  'delete-ignores-use': {
    ...catalogue['delete-ignores-use'],
    change: { inUseForDelete: () => false },
    variant: 'no-indexes',
    expect: { breaks: ['S2', 'S3'] },
  },
  'restore-ignores-use': {
    title: 'a registration does not look for another restore of its backup',
    change: { inUseForRestore: () => false },
    variant: 'two-names',
    finding: 'restore-parity/second-restore-in-use',
    expect: { breaks: ['S4'] },
  },
  'restore-of-deleted': {
    title: 'a registration does not ask for an AVAILABLE backup',
    change: { canBeRestored: () => true },
    variant: 'no-indexes',
    finding: 'catalog-index/mongo-lock-seq',
    expect: { breaks: ['S2', 'S3'] },
  },
  'names-not-unique': {
    title: 'no unique index holds names apart',
    change: { namesAreUnique: false },
    variant: 'two-backups',
    finding: 'restore-parity/restore-exclusion-atomic',
    expect: { breaks: ['S5'] },
  },
  'drop-before-deleting': {
    ...catalogue['drop-before-deleting'],
    change: { deletingBeforeDrop: false },
    variant: 'no-indexes',
    expect: { breaks: ['S10', 'S2', 'S3'] },
  },
  'retry-is-refused': {
    title: 'DeleteBackup on DELETING answers that there is no such backup',
    change: { retryFinishesDelete: false },
    variant: 'no-indexes',
    finding: 'catalog-index/mongo-delete-retry-liveness',
    expect: { breaks: ['L3'] },
  },
  'client-never-retries': {
    title: 'no client asks again for a delete that was interrupted',
    change: { clientRetriesDelete: false },
    variant: 'no-indexes',
    finding: 'catalog-index/mongo-delete-retry-liveness',
    isHole: true,
    expect: { breaks: ['L3'] },
  },
};

const concerns: { readonly [id: string]: Mutant<Rules> } = {
  'weak-registration': {
    title: 'a registration is answered before the majority has it',
    change: weak('registration'),
    variant: 'majority-lags',
    finding: 'restore-parity/mongo-concerns',
    expect: { breaks: ['acknowledged'] },
  },
  'weak-done': {
    title: 'a job ends before the majority has its DONE',
    change: weak('done'),
    variant: 'majority-lags',
    finding: 'restore-parity/mongo-concerns',
    expect: { breaks: ['done'] },
  },
  'weak-failed': {
    title: 'a collection is dropped before the majority has the FAILED',
    change: weak('failed'),
    variant: 'majority-lags',
    finding: 'restore-parity/mongo-concerns',
    expect: { breaks: ['S1'] },
  },
  'weak-deleting': {
    title: 'the data of a backup is dropped before the majority has DELETING',
    change: weak('deleting'),
    variant: 'majority-lags',
    finding: 'restore-parity/mongo-concerns',
    expect: { breaks: ['S10'] },
  },
  'weak-deleted': {
    title: 'a delete is answered before the majority has DELETED',
    change: weak('deleted'),
    variant: 'majority-lags',
    finding: 'restore-parity/mongo-concerns',
    expect: { breaks: ['L3'] },
  },
  'list-reads-the-primary': {
    title: 'the reconciler lists FAILED records that the majority may not have',
    change: { listReads: 'the primary' },
    variant: 'majority-lags',
    finding: 'restore-parity/mongo-concerns',
    expect: { breaks: ['S1'] },
  },
  'rolled-back-active': {
    title: 'DescribeTable reads locally, and a failover takes back the ACTIVE that it showed',
    change: { rolledBackActiveIsExcused: false },
    variant: 'majority-lags',
    isHole: true,
    expect: { breaks: ['S14'] },
  },
};

const asksForGenerationOnly = 'the fresh generation alone already fences';

const fencing: { readonly [id: string]: Mutant<Rules> } = {
  'first-heartbeat-of-host': {
    title: 'the first heartbeat is on the clock of a host that is behind by more than stale_after',
    change: { firstHeartbeatClock: 'of a host that is behind' },
    variant: 'one-restore',
    finding: 'catalog-index/mongo-first-heartbeat-clock',
    expect: { breaks: ['S8'] },
  },
  'others-jobs-are-dead': {
    ...catalogue['others-jobs-are-dead'],
    change: { listsAsDead: (table) => table.job === 'RUNNING' },
    variant: 'no-indexes',
    expect: { breaks: ['S8'] },
  },
  'failed-without-heartbeat': {
    ...catalogue['failed-without-heartbeat'],
    change: { condemns: (table, { generation }) => table.job === 'RUNNING' && table.generation === generation },
    variant: 'no-indexes',
    expect: { breaks: ['S8'] },
  },
  'failed-keeps-generation': {
    ...catalogue['failed-keeps-generation'],
    change: { failedDrawsGeneration: false },
    variant: 'no-indexes',
    expect: { breaks: ['record'] },
  },
  'done-asks-generation-only': {
    ...catalogue['done-asks-generation-only'],
    change: { doneMatches: ({ generation }) => generation === ownGeneration },
    variant: 'no-indexes',
    expect: { masked: asksForGenerationOnly, with: ['failed-keeps-generation'] },
  },
  'failed-keeps-generation+done-asks-generation-only': {
    ...catalogue['failed-keeps-generation+done-asks-generation-only'],
    together: ['failed-keeps-generation', 'done-asks-generation-only'],
    variant: 'no-indexes',
    expect: { breaks: ['S7', 'S1'] },
  },
  'beat-asks-generation-only': {
    ...catalogue['beat-asks-generation-only'],
    change: { beatMatches: ({ generation }) => generation === ownGeneration },
    variant: 'no-indexes',
    finding: 'catalog-index/stopped-owner-resumes',
    expect: { masked: asksForGenerationOnly, with: ['failed-keeps-generation'] },
  },
  'failed-keeps-generation+beat-asks-generation-only': {
    ...catalogue['failed-keeps-generation+beat-asks-generation-only'],
    together: ['failed-keeps-generation', 'beat-asks-generation-only'],
    variant: 'no-indexes',
    expect: { breaks: ['S7'] },
  },
  'own-failed-ignores-the-claim': {
    ...catalogue['own-failed-ignores-the-claim'],
    change: { failMatches: ({ status }) => status === 'CREATING' },
    variant: 'no-indexes',
    expect: { breaks: ['S7'] },
  },
  'own-failed-keeps-generation': {
    ...catalogue['own-failed-keeps-generation'],
    change: { ownFailedDrawsGeneration: false },
    variant: 'no-indexes',
    expect: { breaks: ['record'] },
  },
  'unknown-is-not-matched': {
    title: 'a DONE of unknown outcome counts as not matched, so the output is dropped',
    change: { unknownDone: 'counts as not matched' },
    variant: 'majority-lags',
    finding: 'catalog-index/status-write-unknown',
    expect: { breaks: ['S1'] },
  },
  'unknown-is-failed': {
    ...catalogue['unknown-is-failed'],
    change: { unknownDone: 'counts as failed' },
    variant: 'majority-lags',
    expect: {
      masked: 'FAILED asks for RUNNING, so it does not match where the DONE has landed, and nothing is removed',
      with: ['own-removal-without-failed'],
    },
  },
  'own-removal-without-failed': {
    ...catalogue['own-removal-without-failed'],
    change: { ownRemovalNeedsFailed: false },
    variant: 'majority-lags',
    expect: { breaks: ['S9-order'] },
  },
  'unknown-is-failed+own-removal-without-failed': {
    title: 'a DONE of unknown outcome ends in the removal of what it may have finished',
    together: ['unknown-is-failed', 'own-removal-without-failed'],
    variant: 'majority-lags',
    finding: 'catalog-index/status-write-unknown',
    expect: { breaks: ['S1', 'S6'] },
  },
};

const storage: { readonly [id: string]: Mutant<Rules> } = {
  'output-named-by-table': {
    title: 'the collection of a target has the name of the table and not its id',
    change: { outputIsNamedById: false },
    variant: 'one-name',
    finding: 'catalog-index/stopped-owner-resumes',
    expect: { breaks: ['S13'] },
  },
  'lost-output-stays': {
    title: 'a job that lost its claim leaves what $out has made',
    change: { dropsLostOutput: 'never' },
    variant: 'no-indexes',
    finding: 'catalog-index/stopped-owner-resumes',
    expect: { breaks: ['orphans'] },
  },
  'lost-output-after-beat-alone': {
    title: 'a job that learns only at DONE that its claim is lost leaves what $out has made',
    change: { dropsLostOutput: 'after a beat alone' },
    variant: 'no-indexes',
    finding: 'catalog-index/stopped-owner-resumes',
    expect: { breaks: ['orphans'] },
  },
  'crash-leaves-output': {
    title: 'the owner crashes while its $out makes the collection of a removed target again',
    change: { orphanOfCrashedOwnerIsExcused: false },
    variant: 'no-indexes',
    isHole: true,
    expect: { breaks: ['orphans'] },
  },
  'document-before-collection': {
    title: 'removal deletes the document first and drops the collection later',
    change: { collectionBeforeDocument: false },
    variant: 'no-indexes',
    finding: 'catalog-index/remove-target-conditional',
    expect: { breaks: ['orphans'] },
  },
  'removal-unconditional': {
    ...catalogue['removal-unconditional'],
    change: { canBeRemoved: ({ status }) => status !== 'absent' },
    variant: 'one-restore',
    expect: {
      masked: 'removal follows a FAILED that matched, and after FAILED no DONE can match',
      with: ['handed-over-before-done'],
    },
  },
  'handed-over-before-done+removal-unconditional': {
    title: 'the hand-over comes before DONE, and removal does not ask for CREATING',
    together: ['handed-over-before-done', 'removal-unconditional'],
    variant: 'one-restore',
    finding: 'catalog-index/remove-target-conditional',
    expect: { breaks: ['S6', 'S9'] },
  },
  'failed-not-listed': {
    ...catalogue['failed-not-listed'],
    change: { listsAsFailed: () => false },
    variant: 'no-indexes',
    expect: { breaks: ['L1', 'L1 of target 0', 'no deadlock'] },
  },
  'failed-rewritten': {
    ...catalogue['failed-rewritten'],
    change: { failedIsWrittenOnce: false },
    variant: 'no-indexes',
    expect: { breaks: ['L1 of target 0'] },
  },
};

const backfill: { readonly [id: string]: Mutant<Rules> } = {
  'handed-over-before-done': {
    title: 'the hand-over to the backfill worker and DONE are two updates',
    change: { handOver: 'before DONE' },
    variant: 'one-restore',
    finding: 'catalog-index/mongo-handover',
    expect: { breaks: ['S9', 'S9-done'] },
  },
  'active-before-done': {
    title: 'without indexes, ACTIVE and DONE are two updates',
    change: { handOver: 'before DONE' },
    variant: 'no-indexes',
    finding: 'catalog-index/done-with-flip',
    expect: { breaks: ['S9'] },
  },
  'backfill-does-not-wait': {
    title: 'the backfill worker builds the indexes of a target that was not handed over',
    change: { backfills: ({ status }) => status === 'CREATING' },
    variant: 'one-restore',
    finding: 'catalog-index/mongo-handover',
    expect: { breaks: ['S1'] },
  },
  'backfill-asks-creating-only': {
    title: 'after the backfill any CREATING target becomes ACTIVE',
    change: { activatesAfterBackfill: ({ status }) => status === 'CREATING' },
    variant: 'one-restore',
    finding: 'catalog-index/mongo-handover',
    expect: { equivalent: 'a target that was handed over is DONE, and nobody takes that back', graph: 'same' },
  },
  'backfill-fails-for-ever': {
    title: 'the backfill fails however often it is tried',
    change: { backfillSucceeds: false },
    variant: 'one-restore',
    finding: 'restore-parity/mongo-backfill-forever',
    isHole: true,
    expect: { breaks: ['L1', 'L1 of target 0'] },
  },
};

export const mutants = { ...transactions, ...concerns, ...fencing, ...storage, ...backfill };
