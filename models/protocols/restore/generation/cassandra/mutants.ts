/** Bugs planted in the rules, and holes of the design, each with what it breaks, or with the reason why nothing can break. */
import type { Mutant } from '../../../../language/entry.ts';
import { catalogue } from '../../../mutants.ts';
import type { Rules } from './rules.ts';
import { ownGeneration } from './world.ts';

const registration: { readonly [id: string]: Mutant<Rules> } = {
  'tells-another-refusal': {
    ...catalogue['tells-another-refusal'],
    change: { tells: () => 'BackupNotFound' },
    variant: 'two-names',
    expect: { breaks: ['told'] },
  },
  'registration-ignores-marker': {
    title: 'K1 does not ask for a backup without an active restore',
    change: { registrationAsksForNoMarker: false },
    variant: 'two-names',
    finding: 'restore-parity/cass-lwt-registration',
    expect: { breaks: ['S4'] },
  },
  'registration-ignores-status': {
    title: 'K1 does not ask for an AVAILABLE backup',
    change: { registrationAsksForAvailable: false },
    variant: 'k2-first',
    finding: 'restore-parity/cass-lwt-registration',
    expect: { breaks: ['S2', 'S3'] },
  },
  'lost-marker-says-in-use': {
    title: 'with the marker first, a restore that lost it is told BackupInUse, although nobody else uses the backup',
    change: { lostMarkerIsExcused: false },
    variant: 'k1-first',
    finding: 'catalog-index/cass-active-restores-leak',
    isHole: true,
    expect: { breaks: ['answers'] },
  },
  'late-done-not-known': {
    title: 'a DONE that is not applied is taken for a lost claim, although an earlier one has landed since',
    change: { looksAtReturnedRow: false },
    variant: 'unknown-delete',
    finding: 'catalog-index/status-write-unknown',
    isHole: true,
    expect: { breaks: ['stop'] },
  },
  'refused-delete-takes-effect': {
    title: 'a delete is refused for a restore, and its DELETING that was on its way lands when that is over',
    change: { lateDeletingIsExcused: false },
    variant: 'unknown-delete',
    finding: 'catalog-index/status-write-unknown',
    isHole: true,
    expect: { breaks: ['refused'] },
  },
  'insert-unconditional': {
    title: 'K2 inserts the row whether or not the name is taken',
    change: { insertIsConditional: false },
    variant: 'two-backups',
    finding: 'restore-parity/restore-exclusion-atomic',
    expect: { breaks: ['S5'] },
  },
  'nobody-clears': {
    title: 'nobody clears a marker that a crash or a removal has left behind',
    change: { anyoneClears: false },
    variant: 'k2-first',
    finding: 'catalog-index/cass-active-restores-leak',
    expect: { breaks: ['L1', 'L2 of target 0'] },
  },
  'nobody-clears-k1-first': {
    title: 'the marker first, and nobody clears one that a crash has left behind',
    change: { anyoneClears: false },
    variant: 'k1-first',
    finding: 'catalog-index/cass-active-restores-leak',
    expect: { breaks: ['L1', 'L2 of target 0'] },
  },
  'clears-while-creating': {
    title: 'a marker is cleared however its target is',
    change: { canBeCleared: () => true },
    variant: 'k2-first',
    finding: 'catalog-index/cass-active-restores-leak',
    expect: { breaks: ['S2', 'S3'] },
  },
  'k1-first-without-another-look': {
    title: 'the marker first, cleared where its target is absent, and the owner does not look at it again after K2',
    change: { confirms: 'not at all' },
    variant: 'k1-first',
    finding: 'catalog-index/cass-active-restores-leak',
    expect: { breaks: ['S2', 'S3'] },
  },
  'k1-first-without-another-look-two-names': {
    title: 'the marker first, cleared where its target is absent, no other look after K2, and a second restore',
    change: { confirms: 'not at all' },
    variant: 'two-names-k1-first',
    finding: 'catalog-index/cass-active-restores-leak',
    expect: { breaks: ['S4'] },
  },
  'k1-first-with-a-read': {
    title: 'the marker first, cleared where its target is absent, and the owner reads it again after K2',
    change: { confirms: 'by a read' },
    variant: 'k1-first',
    finding: 'catalog-index/cass-active-restores-leak',
    isHole: true,
    expect: { breaks: ['S2', 'S3'] },
  },
  'k1-first-with-a-read-two-names': {
    title: 'the marker first, cleared where its target is absent, read again after K2, and a second restore',
    change: { confirms: 'by a read' },
    variant: 'two-names-k1-first',
    finding: 'catalog-index/cass-active-restores-leak',
    isHole: true,
    expect: { breaks: ['S4'] },
  },
  'clears-what-was-confirmed': {
    title: 'the marker first, and it is cleared as seen even if its owner has confirmed it since',
    change: { clearMatches: ({ isActive }) => isActive },
    variant: 'k1-first',
    finding: 'catalog-index/cass-active-restores-leak',
    expect: { breaks: ['S2', 'S3'] },
  },
};

