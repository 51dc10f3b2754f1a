/** Cassandra by partition, the memory of each process, and the fault budgets. */
import { flag, list, oneOf, upTo, type View } from '../../../../language/domains.ts';
import type { Model } from '../../../../language/model.ts';
import { Cassandra } from '../../../../stores/cassandra.ts';
import { backupsOf, idsOfName, numbersTo, type Sharing, sharings } from '../catalog.ts';
import { createTableShape } from '../../create-table.ts';

export interface Scale {
  readonly restores: number;
  /** Batches of items in a backup, where processes may stall; otherwise there is one batch. */
  readonly batches: number;
  readonly deletes: number;
  /** Each runs a sweep. */
  readonly servers: number;
  /** Crashes in a run, over all processes. A process that may stall uses one of them. */
  readonly crashes: number;
  /** How many processes may stall, in the variants with stalls. */
  readonly stalls: number;
  /** Whether liveness is judged. If not, symmetry reduction is possible. */
  readonly judgesRuns: boolean;
}

export interface Variant extends Sharing {
  /** `claim first`: K1, K2, then a second look at the marker. `insert first`: K2, K1. */
  readonly order: 'claim first' | 'insert first';
  /** Who clears a marker whose target is absent or not CREATING: only the sweep, or any process that meets it. */
  readonly clears: 'sweep' | 'anyone';
  /** A restore may stall for any time, or for ever. */
  readonly stalls?: true;
  /** One restore and a CreateTable of its name. The state space is small, so there is one more delete. */
  readonly withCreateTable?: true;
}

const claimFirst = { order: 'claim first', clears: 'sweep' } as const;
const insertFirst = { order: 'insert first', clears: 'sweep' } as const;

export const variants = {
  'claim-first': { ...sharings['two-names'], ...claimFirst },
  'claim-first-anyone-clears': { ...sharings['two-names'], ...claimFirst, clears: 'anyone' },
  'claim-first-one-name': { ...sharings['one-name'], ...claimFirst },
  'claim-first-two-backups': { ...sharings['two-backups'], ...claimFirst },
  'claim-first-stalls': { ...sharings['one-name'], ...claimFirst, stalls: true },
  'insert-first': { ...sharings['two-names'], ...insertFirst },
  'insert-first-anyone-clears': { ...sharings['two-names'], ...insertFirst, clears: 'anyone' },
  'insert-first-stalls': { ...sharings['one-name'], ...insertFirst, stalls: true },
  'create-table': { ...sharings['one-name'], ...claimFirst, withCreateTable: true },
} satisfies { [name: string]: Variant };

const backupShape = {
  status: oneOf('AVAILABLE', 'DELETING', 'DELETED'),
  /** It has been DELETING for longer than the stale window, and no process works on it. */
  isStale: flag,
};

/** `active`, split by target: whether it names this target and, with the claim first, whether that is confirmed. */
const markerShape = { is: oneOf('none', 'claimed', 'confirmed') };

const dataShape = { is: oneOf('full', 'dropping', 'gone') };

const tableShape = {
  status: oneOf('absent', 'CREATING', 'ACTIVE'),
  /** h is older than the stale window. */
  isStale: flag,
  /** transition_at is set, so the timer makes the table ACTIVE. A restore target has none. */
  hasTransitionTime: flag,
};

/** torn: read from a backup that was no longer complete. */
const batch = oneOf('missing', 'whole', 'torn');
const itemsShape = (batches: number) => ({ batches: list(batches, batch) });

const restoreShape = (batches: number) => ({
  at: oneOf(
    ...(['start', 'claim', 'met', 'clear', 'insert', 'confirm', 'schema', 'beat', 'read', 'write', 'finish'] as const),
    ...(['undo claim', 'undo insert', 'abort', 'clear own', 'clear own after ACTIVE', 'hung', 'died'] as const),
    ...(['completed', 'failed', 'crashed'] as const),
    ...(['TableInUse', 'TableAlreadyExists', 'BackupInUse', 'BackupNotFound'] as const),
  ),
  /** The next batch to copy. */
  batch: upTo(batches - 1),
  /** The batch that was read and is not yet written. */
  buffer: batch,
  /** The answer it gives once its claim or target is undone. */
  answer: oneOf('none', 'TableInUse', 'TableAlreadyExists', 'BackupInUse', 'BackupNotFound'),
});

const deleteShape = {
  at: oneOf(
    ...(['start', 'met', 'clear', 'write', 'drop', 'dropping', 'mark', 'deleted'] as const),
    ...(['BackupInUse', 'BackupNotFound', 'crashed'] as const),
  ),
};

const sweepShape = { at: oneOf('idle', 'met', 'clear', 'drop', 'dropping', 'mark') };

