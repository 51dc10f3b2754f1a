/** What each backend keeps of a restore, in whatever rows or documents: the part that properties look at. */
import { flag, oneOf, upTo, type View } from '../../../language/domains.ts';

export const batchState = oneOf('missing', 'whole', 'torn');
export const jobState = oneOf('none', 'RUNNING', 'DONE', 'FAILED');

/** What only properties read: nobody decides by it, and it lies in no store. */
export const historyShape = {
  /** The owner has really written no heartbeat for stale_after, whatever clock wrote the last one. */
  isSilent: flag,
  /** Somebody else has written FAILED, or removed the target. */
  isLost: flag,
  /** Batches that landed after that; two stand for any more. */
  lateWrites: upTo(2),
};
export type History = View<typeof historyShape>;

/** A table that is made by a restore, and the record of that restore, which lives and goes with it. */
export interface Target {
  readonly table: { readonly status: 'absent' | 'CREATING' | 'DELETING' | 'ACTIVE' };
  readonly record: {
    readonly job: 'none' | 'RUNNING' | 'DONE' | 'FAILED';
    readonly generation: number;
    /** Counts the beats; registration is the first. */
    readonly heartbeat: number;
    /** The heartbeat as written lies further back than stale_after. */
    readonly stale: boolean;
  };
  /** torn: read from a backup that was no longer full. */
  readonly items: { readonly batches: readonly ('missing' | 'whole' | 'torn')[] };
  readonly history: History;
  /** Targets with one number share a name. */
  readonly name: number;
  /** Its source. */
  readonly backup: number;
}

export interface Backup {
  readonly status: 'AVAILABLE' | 'DELETING' | 'DELETED';
  readonly data: 'full' | 'gone';
}

export const isBeingMade = ({ table }: Target): boolean => table.status === 'CREATING' || table.status === 'DELETING';

/** In the effect of a batch: counts it if the claim is lost. */
export function countLateWrite({ history }: Target): void {
  if (history.isLost && history.lateWrites < 2) history.lateWrites++;
}
