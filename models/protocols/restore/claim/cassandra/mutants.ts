/** Bugs planted in the rules, each with what it must break, or with the reason why nothing can break. */
import type { Mutant } from '../../../../language/entry.ts';
import { catalogue } from '../../../mutants.ts';
import type { Rules } from './rules.ts';
import { isMarked } from './world.ts';

export const mutants: { readonly [id: string]: Mutant<Rules> } = {
  // Answers.
  'tells-another-refusal': {
    ...catalogue['tells-another-refusal'],
    change: { tells: () => 'BackupNotFound' },
    expect: { breaks: ['told'] },
  },

  // What the protocol leaves open about the marker: who clears it, and what must follow K2.
  'nobody-clears': {
    title: 'K1, then K2, and nobody clears a marker but the job that set it',
    change: { clearsMarkers: false },
    isHole: true,
    expect: { breaks: ['L2 of backup 0', 'no deadlock'] },
  },
  'nobody-clears-insert-first': {
    title: 'K2, then K1, and nobody clears a marker but the job that set it',
    change: { clearsMarkers: false },
    variant: 'insert-first',
    isHole: true,
    expect: { breaks: ['L2 of backup 0', 'no deadlock'] },
  },
  'no-second-look': {
    title: 'K1, then K2, markers of absent targets are cleared, and the job goes on without another look',
    change: { secondLook: 'none' },
    isHole: true,
    expect: { breaks: ['S2', 'S3', 'S4'] },
  },
  'second-look-reads': {
    title: 'K1, then K2, markers of absent targets are cleared, and the job reads its marker again after K2',
    change: { secondLook: 'read' },
    isHole: true,
    expect: { breaks: ['S2', 'S3', 'S4'] },
  },
  'clear-without-look': {
    title: 'a marker is cleared whatever its target is',
    change: { clearLooks: false },
    variant: 'insert-first',
    expect: { breaks: ['S2', 'S3', 'S4'] },
  },
  'clear-of-any-marker': {
    title: 'the clearing does not ask for the marker that was read',
    change: { clearAsksForSame: false },
    expect: { breaks: ['S2', 'S3', 'S4'] },
  },
  'clear-of-any-marker-insert-first': {
    title: 'the clearing does not ask for the marker that was read, where the insert comes first',
    change: { clearAsksForSame: false },
    variant: 'insert-first',
    expect: { breaks: ['S2', 'S3'] },
  },

  // Registration.
  'claim-ignores-active': {
    title: 'K1 does not ask whether there is another restore',
    change: { claimMatches: ({ row }) => row.status === 'AVAILABLE' },
    variant: 'insert-first',
    finding: 'restore-parity/cass-lwt-registration',
    expect: { breaks: ['S4'] },
  },
  'claim-ignores-active-confirmed': {
    title: 'K1 does not ask whether there is another restore, where the claim comes first',
    change: { claimMatches: ({ row }) => row.status === 'AVAILABLE' },
    finding: 'restore-parity/cass-lwt-registration',
    expect: { breaks: ['S4'] },
  },
  'claim-ignores-status': {
    title: 'K1 does not ask for an AVAILABLE backup',
    change: { claimMatches: (partition) => !isMarked(partition) },
    finding: 'restore-parity/restore-vs-delete-measured',
    expect: { breaks: ['S2', 'S3'] },
  },
  'insert-without-condition': {
    title: 'K2 does not ask whether the name is taken',
    change: { insertIfNotExists: false },
    variant: 'claim-first-two-backups',
    finding: 'restore-parity/restore-exclusion-atomic',
    expect: { breaks: ['S5'] },
  },
  'claim-not-undone': {
    title: 'who finds the name taken leaves its claim',
    change: { undoesOnRefusal: false },
    variant: 'claim-first-two-backups',
    expect: { breaks: ['A2'] },
  },
  'insert-not-undone': {
    title: 'who finds the backup in use leaves its target',
    change: { undoesOnRefusal: false },
    variant: 'insert-first',
    expect: { breaks: ['A2'] },
  },

  // The job.
  'timer-makes-active': {
    ...catalogue['timer-makes-active'],
    change: { targetHasTransitionTime: true },
    expect: { breaks: ['S1'] },
  },
  'finish-unconditional': {
    title: 'K5 writes ACTIVE without a condition, and so brings back a row that is gone',
    change: { finishMatches: () => true },
    variant: 'claim-first-stalls',
    expect: { breaks: ['S7', 'S5'] },
  },
  'loss-ignored': {
    title: 'the copy goes on though its beat is not applied',
    change: { stopsWithoutTarget: false },
    variant: 'claim-first-stalls',
    finding: 'restore-parity/heartbeat-loss-stops-copy',
    expect: { breaks: ['late writes'] },
  },
  'abort-by-name': {
    ...catalogue['abort-by-name'],
    change: { abortGoesBy: 'name' },
    variant: 'claim-first-stalls',
    expect: { breaks: ['S13'] },
  },
  'marker-left-by-job': {
    title: 'the job leaves its marker to others',
    change: { clearsOwnMarker: false },
    expect: { breaks: ['S9 of restores'] },
  },
  'nobody-clears+marker-left-by-job': {
    title: 'nobody clears a marker at all',
    together: ['nobody-clears', 'marker-left-by-job'],
    expect: { breaks: ['L2 of backup 0', 'no deadlock'] },
  },
  'beat-after-schema': {
    title: 'the first beat comes after the schema step',
    change: { beatsFromInsert: false },
    finding: 'restore-parity/cass-heartbeat-start',
    expect: { breaks: ['S8'] },
  },
  'beat-outlives-copy': {
    title: 'the beat goes on when the copy has died',
    change: { copyDiesAlone: true },
    finding: 'restore-parity/cass-heartbeat-start',
    expect: { breaks: ['L1 of target 0', 'L2 of backup 0'] },
  },
  'copy-hangs': {
    title: 'a copy hangs, and its process beats on',
    change: { copyHangs: true },
    finding: 'restore-parity/cass-hung-copy',
    isHole: true,
    expect: { breaks: ['L1 of target 0', 'L2 of backup 0'] },
  },

  // Delete.
  'delete-ignores-active': {
    title: 'E2 does not ask whether there is a restore',
    change: { deleteMatches: ({ row }) => row.status === 'AVAILABLE' },
    finding: 'restore-parity/delete-backup-while-restoring',
    expect: { breaks: ['S2', 'S3'] },
  },

  // The sweep.
  'deletes-never-finished': {
    title: 'nobody takes up a delete that has died',
    change: { finishesDeletes: false },
    expect: { breaks: ['L3', 'no deadlock'] },
  },
  'sweep-ignores-heartbeats': {
    title: 'the sweep removes every restore target',
    change: { removesTarget: ({ status, hasTransitionTime }) => status === 'CREATING' && !hasTransitionTime },
    expect: { breaks: ['S8'] },
  },
  'sweep-removes-active': {
    title: 'the sweep does not ask for CREATING',
    change: { removesTarget: ({ status, isStale }) => status !== 'absent' && isStale },
    variant: 'claim-first-stalls',
    expect: { breaks: ['S6'] },
  },
  'sweep-takes-ordinary-tables': {
    title: 'the sweep takes a table that has no heartbeat for a stale one',
    change: {
      removesTarget: ({ status, isStale, hasTransitionTime }) =>
        status === 'CREATING' && (isStale || hasTransitionTime),
    },
    variant: 'create-table',
    finding: 'restore-parity/abandoned-predicate',
    expect: { breaks: ['S6'] },
  },
};
