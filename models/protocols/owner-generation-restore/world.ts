/** What the store holds, what each process remembers, and what the environment may still do. */
import { flag, list, oneOf, upTo, type View } from '../../language/domains.ts';
import type { Model } from '../../language/model.ts';

export interface Scale {
  readonly restores: number;
  /** Batches of items in a backup. */
  readonly batches: number;
  readonly reconcilers: number;
  /** Processes that may die, all told. A pause needs no budget: it is an owner that takes no step. */
  readonly crashes: number;
}

/** Which restores share what. */
export interface Variant {
  readonly nameOf: (restore: number) => number;
  readonly backupOf: (restore: number) => number;
}

export const variants = {
  /** All restores take one backup into one name: a name is used again once its target is removed. */
  'one-name': { nameOf: () => 0, backupOf: () => 0 },
  /** All restores take one backup, each into a name of its own. */
  'two-names': { nameOf: (restore) => restore, backupOf: () => 0 },
  /** Each restore takes a backup of its own, all into one name. */
  'two-backups': { nameOf: () => 0, backupOf: (restore) => restore },
} satisfies { [name: string]: Variant };

const backupShape = {
  status: oneOf('AVAILABLE', 'DELETING', 'DELETED'),
  data: oneOf('full', 'gone'),
};

/** The table of one restore, and the restore record that lives and goes with it. The index is the table id. */
const targetShape = ({ restores, batches }: Scale) => ({
  status: oneOf('absent', 'CREATING', 'ACTIVE'),
  job: oneOf('none', 'RUNNING', 'DONE', 'FAILED'),
  /** 0 is never drawn; restore r draws r + 1; what a FAILED write draws is nobody's. */
  generation: upTo(restores + 1),
  /** Counts the beats; registration is the first. */
  heartbeat: upTo(batches + 1),
  /** The heartbeat lies further back than stale_after. */
  stale: flag,
  /** torn: read from a backup that was no longer full. */
  batches: list(batches, oneOf('missing', 'whole', 'torn')),
  /** Batches that landed after the owner had lost the record. */
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

/** What one reconciler remembers of one target from its listing. */
const listedShape = ({ restores, batches }: Scale) => ({
  as: oneOf('nothing', 'dead', 'to be removed'),
  generation: upTo(restores + 1),
  heartbeat: upTo(batches + 1),
});

type Backup = View<typeof backupShape>;
export type Target = View<ReturnType<typeof targetShape>>;
type Restore = View<ReturnType<typeof restoreShape>>;
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
  m.faults({ crash: scale.crashes });
  return {
    ...variant,
    scale,
    backups: m.family('backup', 1 + Math.max(...owners.map(variant.backupOf)), backupShape),
    targets: m.family('target', scale.restores, targetShape(scale)),
    restores: m.family('restore', scale.restores, restoreShape(scale)),
    deletion: m.record('delete', deleteShape),
    listed: Array.from({ length: scale.reconcilers }, (_, reconciler) =>
      m.family(`listed by ${reconciler} of target`, scale.restores, listedShape(scale)),
    ),
  };
}

export const generationOf = (restore: number): number => restore + 1;
/** Drawn by a FAILED write: the generation of no owner. */
export const fencedGeneration = ({ scale }: World): number => scale.restores + 1;

/** Targets with this backup as their source that are still being made. */
export const creatingFrom = ({ targets, backupOf }: World, backup: number): Target[] =>
  targets.filter((target, id) => backupOf(id) === backup && target.status === 'CREATING');

/** The target that holds the name of this restore, if any. */
export const holderOfName = ({ targets, nameOf }: World, restore: number): Target | undefined =>
  targets.find((target, id) => nameOf(id) === nameOf(restore) && target.status !== 'absent');
