/** Bugs planted in the rules, each with what it must break, or with the reason why nothing can break. */
import type { Mutant } from '../../../../language/entry.ts';
import { catalogue } from '../../../mutants.ts';
import type { Rules } from './rules.ts';
import { isRestoreClaimed } from './world.ts';

export const mutants: { readonly [id: string]: Mutant<Rules> } = {
  // Answers.
  'tells-another-refusal': {
    ...catalogue['tells-another-refusal'],
    change: { tells: () => 'BackupNotFound' },
    expect: { breaks: ['told'] },
  },

  // The table becomes ACTIVE.
  'timer-makes-active': {
    ...catalogue['timer-makes-active'],
    change: { targetHasTransitionTime: true },
    expect: { breaks: ['S1'] },
  },
  'pending-before-copy': {
    title: 'the target may be handed over before $out has landed',
    change: { pendingAfterCopy: false },
    expect: { breaks: ['S1'] },
  },
  'flip-not-pending': {
    title: 'the backfill worker takes targets that are not pending',
    change: { flipMatches: ({ status }) => status === 'CREATING' },
    expect: { breaks: ['S1'] },
  },
  'flip-before-backfill': {
    title: 'the table becomes ACTIVE before its indexes are filled',
    change: { fillsBeforeFlip: false },
    expect: { breaks: ['S1'] },
  },
  'backfill-fails-for-ever': {
    title: 'the backfill of a target never succeeds',
    change: { backfillSucceeds: false },
    finding: 'restore-parity/mongo-backfill-forever',
    isHole: true,
    expect: { breaks: ['L1 of target 0'] },
  },

  // The restore claim.
  'released-before-insert': {
    title: 'the claim is released before the target is inserted',
    change: { claimIsReleasedAfterInsert: false },
    variant: 'two-names',
    finding: 'restore-parity/mongo-claim-span',
    expect: { breaks: ['S2', 'S3', 'S4'] },
  },
  'no-second-look': {
    title: 'R5 goes on though the claim is lost',
    change: { goesOnWithoutClaim: true },
    variant: 'looks-one-by-one',
    finding: 'restore-parity/mongo-stall-window',
    expect: { breaks: ['S2', 'S3', 'S4'] },
  },
  'release-of-any-claim': {
    title: 'R5 releases whatever restore claim there is',
    change: { releaseMatches: (document) => isRestoreClaimed(document) },
    variant: 'looks-one-by-one',
    finding: 'restore-parity/mongo-release-atomic',
    expect: {
      equivalent: 'of two restores one finds its claim gone; it takes a third that claims in between to deceive both',
      graph: 'other',
    },
  },
  'lost-and-left': {
    title: 'who has lost the claim leaves the target where it is',
    change: { abortsWhenLost: false },
    variant: 'stalls',
    expect: { breaks: ['S9 of restores'] },
  },
  'restore-claims-over-restore': {
    title: 'R2 takes the claim of another restore',
    change: { claimAsksForRestore: false },
    variant: 'looks-one-by-one',
    finding: 'restore-parity/restore-exclusion-atomic',
    expect: { masked: 'whoever loses the claim so finds that at R5', with: ['no-second-look'] },
  },
  'no-second-look+restore-claims-over-restore': {
    title: 'R2 takes the claim of another restore, which goes on without',
    together: ['no-second-look', 'restore-claims-over-restore'],
    variant: 'looks-one-by-one',
    expect: { breaks: ['S4'] },
  },
  'restore-claims-over-delete': {
    title: 'R2 does not ask for the claim of a delete',
    change: { claimAsksForDelete: false },
    finding: 'restore-parity/restore-vs-delete-measured',
    expect: { breaks: ['S2', 'S3'] },
  },
  'restore-ignores-use': {
    title: 'R3 does not look for another target',
    change: { looksForOthers: false },
    variant: 'two-names',
    finding: 'restore-parity/second-restore-in-use',
    expect: { breaks: ['S4'] },
  },
  'names-not-unique': {
    ...catalogue['names-not-unique'],
    change: { namesAreUnique: false },
    variant: 'two-backups',
    expect: { breaks: ['S5'] },
  },
  'guard-off': {
    title: 'a cancelled registration leaves its claim',
    change: { guardReleases: false },
    finding: 'restore-parity/mongo-drop-guard',
    expect: { breaks: ['S9 of restores'] },
  },
  'claims-never-cleared': {
    title: 'the sweep does not clear restore claims',
    change: { clearsRestoreClaim: () => false },
    finding: 'restore-parity/mongo-drop-guard',
    expect: { breaks: ['L2 of backup 0', 'no deadlock'] },
  },
  'guard-off+claims-never-cleared': {
    title: 'neither guard nor sweep gives back the claim of a cancelled registration',
    together: ['guard-off', 'claims-never-cleared'],
    finding: 'restore-parity/mongo-drop-guard',
    expect: { breaks: ['L2 of backup 0', 'no deadlock'] },
  },

  // The delete claim.
  'delete-claims-nothing': {
    title: 'DeleteBackup looks and drops without a claim',
    change: { deleteClaims: false },
    finding: 'restore-parity/restore-vs-delete-measured',
    expect: { breaks: ['S10', 'S2', 'S3'] },
  },
  'delete-claims-over-restore': {
    title: 'D1 does not ask for the claim of a restore',
    change: { deleteClaimAsksForRestore: false },
    finding: 'restore-parity/restore-vs-delete-measured',
    expect: { breaks: ['S2', 'S3'] },
  },
  'delete-ignores-use': {
    title: 'D2 is left out',
    change: { deleteLooks: false },
    finding: 'restore-parity/delete-backup-while-restoring',
    expect: { breaks: ['S2', 'S3'] },
  },
  'released-after-drop': {
    title: 'a delete that fails in its drop releases its claim',
    change: { keepsClaimOnceDropping: false },
    finding: 'restore-parity/mongo-delete-no-release-after-drop',
    expect: { breaks: ['S10', 'S2', 'S3'] },
  },
  'delete-releases-any-claim': {
    title: 'D2 releases whatever delete claim there is',
    change: { deleteReleases: () => true },
    variant: 'stalls',
    finding: 'restore-parity/mongo-delete-no-release-after-drop',
    expect: { breaks: ['S10', 'S2', 'S3'] },
  },

  // The sweep.
  'sweep-takes-pending-only': {
    title: 'G1 takes up what is pending, and nothing else',
    change: { removesTarget: () => false },
    finding: 'restore-parity/mongo-crash-during-out',
    expect: { breaks: ['L1 of target 0', 'no deadlock'] },
  },
  'sweep-removes-pending': {
    title: 'G1 removes targets whose items are in place',
    change: { removesTarget: ({ status, isStale }) => status === 'CREATING' && isStale },
    expect: { breaks: ['S8'] },
  },
  'sweep-removes-active': {
    title: 'G1 does not ask for CREATING',
    change: { removesTarget: ({ status, isStale, isPending }) => status !== 'absent' && isStale && !isPending },
    expect: { breaks: ['S6'] },
  },
  'sweep-takes-ordinary-tables': {
    title: 'G1 takes a table that has no heartbeat for a stale one',
    change: {
      removesTarget: ({ status, isStale, isPending, hasTransitionTime }) =>
        status === 'CREATING' && (isStale || hasTransitionTime) && !isPending,
    },
    variant: 'create-table',
    finding: 'restore-parity/abandoned-predicate',
    expect: { breaks: ['S6'] },
  },
  'sweep-ignores-use': {
    title: 'G3 does not look for a restore',
    change: { sweepLooks: false },
    finding: 'restore-parity/mongo-sweep-respects-restore',
    expect: { breaks: ['S2', 'S3'] },
  },
  'takeover-of-any-claim': {
    title: 'G3 takes over whatever stale delete claim there is after its look',
    change: { takeoverAsksForSame: false },
    variant: 'deletes-stall',
    finding: 'restore-parity/mongo-release-atomic',
    expect: { breaks: ['S2', 'S3'] },
  },
  'deletes-never-finished': {
    title: 'there is no G3',
    change: { takesDeleteOver: () => false },
    finding: 'restore-parity/mongo-delete-error-late-effect',
    expect: { breaks: ['L3', 'no deadlock'] },
  },
  'sweep-ignores-heartbeats': {
    title: 'the sweep takes up everything, stale or not',
    change: {
      removesTarget: ({ status, isPending, hasTransitionTime }) =>
        status === 'CREATING' && !isPending && !hasTransitionTime,
      clearsRestoreClaim: () => true,
      takesDeleteOver: () => true,
    },
    finding: 'restore-parity/mongo-fixed-databases',
    expect: { breaks: ['S8'] },
  },
  'start-up-clears-markers': {
    title: 'a server that starts clears every marker, those of another server among them',
    change: { startUpClearsMarkers: true },
    finding: 'restore-parity/mongo-two-processes-sweep',
    expect: { breaks: ['S10', 'S2', 'S3'] },
  },

  // Heartbeats, names, and majority reads.
  'first-beat-late': {
    title: 'the first beat comes after a whole interval',
    change: { beatsAtOnce: false },
    finding: 'restore-parity/mongo-heartbeat-immediate',
    expect: { breaks: ['S8'] },
  },
  'abort-by-name': {
    ...catalogue['abort-by-name'],
    change: { abortGoesBy: 'name' },
    variant: 'stalls',
    expect: { breaks: ['S13'] },
  },
  'not-with-the-majority': {
    title: 'a claim counts as soon as the primary has it',
    change: { waitsForMajority: false },
    variant: 'failover',
    finding: 'restore-parity/mongo-concerns',
    expect: { breaks: ['S10', 'S2', 'S3'] },
  },
  'takeover-not-with-the-majority': {
    title: 'the sweep drops as soon as the primary has its takeover',
    change: { takeoverWaitsForMajority: false },
    variant: 'failover',
    finding: 'restore-parity/mongo-concerns',
    expect: { breaks: ['S10'] },
  },
};
