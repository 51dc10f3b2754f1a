/** What lies in MongoDB, what each process remembers, and what only properties read. */
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
  /** Each with a reconciler and a backfill worker. */
  readonly servers: number;
  /** Beats of a job after its registration. */
  readonly beats: number;
  /** Processes that may die, all told. A pause needs no budget: it is a process that takes no step. */
  readonly crashes: number;
  /** Says what must come of every fair run; without it, processes that are alike need not be told apart. */
  readonly judgesRuns: boolean;
}

export interface Variant {
  readonly nameOf: (restore: number) => number;
  readonly backupOf: (restore: number) => number;
  /** At most so many restores, whatever the scale; one alone may also fail to copy. */
  readonly restoresMax?: number;
  /** Crashes beyond those of the scale, or fewer than those, where all is to be seen in a short time. */
  readonly crashesMore: number;
  /** The backup has indexes, which the backfill worker builds. */
  readonly hasIndexes: boolean;
  /** Of one restore: reads by majority concern may be behind, a failover, answers that get lost, a client that looks. */
  readonly majorityLags: boolean;
}

const backupShape = { status: oneOf('AVAILABLE', 'DELETING', 'DELETED') };
const backupItemsShape = { data: oneOf('full', 'gone') };

/** The catalog's document of a table, with the record of the restore. By table id; a unique index holds names apart. */
const tableShape = ({ beats }: Scale) => ({
  status: oneOf('absent', 'CREATING', 'ACTIVE'),
  job: jobState,
  generation: upTo(2),
  heartbeat: upTo(beats + 1),
  stale: flag,
  /** Pending for the backfill worker. */
  handedOver: flag,
});

/** The collection: what $out has copied, and the entries of the indexes. */
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

/** What only properties read. */
const ghostShape = {
  /** Whether a remover has dropped the collection, and whether $out has made it again after that. */
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

/** Drawn by each registration, and by each FAILED: no two writers of one record have the same. */
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
  /** What a read with majority concern sees of a document. */
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
  m.faults({ crash: Math.max(0, scale.crashes + (scale.judgesRuns ? variant.crashesMore : 0)) });
  const database = new MongoDb(m, [], majorityLags ? 1 : 0);
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

/** Targets with this source that are still being made, as reads of majority concern see them. */
export const creatingByMajority = ({ targets, byMajority }: World, backup: number): Target[] =>
  targets.filter((target) => target.backup === backup && byMajority(target.table).status === 'CREATING');

export const sameName = ({ targets }: World, { name }: Target): Target[] =>
  targets.filter((other) => other.name === name);

/** The heartbeat of a document grows old on the primary and on the majority at once. */
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
      byMajority(table).stale = is;
    },
  },
});
