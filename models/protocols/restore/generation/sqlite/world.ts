/** The database file, the memory of its one process, and the fault budgets. */
import { flag, list, oneOf, upTo, type View } from '../../../../language/domains.ts';
import type { Model } from '../../../../language/model.ts';
import { Sqlite } from '../../../../stores/sqlite.ts';
import { createTableShape } from '../../create-table.ts';
import { batchState, historyShape, jobState, type Target as SharedTarget } from '../target.ts';

export interface Scale {
  readonly batches: number;
  /** How often the process may be killed. */
  readonly kills: number;
  /** How many restore tasks may die while their process lives. */
  readonly panics: number;
  /** Long write transactions of others, such as an index backfill. */
  readonly longWrites: number;
}

export interface Variant {
  readonly restores: readonly { readonly name: number; readonly backup: number }[];
  readonly hasDelete: boolean;
  readonly faults: readonly ('kills' | 'panics' | 'long writes' | 'disconnects')[];
  /** A client repeats DescribeTable. */
  readonly isObserved: boolean;
  /** A client that gets TableInUse retries until the name is free. */
  readonly asksAgain: boolean;
  /** A copy may hang for ever, with its process alive and its slot taken. */
  readonly copiesHang: boolean;
  /** CreateTable of name 0, and requests that a restore target refuses while it is CREATING. */
  readonly hasOtherRequests: boolean;
}

const first = { name: 0, backup: 0 };
const one: Variant = {
  restores: [first],
  hasDelete: false,
  faults: ['kills'],
  isObserved: false,
  asksAgain: false,
  copiesHang: false,
  hasOtherRequests: false,
};

export const variants = {
  /** Two restores, one backup, one name, and a delete of the backup. */
  'one-name': { ...one, restores: [first, first], hasDelete: true, faults: ['kills', 'panics'] },
  /** Two restores of one backup, and a delete of it. */
  'two-names': { ...one, restores: [first, { name: 1, backup: 0 }], hasDelete: true },
  /** Two restores into one name. */
  'two-backups': { ...one, restores: [first, { name: 0, backup: 1 }] },
  /** Beats wait behind other writers. */
  'long-writes': { ...one, faults: ['kills', 'long writes'] },
  /** The client of restore 0 may disconnect at any moment, and somebody restores into the name again. */
  disconnects: { ...one, restores: [first, first], faults: ['disconnects'], asksAgain: true },
  /** Two restores of one backup, of which a client may leave, a task may die, and the process be killed. */
  'all-faults': {
    ...one,
    restores: [first, { name: 1, backup: 0 }],
    hasDelete: true,
    faults: ['kills', 'panics', 'disconnects'],
  },
  observed: { ...one, isObserved: true },
  'other-requests': { ...one, faults: ['panics'], hasOtherRequests: true },
  /** Two restores that share nothing: one may hang, and the task of the other may die. */
  'copies-hang': { ...one, restores: [first, { name: 1, backup: 1 }], faults: ['panics'], copiesHang: true },
} satisfies { [name: string]: Variant };

const backupShape = { status: oneOf('AVAILABLE', 'DELETED'), data: oneOf('full', 'gone') };
const tableShape = { status: oneOf('absent', 'CREATING', 'ACTIVE') };
const recordShape = (restores: number, beats: number) => ({
  job: jobState,
  generation: upTo(restores + 1),
  /** 0: the epoch, written at start-up. */
  heartbeat: upTo(beats),
  stale: flag,
});
const ordinaryShape = { status: oneOf('absent', 'CREATING', 'ACTIVE'), hasTransitionTime: flag };
const itemsShape = (batches: number) => ({ batches: list(batches, batchState) });

const restoreShape = (batches: number) => ({
  at: oneOf(
    'start',
    'registered',
    'beat',
    'copy',
    'done',
    'failing',
    'removing',
    'completed',
    'failed',
    'lost its claim',
    'TableInUse',
    'TableAlreadyExists',
    'BackupInUse',
    'BackupNotFound',
    'died',
    'nothing was asked',
  ),
  batch: upTo(batches - 1),
});

