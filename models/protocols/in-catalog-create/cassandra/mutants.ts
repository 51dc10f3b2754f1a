/** Bugs planted in the rules, each with what it must break. */
import type { Mutant } from '../../../language/entry.ts';
import type { Rules } from './rules.ts';
import { mine } from './world.ts';

export const mutants: { readonly [id: string]: Mutant<Rules> } = {
  // The fence.
  'fence-without-heartbeat': {
    title: 'the fence does not ask for the heartbeat that was listed',
    change: { fenceMatches: (row, listed) => row.status === 'CREATING' && row.generation === listed.generation },
    variant: 'two-servers',
    finding: 'catalog-index/cass-fence-create',
    expect: { breaks: ['S11'] },
  },
  'fence-by-inequality': {
    title: 'the fence asks for the listed heartbeat or any later one',
    change: {
      fenceMatches: (row, listed) =>
        row.status === 'CREATING' && row.generation === listed.generation && row.heartbeat >= listed.heartbeat,
    },
    variant: 'two-servers',
    finding: 'catalog-index/cass-fence-create',
    expect: { breaks: ['S11'] },
  },
  'fence-without-creating': {
    title: 'the fence asks for what was listed, and not for CREATING',
    change: {
      fenceMatches: (row, listed) => row.generation === listed.generation && row.heartbeat === listed.heartbeat,
    },
    variant: 'two-servers',
    finding: 'catalog-index/cass-fence-create',
    expect: { breaks: ['S11-kept'] },
  },
  'no-fence': {
    title: 'an abandoned create is deleted without a fence',
    change: { fencesBeforeDelete: false },
    variant: 'two-servers',
    finding: 'catalog-index/cass-fence-create',
    expect: { breaks: ['S10'] },
  },
  'fence-keeps-generation': {
    title: 'the fence keeps the generation of the create',
    change: { fenceDrawsGeneration: false },
    variant: 'two-servers',
    finding: 'catalog-index/cass-fence-create',
    // The writes of the create are fenced all the same: they ask for CREATING as well.
    expect: { breaks: ['generation'] },
  },
  'available-asks-generation-only': {
    title: 'AVAILABLE asks for the generation and not for CREATING',
    change: { availableMatches: ({ generation }) => generation === mine },
    variant: 'two-servers',
    finding: 'catalog-index/status-write-conditional',
    expect: { masked: 'the fresh generation alone already fences', with: ['fence-keeps-generation'] },
  },
  'fence-keeps-generation+available-asks-generation-only': {
    title: 'neither status nor generation fences AVAILABLE',
    together: ['fence-keeps-generation', 'available-asks-generation-only'],
    variant: 'two-servers',
    finding: 'catalog-index/status-write-conditional',
    expect: { breaks: ['S7', 'S10'] },
  },

  // The create.
  'poll-at-the-end': {
    title: 'the claim is polled after the last bucket only',
    change: { polls: 'at the end' },
    variant: 'two-servers',
    finding: 'catalog-index/cass-bucket-poll',
    expect: { breaks: ['late writes'] },
  },
  'poll-ignored': {
    title: 'buckets are written whatever the poll and the beat say',
    change: { pollMatches: () => true, beatMatches: ({ status }) => status !== 'absent' },
    variant: 'two-servers',
    finding: 'catalog-index/cass-bucket-poll',
    expect: { breaks: ['late writes', 'S7'] },
  },
  'unsure-means-failed': {
    title: 'an AVAILABLE without an answer is taken for failed',
    change: { whenUnsure: 'takes it for failed' },
    variant: 'unknown-outcomes',
    finding: 'catalog-index/status-write-unknown',
    expect: { breaks: ['verdict'] },
  },

  'late-available-not-known': {
    title: 'an AVAILABLE that is not applied is taken for a lost claim, although an earlier one has landed since',
    change: { whenNotApplied: 'stops' },
    variant: 'unknown-outcomes',
    finding: 'catalog-index/status-write-unknown',
    isHole: true,
    expect: { breaks: ['verdict'] },
  },

  // The scan.
  'creating-scanned-first': {
    title: 'CREATING rows are scanned and fenced before DELETING rows are reported',
    change: { scans: 'CREATING first' },
    variant: 'two-servers',
    finding: 'catalog-index/cass-fence-create',
    expect: { breaks: ['y0'] },
  },
  'deleting-not-scanned': {
    title: 'stale DELETING rows are not scanned',
    change: { listsDeleting: () => false },
    variant: 'deleted',
    finding: 'catalog-index/cass-fence-create',
    expect: { breaks: ['L3', 'settled'] },
  },
  'scan-ignores-staleness': {
    title: 'a create is listed as abandoned however fresh its heartbeat',
    change: { listsCreating: ({ status }) => status === 'CREATING' },
    variant: 'two-servers',
    finding: 'catalog-index/cass-fence-create',
    expect: { breaks: ['S11'] },
  },
  'scan-by-entries': {
    title: 'the scan finds CREATING rows by their entries in the side table',
    change: { finds: 'by their entries' },
    variant: 'deleted',
    finding: 'catalog-index/claim-cassandra',
    expect: { breaks: ['L1', 'settled'] },
  },
  'index-rows-scanned': {
    title: 'the scan does not skip rows of the catalog index',
    change: { skipsIndexRows: false },
    variant: 'index-rows',
    finding: 'catalog-index/cass-index-row-skip',
    expect: { breaks: ['y1'] },
  },

  // DeleteBackup.
  'deleted-without-a-condition': {
    title: 'DELETED is a plain write, which makes a row where there is none',
    change: { writesDeleted: 'without a condition' },
    variant: 'deleted',
    finding: 'catalog-index/status-write-conditional',
    expect: { breaks: ['E4'] },
  },

  // Readers.
  'entry-trusted': {
    title: 'a list believes the entries of the side table',
    change: { readsRowOfEntry: false },
    variant: 'listed',
    finding: 'catalog-index/cass-orphan-status',
    expect: { breaks: ['listing'] },
  },

  'stale-row-skipped': {
    title: 'a list skips a row whose heartbeat is old, AVAILABLE or not',
    change: { showsRow: ({ status, stale }, wants) => status === wants && !stale },
    variant: 'listed',
    finding: 'catalog-index/cass-orphan-status',
    expect: { breaks: ['complete'] },
  },
  'available-not-listed': {
    title: 'a list shows backups that are CREATING and no others',
    change: { showsRow: ({ status }) => status === 'CREATING' },
    variant: 'listed',
    finding: 'catalog-index/cass-orphan-status',
    expect: { breaks: ['complete'] },
  },

  // Holes.
  'late-bucket-stays': {
    title: 'a bucket that lands after its row was removed stays for ever',
    change: { leavesNoBucket: true },
    variant: 'two-servers',
    isHole: true,
    expect: { breaks: ['rest'] },
  },
  'available-without-entry': {
    title: 'a crash between AVAILABLE and its entry leaves a backup that no list by status shows',
    change: { listsAllAvailable: true },
    variant: 'deleted',
    isHole: true,
    expect: { breaks: ['found'] },
  },
};
