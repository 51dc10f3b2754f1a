/** Bugs planted in the rules, each with what it must break, or with the reason why nothing can break. */
import type { Mutant } from '../../../../language/entry.ts';
import { catalogue } from '../../../mutants.ts';
import type { Rules } from './rules.ts';

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

  // The job and its client.
  'job-in-request': {
    title: 'the copy runs in the request, which a client that goes away cancels',
    change: { jobIsDetached: false },
    variant: 'client-leaves',
    expect: { breaks: ['L1 of target 0', 'A3', 'no deadlock'] },
  },
  'abort-removes-nothing': {
    title: 'a failing job leaves its target where it is',
    change: { abortRemoves: false },
    expect: { breaks: ['L1 of target 0', 'no deadlock'] },
  },
  'job-goes-by-name': {
    title: 'copy, flip and removal go by the name and not by the table id',
    change: { jobGoesBy: 'name' },
    expect: {
      masked: 'nobody takes the target from a live job, so the name is its own as long as it lives',
      with: ['serves-before-sweep', 'two-servers-on-file'],
    },
  },
  'job-goes-by-name+serves-before-sweep': {
    title: 'the job goes by the name, and the sweep takes targets from the living',
    together: ['job-goes-by-name', 'serves-before-sweep'],
    expect: { breaks: ['S8', 'S13'] },
  },
  'job-goes-by-name+two-servers-on-file': {
    title: 'the job goes by the name, and another server sweeps the file',
    together: ['job-goes-by-name', 'two-servers-on-file'],
    expect: { breaks: ['S8', 'S13'] },
  },

  // The start-up sweep.
  'no-sweep': {
    title: 'a restarted server does not sweep',
    change: { sweepsAtStart: false },
    expect: { breaks: ['L1 of target 0', 'no deadlock'] },
  },
  'serves-before-sweep': {
    title: 'a restarted server serves while it sweeps',
    change: { servesAfterSweep: false },
    expect: { breaks: ['S8'] },
  },
  'two-servers-on-file': {
    title: 'a second server starts on the same file',
    change: { isAloneOnFile: false },
    expect: { breaks: ['S8'] },
  },
  'sweep-takes-ordinary-tables': {
    title: 'whatever is CREATING is removed at the start',
    change: { isSwept: ({ tables }, id) => tables[id]!.status === 'CREATING' },
    variant: 'create-table',
    finding: 'restore-parity/abandoned-predicate',
    expect: { breaks: ['S6'] },
  },

  // Delete against restore.
  'delete-split': {
    title: 'DeleteBackup looks in a read transaction and removes in a write transaction',
    change: { deleteIsOneTransaction: false },
    finding: 'restore-parity/restore-vs-delete-measured',
    expect: { breaks: ['S2', 'S3'] },
  },
  'delete-ignores-use': {
    ...catalogue['delete-ignores-use'],
    change: { inUseForDelete: () => false },
    expect: { breaks: ['S2', 'S3'] },
  },
  'restore-of-deleted': {
    ...catalogue['restore-of-deleted'],
    change: { canBeRestored: () => true },
    expect: { breaks: ['S2', 'S3'] },
  },
  'registration-split': {
    title: 'registration looks in a read transaction and inserts in a write transaction',
    change: { registrationIsOneTransaction: false },
    variant: 'two-names',
    finding: 'restore-parity/restore-exclusion-atomic',
    expect: { breaks: ['S2', 'S3', 'S4'] },
  },
  'registration-split-on-one-name': {
    title: 'registration looks in a read transaction and inserts in a write transaction, into one name',
    change: { registrationIsOneTransaction: false },
    variant: 'two-backups',
    finding: 'restore-parity/restore-exclusion-atomic',
    expect: { breaks: ['S5'] },
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
    expect: { breaks: ['S5'] },
  },
  'backup-before-name': {
    ...catalogue['backup-before-name'],
    change: { nameComesFirst: false },
    expect: { breaks: ['A5'] },
  },
};