/** The process that serves the file. A kill loses all of this. */
const processShape = (restores: number) => ({
  is: oneOf('running', 'down', 'starting', 'in its first cycle'),
  /** Taken by the task that restores the table with this id; a drop guard frees it. */
  slots: list(restores, flag),
});
const listedShape = (restores: number, beats: number) => ({
  as: oneOf('nothing', 'dead', 'to be removed'),
  generation: upTo(restores + 1),
  heartbeat: upTo(beats),
});

export type RecordRow = View<ReturnType<typeof recordShape>>;
export type Restore = View<ReturnType<typeof restoreShape>>;
export type Listed = View<ReturnType<typeof listedShape>>;

export interface Target extends SharedTarget {
  readonly table: View<typeof tableShape>;
  readonly record: RecordRow;
  readonly items: View<ReturnType<typeof itemsShape>>;
  /** For properties: the restore was in progress when its process was killed. */
  readonly interrupted: { is: boolean };
}

interface Ordinary {
  readonly table: View<typeof ordinaryShape>;
  readonly request: View<typeof createTableShape>;
}

export interface World {
  readonly scale: Scale;
  readonly variant: Variant;
  readonly database: Sqlite;
  readonly backups: readonly View<typeof backupShape>[];
  readonly targets: readonly Target[];
  readonly restores: readonly Restore[];
  readonly deletion: { at: 'start' | 'deleted' | 'BackupInUse' } | null;
  readonly process: View<ReturnType<typeof processShape>>;
  readonly listed: readonly Listed[];
  /** An ordinary table of name 0, which is no restore target, and the request that makes it. */
  readonly ordinary: Ordinary | null;
}

export const generationOf = (restore: number): number => restore + 1;
/** Drawn by a FAILED write; no owner has it. */
export const fencedGeneration = ({ restores }: World): number => restores.length + 1;

export function declareWorld(m: Model, scale: Scale, variant: Variant): World {
  const restores = variant.restores.length;
  const beats = scale.batches + 1;
  const backups = m.family('backup', 1 + Math.max(...variant.restores.map(({ backup }) => backup)), backupShape);
  const targets = variant.restores.map(
    (place, id): Target => ({
      ...place,
      table: m.record(`table[${id}]`, tableShape),
      record: m.record(`record[${id}]`, recordShape(restores, beats)),
      items: m.record(`items[${id}]`, itemsShape(scale.batches)),
      history: m.record(`history[${id}]`, historyShape),
      interrupted: m.record(`interrupted[${id}]`, { is: flag }),
    }),
  );
  const rows = targets.flatMap(({ table, record, items }) => [table, record, items]);
  const ordinary = variant.hasOtherRequests
    ? { table: m.record('ordinary table', ordinaryShape), request: m.record('create table', createTableShape) }
    : null;
  return {
    scale,
    variant,
    database: new Sqlite(m, [...backups, ...rows, ...(ordinary === null ? [] : [ordinary.table])]),
    backups,
    targets,
    restores: m.family('restore', restores, restoreShape(scale.batches)),
    deletion: variant.hasDelete ? m.record('delete', { at: oneOf('start', 'deleted', 'BackupInUse') }) : null,
    process: m.record('process', processShape(restores)),
    listed: m.family('listed of target', restores, listedShape(restores, beats)),
    ordinary,
  };
}

export const creatingFrom = ({ targets }: World, backup: number): Target[] =>
  targets.filter((target) => target.backup === backup && target.table.status === 'CREATING');

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
  'died',
  'nothing was asked',
] satisfies Restore['at'][]);

/** A task is working on the restore. */
export const isUnderWay = ({ at }: Restore): boolean => !rests.has(at);

export const accepts = ({ process }: World): boolean => process.is === 'running' || process.is === 'in its first cycle';
