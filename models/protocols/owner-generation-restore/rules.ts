/** The decisions of the protocol, by name, with their correct values. The processes follow them; a mutant replaces one. */
import type { Refusal } from '../restore/told.ts';
import { creatingFrom, holderOfName, type Listed, type Target, type World } from './world.ts';

/** Every write of an owner is a compare-and-set on the expected status and on its generation. */
const owns = (target: Target, generation: number): boolean =>
  target.job === 'RUNNING' && target.generation === generation;

export const rules = {
  // Registration.
  /** Any existing table occupies its name. */
  holderOfName: (world: World, restore: number): Target | undefined => holderOfName(world, restore),
  /** Only an AVAILABLE backup can be restored. */
  canBeRestored: (world: World, backup: number): boolean => world.backups[backup]!.status === 'AVAILABLE',
  /** A backup is in use while a target is being created from it. */
  inUseForRestore: (world: World, backup: number): boolean => creatingFrom(world, backup).length > 0,
  registrationIsOneStep: true,
  /** What a client is told that is refused. */
  tells: (decided: Refusal): Refusal => decided,

  // The owner.
  beatMatches: owns,
  doneMatches: owns,
  failMatches: owns,
  doneAndActive: 'in one step' as 'in one step' | 'ACTIVE first' | 'ACTIVE though DONE did not match',
  ownFailedDrawsGeneration: true,
  ownRemovalNeedsFailed: true,
  /** A batch is written to the table with the id of the restore. */
  batchLandsIn: (world: World, restore: number): Target => world.targets[restore]!,

  // The reconciler.
  listsAsDead: (target: Target): boolean => target.job === 'RUNNING' && target.stale,
  listsAsFailed: (target: Target): boolean => target.job === 'FAILED' && target.stale,
  /** FAILED is written only if the record is still the one that was listed. */
  condemns: (target: Target, listed: Listed): boolean =>
    target.job === 'RUNNING' && target.generation === listed.generation && target.heartbeat === listed.heartbeat,
  failedDrawsGeneration: true,
  failedBeforeRemoval: true,
  /** A record that is already FAILED is not written again: when it is stale, its target is removed. */
  failedIsWrittenOnce: true,
  /** What is listed is handled, one record after the other, whatever becomes of each. */
  cycleEndsWithFirst: false,

  // Removal, by the reconciler and by a failing owner.
  /** The table to remove: account, name and table id must all match. */
  meansTable: (world: World, id: number): Target => world.targets[id]!,
  canBeRemoved: (target: Target): boolean => target.status === 'CREATING',

  // DeleteBackup.
  inUseForDelete: (world: World, backup: number): boolean => creatingFrom(world, backup).length > 0,
  deleteIsOneStep: true,
  deletingBeforeDrop: true,

  // The control plane.
  /** Ordinary tables become ACTIVE by a timer; restore targets do not. */
  timerMakesActive: false,
};

export type Rules = typeof rules;
