/** Bugs planted in the rules, each with what it must break. */
import type { Mutant } from '../../language/entry.ts';
import { catalogue } from '../mutants.ts';
import type { Rules } from './rules.ts';

const secondOwner =
  'status writes travel on the session that holds the lock, and while it lives nobody else claims the id';

export const mutants: { readonly [id: string]: Mutant<Rules> } = {
  // The claim.
  'claim-overwrites': {
    title: 'a claim is an upsert that overwrites the generation',
    change: { canClaim: ({ status }) => status === 'absent' || status === 'CREATING' },
    variant: 'claims',
    finding: 'catalog-index/claim-backup',
    expect: { breaks: ['claim'] },
  },
  'lock-free-means-dead': {
    title: 'a claim is dead when its lock is free',
    change: { isDead: ({ status }, isLockFree) => status === 'CREATING' && isLockFree },
    variant: 'claims',
    finding: 'catalog-index/claim-postgres',
    expect: { breaks: ['S8'] },
  },
  'failed-without-heartbeat': {
    ...catalogue['failed-without-heartbeat'],
    change: { condemns: (row, listed) => row.status === 'CREATING' && row.generation === listed.generation },
    variant: 'claims',
    expect: { breaks: ['S8'] },
  },
  'failed-without-creating': {
    title: 'FAILED asks for what was listed, and not for CREATING',
    change: { condemns: (row, listed) => row.generation === listed.generation && row.heartbeat === listed.heartbeat },
    variant: 'claims',
    finding: 'catalog-index/status-write-conditional',
    expect: { breaks: ['S11-kept'] },
  },
  'dead-session-ignored': {
    title: 'a job goes on after its session was killed',
    change: { deadSession: 'is ignored' },
    variant: 'claims',
    finding: 'catalog-index/claim-postgres',
    expect: { breaks: ['late writes'] },
  },
  'available-without-generation': {
    title: 'AVAILABLE asks for CREATING and not for the generation',
    change: { availableMatches: ({ status }) => status === 'CREATING' },
    variant: 'claims',
    finding: 'catalog-index/status-write-conditional',
    expect: { masked: secondOwner, with: ['no-lock'] },
  },
  'no-lock+available-without-generation': {
    title: 'no lock, and AVAILABLE does not ask for the generation',
    together: ['no-lock', 'available-without-generation'],
    variant: 'claims',
    finding: 'catalog-index/status-write-conditional',
    expect: { breaks: ['S7', 'S10'] },
  },
  'beat-without-generation': {
    title: 'a beat asks for CREATING and not for the generation',
    change: { beatMatches: ({ status }) => status === 'CREATING' },
    variant: 'claims',
    finding: 'catalog-index/status-write-conditional',
    expect: { masked: secondOwner, with: ['no-lock'] },
  },
  'no-lock+beat-without-generation': {
    title: 'no lock, and a beat does not ask for the generation',
    together: ['no-lock', 'beat-without-generation'],
    variant: 'claims',
    finding: 'catalog-index/status-write-conditional',
    expect: { breaks: ['S7'] },
  },
  'data-by-id-alone': {
    title: 'data is written under the id of the backup alone',
    change: { dataIsFoundBy: 'id alone' },
    variant: 'claims',
    finding: 'catalog-index/claim-postgres',
    expect: { breaks: ['S13'] },
  },
  'no-lock': {
    title: 'a claim does not try the lock of the id',
    change: { triesLock: false },
    variant: 'claims',
    finding: 'catalog-index/claim-postgres',
    expect: {
      masked: 'the INSERT refuses a second row, and later claims have data of their own',
      with: ['data-by-id-alone'],
    },
  },
  'no-lock+data-by-id-alone': {
    title: 'no lock, and data under the id alone',
    together: ['no-lock', 'data-by-id-alone'],
    variant: 'claims',
    finding: 'catalog-index/claim-postgres',
    expect: { breaks: ['S13'] },
  },

  // The delete.
  'delete-looks-before-the-lock': {
    title: 'start_backup_delete looks for restores before it locks the row',
    change: { deleteLooks: 'before the lock' },
    variant: 'deletes',
    finding: 'catalog-index/delete-start-atomic',
    expect: { breaks: ['S2', 'S3'] },
  },
  'delete-ignores-use': {
    title: 'start_backup_delete does not look for restores',
    change: { isInUse: () => false },
    variant: 'deletes',
    finding: 'catalog-index/delete-start-atomic',
    expect: { breaks: ['S2', 'S3'] },
  },
  'delete-of-creating': {
    title: 'start_backup_delete takes a CREATING row',
    change: { canBeDeleted: ({ status }) => status === 'AVAILABLE' || status === 'CREATING' },
    variant: 'create-and-delete',
    finding: 'catalog-index/delete-start-status',
    expect: { breaks: ['start'] },
  },
  'drop-without-deleting': {
    title: 'the data is dropped before any status is written',
    change: { dropsAfter: 'no status write' },
    variant: 'deletes',
    finding: 'catalog-index/delete-start-atomic',
    expect: { breaks: ['S10', 'drop', 'S2', 'S3'] },
  },
  'deleted-without-deleting': {
    title: 'set_backup_deleted does not ask for DELETING',
    change: { deletedMatches: ({ status }) => status !== 'absent' },
    variant: 'deletes',
    finding: 'catalog-index/status-write-conditional',
    expect: { breaks: ['mark'] },
  },
  'described-after-deleting': {
    title: 'the description is built after the DELETING write',
    change: { describes: 'after DELETING' },
    variant: 'deletes',
    finding: 'catalog-index/delete-row-description-first',
    expect: { breaks: ['description'] },
  },
  'restore-of-deleting': {
    title: 'a restore does not ask for AVAILABLE',
    change: { canBeRestored: () => true },
    variant: 'deletes',
    finding: 'catalog-index/delete-start-atomic',
    expect: { breaks: ['S2', 'S3'] },
  },
  'rows-removed-in-any-status': {
    title: 'a row is removed in any status',
    change: { rowCanGo: () => true },
    variant: 'deletes',
    finding: 'catalog-index/remove-row-guard',
    expect: { breaks: ['row'] },
  },

  // What is open.
  'deleting-stays': {
    title: 'a delete that died after DELETING is finished by nobody when a retry is told BackupNotFound',
    change: { deleteEnds: () => true },
    variant: 'deletes-refused-on-deleting',
    finding: 'catalog-index/delete-start-status',
    isHole: true,
    expect: { breaks: ['L3', 'no deadlock'] },
  },
  'source-stays-unreadable': {
    title: 'a DELETING row whose source cannot be described any more is never finished, as the description comes first',
    change: { sourceCanBeRead: false },
    variant: 'deletes',
    finding: 'catalog-index/delete-row-description-first',
    isHole: true,
    expect: { breaks: ['L3'] },
  },
};
