/** Cassandra by partition, the memory of each process, and records that only properties read. */
import { flag, list, oneOf, optional, upTo, type View } from '../../../../language/domains.ts';
import type { Model } from '../../../../language/model.ts';
import { Cassandra } from '../../../../stores/cassandra.ts';
import { batchState, type History, historyShape, jobState, type Target as TargetSeen } from '../target.ts';

export interface Scale {
  readonly restores: number;
  readonly deletes: number;
  /** Each runs a reconciler. */
  readonly servers: number;
  /** Batches of items in a backup. */
  readonly batches: number;
  /** Crashes in a run, over all processes. A pause needs no budget: a paused process just takes no step. */
  readonly crashes: number;
  /** Every variant gets all restores and deletes of the scale, not only those that it is about. */
  readonly allMeet: boolean;
  /** Declares liveness properties. Without them, symmetry reduction is possible. */
  readonly judgesRuns: boolean;
}

export interface Variant {
  readonly nameOf: (restore: number) => number;
  readonly backupOf: (restore: number) => number;
  /** K1 takes the marker of the backup, K2 inserts the target. They access different partitions, so one comes first. */
  readonly first: 'K1' | 'K2';
  /** The most restores and deletes, unless `allMeet` is set. */
  readonly restoresMax?: number;
  readonly deletesMax?: number;
  readonly deletesMin?: number;
  /** Includes the schema step, failing copies, and the scan that finishes deletes. Used where there is one restore. */
  readonly isWhole: boolean;
  readonly batchesMore: number;
  /** Added to the crashes of the scale where liveness is judged; negative where that would take too long. */
  readonly crashesMore: number;
  /** The least number of servers, each with a reconciler. Without crashes, as in the audit, the number of the scale. */
  readonly serversMin?: number;
  /** How many answers may be lost, to writes of a status or of a beat. */
  readonly lostAnswers: number;
  /** Beats may fail and hang. */
  readonly beatsFail: boolean;
  /** Writes of DONE and of DELETING without an answer are on their way for any time. */
  readonly writesAreLate: boolean;
}

const backupShape = {
  status: oneOf('AVAILABLE', 'DELETING', 'DELETED'),
  /** The claim of a delete is older than stale_after. */
  stale: flag,
};
const backupItemsShape = { data: oneOf('full', 'gone') };

/** `active_restores` of a backup, split into one row for each target that it may name. In the partition of the backup. */
const markerShape = {
  isActive: flag,
  /** With K1 first: the owner has confirmed the marker after K2. */
  isConfirmed: flag,
};

/** The row of a table, with the record of its restore, in the partition of the name. By table id. */
const tableShape = (beats: number) => ({
  status: oneOf('absent', 'CREATING', 'DELETING', 'ACTIVE'),
  job: jobState,
  generation: upTo(2),
  heartbeat: upTo(beats),
  stale: flag,
});

/** The tables that hold the items, and their contents. */
const schemaShape = { exists: flag };
const itemsShape = (batches: number) => ({ batches: list(batches, batchState) });

const refusals = ['TableInUse', 'TableAlreadyExists', 'BackupNotFound', 'BackupInUse'] as const;
export type Refusal = (typeof refusals)[number];

const restoreShape = (batches: number) => ({
  at: oneOf(
    ...['start', 'K1', 'K1 unknown', 'K2', 'K2 unknown', 'confirm', 'undo K1'],
    ...['beat', 'work', 'write', 'hung', 'done', 'done unknown', 'clear marker'],
    ...['failing', 'r1', 'r2 tables', 'r2 row'],
    ...['completed', 'failed', 'lost its claim', 'crashed', ...refusals],
  ),
  /** The answer once everything is undone. */
  refusal: optional(oneOf(...refusals)),
  /** The pieces of work that are done: the schema step, if there is one, and the batches. */
  next: upTo(batches + 1),
  /** What was read from the backup and is not yet written. */
  buffer: batchState,
  /** Beats in a row that failed. */
  failedBeats: upTo(4),
  beatHangs: flag,
});

const deleteShape = {
  at: oneOf(
    ...['start', 'claim', 'claim unknown', 'drop', 'mark', 'deleted'],
    ...['BackupInUse', 'BackupNotFound', 'interrupted'],
  ),
};

const listedShape = (beats: number) => ({
  as: oneOf('nothing', 'dead', 'r1', 'r2 tables', 'r2 row'),
  generation: upTo(2),
  heartbeat: upTo(beats),
});

const reportedShape = { as: oneOf('nothing', 'drop', 'mark') };

/** What a process that meets a marker has seen: the marker, and then its target. */
const seenShape = { as: oneOf('nothing', 'marker', 'marker to clear'), isConfirmed: flag };

/** Only properties read these. */
const ghostShape = {
  /** The heartbeat task of the job has started. */
  beats: flag,
  /** A remover has dropped the tables, and the schema step has created them again. */
  tables: oneOf('as they were', 'dropped', 'made again'),
};

