/** MongoDB, the memory of each process, and records that only properties read. */
import { flag, list, oneOf, upTo, type View } from '../../../../language/domains.ts';
import type { Model } from '../../../../language/model.ts';
import { MongoDb } from '../../../../stores/mongodb.ts';
import {
  type Backup as BackupSeen,
  batchState,
  type History,
  historyShape,
  jobState,
  type Target as TargetSeen,
} from '../target.ts';

export interface Scale {
  readonly restores: number;
  readonly deletes: number;
  /** Each runs a reconciler and a backfill worker. */
  readonly servers: number;
  /** The most beats of a job after its registration. */
  readonly beats: number;
  /** Crashes in a run, over all processes. A pause needs no budget: a paused process just takes no step. */
  readonly crashes: number;
  /** Declares liveness properties. Without them, symmetry reduction is possible. */
  readonly judgesRuns: boolean;
}

export interface Variant {
  readonly nameOf: (restore: number) => number;
  readonly backupOf: (restore: number) => number;
  /** The most restores, whatever the scale. A single restore may also fail to copy. */
  readonly restoresMax?: number;
  /** Added to the crashes of the scale where liveness is judged; negative where that would take too long. */
  readonly crashesMore: number;
  /** The backup has indexes, which the backfill worker builds. */
  readonly hasIndexes: boolean;
  /** With one restore: majority reads may lag, and there are a failover, lost answers and an observing client. */
  readonly majorityLags: boolean;
  /** With one restore: a DONE without an answer may be on its way for any time. */
  readonly doneIsLate: boolean;
}

const backupShape = { status: oneOf('AVAILABLE', 'DELETING', 'DELETED') };
const backupItemsShape = { data: oneOf('full', 'gone') };

/** The catalog document of a table, with the record of its restore. By table id; a unique index keeps names distinct. */
const tableShape = ({ beats }: Scale) => ({
  status: oneOf('absent', 'CREATING', 'ACTIVE'),
  job: jobState,
  generation: upTo(2),
  heartbeat: upTo(beats + 1),
  stale: flag,
  /** Handed over to the backfill worker, and pending there. */
  handedOver: flag,
});

/** The collection: the items copied by $out, and the index entries. */
const collectionShape = (parts: number) => ({ exists: flag, batches: list(parts, batchState) });

const phases = oneOf(
  ...['start', 'commit', 'registration waits', 'registered', 'out runs', 'out runs unowned', 'landed'],
  ...['DONE waits', 'DONE unknown', 'failing', 'FAILED waits', 'drop own', 'remove own', 'drop own output'],
  ...['out runs without its client', 'completed', 'failed', 'lost its claim', 'crashed'],
  ...['TableInUse', 'TableAlreadyExists', 'BackupInUse', 'BackupNotFound'],
);
const restoreShape = { at: phases, answer: oneOf('none', 'CREATING', 'InternalServerError') };

const deleteShape = {
  at: oneOf(
    ...['start', 'commit', 'DELETING waits', 'drop', 'mark', 'DELETED waits', 'deleted'],
    ...['BackupInUse', 'BackupNotFound', 'interrupted'],
  ),
};

const listedShape = ({ beats }: Scale) => ({
  as: oneOf('nothing', 'dead', 'FAILED waits', 'drop', 'remove', 'drop after removal'),
  generation: upTo(2),
  heartbeat: upTo(beats + 1),
});

const pickedShape = { as: oneOf('nothing', 'picked', 'built') };

/** Only properties read these. */
const ghostShape = {
  /** A remover has dropped the collection, and $out has created it again. */
  collection: oneOf('as it was', 'dropped', 'made again'),
};

export type Table = View<ReturnType<typeof tableShape>>;
export type Backup = View<typeof backupShape>;
export type BackupItems = View<typeof backupItemsShape>;
type Collection = View<ReturnType<typeof collectionShape>>;
export type Restore = View<typeof restoreShape>;
type Deletion = View<typeof deleteShape>;
export type Listed = View<ReturnType<typeof listedShape>>;
type Picked = View<typeof pickedShape>;

/** Drawn by each registration, and by each FAILED: no two writers of one record have the same generation. */
export const ownGeneration = 1;
export const fencedGeneration = 2;

export interface Target extends TargetSeen {
  readonly table: Table;
  readonly record: Table;
  readonly items: Collection;
  readonly history: History;
  readonly ghost: View<typeof ghostShape>;
}

export interface World extends Variant {
  readonly scale: Scale;
  /** The most crashes in a run. */
  readonly crashes: number;
  readonly database: MongoDb;
  readonly backupDocuments: readonly Backup[];
  readonly backupItems: readonly BackupItems[];
  readonly backups: readonly BackupSeen[];
  readonly targets: readonly Target[];
  readonly restores: readonly Restore[];
  readonly deletions: readonly Deletion[];
  /** By server, then by table id. */
  readonly listed: readonly (readonly Listed[])[];
  readonly picked: readonly (readonly Picked[])[];
  /** A document as a majority read sees it. */
  readonly byMajority: <T extends object>(document: T) => T;
}

