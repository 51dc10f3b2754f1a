/** The database file, the memory of its one process, and the fault budgets. */
import { flag, list, oneOf, upTo, type View } from '../../../language/domains.ts';
import type { Model } from '../../../language/model.ts';
import { type Connection, Sqlite } from '../../../stores/sqlite.ts';

export interface Scale {
  readonly creates: number;
  readonly batches: number;
  readonly kills: number;
  readonly panics: number;
  /** Changes of the source table. */
  readonly changes: number;
}

export interface Variant {
  /** A copy may hang for ever, with its process alive and its slot taken. */
  readonly copiesHang: boolean;
}

export const variants = { default: { copiesHang: false }, 'copies-hang': { copiesHang: true } } satisfies {
  [name: string]: Variant;
};

const rowShape = (changes: number) => ({
  status: oneOf('absent', 'CREATING', 'AVAILABLE'),
  /** The state of the source whose definition was copied. */
  definition: upTo(changes),
});
const itemsShape = (batches: number) => ({ batches: list(batches, flag) });

const createShape = ({ batches, changes }: Scale) => ({
  at: oneOf(
    'start',
    'slot taken',
    'writer',
    'snapshot open',
    'inserted',
    'unslotted',
    'copying',
    'freed early',
    'failing',
    'created',
    'failed',
    'died',
  ),
  /** The state of the source that the read snapshot shows. */
  snapshot: upTo(changes),
  /** The definition that its row has, or will have. */
  definition: upTo(changes),
  batch: upTo(batches),
});

const processShape = (creates: number) => ({
  isUp: flag,
  slots: list(creates, flag),
});
const scanShape = (creates: number) => ({
  at: oneOf('start', 'rows read', 'slots read'),
  marked: list(creates, flag),
});
const deleteShape = { at: oneOf('start', 'deleted', 'BackupInUse', 'BackupNotFound') };

export type Create = View<ReturnType<typeof createShape>>;

export interface Backup {
  readonly row: View<ReturnType<typeof rowShape>>;
  readonly items: View<ReturnType<typeof itemsShape>>;
}

export interface World extends Variant {
  readonly scale: Scale;
  readonly database: Sqlite;
  /** The table to back up. `state` counts the transactions that changed its definition and items together. */
  readonly source: { state: number };
  readonly backups: readonly Backup[];
  readonly creates: readonly { readonly me: Create; readonly connection: Connection }[];
  /** A client deletes backup 0. */
  readonly deletion: View<typeof deleteShape>;
  readonly process: View<ReturnType<typeof processShape>>;
  readonly scan: View<ReturnType<typeof scanShape>>;
}

export function declareWorld(m: Model, scale: Scale, variant: Variant): World {
  const { creates, batches, changes } = scale;
  const source = m.record('source', { state: upTo(changes) });
  const backups = Array.from({ length: creates }, (_, id) => ({
    row: m.record(`backup[${id}]`, rowShape(changes)),
    items: m.record(`items[${id}]`, itemsShape(batches)),
  }));
  const database = new Sqlite(m, [source, ...backups.flatMap(({ row, items }) => [row, items])]);
  return {
    ...variant,
    scale,
    database,
    source,
    backups,
    creates: backups.map((_, id) => ({
      me: m.record(`create[${id}]`, createShape(scale)),
      connection: database.connection(`connection of create ${id}`),
    })),
    deletion: m.record('delete', deleteShape),
    process: m.record('process', processShape(creates), { isUp: true }),
    scan: m.record('scan', scanShape(creates)),
  };
}

const rests: ReadonlySet<string> = new Set(['start', 'created', 'failed', 'died'] satisfies Create['at'][]);
/** A task is working on the backup. */
export const isUnderWay = ({ at }: Create): boolean => !rests.has(at);

/** A task is over, and forgets everything. */
export function rest(m: Model, me: Create, at: 'created' | 'failed' | 'died'): void {
  m.reset(me);
  me.at = at;
}

export function dropRow({ row }: Backup): void {
  row.status = 'absent';
  row.definition = 0;
}

export function vanish(backup: Backup): void {
  dropRow(backup);
  backup.items.batches.fill(false);
}
