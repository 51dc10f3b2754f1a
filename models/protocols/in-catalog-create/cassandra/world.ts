/** The partitions, the memory of each process, and the fault budgets. */
import { flag, list, oneOf, upTo, type View } from '../../../language/domains.ts';
import type { Model } from '../../../language/model.ts';
import { Cassandra } from '../../../stores/cassandra.ts';

export interface Scale {
  /** Of 64 items each. */
  readonly buckets: number;
  readonly crashes: number;
  readonly unknownOutcomes: number;
}

export interface Variant {
  readonly reconcilers: number;
  readonly hasDelete: boolean;
  /** Whether rows of the catalog index are in the same table. */
  readonly hasIndexRows: boolean;
  readonly hasLister: boolean;
  readonly faults: readonly ('crashes' | 'unknown outcomes')[];
}

const one: Variant = { reconcilers: 1, hasDelete: false, hasIndexRows: false, hasLister: false, faults: ['crashes'] };
export const variants = {
  /** The client deletes the backup once it is AVAILABLE. */
  deleted: { ...one, hasDelete: true },
  'two-servers': { ...one, reconcilers: 2 },
  'index-rows': { ...one, hasIndexRows: true },
  listed: { ...one, hasLister: true },
  'unknown-outcomes': { ...one, faults: ['unknown outcomes'] },
} satisfies { [name: string]: Variant };

const rowShape = (beats: number) => ({
  status: oneOf('absent', 'CREATING', 'AVAILABLE', 'DELETING', 'DELETED'),
  /** 1: drawn by the create. 2: drawn by a fence. 3: an index row. */
  generation: upTo(3),
  heartbeat: upTo(beats),
  stale: flag,
  /** store_kind is set: the row is one of the catalog index. */
  isOfIndex: flag,
});
/** The side table by status, written after the row in a logged batch. */
const entriesShape = { creating: flag, available: flag };
/** Only properties read these. */
const historyShape = { isSilent: flag, isLost: flag, hasWritten: flag };

const createShape = ({ buckets }: Scale) => ({
  at: oneOf(
    'start',
    'inserted',
    'beat',
    'write',
    'poll',
    'finish',
    'unsure',
    'available',
    'created',
    'lost its claim',
    'crashed',
  ),
  bucket: upTo(buckets),
});
const deleteShape = ({ buckets }: Scale) => ({
  at: oneOf('start', 'drop', 'mark', 'deleted', 'BackupInUse', 'BackupNotFound', 'crashed'),
  bucket: upTo(buckets),
});
const listerShape = { at: oneOf('idle', 'entries', 'row'), wants: oneOf('nothing', 'CREATING', 'AVAILABLE') };
const reconcilerShape = ({ buckets }: Scale, rows: number) => ({
  /** The phases of one cycle: scans, fence, and deletion of what was reported. */
  at: oneOf('first scan', 'second scan', 'row of an entry', 'fence', 'delete', 'remove'),
  row: upTo(rows - 1),
  generation: upTo(3),
  heartbeat: upTo(buckets + 2),
  bucket: upTo(buckets),
  reported: list(rows, flag),
});

export type Row = View<ReturnType<typeof rowShape>>;
export type Create = View<ReturnType<typeof createShape>>;
export type Deletion = View<ReturnType<typeof deleteShape>>;
export type Lister = View<typeof listerShape>;
export type Reconciler = View<ReturnType<typeof reconcilerShape>>;

export interface World {
  readonly scale: Scale;
  readonly variant: Variant;
  readonly database: Cassandra;
  /** Row 0 is the backup being created; the others belong to the index. */
  readonly rows: readonly Row[];
  readonly buckets: readonly { isThere: boolean }[];
  readonly entries: View<typeof entriesShape>;
  readonly history: View<typeof historyShape>;
  readonly create: Create;
  readonly deletion: Deletion | null;
  readonly lister: Lister | null;
  readonly reconcilers: readonly Reconciler[];
}

export function declareWorld(m: Model, scale: Scale, variant: Variant): World {
  const beats = scale.buckets + 2;
  const index = { isOfIndex: true, generation: 3, stale: true };
  const rows = [
    m.record('row', rowShape(beats)),
    ...(variant.hasIndexRows
      ? [
          m.record('index row[0]', rowShape(beats), { ...index, status: 'CREATING' }),
          m.record('index row[1]', rowShape(beats), { ...index, status: 'DELETING' }),
        ]
      : []),
  ];
  const buckets = m.family('bucket', scale.buckets, { isThere: flag });
  const entries = m.record('entries', entriesShape);
  const unknownOutcomes = variant.faults.includes('unknown outcomes') ? scale.unknownOutcomes : 0;
  return {
    scale,
    variant,
    database: new Cassandra(m, [...rows, ...buckets, entries], unknownOutcomes),
    rows,
    buckets,
    entries,
    history: m.record('history', historyShape),
    create: m.record('create', createShape(scale)),
    deletion: variant.hasDelete ? m.record('delete', deleteShape(scale)) : null,
    lister: variant.hasLister ? m.record('lister', listerShape) : null,
    reconcilers: m.family('reconciler', variant.reconcilers, reconcilerShape(scale, rows.length)),
  };
}

const createRests: ReadonlySet<string> = new Set([
  'start',
  'created',
  'lost its claim',
  'crashed',
] satisfies Create['at'][]);
export const isCreateAtRest = ({ at }: Create): boolean => createRests.has(at);
const deleteRests: ReadonlySet<string> = new Set([
  'start',
  'deleted',
  'BackupInUse',
  'BackupNotFound',
  'crashed',
] satisfies Deletion['at'][]);
export const isDeleteAtRest = ({ at }: Deletion): boolean => deleteRests.has(at);

export const mine = 1;
export const fenced = 2;