const range = (length: number): number[] => Array.from({ length }, (_, at) => at);

export function declareWorld(
  m: Model,
  scale: Scale,
  variant: Variant,
  { outputIsNamedById }: { readonly outputIsNamedById: boolean },
): World {
  const { majorityLags, backupOf, nameOf, restoresMax = scale.restores } = variant;
  const restoresCount = Math.min(scale.restores, restoresMax);
  const ids = range(restoresCount);
  const crashes = Math.max(0, scale.crashes + (scale.judgesRuns ? variant.crashesMore : 0));
  m.faults({ crash: crashes });
  const database = new MongoDb(m, [], majorityLags || variant.doneIsLate ? 1 : 0);
  const copies = new Map<object, object>();
  const documents = declareCatalog(m, database, scale, variant, ids, copies);
  const collections = m.family(
    'collection',
    outputIsNamedById ? restoresCount : 1,
    collectionShape(variant.hasIndexes ? 2 : 1),
  );
  const backupItems = m.family('items of backup', documents.backups.length, backupItemsShape);
  m.stored('MongoDB', ...collections, ...backupItems);
  const histories = m.family('history', restoresCount, historyShape);
  const ghosts = m.family('ghost', restoresCount, ghostShape);
  const targets = ids.map((id) => {
    const table = documents.tables[id]!;
    const items = collections[outputIsNamedById ? id : 0]!;
    const seenByProperties = { history: histories[id]!, ghost: ghosts[id]! };
    return { table, record: table, items, ...seenByProperties, name: nameOf(id), backup: backupOf(id) };
  });
  return {
    ...variant,
    scale,
    crashes,
    database,
    backupDocuments: documents.backups,
    backupItems,
    backups: documents.backups.map((document, id) => seenBackup(document, backupItems[id]!)),
    targets,
    restores: m.family('restore', restoresCount, restoreShape),
    deletions: m.family('delete', scale.deletes, deleteShape),
    listed: range(scale.servers).map((server) =>
      m.family(`listed by server ${server} of target`, restoresCount, listedShape(scale)),
    ),
    picked: range(scale.servers).map((server) =>
      m.family(`backfill of server ${server} on target`, variant.hasIndexes ? restoresCount : 0, pickedShape),
    ),
    byMajority: <T extends object>(document: T) => (copies.get(document) ?? document) as T,
  };
}

function declareCatalog(
  m: Model,
  database: MongoDb,
  scale: Scale,
  { majorityLags, backupOf }: Variant,
  ids: readonly number[],
  copies: Map<object, object>,
): { backups: Backup[]; tables: Table[] } {
  const backupsCount = 1 + Math.max(...ids.map(backupOf));
  if (!majorityLags) {
    const backups = m.family('backup', backupsCount, backupShape);
    const tables = m.family('target', ids.length, tableShape(scale));
    m.stored('MongoDB', ...backups, ...tables);
    return { backups, tables };
  }
  const backup = database.copied('backup[0]', backupShape);
  const table = database.copied('target[0]', tableShape(scale));
  database.replicaSet([backup, table], 1);
  for (const { primary, majority } of [backup, table]) copies.set(primary, majority);
  return { backups: [backup.primary], tables: [table.primary] };
}

const seenBackup = (document: Backup, items: BackupItems): BackupSeen => ({
  get status() {
    return document.status;
  },
  get data() {
    return items.data;
  },
});

/** Targets that are still being created from this backup, according to majority reads. */
export const creatingByMajority = ({ targets, byMajority }: World, backup: number): Target[] =>
  targets.filter((target) => target.backup === backup && byMajority(target.table).status === 'CREATING');

export const sameName = ({ targets }: World, { name }: Target): Target[] =>
  targets.filter((other) => other.name === name);

/** The heartbeat of a document becomes stale on the primary and on the majority at once, if that has it. */
export const ageing = ({ byMajority }: World, { table, history }: Target) => ({
  table,
  history,
  record: {
    get job() {
      return table.job;
    },
    get stale() {
      return table.stale;
    },
    set stale(is: boolean) {
      table.stale = is;
      if (byMajority(table).status !== 'absent') byMajority(table).stale = is;
    },
  },
});

const rests: ReadonlySet<string> = new Set<Restore['at']>([
  ...(['TableInUse', 'TableAlreadyExists', 'BackupInUse', 'BackupNotFound'] as const),
  ...(['start', 'completed', 'failed', 'lost its claim', 'crashed', 'out runs without its client'] as const),
]);

/** The process of the restore is at work. */
export const isUnderWay = ({ at }: Restore): boolean => !rests.has(at);
