/** PostgreSQL, the memory of each process, and the fault budgets. */
import { flag, list, oneOf, upTo, type View } from '../../../../language/domains.ts';
import type { Model } from '../../../../language/model.ts';
import { Postgres, type Session } from '../../../../stores/postgres.ts';
import { batchState, historyShape, jobState, type Target as SharedTarget } from '../target.ts';

export interface Scale {
  /** Batches of items in a backup, copied between two beats. */
  readonly batches: number;
  /** Crashes of restore jobs and reconcilers in a run. */
  readonly crashes: number;
  /** How many dedicated sessions may be killed under their restore. */
  readonly killedSessions: number;
  readonly unknownOutcomes: number;
}

interface Place {
  readonly name: number;
  readonly backup: number;
}

/** A target that exists initially, and whose owner is gone. */
interface Inherited extends Place {
  readonly kind: 'legacy' | 'manifest' | 'unreadable';
}

export interface Variant {
  readonly restores: readonly Place[];
  readonly inherited: readonly Inherited[];
  readonly reconcilers: number;
  readonly hasDelete: boolean;
  /** The faults in this variant; their numbers come from the scale. */
  readonly faults: readonly ('crashes' | 'killed sessions' | 'a killed server' | 'unknown outcomes')[];
  /** What a cycle does when it finds a maintenance claim; null: there is never one. */
  readonly maintenance: 'skips the cycle' | 'is only reported' | null;
  /** What makes a FAILED record stale: its last beat, or the time at which FAILED was written. */
  readonly failedIsAgedBy: 'its last beat' | 'its own time';
  /** A client that gets TableInUse retries until the name is free. */
  readonly asksAgain: boolean;
}

const one: Variant = {
  restores: [{ name: 0, backup: 0 }],
  inherited: [],
  reconcilers: 1,
  hasDelete: false,
  faults: [],
  maintenance: null,
  failedIsAgedBy: 'its last beat',
  asksAgain: false,
};
const twoServers: Variant = { ...one, reconcilers: 2, faults: ['a killed server', 'killed sessions'] };
const inherited: Variant = {
  ...one,
  inherited: [
    { kind: 'legacy', name: 0, backup: 1 },
    { kind: 'unreadable', name: 1, backup: 2 },
    { kind: 'manifest', name: 2, backup: 3 },
  ],
  maintenance: 'skips the cycle',
  asksAgain: true,
};

export const variants = {
  /** Two restores, one backup, one name, and a delete of the backup. */
  'one-name': {
    ...one,
    restores: [one.restores[0]!, one.restores[0]!],
    hasDelete: true,
    faults: ['killed sessions'],
  },
  /** Two restores of one backup, and a delete of it. */
  'two-names': { ...one, restores: [one.restores[0]!, { name: 1, backup: 0 }], hasDelete: true, faults: ['crashes'] },
  /** Two restores into one name. They lock different backup rows, so these do not order them. */
  'two-backups': { ...one, restores: [one.restores[0]!, { name: 0, backup: 1 }] },
  /** Server 0 runs the restore. Either server may be killed, but not both. */
  'two-servers': twoServers,
  'two-servers-failed-anew': { ...twoServers, failedIsAgedBy: 'its own time' },
  /** The connection breaks, and the client does not know whether the write was applied. */
  'unknown-outcomes': { ...one, faults: ['unknown outcomes'] },
  /** A restore and a delete, and what may go wrong together: crashes, a killed session, writes of unknown outcome. */
  'all-faults': { ...one, hasDelete: true, faults: ['crashes', 'killed sessions', 'unknown outcomes'] },
  /** A registration migrated from the older release, an unreadable record, a dead manifest restore; and maintenance. */
  inherited,
  'inherited-maintenance-reported': { ...inherited, maintenance: 'is only reported' },
} satisfies { [name: string]: Variant };

const backupShape = { status: oneOf('AVAILABLE', 'DELETED'), data: oneOf('full', 'gone') };
const tableShape = { status: oneOf('absent', 'CREATING', 'ACTIVE') };
const recordShape = (generations: number, beats: number) => ({
  job: jobState,
  kind: oneOf('legacy', 'manifest', 'unreadable'),
  /** 0: migrated. Restore r draws r + 1. A FAILED write draws a number that no owner has. */
  generation: upTo(generations),
  heartbeat: upTo(beats),
  stale: flag,
});
/** The table that holds the items. It exists as long as its row in the catalog. */
const itemsShape = (batches: number) => ({ exist: flag, batches: list(batches, batchState) });

const restoreShape = (batches: number) => ({
  at: oneOf(
    'start',
    'looked',
    'row locked',
    'checked',
    'table inserted',
    'beat',
    'copy',
    'done',
    'DONE uncommitted',
    'ACTIVE uncommitted',
    'unsure of DONE',
    'DONE committed',
    'failing',
    'removing',
    'completed',
    'failed',
    'lost its claim',
    'TableInUse',
    'TableAlreadyExists',
    'BackupInUse',
    'BackupNotFound',
    'InternalServerError',
    'crashed',
  ),
  batch: upTo(batches - 1),
});
const deleteShape = {
  at: oneOf('start', 'looked', 'row locked', 'checked', 'deleted', 'BackupInUse', 'BackupNotFound'),
};
const reconcilerShape = { at: oneOf('idle', 'maintenance looked at', 'at work') };
const listedShape = (generations: number, beats: number) => ({
  as: oneOf('nothing', 'dead', 'to be removed', 'manifest'),
  generation: upTo(generations),
  heartbeat: upTo(beats),
});

