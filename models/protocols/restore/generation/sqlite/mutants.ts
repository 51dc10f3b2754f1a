/** Bugs planted in the rules, each with what it must break. Those of the shared design are in owner-generation-restore. */
import type { Mutant } from '../../../../language/entry.ts';
import { catalogue } from '../../../mutants.ts';
import { answerTo } from './answers.ts';
import type { Rules } from './rules.ts';

const noTaskIsFenced = 'no task is fenced while it is alive, because its slot keeps its record from the list';

export const mutants: { readonly [id: string]: Mutant<Rules> } = {
  // Other requests.
  'restore-ignores-ordinary-tables': {
    title: 'a registration does not look for ordinary tables of its name',
    change: { looksForOrdinaryTables: false },
    variant: 'other-requests',
    finding: 'restore-parity/restore-exclusion-atomic',
    expect: { breaks: ['S5-ordinary'] },
  },
  'creating-can-be-deleted': {
    title: 'DeleteTable deletes a restore target that is CREATING',
    change: {
      answers: (operation, status) =>
        operation === 'DeleteTable' && status === 'CREATING' ? 'accepted' : answerTo(operation, status),
    },
    variant: 'other-requests',
    expect: { breaks: ['others'] },
  },
  'creating-can-be-read': {
    title: 'a restore target can be read while it is CREATING',
    change: {
      answers: (operation, status) =>
        operation === 'read' && status !== 'absent' ? 'accepted' : answerTo(operation, status),
    },
    variant: 'other-requests',
    expect: { breaks: ['others', 'others-read'] },
  },

  // Answers.
  'tells-another-refusal': {
    ...catalogue['tells-another-refusal'],
    change: { tells: () => 'BackupNotFound' },
    expect: { breaks: ['told'] },
  },

  // The slot is the claim.
  'cycle-ends-with-first': {
    ...catalogue['cycle-ends-with-first'],
    change: { cycleEndsWithFirst: true },
    variant: 'copies-hang',
    expect: { breaks: ['c-others'] },
  },
  'cycle-waits-for-tasks': {
    title: 'a cycle lists nothing while any slot is taken',
    change: { goesOnBesideTasks: false },
    variant: 'copies-hang',
    finding: 'catalog-index/sqlite-slot-liveness',
    expect: { breaks: ['L1 of target 0'] },
  },
  'judged-by-heartbeat-alone': {
    title: 'a record is dead by its heartbeat, whether or not its task is alive',
    change: { listsAsDead: ({ job, stale }) => job === 'RUNNING' && stale },
    variant: 'long-writes',
    finding: 'catalog-index/sqlite-slot-liveness',
    expect: { breaks: ['S8'] },
  },
  'slot-after-registration': {
    title: 'the slot is taken after the registration has committed',
    change: { takesSlot: 'after it has registered' },
    variant: 'long-writes',
    finding: 'catalog-index/sqlite-slot-liveness',
    expect: { breaks: ['S8'] },
  },
  'slot-freed-before-done': {
    title: 'the slot is freed before DONE is written',
    change: { freesSlot: 'before DONE' },
    variant: 'long-writes',
    finding: 'catalog-index/sqlite-slot-liveness',
    expect: { breaks: ['S8'] },
  },
  'no-drop-guard': {
    ...catalogue['no-drop-guard'],
    change: { hasDropGuard: false },
    variant: 'one-name',
    expect: { breaks: ['slot', 'L1 of target 0'] },
  },

  // Conditions of the owner's writes.
  'batch-asks-nothing': {
    title: 'a batch does not ask for RUNNING',
    change: { batchMatches: ({ job }) => job !== 'none' },
    variant: 'long-writes',
    finding: 'catalog-index/sqlite-heartbeat-running',
    expect: { masked: noTaskIsFenced, with: ['judged-by-heartbeat-alone'] },
  },
  'judged-by-heartbeat-alone+batch-asks-nothing': {
    title: 'a live task is fenced, and its batches do not ask for RUNNING',
    together: ['judged-by-heartbeat-alone', 'batch-asks-nothing'],
    variant: 'long-writes',
    finding: 'catalog-index/sqlite-heartbeat-running',
    expect: { breaks: ['S8', 'late writes'] },
  },
  'beat-asks-nothing': {
    title: 'a beat does not ask for RUNNING',
    change: { beatMatches: ({ job }) => job !== 'none' },
    variant: 'long-writes',
    finding: 'catalog-index/sqlite-heartbeat-running',
    expect: { masked: noTaskIsFenced, with: ['judged-by-heartbeat-alone'] },
  },
  'judged-by-heartbeat-alone+beat-asks-nothing': {
    title: 'a live task is fenced, and its beats do not ask for RUNNING',
    together: ['judged-by-heartbeat-alone', 'beat-asks-nothing'],
    variant: 'long-writes',
    finding: 'catalog-index/sqlite-heartbeat-running',
    expect: { breaks: ['S8', 'S7'] },
  },

  // Start-up.
  'no-epoch': {
    title: 'start-up leaves the heartbeats as they are',
    change: { writesEpoch: false },
    variant: 'long-writes',
    finding: 'catalog-index/claim-sqlite',
    expect: { breaks: ['L6'] },
  },
  'failed-waits-for-staleness': {
    title: 'a FAILED record whose process died before the removal is given no epoch, and waits until it is stale',
    change: { firstCycleRemoves: (job) => job === 'RUNNING' || job === 'FAILED' },
    variant: 'long-writes',
    isHole: true,
    expect: { breaks: ['L6'] },
  },
  'failed-not-listed': {
    ...catalogue['failed-not-listed'],
    change: { listsAsFailed: () => false },
    variant: 'long-writes',
    expect: { breaks: ['L1 of target 0', 'L1', 'no deadlock'] },
  },

  // Requests.
  'job-in-the-request+no-drop-guard': {
    title: 'a disconnect ends the job of the request, and its slot stays taken',
    together: ['job-in-the-request', 'no-drop-guard'],
    variant: 'disconnects',
    finding: 'catalog-index/claim-sqlite',
    expect: { breaks: ['slot', 'L1 of target 0', 'L2'] },
  },
  'job-in-the-request': {
    title: 'a disconnect ends the job of the request',
    change: { jobIsDetached: false },
    variant: 'disconnects',
    finding: 'catalog-index/claim-sqlite',
    expect: {
      masked: 'the drop guard frees the slot, and the target goes once its heartbeat is stale',
      with: ['no-drop-guard'],
    },
  },
  'restore-ignores-use': {
    title: 'a registration does not look for another restore of its backup',
    change: { inUseForRestore: () => false },
    variant: 'two-names',
    finding: 'restore-parity/second-restore-in-use',
    expect: { breaks: ['S4'] },
  },
  'name-not-checked': {
    title: 'a registration does not look whether its name is taken',
    change: { holderOfName: () => undefined },
    variant: 'two-backups',
    finding: 'restore-parity/restore-exclusion-atomic',
    expect: { breaks: ['S5'] },
  },
  'delete-ignores-use': {
    title: 'a delete does not look for a restore',
    change: { inUseForDelete: () => false },
    variant: 'two-names',
    finding: 'catalog-index/delete-restore-620',
    expect: { breaks: ['S2', 'S3'] },
  },

  // DescribeTable.
  'describe-in-two-reads': {
    title: 'DescribeTable reads the status and the restore record in two transactions',
    change: { describes: 'in two reads' },
    variant: 'observed',
    expect: { breaks: ['S14'] },
  },

  // A slot shows that a task is alive, not that it makes progress.
  'hung-task-keeps-its-slot': {
    title: 'a task that hangs for ever keeps its slot, so its target is never removed before a restart',
    change: { tasksGoOn: false },
    variant: 'long-writes',
    finding: 'catalog-index/sqlite-slot-liveness',
    isHole: true,
    expect: { breaks: ['L1 of target 0'] },
  },
};
