/** The protocol's decisions, each by name and with its right value. The processes follow these; a mutant replaces one. */
import { type Listed, type Marker, ownGeneration, type Seen, type Table } from './world.ts';

/** Every owner's write is a lightweight transaction on the status it comes from and on the generation. */
const owns = ({ status, job, generation }: Table): boolean =>
  status === 'CREATING' && job === 'RUNNING' && generation === ownGeneration;

export const rules = {
  // Registration.
  registrationAsksForAvailable: true,
  registrationAsksForNoMarker: true,
  insertIsConditional: true,
  /**
   * What an owner does that finds no row after an insert without an answer. The row may have been there and been removed, and
   * who removed it may still be at work for its table id.
   */
  afterLostInsert: 'gives up' as 'gives up' | 'inserts again',
  /** K1 first: how the owner makes sure, after K2, that the marker is its own still. */
  confirms: 'by a conditional write' as 'by a conditional write' | 'by a read' | 'not at all',

  // Whoever meets a marker of a target that is settled.
  anyoneClears: true,
  canBeCleared: ({ status }: Table): boolean => status !== 'CREATING',
  clearMatches: (marker: Marker, seen: Seen): boolean => marker.isActive && marker.isConfirmed === seen.isConfirmed,

  // The job.
  startsBeating: 'with the row' as 'with the row' | 'after the schema step',
  beatMatches: owns,
  doneMatches: owns,
  failMatches: owns,
  failedBeatsToStop: 3,
  /** A job whose beat did not apply, or failed three times, stops. */
  stopsWithoutBeat: true,
  unknownDone: 'is read' as 'is read' | 'counts as failed',
  doneAndActive: 'in one step' as 'in one step' | 'ACTIVE first',
  ownFailedDrawsGeneration: true,
  failedBeforeOwnRemoval: true,
  /** A copy may hang for ever while its process beats: see the hole. */
  copyHangs: false,
  /** Beats of a copy that has died go on. */
  beatOutlivesCopy: false,
  /** The schema step of a job that is not the owner any more makes tables that nobody drops: see the hole. */
  lateSchemaIsExcused: true,

  // DeleteBackup.
  claimAsksForAvailable: true,
  claimAsksForNoMarker: true,
  deletingBeforeDrop: true,

  // The reconciler.
  listsAsDead: ({ status, job, stale }: Table): boolean => status === 'CREATING' && job === 'RUNNING' && stale,
  listsAsFailed: ({ status, job, stale }: Table): boolean => status === 'CREATING' && job === 'FAILED' && stale,
  listsHalfRemoved: ({ status, job, stale }: Table): boolean => status === 'DELETING' && job === 'FAILED' && stale,
  condemns: ({ status, job, generation, heartbeat }: Table, listed: Listed): boolean =>
    status === 'CREATING' && job === 'RUNNING' && generation === listed.generation && heartbeat === listed.heartbeat,
  failedDrawsGeneration: true,
  failedIsWrittenOnce: true,
  canBeRemoved: ({ status }: Table): boolean => status === 'CREATING',
  finishesDeletes: true,
};

export type Rules = typeof rules;