const asksForGenerationOnly = 'the fresh generation alone already fences';

const job: { readonly [id: string]: Mutant<Rules> } = {
  'beats-after-schema': {
    title: 'the heartbeat starts only after the schema step',
    change: { startsBeating: 'after the schema step' },
    variant: 'k2-first',
    finding: 'restore-parity/cass-heartbeat-start',
    expect: { breaks: ['S8'] },
  },
  'beat-outlives-copy': {
    title: 'the heartbeat goes on after its copy has died',
    change: { beatOutlivesCopy: true },
    variant: 'k2-first',
    finding: 'restore-parity/cass-heartbeat-start',
    expect: { breaks: ['L1 of target 0'] },
  },
  'copy-hangs': {
    title: 'the copy hangs, and its process lives and beats',
    change: { copyHangs: true },
    variant: 'k2-first',
    finding: 'restore-parity/cass-hung-copy',
    isHole: true,
    expect: { breaks: ['L1 of target 0'] },
  },
  'beat-asks-creating-only': {
    title: 'a beat asks for a CREATING target and not for RUNNING or the generation',
    change: { beatMatches: ({ status }) => status === 'CREATING' },
    variant: 'k2-first',
    finding: 'catalog-index/cass-heartbeat-condition',
    expect: { breaks: ['S7', 'late writes'] },
  },
  'beat-ignores-status': {
    title: 'a beat asks for RUNNING and not for a CREATING target',
    change: { beatMatches: ({ job, generation }) => job === 'RUNNING' && generation === ownGeneration },
    variant: 'k2-first',
    finding: 'catalog-index/cass-heartbeat-condition',
    expect: {
      equivalent: 'a target is claimed to DELETING only after FAILED, so none is DELETING and RUNNING',
      graph: 'same',
    },
  },
  'lost-beat-is-ignored': {
    title: 'a copy whose beat did not apply goes on',
    change: { stopsWithoutBeat: false },
    variant: 'k2-first',
    finding: 'restore-parity/heartbeat-loss-stops-copy',
    expect: { breaks: ['late writes'] },
  },
  'one-failed-beat-stops': {
    title: 'a job stops at the first beat that fails',
    change: { failedBeatsToStop: 1 },
    variant: 'beats-fail',
    finding: 'catalog-index/cass-three-errors',
    expect: { breaks: ['three'] },
  },
  'four-failed-beats-stop': {
    title: 'a job stops only at the fourth beat in a row that fails',
    change: { failedBeatsToStop: 4 },
    variant: 'beats-fail',
    finding: 'catalog-index/cass-three-errors',
    expect: { breaks: ['three'] },
  },
  'active-before-done': {
    ...catalogue['active-before-done'],
    change: {
      doneAndActive: 'ACTIVE first',
      doneMatches: ({ job, generation }) => job === 'RUNNING' && generation === ownGeneration,
    },
    variant: 'k2-first',
    expect: { breaks: ['S9'] },
  },
  'failed-keeps-generation': {
    ...catalogue['failed-keeps-generation'],
    change: { failedDrawsGeneration: false },
    variant: 'k2-first',
    expect: { breaks: ['record'] },
  },
  'done-asks-generation-only': {
    ...catalogue['done-asks-generation-only'],
    change: { doneMatches: ({ status, generation }) => status === 'CREATING' && generation === ownGeneration },
    variant: 'k2-first',
    expect: { masked: asksForGenerationOnly, with: ['failed-keeps-generation'] },
  },
  'failed-keeps-generation+done-asks-generation-only': {
    ...catalogue['failed-keeps-generation+done-asks-generation-only'],
    together: ['failed-keeps-generation', 'done-asks-generation-only'],
    variant: 'k2-first',
    expect: { breaks: ['S7'] },
  },
  'own-failed-ignores-the-claim': {
    ...catalogue['own-failed-ignores-the-claim'],
    change: { failMatches: ({ status }) => status === 'CREATING' },
    variant: 'k2-first',
    expect: { breaks: ['S7'] },
  },
  'own-failed-keeps-generation': {
    ...catalogue['own-failed-keeps-generation'],
    change: { ownFailedDrawsGeneration: false },
    variant: 'k2-first',
    expect: { breaks: ['record'] },
  },
  'inserts-again': {
    title: 'an owner that finds no row after an insert without an answer inserts it again, under the same table id',
    change: { afterLostInsert: 'inserts again' },
    variant: 'unknown-outcomes',
    finding: 'catalog-index/status-write-unknown',
    expect: { breaks: ['S9-order', 'S6', 'S1'] },
  },
  'unknown-is-failed': {
    ...catalogue['unknown-is-failed'],
    change: { unknownDone: 'counts as failed' },
    variant: 'unknown-outcomes',
    expect: { breaks: ['place', 'stop'] },
  },
  'own-removal-without-failed': {
    title: 'a failing owner claims its target to DELETING before FAILED is written',
    change: { failedBeforeOwnRemoval: false },
    variant: 'k2-first',
    finding: 'catalog-index/failed-before-removal',
    expect: { breaks: ['S9-order', 'L1', 'L1 of target 0'] },
  },
  'schema-after-removal': {
    title: 'the schema step of a job whose target was removed makes tables that nobody drops',
    change: { lateSchemaIsExcused: false },
    variant: 'k2-first',
    isHole: true,
    expect: { breaks: ['orphans'] },
  },
};

