/** The store, the memory of each process, and the fault budgets. */
import { flag, list, oneOf, upTo, type View } from '../../language/domains.ts';
import type { Model } from '../../language/model.ts';

export interface Scale {
  readonly restores: number;
  /** Batches of items in a backup. */
  readonly batches: number;
  readonly reconcilers: number;
  /** Crashes in a run, over all processes. A pause needs no budget: a paused owner just takes no step. */
  readonly crashes: number;
}

/** What the restores share. */
export interface Variant {
  readonly nameOf: (restore: number) => number;
  readonly backupOf: (restore: number) => number;
  /** The most crashes, whatever the scale. */
  readonly crashesMax?: number;
}

export const variants = {
  /** All restores use one backup and one name; the name is reused after its target is removed. */
  'one-name': { nameOf: () => 0, backupOf: () => 0 },
  /** All restores use one backup, each with its own name. */
  'two-names': { nameOf: (restore) => restore, backupOf: () => 0 },
  /** Each restore has its own backup; all use one name. */
  'two-backups': { nameOf: () => 0, backupOf: (restore) => restore },
  /** Each restore has its own name and backup: only here a cycle lists several records. */
  'nothing-shared': { nameOf: (restore) => restore, backupOf: (restore) => restore, crashesMax: 1 },
} satisfies { [name: string]: Variant };

const backupShape = {
  status: oneOf('AVAILABLE', 'DELETING', 'DELETED'),
  data: oneOf('full', 'gone'),
};

/** The table of one restore, together with its restore record. The index is the table id. */
const targetShape = ({ restores, batches }: Scale) => ({
  status: oneOf('absent', 'CREATING', 'ACTIVE'),
  job: oneOf('none', 'RUNNING', 'DONE', 'FAILED'),
  /** 0 is never drawn. Restore r draws r + 1. A FAILED write draws a number that no owner has. */
  generation: upTo(restores + 1),
  /** The number of beats; registration is the first. */
  heartbeat: upTo(batches + 1),
  /** The heartbeat is older than stale_after. */
  stale: flag,
  /** torn: read from a backup that was no longer complete. */
  batches: list(batches, oneOf('missing', 'whole', 'torn')),
  /** Batches written after the owner had lost its record. Only properties read it. */
  lateWrites: upTo(2),
});

const restoreShape = ({ batches }: Scale) => ({
  at: oneOf(
    'start',
    'insert',
    'beat',
    'copy',
    'done',
    'flipped',
    'failing',
    'removing',
    'completed',
    'failed',
    'lost its claim',
    'TableInUse',
    'TableAlreadyExists',
    'BackupInUse',
    'BackupNotFound',
    'crashed',
  ),
  /** The next batch to copy. */
  batch: upTo(batches - 1),
});

const deleteShape = {
  at: oneOf('start', 'write', 'drop', 'mark', 'deleted', 'BackupInUse', 'crashed'),
};

/** What a reconciler remembers of a listed target. */
const listedShape = ({ restores, batches }: Scale) => ({
  as: oneOf('nothing', 'dead', 'to be removed'),
  generation: upTo(restores + 1),
  heartbeat: upTo(batches + 1),
});

export type Backup = View<typeof backupShape>;
export type Target = View<ReturnType<typeof targetShape>>;
export type Restore = View<ReturnType<typeof restoreShape>>;
export type Listed = View<ReturnType<typeof listedShape>>;

export interface World extends Variant {
  readonly scale: Scale;
  readonly backups: readonly Backup[];
  /** By table id, which is the number of the restore that registers it. */
  readonly targets: readonly Target[];
  readonly restores: readonly Restore[];
  readonly deletion: View<typeof deleteShape>;
  /** By reconciler, then by table id. */
  readonly listed: readonly (readonly Listed[])[];
}

export function declareWorld(m: Model, scale: Scale, variant: Variant): World {
  const owners = Array.from({ length: scale.restores }, (_, restore) => restore);
  const names = owners.map(variant.nameOf);
  const sources = owners.map(variant.backupOf);
  m.faults({ crash: Math.min(scale.crashes, variant.crashesMax ?? scale.crashes) });
  return {
    nameOf: (restore) => names[restore]!,
    backupOf: (restore) => sources[restore]!,
    scale,
    backups: m.family('backup', 1 + Math.max(...sources), backupShape),
    targets: m.family('target', scale.restores, targetShape(scale)),
    restores: m.family('restore', scale.restores, restoreShape(scale)),
    deletion: m.record('delete', deleteShape),
    listed: Array.from({ length: scale.reconcilers }, (_, reconciler) =>
      m.family(`listed by ${reconciler} of target`, scale.restores, listedShape(scale)),
    ),
  };
}

export const generationOf = (restore: number): number => restore + 1;
/** Drawn by a FAILED write; no owner has it. */
export const fencedGeneration = ({ scale }: World): number => scale.restores + 1;

/** Targets that are still being created from this backup. */
export const creatingFrom = ({ targets, backupOf }: World, backup: number): Target[] =>
  targets.filter((target, id) => backupOf(id) === backup && target.status === 'CREATING');

/** The target that holds the name of this restore, if any. */
export const holderOfName = ({ targets, nameOf }: World, restore: number): Target | undefined =>
  targets.filter((target, id) => nameOf(id) === nameOf(restore) && target.status !== 'absent')[0];

const rests: ReadonlySet<string> = new Set([
  'start',
  'completed',
  'failed',
  'lost its claim',
  'TableInUse',
  'TableAlreadyExists',
  'BackupInUse',
  'BackupNotFound',
  'crashed',
] satisfies Restore['at'][]);

/** The job of the restore is at work. */
export const isUnderWay = ({ at }: Restore): boolean => !rests.has(at);
