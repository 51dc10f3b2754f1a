/** The part of a restore that properties read, the same for every backend. */
import { flag, oneOf, upTo, type View } from '../../../language/domains.ts';

export const batchState = oneOf('missing', 'whole', 'torn');
export const jobState = oneOf('none', 'RUNNING', 'DONE', 'FAILED');

/** Only properties read and write these. They are in no store, and no process depends on them. */
export const historyShape = {
  /** The owner has in fact written no heartbeat for stale_after, whatever clock the last one used. */
  isSilent: flag,
  /** Another process has written FAILED, or removed the target. */
  isLost: flag,
  /** Batches written after that; 2 means two or more. */
  lateWrites: upTo(2),
};
export type History = View<typeof historyShape>;

/** A table created by a restore, and the record of that restore, which exists as long as the table. */
export interface Target {
  readonly table: { readonly status: 'absent' | 'CREATING' | 'DELETING' | 'ACTIVE' };
  readonly record: {
    readonly job: 'none' | 'RUNNING' | 'DONE' | 'FAILED';
    readonly generation: number;
    /** The number of beats; registration is the first. */
    readonly heartbeat: number;
    /** The heartbeat, as written, is older than stale_after. */
    readonly stale: boolean;
  };
  /** torn: read from a backup that was no longer complete. */
  readonly items: { readonly batches: readonly ('missing' | 'whole' | 'torn')[] };
  readonly history: History;
  /** Targets with the same number have the same name. */
  readonly name: number;
  /** The backup it is created from. */
  readonly backup: number;
}

export interface Backup {
  readonly status: 'AVAILABLE' | 'DELETING' | 'DELETED';
  readonly data: 'full' | 'gone';
}

export const isBeingMade = ({ table }: Target): boolean => table.status === 'CREATING' || table.status === 'DELETING';