const deletes: { readonly [id: string]: Mutant<Rules> } = {
  'claim-ignores-marker': {
    title: 'E2 does not ask for a backup without an active restore',
    change: { claimAsksForNoMarker: false },
    variant: 'k2-first',
    finding: 'catalog-index/cass-delete-race',
    expect: { breaks: ['S2', 'S3'] },
  },
  'claim-ignores-status': {
    title: 'E2 does not ask for an AVAILABLE backup',
    change: { claimAsksForAvailable: false },
    variant: 'k2-first',
    finding: 'catalog-index/delete-start-status',
    expect: { equivalent: 'there is one delete, so what E1 saw as AVAILABLE stays so until its E2', graph: 'same' },
  },
  'drop-before-deleting': {
    ...catalogue['drop-before-deleting'],
    change: { deletingBeforeDrop: false },
    variant: 'k2-first',
    finding: 'catalog-index/delete-start-atomic',
    expect: { breaks: ['S10', 'S2', 'S3'] },
  },
  'deletes-are-not-finished': {
    title: 'nobody finishes a delete that was interrupted',
    change: { finishesDeletes: false },
    variant: 'k2-first',
    finding: 'catalog-index/reconciler-cycle',
    expect: { breaks: ['L3'] },
  },
};

const reconciler: { readonly [id: string]: Mutant<Rules> } = {
  'lists-creating-only': {
    title: 'the reconciler lists CREATING targets and not those whose removal r1 began',
    change: { listsHalfRemoved: () => false },
    variant: 'k2-first',
    finding: 'catalog-index/cass-removal-resume',
    expect: { breaks: ['L1', 'L1 of target 0'] },
  },
  'failed-not-listed': {
    title: 'FAILED records with a CREATING target are not listed',
    change: { listsAsFailed: () => false },
    variant: 'k2-first',
    finding: 'catalog-index/dead-listing-rule',
    expect: { breaks: ['L1', 'L1 of target 0'] },
  },
  'failed-rewritten': {
    ...catalogue['failed-rewritten'],
    change: { failedIsWrittenOnce: false },
    variant: 'k1-first',
    expect: { breaks: ['L1 of target 0'] },
  },
  'others-jobs-are-dead': {
    ...catalogue['others-jobs-are-dead'],
    change: { listsAsDead: ({ status, job }) => status === 'CREATING' && job === 'RUNNING' },
    variant: 'k2-first',
    finding: 'catalog-index/dead-listing-rule',
    expect: { breaks: ['S8'] },
  },
  'failed-without-heartbeat': {
    ...catalogue['failed-without-heartbeat'],
    change: {
      condemns: ({ status, job, generation }, listed) =>
        status === 'CREATING' && job === 'RUNNING' && generation === listed.generation,
    },
    variant: 'k2-first',
    expect: { breaks: ['S8'] },
  },
  'removal-unconditional': {
    title: 'r1 does not ask for CREATING',
    change: { canBeRemoved: ({ status }) => status !== 'absent' },
    variant: 'k2-first',
    finding: 'catalog-index/remove-target-conditional',
    expect: {
      masked: 'removal follows a FAILED that matched, and after FAILED no DONE can match',
      with: ['done-asks-generation-only'],
    },
  },
  'failed-keeps-generation+done-asks-generation-only+removal-unconditional': {
    title: 'DONE matches after FAILED, and r1 does not ask for CREATING',
    together: ['failed-keeps-generation', 'done-asks-generation-only', 'removal-unconditional'],
    variant: 'k2-first',
    finding: 'catalog-index/remove-target-conditional',
    expect: { breaks: ['S6', 'S7'] },
  },
};

export const mutants = { ...registration, ...job, ...deletes, ...reconciler };
