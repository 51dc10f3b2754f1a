/** The decisions of the protocol, by name, with their correct values. The processes follow them; a mutant replaces one. */
import type { Refusal } from '../../told.ts';
import { type Listed, type Marker, ownGeneration, type Seen, type Table } from './world.ts';

/** Every write of an owner is a lightweight transaction on the expected status and on its generation. */
const owns = ({ status, job, generation }: Table): boolean =>
  status === 'CREATING' && job === 'RUNNING' && generation === ownGeneration;

export const rules = {
  // Registration.
  registrationAsksForAvailable: true,
  registrationAsksForNoMarker: true,
  insertIsConditional: true,
  /** What a client is told that is refused. */
  tells: (decided: Refusal): Refusal => decided,
  /**
   * What an owner does when its insert got no answer and it finds no row. The row may have existed and been removed, and the
   * remover may still be working on its table id.
   */
  afterLostInsert: 'gives up' as 'gives up' | 'inserts again',
  /** With K1 first: how the owner verifies, after K2, that the marker is still its own. */
  confirms: 'by a conditional write' as 'by a conditional write' | 'by a read' | 'not at all',

  // Clearing markers whose target is no longer CREATING.
  anyoneClears: true,
  canBeCleared: ({ status }: Table): boolean => status !== 'CREATING',
  clearMatches: (marker: Marker, seen: Seen): boolean => marker.isActive && marker.isConfirmed === seen.isConfirmed,

  // The job.
  startsBeating: 'with the row' as 'with the row' | 'after the schema step',
  beatMatches: owns,
  doneMatches: owns,
  failMatches: owns,
  failedBeatsToStop: 3,
  /** A job stops when its beat is not applied, or fails three times. */
  stopsWithoutBeat: true,
  unknownDone: 'is read' as 'is read' | 'counts as failed',
  /** A DONE that is not applied returns the row: DONE of its own generation means that it landed before. */
  looksAtReturnedRow: true,
  doneAndActive: 'in one step' as 'in one step' | 'ACTIVE first',
  ownFailedDrawsGeneration: true,
  failedBeforeOwnRemoval: true,
  /** A copy may hang for ever while its process beats. This is a hole: see the mutant. */
  copyHangs: false,
  /** The beats of a copy that has died continue. */
  beatOutlivesCopy: false,
  /** The schema step of a job that has lost its claim creates tables that nobody drops. This is a hole: see the mutant. */
  lateSchemaIsExcused: true,

  /** A restore that loses its marker is told BackupInUse, although nobody else may use the backup. This is a hole: see the mutant. */
  lostMarkerIsExcused: true,

  // DeleteBackup.
  claimAsksForAvailable: true,
  claimAsksForNoMarker: true,
  deletingBeforeDrop: true,

  /** A DELETING that lands late deletes a backup whose delete was refused since. This is a hole: see the mutant. */
  lateDeletingIsExcused: true,

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
