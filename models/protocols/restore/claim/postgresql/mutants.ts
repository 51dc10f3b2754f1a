/** Bugs planted in the rules, each with what it must break, or with the reason why nothing can break. */
import type { Mutant } from '../../../../language/entry.ts';
import { catalogue } from '../../../mutants.ts';
import type { Rules } from './rules.ts';

const idIsNeverReused = 'the job removes by id, and what has its id is its own target or nothing';

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
    finding: 'mongo-rfc/R3-restore-race-postgres',
    expect: { breaks: ['S1'] },
  },
  'finish-unconditional': {
    title: 'P5 makes the table ACTIVE whatever its status',
    change: { finishMatches: ({ status }) => status !== 'absent' },
    variant: 'session-dies',
    finding: 'restore-parity/heartbeat-loss-stops-copy',
    expect: { breaks: ['S7'] },
  },

  // The lock and its session.
  'session-loss-ignored': {
    title: 'the copy goes on though its lock session is dead',
    change: { stopsWithoutSession: false },
    variant: 'session-dies',
    finding: 'restore-parity/pg-lock-heartbeat',
    expect: { breaks: ['late writes'] },
  },
  'copy-by-name': {
    ...catalogue['copy-by-name'],
    change: { batchGoesBy: 'name' },
    variant: 'session-dies',
    expect: { breaks: ['S13'] },
  },
  'abort-by-name': {
    ...catalogue['abort-by-name'],
    change: { abortGoesBy: 'name' },
    variant: 'session-dies',
    expect: { breaks: ['S13'] },
  },
  'abort-unconditional': {
    title: 'a failing job does not ask whether its target is CREATING',
    change: { abortMatches: ({ status }) => status !== 'absent' },
    expect: { masked: `${idIsNeverReused}, never ACTIVE before P5`, with: ['timer-makes-active'] },
  },
  'timer-makes-active+abort-unconditional': {
    title: 'the timer makes a target ACTIVE, and its failing job removes it',
    together: ['timer-makes-active', 'abort-unconditional'],
    expect: { breaks: ['S6'] },
  },
  'abort-removes-nothing': {
    title: 'a failing job leaves its target to the sweep',
    change: { abortRemoves: false },
    expect: { breaks: ['S9 of restores'] },
  },
  'lock-not-released': {
    title: 'the job keeps its lock session open for ever',
    change: { releasesLock: false },
    expect: { breaks: ['A3'] },
  },
  'abort-removes-nothing+lock-not-released': {
    title: 'a failing job leaves its target, and the lock that keeps the sweep from it',
    together: ['abort-removes-nothing', 'lock-not-released'],
    expect: { breaks: ['L1 of target 0', 'A3'] },
  },

  // The sweep.
  'sweep-ignores-lock': {
    title: 'the sweep takes a target whose lock is held',
    change: { sweepAsksForLock: false },
    expect: { breaks: ['S8'] },
  },
  'sweep-unconditional': {
    title: 'W2 does not ask whether the candidate is still CREATING',
    change: { sweepMatches: ({ status }) => status === 'CREATING' || status === 'ACTIVE' },
    expect: { breaks: ['S6'] },
  },
  'sweep-by-name': {
    title: 'W2 goes by the name of the candidate and not by its id',
    change: { sweepGoesBy: 'name' },
    expect: { breaks: ['S13'] },
  },
  'sweep-takes-ordinary-tables': {
    title: 'whatever is CREATING is a candidate',
    change: { isCandidate: ({ tables }, id) => tables[id]!.status === 'CREATING' && tables[id]!.isOld },
    variant: 'create-table',
    finding: 'restore-parity/abandoned-predicate',
    expect: { breaks: ['S6'] },
  },
  'no-minimum-age': {
    title: 'a target is a candidate from its first moment',
    change: { isCandidate: ({ tables, targets }, id) => id < targets.length && tables[id]!.status === 'CREATING' },
    variant: 'registered-before-locked',
    expect: { breaks: ['S8'] },
  },
  'no-minimum-age-under-a-lock': {
    title: 'a target is a candidate from its first moment, where the lock is taken before the registration',
    change: { isCandidate: ({ tables, targets }, id) => id < targets.length && tables[id]!.status === 'CREATING' },
    expect: { equivalent: 'a target is never seen without the lock of its live job', graph: 'other' },
  },
  'left-deleting': {
    title: 'nobody drops what a dead sweep has left DELETING',
    change: { dropsDeleting: false },
    variant: 'registered-before-locked',
    expect: { breaks: ['L2 of target 0', 'no deadlock'] },
  },

  // Delete against restore.
  'delete-split': {
    title: 'DeleteBackup looks first and locks the row later',
    change: { deleteLooks: 'before the lock' },
    variant: 'two-names',
    finding: 'restore-parity/restore-vs-delete-measured',
    expect: { breaks: ['S2', 'S3'] },
  },
  'delete-ignores-use': {
    ...catalogue['delete-ignores-use'],
    change: { deleteLooks: 'never' },
    expect: { breaks: ['S2', 'S3'] },
  },
  'restore-of-deleted': {
    ...catalogue['restore-of-deleted'],
    change: { canBeRestored: () => true },
    expect: { breaks: ['S2', 'S3'] },
  },
  'registration-split': {
    title: 'registration looks without a lock of the backup and inserts later',
    change: { registrationLocksBackup: false },
    variant: 'two-names',
    finding: 'restore-parity/restore-exclusion-atomic',
    expect: { breaks: ['S2', 'S3', 'S4'] },
  },

  // Restore against restore.
  'restore-ignores-use': {
    ...catalogue['restore-ignores-use'],
    change: { inUseForRestore: () => false },
    variant: 'two-names',
    expect: { breaks: ['S4'] },
  },
  'names-not-unique': {
    ...catalogue['names-not-unique'],
    change: { namesAreUnique: false },
    variant: 'two-backups',
    expect: { breaks: ['S5'] },
  },
  'backup-before-name': {
    ...catalogue['backup-before-name'],
    change: { nameComesFirst: false },
    expect: { breaks: ['A5'] },
  },
};
