/** Bugs planted in the rules, each with what it must break. Those of the shared design are in owner-generation-restore. */
import type { Mutant } from '../../../../language/entry.ts';
import { catalogue } from '../../../mutants.ts';
import type { Rules } from './rules.ts';

export const mutants: { readonly [id: string]: Mutant<Rules> } = {
  // The cycle.
  'cycle-ends-with-first': {
    ...catalogue['cycle-ends-with-first'],
    change: { cycleEndsWithFirst: true },
    variant: 'inherited',
    expect: { breaks: ['c-others'] },
  },

  // Answers.
  'tells-another-refusal': {
    ...catalogue['tells-another-refusal'],
    change: { tells: () => 'BackupNotFound' },
    expect: { breaks: ['told'] },
  },

  // Registration and delete.
  'registration-looks-before-the-lock': {
    title: 'a restore checks name and backup in a SELECT before it locks the row of the backup',
    change: { registrationLooks: 'before the lock' },
    variant: 'two-names',
    finding: 'catalog-index/two-servers-one-claim',
    expect: { breaks: ['S2', 'S3', 'S4'] },
  },
  'delete-looks-before-the-lock': {
    title: 'a delete looks for restores before it locks the row of the backup',
    change: { deleteLooks: 'before the lock' },
    variant: 'two-names',
    finding: 'catalog-index/delete-restore-620',
    expect: { breaks: ['S2', 'S3'] },
  },
  'names-not-unique': {
    title: 'no unique index over the names, only the SELECT before',
    change: { namesAreUnique: false },
    variant: 'two-backups',
    finding: 'restore-parity/restore-exclusion-atomic',
    expect: { breaks: ['S5'] },
  },
  'names-not-looked-at': {
    title: 'no SELECT for the name, only the unique index',
    change: { holderOfName: () => undefined },
    variant: 'one-name',
    finding: 'restore-parity/name-before-backup-storage',
    expect: { breaks: ['answers'] },
  },
  'backup-judged-first': {
    title: 'the backup is judged before the name',
    change: { nameIsJudgedFirst: false },
    variant: 'one-name',
    finding: 'restore-parity/name-before-backup-storage',
    expect: { breaks: ['answers'] },
  },
  'record-in-a-second-transaction': {
    title: 'the record is inserted after the table, in a transaction of its own',
    change: { insertsTableAndRecord: 'in two transactions' },
    variant: 'two-servers',
    finding: 'catalog-index/postgres-restore-registration',
    expect: { breaks: ['L1', 'no deadlock'] },
  },
  'generation-may-be-zero': {
    title: 'a restore may draw the generation 0',
    change: { drawsGeneration: () => 0 },
    variant: 'inherited',
    finding: 'catalog-index/generation-range',
    expect: { breaks: ['record'] },
  },

  // Clocks.
  'first-heartbeat-of-the-host': {
    title: 'the first heartbeat is written by the clock of a host, which is behind',
    change: { firstHeartbeat: 'clock of the host' },
    variant: 'two-servers',
    finding: 'catalog-index/claim-races-clock',
    expect: { breaks: ['S8'] },
  },
  'listed-by-the-clock-of-a-host': {
    title: 'staleness is judged by the clock of a host, which is ahead',
    change: { listsAsDead: ({ job }) => job === 'RUNNING' },
    variant: 'two-servers',
    finding: 'catalog-index/claim-races-clock',
    expect: { breaks: ['S8'] },
  },

  // The owner.
  'dead-session-ignored': {
    title: 'a copy goes on after its session was killed',
    change: { deadSession: 'is ignored' },
    variant: 'two-servers',
    finding: 'catalog-index/fenced-copy-stops',
    expect: { breaks: ['late writes'] },
  },
  'items-by-name': {
    title: 'a batch lands in whatever table has the name',
    change: { itemsAreFoundBy: 'name' },
    variant: 'one-name',
    finding: 'catalog-index/stopped-owner-resumes',
    expect: { breaks: ['S13'] },
  },
  'unmatched-beat-ignored': {
    title: 'a copy goes on after a beat that matched no row',
    change: { unmatchedBeat: 'is ignored' },
    variant: 'two-servers',
    finding: 'catalog-index/fenced-copy-stops',
    expect: { breaks: ['late writes'] },
  },
  'beat-without-condition': {
    title: 'a beat asks for nothing but the table id',
    change: { beatMatches: ({ job }) => job !== 'none' },
    variant: 'two-servers',
    finding: 'catalog-index/status-write-conditional',
    expect: { breaks: ['late writes', 'S7'] },
  },
  'done-without-condition': {
    title: 'DONE asks for nothing but the table id',
    change: { doneMatches: ({ job }) => job !== 'none' },
    variant: 'two-servers',
    finding: 'catalog-index/status-write-conditional',
    expect: { breaks: ['S7'] },
  },
  'failed-without-condition': {
    title: 'the FAILED of an owner asks for nothing but the table id',
    change: { failMatches: ({ job }) => job !== 'none' },
    variant: 'two-servers',
    finding: 'catalog-index/status-write-conditional',
    expect: { breaks: ['S7'] },
  },
  'done-commits-first': {
    title: 'DONE commits before the table becomes ACTIVE',
    change: { doneAndActive: 'DONE commits first' },
    variant: 'two-servers',
    finding: 'catalog-index/done-with-flip',
    expect: { breaks: ['S9', 'L1', 'no deadlock'] },
  },
  'active-without-done': {
    title: 'the table becomes ACTIVE though DONE touched no row',
    change: { doneAndActive: 'ACTIVE though DONE touched no row' },
    variant: 'two-servers',
    finding: 'catalog-index/done-row-count',
    expect: { breaks: ['S7', 'S9'] },
  },
  'removal-unconditional': {
    ...catalogue['removal-unconditional'],
    change: { canBeRemoved: () => true },
    variant: 'two-servers',
    expect: {
      masked: 'removal follows a FAILED that matched, and then DONE touches no row',
      with: ['active-without-done'],
    },
  },
  'active-without-done+removal-unconditional': {
    ...catalogue['active-without-done+removal-unconditional'],
    together: ['active-without-done', 'removal-unconditional'],
    variant: 'two-servers',
    finding: 'catalog-index/done-row-count',
    expect: { breaks: ['S6', 'S7'] },
  },

  // Unknown outcomes of the COMMIT of DONE and ACTIVE.
  'unsure-reads-without-a-lock': {
    title: 'an owner without an answer reads its record by a plain SELECT',
    change: { whenUnsure: 'reads without a lock' },
    variant: 'unknown-outcomes',
    finding: 'catalog-index/status-write-unknown',
    expect: { breaks: ['verdict'] },
  },
  'unsure-means-done': {
    title: 'an owner without an answer takes its COMMIT for done',
    change: { whenUnsure: 'takes it for done' },
    variant: 'unknown-outcomes',
    finding: 'catalog-index/status-write-unknown',
    expect: { breaks: ['verdict'] },
  },
  'unsure-means-failed': {
    title: 'an owner without an answer takes its COMMIT for failed, and gives up',
    change: { whenUnsure: 'takes it for failed' },
    variant: 'unknown-outcomes',
    finding: 'catalog-index/status-write-unknown',
    expect: { breaks: ['verdict'] },
  },

  // The reconciler.
  'failed-without-heartbeat': {
    ...catalogue['failed-without-heartbeat'],
    change: { condemns: (record, listed) => record.job === 'RUNNING' && record.generation === listed.generation },
    variant: 'two-servers',
    expect: { breaks: ['S8'] },
  },
  'failed-without-running': {
    title: 'FAILED asks for what was listed, and not for RUNNING',
    change: {
      condemns: (record, listed) =>
        record.job !== 'none' && record.generation === listed.generation && record.heartbeat === listed.heartbeat,
    },
    variant: 'two-servers',
    finding: 'catalog-index/fail-conditional',
    expect: { breaks: ['S9', 'c2-once'] },
  },
  'failed-not-listed': {
    ...catalogue['failed-not-listed'],
    change: { listsAsFailed: () => false },
    variant: 'two-servers',
    expect: { breaks: ['L1', 'no deadlock'] },
  },
  'unreadable-ends-the-cycle': {
    title: 'a record that cannot be read ends the cycle',
    change: { unreadableRecord: 'ends the cycle' },
    variant: 'inherited',
    finding: 'catalog-index/reconciler-cycle',
    expect: { breaks: ['L5', 'L1', 'L2'] },
  },
  'manifest-restores-failed': {
    title: 'a dead manifest restore is failed and removed like a legacy one',
    change: { failsKind: () => true },
    variant: 'inherited',
    finding: 'catalog-index/reconciler-cycle',
    expect: { breaks: ['c5'] },
  },
  'manifest-restores-logged-each-cycle': {
    title: 'a dead manifest restore is logged in every cycle',
    change: { logsOnce: false },
    variant: 'inherited',
    finding: 'catalog-index/reconciler-cycle',
    expect: { breaks: ['c5-once'] },
  },
  'maintenance-ignored': {
    title: 'a cycle begins under a maintenance claim',
    change: { heedsMaintenance: false },
    variant: 'inherited',
    finding: 'catalog-index/reconciler-maintenance',
    expect: { breaks: ['c0'] },
  },

  // Holes on record.
  'manifest-restores-stay': {
    title: 'a dead manifest restore is left on purpose, and its target with it',
    change: { progressCovers: (kind) => kind !== 'unreadable' },
    variant: 'inherited',
    isHole: true,
    expect: { breaks: ['L1', 'L1 of target 3'] },
  },
  'unreadable-records-stay': {
    title: 'the target of a record that cannot be read stays until somebody mends the record',
    change: { progressCovers: (kind) => kind !== 'manifest' },
    variant: 'inherited',
    isHole: true,
    expect: { breaks: ['L1', 'L1 of target 2'] },
  },
  'maintenance-never-ends': {
    title: 'a maintenance claim that nobody ends keeps every dead target',
    change: { maintenanceEnds: false },
    variant: 'inherited',
    finding: 'catalog-index/reconciler-maintenance',
    isHole: true,
    expect: { breaks: ['L1 of target 1', 'L2'] },
  },
  'stopped-under-its-row-locks': {
    title: 'an owner that is stopped for good between DONE and COMMIT keeps its rows locked, and the reconciler waits',
    change: { ownerWakes: false },
    variant: 'two-servers',
    isHole: true,
    expect: { breaks: ['L1 of target 0'] },
  },
};
