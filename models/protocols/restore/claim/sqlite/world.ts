/** The database file, the memory of its one process, and the fault budgets. */
import { flag, list, oneOf, upTo, type View } from '../../../../language/domains.ts';
import type { Model } from '../../../../language/model.ts';
import { Sqlite } from '../../../../stores/sqlite.ts';
import { backupsOf, type Sharing, sharings } from '../catalog.ts';
import { createTableShape } from '../../create-table.ts';

export interface Scale {
  readonly restores: number;
  /** Batches of items in a backup; each is a separate write transaction. */
  readonly batches: number;
  readonly deletes: number;
  /** How often the server may die. */
  readonly crashes: number;
}

export interface Variant extends Sharing {
  /** Each client may disconnect during its restore. */
  readonly clientLeaves?: true;
  /** One restore and a CreateTable of its name. The state space is small, so there is one more delete. */
  readonly withCreateTable?: true;
}

export const variants = {
  ...sharings,
  'nothing-shared': { nameOf: (restore) => restore, backupOf: (restore) => restore },
  'client-leaves': { ...sharings['one-name'], clientLeaves: true },
  'create-table': { ...sharings['one-name'], withCreateTable: true },
} satisfies { [name: string]: Variant };

/** `sweeping`: the start-up sweep has not finished. */
const serverShape = { is: oneOf('serving', 'down', 'sweeping') };

const backupShape = {
  /** The row and its data are removed in one transaction. */
  status: oneOf('AVAILABLE', 'removed'),
  data: oneOf('full', 'gone'),
};

const tableShape = ({ batches }: Scale) => ({
  status: oneOf('absent', 'CREATING', 'ACTIVE'),
  /** transition_at is set, so the timer makes the table ACTIVE. A restore target has none. */
  hasTransitionTime: flag,
  /** torn: read from a backup that was no longer complete. */
  batches: list(batches, oneOf('missing', 'whole', 'torn')),
});

const restoreShape = ({ batches }: Scale) => ({
  at: oneOf(
    ...(['start', 'insert', 'copy', 'finish', 'abort', 'completed', 'failed', 'crashed', 'cancelled'] as const),
    ...(['TableInUse', 'TableAlreadyExists', 'BackupInUse', 'BackupNotFound'] as const),
  ),
  /** The next batch to copy. */
  batch: upTo(batches - 1),
});

const deleteShape = { at: oneOf('start', 'remove', 'deleted', 'BackupInUse', 'BackupNotFound') };

export type Table = View<ReturnType<typeof tableShape>>;
export type Restore = View<ReturnType<typeof restoreShape>>;

export interface World extends Variant {
  readonly scale: Scale;
  readonly database: Sqlite;
  readonly server: View<typeof serverShape>;
  readonly budget: { crashes: number };
  readonly backups: readonly View<typeof backupShape>[];
  /** By table id. A restore target has the number of its restore; the table of CreateTable is last. */
  readonly tables: readonly Table[];
  readonly targets: readonly Table[];
  readonly restores: readonly Restore[];
  /** By restore: its client has disconnected. */
  readonly clients: readonly { hasLeft: boolean }[];
  readonly deletes: readonly View<typeof deleteShape>[];
  readonly createTable: View<typeof createTableShape> | null;
}

export function declareWorld(m: Model, scale: Scale, variant: Variant): World {
  const restores = variant.withCreateTable ? 1 : scale.restores;
  const extra = variant.withCreateTable ? 1 : 0;
  const backups = m.family('backup', backupsOf(variant, restores), backupShape);
  const tables = m.family('table', restores + extra, tableShape(scale));
  return {
    ...variant,
    scale,
    database: new Sqlite(m, [...backups, ...tables]),
    server: m.record('server', serverShape),
    budget: m.record('faults left', { crashes: upTo(scale.crashes) }, { crashes: scale.crashes }),
    backups,
    tables,
    targets: tables.slice(0, restores),
    // The following, except for the clients, is the memory of the server, and is lost with it.
    restores: m.family('restore', restores, restoreShape(scale)),
    clients: m.family('client', variant.clientLeaves ? restores : 0, { hasLeft: flag }),
    deletes: m.family('delete', scale.deletes + extra, deleteShape),
    createTable: variant.withCreateTable ? m.record('create table', createTableShape) : null,
  };
}

/** What the start-up sweep looks for: CREATING, and created from a backup. */
export const isRestoreTarget = ({ tables, targets }: World, id: number): boolean =>
  id < targets.length && tables[id]!.status === 'CREATING';

/** The tables among which the name of this restore must be unique. */
export const rowsOfName = ({ tables, nameOf }: World, restore: number): Table[] =>
  tables.filter((_, id) => nameOf(id) === nameOf(restore));

const rests: ReadonlySet<string> = new Set([
  ...['start', 'completed', 'failed', 'crashed', 'cancelled'],
  ...['TableInUse', 'TableAlreadyExists', 'BackupInUse', 'BackupNotFound'],
]);

export const isAtRest = ({ at }: { readonly at: string }): boolean => rests.has(at);
