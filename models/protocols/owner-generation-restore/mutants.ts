/** Bugs planted in the rules, each with what it must break, or with the reason why nothing can break. */
import type { Mutant } from '../../language/entry.ts';
import { catalogue } from '../mutants.ts';
import type { Rules } from './rules.ts';
import { holderOfName, type Target, type World } from './world.ts';

/** The table that has the name now, whichever it is. */
const holderOfNameOr = (world: World, restore: number): Target =>
  holderOfName(world, restore) ?? world.targets[restore]!;

const asksForGenerationOnly = 'the fresh generation alone already fences';

export const mutants: { readonly [id: string]: Mutant<Rules> } = {
  // The cycle.
  'cycle-ends-with-first': {
    ...catalogue['cycle-ends-with-first'],
    change: { cycleEndsWithFirst: true },
    variant: 'nothing-shared',
    expect: { breaks: ['c-others'] },
  },

  // Answers.
  'tells-another-refusal': {
    ...catalogue['tells-another-refusal'],
    change: { tells: () => 'BackupNotFound' },
    expect: { breaks: ['told'] },
  },

  // The table becomes ACTIVE.
  'timer-makes-active': {
    title: 'the timer of ordinary tables makes a restore target ACTIVE',
    change: { timerMakesActive: true },
    finding: 'mongo-rfc/R3-restore-race',
    expect: { breaks: ['S1', 'S3', 'S9'] },
  },
  'active-before-done': {
    ...catalogue['active-before-done'],
    change: { doneAndActive: 'ACTIVE first' },
    expect: { breaks: ['S9'] },
  },
  'active-without-done': {
    title: 'the table becomes ACTIVE whether or not the DONE write matched',
    change: { doneAndActive: 'ACTIVE though DONE did not match' },
    finding: 'catalog-index/done-row-count',
    expect: { breaks: ['S7', 'S9'] },
  },

  // Fencing.
  'failed-without-heartbeat': {
    ...catalogue['failed-without-heartbeat'],
    change: { condemns: (target, listed) => target.job === 'RUNNING' && target.generation === listed.generation },
    expect: { breaks: ['S8'] },
  },
  'listing-ignores-staleness': {
    title: 'a running restore is listed as dead however fresh its heartbeat',
    change: { listsAsDead: (target) => target.job === 'RUNNING' },
    finding: 'catalog-index/dead-listing-rule',
    expect: { breaks: ['S8'] },
  },
  'failed-keeps-generation': {
    ...catalogue['failed-keeps-generation'],
    change: { failedDrawsGeneration: false },
    expect: { breaks: ['record'] },
  },
  'done-asks-generation-only': {
    ...catalogue['done-asks-generation-only'],
    change: { doneMatches: (target, generation) => target.generation === generation },
    expect: { masked: asksForGenerationOnly, with: ['failed-keeps-generation'] },
  },
  'failed-keeps-generation+done-asks-generation-only': {
    ...catalogue['failed-keeps-generation+done-asks-generation-only'],
    together: ['failed-keeps-generation', 'done-asks-generation-only'],
    expect: { breaks: ['S7'] },
  },
  'beat-asks-generation-only': {
    ...catalogue['beat-asks-generation-only'],
    change: { beatMatches: (target, generation) => target.generation === generation },
    expect: { masked: asksForGenerationOnly, with: ['failed-keeps-generation'] },
  },
  'failed-keeps-generation+beat-asks-generation-only': {
    ...catalogue['failed-keeps-generation+beat-asks-generation-only'],
    together: ['failed-keeps-generation', 'beat-asks-generation-only'],
    expect: { breaks: ['late writes', 'S7'] },
  },
  'beat-ignores-the-claim': {
    title: 'a beat asks only for a CREATING target',
    change: { beatMatches: (target) => target.status === 'CREATING' },
    finding: 'catalog-index/fenced-copy-stops',
    expect: { breaks: ['late writes', 'S7'] },
  },
  'own-failed-keeps-generation': {
    ...catalogue['own-failed-keeps-generation'],
    change: { ownFailedDrawsGeneration: false },
    expect: { breaks: ['record'] },
  },

  // Removal.
  'removal-unconditional': {
    ...catalogue['removal-unconditional'],
    change: { canBeRemoved: ({ status }) => status !== 'absent' },
    expect: {
      masked: 'removal follows a FAILED that matched, and after FAILED no DONE can match',
      with: ['active-before-done', 'active-without-done'],
    },
  },
  'active-before-done+removal-unconditional': {
    title: 'ACTIVE comes before DONE, and removal does not ask for CREATING',
    together: ['active-before-done', 'removal-unconditional'],
    finding: 'catalog-index/remove-target-conditional',
    expect: { breaks: ['S6', 'S9'] },
  },
  'active-without-done+removal-unconditional': {
    ...catalogue['active-without-done+removal-unconditional'],
    together: ['active-without-done', 'removal-unconditional'],
    expect: { breaks: ['S6', 'S7'] },
  },
  'removal-by-name': {
    title: 'removal goes by the name and not by the table id',
    change: { meansTable: holderOfNameOr },
    finding: 'catalog-index/target-key',
    expect: { breaks: ['S13', 'S9-order'] },
  },
  'copy-by-name': {
    ...catalogue['copy-by-name'],
    change: { batchLandsIn: holderOfNameOr },
    finding: 'catalog-index/stopped-owner-resumes',
    expect: { breaks: ['S13'] },
  },
  'removal-before-failed': {
    title: 'the reconciler removes a dead target without a FAILED',
    change: { failedBeforeRemoval: false },
    finding: 'catalog-index/failed-before-removal',
    expect: { breaks: ['S9-order'] },
  },
  'own-removal-without-failed': {
    ...catalogue['own-removal-without-failed'],
    change: { ownRemovalNeedsFailed: false },
    expect: {
      equivalent:
        'when FAILED does not match, the record is FAILED already or gone, and removal goes by id and asks for CREATING',
      graph: 'other',
    },
  },
  'failed-not-listed': {
    ...catalogue['failed-not-listed'],
    change: { listsAsFailed: () => false },
    finding: 'catalog-index/no-second-failed',
    expect: { breaks: ['L1', 'L1 of target 0', 'no deadlock'] },
  },

  'failed-rewritten': {
    ...catalogue['failed-rewritten'],
    change: { failedIsWrittenOnce: false },
    expect: { breaks: ['L1 of target 0', 'L1 of target 1'] },
  },

  // Delete against restore.
  'delete-split': {
    title: 'DeleteBackup looks first and writes DELETING later',
    change: { deleteIsOneStep: false },
    finding: 'catalog-index/delete-start-atomic',
    expect: { breaks: ['S2', 'S3'] },
  },
  'delete-ignores-use': {
    ...catalogue['delete-ignores-use'],
    change: { inUseForDelete: () => false },
    expect: { breaks: ['S2', 'S3'] },
  },
  'drop-before-deleting': {
    ...catalogue['drop-before-deleting'],
    change: { deletingBeforeDrop: false },
    expect: { breaks: ['S10', 'S2', 'S3'] },
  },
  'restore-of-deleted': {
    ...catalogue['restore-of-deleted'],
    change: { canBeRestored: () => true },
    finding: 'catalog-index/delete-restore-620',
    expect: { breaks: ['S2', 'S3'] },
  },
  'registration-split': {
    title: 'registration looks first and inserts later',
    change: { registrationIsOneStep: false },
    variant: 'two-names',
    finding: 'catalog-index/two-servers-one-claim',
    expect: { breaks: ['S2', 'S3', 'S4'] },
  },

  // Restore against restore.
  'restore-ignores-use': {
    ...catalogue['restore-ignores-use'],
    change: { inUseForRestore: () => false },
    variant: 'two-names',
    expect: { breaks: ['S4'] },
  },
  'name-not-checked': {
    ...catalogue['name-not-checked'],
    change: { holderOfName: () => undefined },
    variant: 'two-backups',
    finding: 'restore-parity/name-before-backup-storage',
    expect: { breaks: ['S5'] },
  },
};
