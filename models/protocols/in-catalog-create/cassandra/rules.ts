/** The decisions of the protocol, by name, with their correct values. The processes follow them; a mutant replaces one. */
import { type Lister, mine, type Reconciler, type Row } from './world.ts';

const owns = ({ status, generation }: Row): boolean => status === 'CREATING' && generation === mine;

export const rules = {
  // The create.
  pollMatches: owns,
  polls: 'after each bucket' as 'after each bucket' | 'at the end',
  beatMatches: owns,
  availableMatches: owns,
  whenUnsure: 'reads' as 'reads' | 'takes it for failed',
  /** A lightweight transaction that is not applied returns the row: AVAILABLE of its own generation means that it landed before. */
  whenNotApplied: 'looks at the row' as 'looks at the row' | 'stops',

  // The scan.
  /** y0 before y1: so what y2 fences is reported only once in its cycle. */
  scans: 'DELETING first' as 'DELETING first' | 'CREATING first',
  listsDeleting: ({ status, stale }: Row): boolean => status === 'DELETING' && stale,
  listsCreating: ({ status, stale }: Row): boolean => status === 'CREATING' && stale,
  finds: 'by their rows' as 'by their rows' | 'by their entries',
  skipsIndexRows: true,
  fenceMatches: ({ status, generation, heartbeat }: Row, listed: Reconciler): boolean =>
    status === 'CREATING' && generation === listed.generation && heartbeat === listed.heartbeat,
  fenceDrawsGeneration: true,
  fencesBeforeDelete: true,

  // DeleteBackup.
  writesDeleted: 'if still DELETING' as 'if still DELETING' | 'without a condition',

  // Readers of the side table.
  readsRowOfEntry: true,
  showsRow: ({ status }: Row, wants: Lister['wants']): boolean => status === wants,

  // What is promised.
  leavesNoBucket: false,
  listsAllAvailable: false,
};

export type Rules = typeof rules;