/** A request that is at rest, or has not begun. */
const rests: ReadonlySet<string> = new Set<string>([
  ...['start', 'completed', 'failed', 'lost its claim', 'crashed'],
  ...refusals,
]);
export const isUnderWay = ({ at }: Restore): boolean => !rests.has(at);

export type Backup = View<typeof backupShape>;
type BackupItems = View<typeof backupItemsShape>;
export type Marker = View<typeof markerShape>;
export type Table = View<ReturnType<typeof tableShape>>;
type Schema = View<typeof schemaShape>;
type Items = View<ReturnType<typeof itemsShape>>;
export type Restore = View<ReturnType<typeof restoreShape>>;
type Deletion = View<typeof deleteShape>;
export type Listed = View<ReturnType<typeof listedShape>>;
export type Reported = View<typeof reportedShape>;
export type Seen = View<typeof seenShape>;

/** Drawn by each registration, and by each FAILED: no two writers of one record have the same generation. */
export const ownGeneration = 1;
export const fencedGeneration = 2;

export interface Target extends TargetSeen {
  readonly table: Table;
  readonly record: Table;
  readonly schema: Schema;
  readonly items: Items;
  readonly history: History;
  readonly marker: Marker;
  readonly ghost: View<typeof ghostShape>;
}

export interface World extends Variant {
  readonly scale: Scale;
  readonly batches: number;
  readonly store: Cassandra;
  readonly backupRows: readonly Backup[];
  readonly backupItems: readonly BackupItems[];
  readonly targets: readonly Target[];
  readonly restores: readonly Restore[];
  readonly deletions: readonly Deletion[];
  /** The number of the first batch among the pieces of work. */
  readonly firstBatch: 0 | 1;
  /** Answers to writes of a status may be lost. */
  readonly lostAnswersOfWrites: boolean;
  /** The most crashes in a run. */
  readonly crashes: number;
  /** By server, then by table id. */
  readonly listed: readonly (readonly Listed[])[];
  readonly reported: readonly Reported[];
  readonly seen: readonly Seen[];
}

const range = (length: number): number[] => Array.from({ length }, (_, at) => at);

export function declareWorld(m: Model, scale: Scale, variant: Variant): World {
  const { backupOf, nameOf } = variant;
  const atMost = (count: number, most = count) => (scale.allMeet ? count : Math.min(count, most));
  const ids = range(atMost(scale.restores, variant.restoresMax));
  const count = ids.length;
  const batches = scale.batches + variant.batchesMore;
  // Registration, and one beat before each piece of work.
  const beats = batches + 2;
  const crashes = Math.max(0, scale.crashes + (scale.judgesRuns ? variant.crashesMore : 0));
  m.faults({ crash: crashes });
  const servers = range(Math.max(scale.servers, scale.crashes === 0 ? 1 : (variant.serversMin ?? 1)));
  const backupsCount = 1 + Math.max(...ids.map(backupOf));
  const backupRows = m.family('backup', backupsCount, backupShape);
  const backupItems = m.family('items of backup', backupsCount, backupItemsShape);
  const markers = m.family('active', count, markerShape);
  const tables = m.family('target', count, tableShape(beats));
  const items = m.family('items', count, itemsShape(batches));
  const schemas = m.family('tables', count, schemaShape);
  const histories = m.family('history', count, historyShape);
  const ghosts = m.family('ghost', count, ghostShape);
  const rows = [...backupRows, ...backupItems, ...markers, ...tables, ...schemas, ...items];
  return {
    ...variant,
    firstBatch: variant.isWhole ? 1 : 0,
    lostAnswersOfWrites: variant.lostAnswers > 0 && !variant.beatsFail,
    scale,
    crashes,
    batches,
    store: new Cassandra(m, rows, variant.lostAnswers),
    backupRows,
    backupItems,
    targets: ids.map((id) => ({
      ...{ table: tables[id]!, record: tables[id]!, schema: schemas[id]!, items: items[id]!, marker: markers[id]! },
      ...{ history: histories[id]!, ghost: ghosts[id]!, name: nameOf(id), backup: backupOf(id) },
    })),
    restores: m.family('restore', count, restoreShape(batches)),
    deletions: m.family(
      'delete',
      Math.max(atMost(scale.deletes, variant.deletesMax), variant.deletesMin ?? 0),
      deleteShape,
    ),
    listed: servers.map((server) => m.family(`listed by server ${server} of target`, count, listedShape(beats))),
    reported: m.family('reported by server', servers.length, reportedShape),
    seen: m.family('seen of the marker of target', count, seenShape),
  };
}

/** The partition of a backup: its row and its markers. */
export const partitionOf = ({ backupRows, targets }: World, backup: number): object[] => [
  backupRows[backup]!,
  ...targets.filter((target) => target.backup === backup).map(({ marker }) => marker),
];

export const isMarked = ({ targets }: World, backup: number): boolean =>
  targets.some((target) => target.backup === backup && target.marker.isActive);

/** The partition of a name: its tables, of which at most one exists. */
export const partitionOfName = ({ targets }: World, { name }: Target): Table[] =>
  targets.filter((other) => other.name === name).map(({ table }) => table);