export type Marker = View<typeof markerShape>;
export type Table = View<typeof tableShape>;
export type Items = View<ReturnType<typeof itemsShape>>;
export type Restore = View<ReturnType<typeof restoreShape>>;
export type Delete = View<typeof deleteShape>;
export type Sweep = View<typeof sweepShape>;

/** The partition of one backup. */
export interface BackupPartition {
  readonly row: View<typeof backupShape>;
  /** By restore. */
  readonly markers: readonly Marker[];
  readonly all: readonly object[];
}

export interface World extends Variant {
  readonly scale: Scale;
  readonly batches: number;
  readonly database: Cassandra;
  readonly partitions: readonly BackupPartition[];
  readonly data: readonly View<typeof dataShape>[];
  /** By table id. A restore target has the number of its restore; the table of CreateTable is last. */
  readonly tables: readonly Table[];
  readonly targets: readonly Table[];
  readonly items: readonly Items[];
  readonly restores: readonly Restore[];
  /** By table id: its restore is past its registration; another process has removed it; a batch was written after that. */
  readonly histories: readonly { isRegistered: boolean; isLost: boolean; hasWrittenLate: boolean }[];
  readonly deletes: readonly Delete[];
  readonly sweeps: readonly Sweep[];
  /** What each process that clears markers remembers of those it read. */
  readonly seenBy: { readonly [kind in 'restores' | 'deletes' | 'sweeps']: readonly (readonly Marker[])[] };
  readonly createTable: View<typeof createTableShape> | null;
}

export function declareWorld(m: Model, scale: Scale, variant: Variant): World {
  const { withCreateTable } = variant;
  const restores = withCreateTable ? 1 : scale.restores;
  const extra = withCreateTable ? 1 : 0;
  const deletes = scale.deletes + extra;
  const batches = variant.stalls ? scale.batches : 1;
  const stalls = variant.stalls ? scale.stalls : 0;
  m.faults({ crash: scale.crashes - stalls, pause: stalls });
  const partitions = numbersTo(backupsOf(variant, restores)).map((id) => declarePartition(m, id, restores));
  const data = m.family('data of backup', partitions.length, dataShape);
  const tables = m.family('table', restores + extra, tableShape);
  const items = m.family('items of table', restores, itemsShape(batches));
  const stored = [...partitions.flatMap(({ all }) => all), ...data, ...tables, ...items];
  const seen = (what: string, actors: number) =>
    numbersTo(actors).map((actor) => m.family(`seen by ${what} ${actor}: marker of restore`, restores, markerShape));
  return {
    ...variant,
    scale,
    batches,
    database: new Cassandra(m, stored),
    partitions,
    data,
    tables,
    targets: tables.slice(0, restores),
    items,
    restores: m.family('restore', restores, restoreShape(batches)),
    histories: m.family('history: table', restores + extra, { isRegistered: flag, isLost: flag, hasWrittenLate: flag }),
    deletes: m.family('delete', deletes, deleteShape),
    sweeps: m.family('sweep', scale.servers, sweepShape),
    seenBy: {
      restores: seen('restore', variant.clears === 'anyone' ? restores : 0),
      deletes: seen('delete', variant.clears === 'anyone' ? deletes : 0),
      sweeps: seen('sweep', scale.servers),
    },
    createTable: withCreateTable ? m.record('create table', createTableShape) : null,
  };
}

function declarePartition(m: Model, id: number, restores: number): BackupPartition {
  const row = m.record(`backup[${id}]`, backupShape);
  const markers = m.family(`backup[${id}].active: restore`, restores, markerShape);
  return { row, markers, all: [row, ...markers] };
}

export const partitionOf = ({ partitions, backupOf }: World, restore: number): BackupPartition =>
  partitions[backupOf(restore)]!;

/** The partition of a name: a table row is found by its name, and contains its id. */
export const rowsOfName = (world: World, restore: number): Table[] =>
  idsOfName(world, world.tables.length, restore).map((id) => world.tables[id]!);

/** Call in an effect: `active` names this marker's restore and no other, or none. */
export function setActive({ markers }: BackupPartition, of: Marker | null, is: Marker['is'] = 'none'): void {
  for (const marker of markers) marker.is = marker === of ? is : 'none';
}

export const isMarked = ({ markers }: BackupPartition): boolean => markers.some(({ is }) => is !== 'none');

const rests: ReadonlySet<string> = new Set([
  ...['start', 'completed', 'failed', 'crashed'],
  ...['TableInUse', 'TableAlreadyExists', 'BackupInUse', 'BackupNotFound'],
]);

export const isAtRest = ({ at }: { readonly at: string }): boolean => rests.has(at);

const deleteRests: ReadonlySet<string> = new Set(['start', 'deleted', 'BackupInUse', 'BackupNotFound', 'crashed']);

export const isDeleteAtRest = ({ at }: { readonly at: string }): boolean => deleteRests.has(at);
