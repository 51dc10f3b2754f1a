/** PostgreSQL, the memory of each process, and the fault budgets. */
import { flag, list, oneOf, upTo, type View } from '../../../../language/domains.ts';
import type { Model } from '../../../../language/model.ts';
import { Postgres, type Session } from '../../../../stores/postgres.ts';
import { backupsOf, numbersTo, type Sharing, sharings } from '../catalog.ts';
import { createTableShape } from '../../create-table.ts';

export interface Scale {
  readonly restores: number;
  /** Batches of items in a backup; each is a separate commit. */
  readonly batches: number;
  /** One for each server. */
  readonly sweeps: number;
  readonly deletes: number;
  /** Crashes in a run, over all processes. A lock session that may die uses one of them. */
  readonly crashes: number;
  /** How many lock sessions may die, in the variant with dying sessions: an idle timeout, a pooler. */
  readonly sessionDeaths: number;
  /** Whether liveness is judged. */
  readonly judgesRuns: boolean;
}

export interface Variant extends Sharing {
  readonly lock: 'before registration' | 'after registration';
  /** Lock sessions may die while their job continues. */
  readonly sessionsDie?: true;
  /** One restore and a CreateTable of its name. The state space is small, so there is one more delete. */
  readonly withCreateTable?: true;
}

export const variants = {
  'one-name': { ...sharings['one-name'], lock: 'before registration' },
  'session-dies': { ...sharings['one-name'], lock: 'before registration', sessionsDie: true },
  'two-names': { ...sharings['two-names'], lock: 'before registration' },
  'two-backups': { ...sharings['two-backups'], lock: 'before registration' },
  'registered-before-locked': { ...sharings['one-name'], lock: 'after registration' },
  'create-table': { ...sharings['one-name'], lock: 'before registration', withCreateTable: true },
} satisfies { [name: string]: Variant };

const backupShape = {
  /** The row and its data are removed in one transaction. */
  status: oneOf('AVAILABLE', 'removed'),
  data: oneOf('full', 'gone'),
};

const content = oneOf('missing', 'whole', 'torn');

const tableShape = ({ batches }: Scale) => ({
  status: oneOf('absent', 'CREATING', 'ACTIVE', 'DELETING'),
  /** It was inserted at least 60 seconds ago. */
  isOld: flag,
  /** transition_at is set, so the timer makes the table ACTIVE. A restore target has none. */
  hasTransitionTime: flag,
  /** torn: read from a backup that was no longer complete. */
  batches: list(batches, content),
});

const restoreShape = ({ batches }: Scale) => ({
  at: oneOf(
    ...(['start', 'lock backup', 'look', 'commit', 'try-lock', 'beat', 'read', 'write', 'finish', 'abort'] as const),
    ...(['release', 'release after ACTIVE', 'completed', 'failed', 'crashed'] as const),
    ...(['TableInUse', 'TableAlreadyExists', 'BackupInUse', 'BackupNotFound', 'LimitExceeded'] as const),
  ),
  /** The next batch to copy. */
  batch: upTo(batches - 1),
  /** The batch that was read and is not yet written. */
  buffer: content,
});

const deleteShape = {
  at: oneOf('start', 'lock backup', 'look', 'commit', 'deleted', 'BackupInUse', 'BackupNotFound', 'crashed'),
};

const sweepShape = (tables: number) => ({
  at: oneOf('idle', 'candidate', 'locked', 'DELETING', 'release'),
  /** The id of the table that it is handling. */
  table: upTo(tables - 1),
});

export type Backup = View<typeof backupShape>;
export type Table = View<ReturnType<typeof tableShape>>;
export type Restore = View<ReturnType<typeof restoreShape>>;

export interface World extends Variant {
  readonly scale: Scale;
  readonly database: Postgres;
  readonly backups: readonly Backup[];
  /** By table id. A restore target has the number of its restore; the table of CreateTable is last. */
  readonly tables: readonly Table[];
  readonly targets: readonly Table[];
  readonly restores: readonly Restore[];
  /** By restore: a connection that only holds the advisory lock of its target. */
  readonly lockSessions: readonly Session[];
  /** By sweep. */
  readonly sweepSessions: readonly Session[];
  /** For properties: by restore, whether it has written a batch after its lock was lost. */
  readonly histories: readonly { hasWrittenLate: boolean }[];
  readonly deletes: readonly View<typeof deleteShape>[];
  readonly sweeps: readonly View<ReturnType<typeof sweepShape>>[];
  readonly createTable: View<typeof createTableShape> | null;
}

export function declareWorld(m: Model, scale: Scale, variant: Variant): World {
  const restores = variant.withCreateTable ? 1 : scale.restores;
  const tables = restores + (variant.withCreateTable ? 1 : 0);
  m.faults({ crash: scale.crashes - (variant.sessionsDie ? scale.sessionDeaths : 0) });
  const backups = m.family('backup', backupsOf(variant, restores), backupShape);
  const rows = m.family('table', tables, tableShape(scale));
  const database = new Postgres(m, { rows: [...backups, ...rows], lockable: backups, advisoryLocks: tables });
  return {
    ...variant,
    scale,
    database,
    backups,
    tables: rows,
    targets: rows.slice(0, restores),
    restores: m.family('restore', restores, restoreShape(scale)),
    lockSessions: numbersTo(restores).map((id) => database.session(`lock session of restore ${id}`)),
    sweepSessions: numbersTo(scale.sweeps).map((server) => database.session(`session of sweep ${server}`)),
    histories: m.family('history: restore', restores, { hasWrittenLate: flag }),
    deletes: m.family('delete', scale.deletes + (variant.withCreateTable ? 1 : 0), deleteShape),
    sweeps: m.family('sweep', scale.sweeps, sweepShape(tables)),
    createTable: variant.withCreateTable ? m.record('create table', createTableShape) : null,
  };
}

/** What sweeps look for: CREATING, created from a backup, and without a transition time. */
export const isRestoreTarget = ({ tables, targets }: World, id: number): boolean =>
  id < targets.length && tables[id]!.status === 'CREATING' && !tables[id]!.hasTransitionTime;

/** The tables among which the name of this restore must be unique. */
export const rowsOfName = ({ tables, nameOf }: World, restore: number): Table[] =>
  tables.filter((_, id) => nameOf(id) === nameOf(restore));

/** The one of these rows that is there; otherwise this one. */
export const presentOf = (rows: readonly Table[], otherwise: Table): Table =>
  rows.find(({ status }) => status !== 'absent') ?? otherwise;

const rests: ReadonlySet<string> = new Set([
  ...['start', 'completed', 'failed', 'crashed'],
  ...['TableInUse', 'TableAlreadyExists', 'BackupInUse', 'BackupNotFound', 'LimitExceeded'],
]);

export const isAtRest = ({ at }: { readonly at: string }): boolean => rests.has(at);

const deleteRests: ReadonlySet<string> = new Set(['start', 'deleted', 'BackupInUse', 'BackupNotFound', 'crashed']);

export const isDeleteAtRest = ({ at }: { readonly at: string }): boolean => deleteRests.has(at);
