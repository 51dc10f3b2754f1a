/** The protocol's decisions, each by name and with its right value. The processes follow these; a mutant replaces one. */
import { creatingFrom, holderOfName, type Listed, type Target, type World } from './world.ts';

/** Every owner's write is a compare-and-set on the status it comes from and on the generation. */
const owns = (target: Target, generation: number): boolean =>
  target.job === 'RUNNING' && target.generation === generation;

export const rules = {
  // Registration.
  /** A name is taken by any live table. */
  holderOfName: (world: World, restore: number): Target | undefined => holderOfName(world, restore),
  /** Only an AVAILABLE backup can be restored. */
  canBeRestored: (world: World, backup: number): boolean => world.backups[backup]!.status === 'AVAILABLE',
  /** A backup is in use by the target that is being made from it. */
  inUseForRestore: (world: World, backup: number): boolean => creatingFrom(world, backup).length > 0,
  registrationIsOneStep: true,

  // The owner.
  beatMatches: owns,
  doneMatches: owns,
  failMatches: owns,
  doneAndActive: 'in one step' as 'in one step' | 'ACTIVE first' | 'ACTIVE though DONE did not match',
  ownFailedDrawsGeneration: true,
  ownRemovalNeedsFailed: true,
  /** Where a batch lands: in the table with the id of the restore. */
  batchLandsIn: (world: World, restore: number): Target | undefined => world.targets[restore],

  // The reconciler.
  listsAsDead: (target: Target): boolean => target.job === 'RUNNING' && target.stale,
  listsAsFailed: (target: Target): boolean => target.job === 'FAILED' && target.stale && target.status === 'CREATING',
  /** FAILED is written over the very record that was listed. */
  condemns: (target: Target, listed: Listed): boolean =>
    target.job === 'RUNNING' && target.generation === listed.generation && target.heartbeat === listed.heartbeat,
  failedDrawsGeneration: true,
  failedBeforeRemoval: true,
  /** A record that is FAILED already is left to get old; then its target is removed. */
  failedIsWrittenOnce: true,

  // Removal, by the reconciler and by a failing owner.
  /** The table meant: account, name and table id must all agree. */
  meansTable: (world: World, id: number): Target | undefined => world.targets[id],
  canBeRemoved: (target: Target): boolean => target.status === 'CREATING',

  // DeleteBackup.
  inUseForDelete: (world: World, backup: number): boolean => creatingFrom(world, backup).length > 0,
  deleteIsOneStep: true,
  deletingBeforeDrop: true,

  // The control plane.
  /** Ordinary tables become ACTIVE by a timer; a restore target has none. */
  timerMakesActive: false,
};

export type Rules = typeof rules;