export type RecordRow = View<ReturnType<typeof recordShape>>;
export type Restore = View<ReturnType<typeof restoreShape>>;
export type Listed = View<ReturnType<typeof listedShape>>;

export interface Target extends SharedTarget {
  readonly table: View<typeof tableShape>;
  readonly record: RecordRow;
  readonly items: View<ReturnType<typeof itemsShape>>;
}

export interface Owner {
  readonly me: Restore;
  readonly target: Target;
  /** A pooled connection for its transactions. */
  readonly session: Session;
  /** The dedicated session for its beats. */
  readonly beats: { isOpen: boolean };
  /** A COMMIT whose answer will be lost; the server is still working on it. */
  readonly inFlight: { is: boolean };
}

interface Reconciler {
  readonly me: View<typeof reconcilerShape>;
  readonly listed: readonly Listed[];
  /** Manifest restores that it has logged. */
  readonly logged: { readonly of: boolean[] };
}

export interface World {
  readonly scale: Scale;
  readonly variant: Variant;
  readonly database: Postgres;
  readonly backups: readonly View<typeof backupShape>[];
  /** By table id: first the targets of the restores, then the inherited ones. */
  readonly targets: readonly Target[];
  readonly owners: readonly Owner[];
  readonly deletion: { readonly me: View<typeof deleteShape>; readonly session: Session } | null;
  readonly reconcilers: readonly Reconciler[];
  readonly servers: readonly { isUp: boolean }[];
  /** How many writes may still lose their answers. */
  readonly unknown: { left: number };
  readonly maintenance: { isClaimed: boolean };
}

/** Drawn by a FAILED write; no owner has it. */
export const fencedGeneration = ({ owners }: World): number => owners.length + 1;

export function declareWorld(m: Model, scale: Scale, variant: Variant): World {
  const generations = variant.restores.length + 1;
  const beats = scale.batches + 1;
  const places: readonly (Place & { readonly kind?: Inherited['kind'] })[] = [
    ...variant.restores,
    ...variant.inherited,
  ];
  const backups = m.family('backup', 1 + Math.max(...places.map(({ backup }) => backup)), backupShape);
  const targets = places.map((place, id): Target => {
    const kind = place.kind ?? null;
    return {
      name: place.name,
      backup: place.backup,
      table: m.record(`table[${id}]`, tableShape, kind === null ? {} : { status: 'CREATING' }),
      record: m.record(
        `record[${id}]`,
        recordShape(generations, beats),
        kind === null ? {} : { job: 'RUNNING', kind, stale: true },
      ),
      items: m.record(`items[${id}]`, itemsShape(scale.batches), kind === null ? {} : { exist: true }),
      history: m.record(`history[${id}]`, historyShape, kind === null ? {} : { isSilent: true }),
    };
  });
  const unknownOutcomes = variant.faults.includes('unknown outcomes') ? scale.unknownOutcomes : 0;
  const maintenance = m.record('maintenance', { isClaimed: flag });
  const tables = targets.map(({ table }) => table);
  const records = targets.map(({ record }) => record);
  const database = new Postgres(m, {
    rows: [...backups, ...tables, ...records, ...targets.map(({ items }) => items), maintenance],
    lockable: [
      ...variant.restores.flatMap((_, restore) => [tables[restore]!, records[restore]!]),
      ...new Set(variant.restores.map(({ backup }) => backups[backup]!)),
    ],
  });
  return {
    scale,
    variant,
    database,
    backups,
    targets,
    owners: variant.restores.map((_, restore) => ({
      me: m.record(`restore[${restore}]`, restoreShape(scale.batches)),
      target: targets[restore]!,
      session: database.session(`transaction of restore ${restore}`),
      beats: m.record(`session of restore ${restore}`, { isOpen: flag }, { isOpen: true }),
      inFlight: m.record(`COMMIT of restore ${restore}`, { is: flag }),
    })),
    deletion: variant.hasDelete
      ? { me: m.record('delete', deleteShape), session: database.session('transaction of the delete') }
      : null,
    reconcilers: Array.from({ length: variant.reconcilers }, (_, reconciler) => ({
      me: m.record(`reconciler[${reconciler}]`, reconcilerShape),
      listed: m.family(`listed by ${reconciler} of target`, targets.length, listedShape(generations, beats)),
      logged: m.record(`logged by ${reconciler}`, { of: list(targets.length, flag) }),
    })),
    servers: m.family('server', variant.reconcilers, { isUp: flag }, { isUp: true }),
    unknown: m.record('unknown outcomes', { left: upTo(unknownOutcomes) }, { left: unknownOutcomes }),
    maintenance,
  };
}

/** Targets that are still being created from this backup. */
export const creatingFrom = ({ targets }: World, backup: number): Target[] =>
  targets.filter((target) => target.backup === backup && target.table.status === 'CREATING');

/** The table that has this name, if any. */
export const holderOf = ({ targets }: World, name: number): Target | undefined =>
  targets.filter((target) => target.name === name && target.table.status !== 'absent')[0];

const rests: ReadonlySet<string> = new Set([
  'start',
  'completed',
  'failed',
  'lost its claim',
  'TableInUse',
  'TableAlreadyExists',
  'BackupInUse',
  'BackupNotFound',
  'InternalServerError',
  'crashed',
]);

export const isUnderWay = ({ at }: Restore): boolean => !rests.has(at);
