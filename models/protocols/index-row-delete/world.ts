/** PostgreSQL, the store of backups, the memory of each process, and the fault budgets. */
import { flag, list, oneOf, upTo, type View } from '../../language/domains.ts';
import type { Model } from '../../language/model.ts';
import { Postgres, type Session } from '../../stores/postgres.ts';

export interface Scale {
  readonly batches: number;
  readonly crashes: number;
  readonly killedSessions: number;
}

export interface Variant {
  /** Backup jobs that claim one id, each on its own server. 0: the backup is AVAILABLE initially. */
  readonly jobs: number;
  /** Clients that delete the backup; each retries until it has an answer. */
  readonly deletes: number;
  readonly restores: number;
  /** What a delete does when it finds DELETING. */
  readonly onDeleting: 'finishes the delete' | 'is refused';
}

export const variants = {
  claims: { jobs: 2, deletes: 0, restores: 0, onDeleting: 'finishes the delete' },
  /** A create and a delete of one row. */
  'create-and-delete': { jobs: 1, deletes: 1, restores: 0, onDeleting: 'finishes the delete' },
  deletes: { jobs: 0, deletes: 2, restores: 1, onDeleting: 'finishes the delete' },
  'deletes-refused-on-deleting': { jobs: 0, deletes: 2, restores: 1, onDeleting: 'is refused' },
} satisfies { [name: string]: Variant };

const rowShape = (jobs: number, batches: number) => ({
  status: oneOf('absent', 'CREATING', 'AVAILABLE', 'FAILED', 'DELETING', 'DELETED'),
  /** Job j draws j + 1. A FAILED write draws a number that no job has. */
  generation: upTo(jobs + 1),
  heartbeat: upTo(jobs * batches + 1),
  stale: flag,
});
/** The data of one claim, in the store of backups. */
const dataShape = (batches: number) => ({ batches: list(batches, flag) });
const targetShape = { status: oneOf('absent', 'CREATING', 'ACTIVE'), hasItems: flag };
/** Only properties read these. */
const historyShape = { isSilent: flag };
/** By job: another process has written FAILED, and the job has written a batch since. */
const lossShape = { isLost: flag, hasWritten: flag };

const jobShape = (batches: number) => ({
  at: oneOf(
    'start',
    'locked',
    'beat',
    'write',
    'finish',
    'failing',
    'created',
    'AlreadyExists',
    'failed',
    'lost',
    'crashed',
  ),
  batch: upTo(batches),
  sessionIsOpen: flag,
});
const deleteShape = {
  at: oneOf(
    'start',
    'described',
    'looked',
    'row locked',
    'checked',
    'drop',
    'mark',
    'describe late',
    'deleted',
    'BackupInUse',
    'BackupNotFound',
    'the source is unreadable',
  ),
};
const restoreShape = {
  at: oneOf('start', 'row locked', 'checked', 'read', 'insert', 'finish', 'through', 'refused'),
};
const judgeShape = (jobs: number, batches: number) => ({
  hasListed: flag,
  generation: upTo(jobs + 1),
  heartbeat: upTo(jobs * batches + 1),
});

export type Row = View<ReturnType<typeof rowShape>>;
export type Restore = View<typeof restoreShape>;
export type Data = View<ReturnType<typeof dataShape>>;
export type Job = View<ReturnType<typeof jobShape>>;
export type Deletion = View<typeof deleteShape>;
export type Judge = View<ReturnType<typeof judgeShape>>;

const jobRests: ReadonlySet<string> = new Set([
  'start',
  'created',
  'AlreadyExists',
  'failed',
  'lost',
  'crashed',
] satisfies Job['at'][]);
export const isJobAtRest = ({ at }: Job): boolean => jobRests.has(at);
const deleteRests: ReadonlySet<string> = new Set([
  'start',
  'the source is unreadable',
  'deleted',
  'BackupInUse',
  'BackupNotFound',
] satisfies Deletion['at'][]);
export const isDeleteAtRest = ({ at }: Deletion): boolean => deleteRests.has(at);

export interface World {
  readonly scale: Scale;
  readonly variant: Variant;
  readonly database: Postgres;
  readonly row: Row;
  /** By generation − 1. */
  readonly data: readonly Data[];
  readonly target: View<typeof targetShape>;
  readonly history: View<typeof historyShape>;
  readonly jobs: readonly { readonly me: Job; readonly session: Session; readonly loss: View<typeof lossShape> }[];
  readonly deletes: readonly { readonly me: Deletion; readonly session: Session }[];
  readonly restores: readonly { readonly me: Restore; readonly session: Session }[];
  readonly judge: Judge;
}

export const generationOf = (job: number): number => job + 1;
export const fencedGeneration = ({ data }: World): number => data.length + 1;

export function declareWorld(m: Model, scale: Scale, variant: Variant): World {
  const { batches } = scale;
  const isThere = variant.jobs === 0;
  const claims = Math.max(1, variant.jobs);
  const row = m.record('index row', rowShape(claims, batches), isThere ? { status: 'AVAILABLE', generation: 1 } : {});
  const data = Array.from({ length: claims }, (_, claim) =>
    m.record(`data[${claim}]`, dataShape(batches), { batches: Array.from({ length: batches }, () => isThere) }),
  );
  m.stored('the store of backups', ...data);
  const target = m.record('target', targetShape);
  const database = new Postgres(m, { rows: [row, target], lockable: [row], advisoryLocks: 1 });
  const each = <T>(count: number, declare: (at: number) => T): T[] =>
    Array.from({ length: count }, (_, at) => declare(at));
  return {
    scale,
    variant,
    database,
    row,
    data,
    target,
    history: m.record('history', historyShape),
    jobs: each(variant.jobs, (job) => ({
      me: m.record(`job[${job}]`, jobShape(batches), { sessionIsOpen: true }),
      session: database.session(`session of job ${job}`),
      loss: m.record(`loss of job ${job}`, lossShape),
    })),
    deletes: each(variant.deletes, (at) => ({
      me: m.record(`delete[${at}]`, deleteShape),
      session: database.session(`transaction of delete ${at}`),
    })),
    restores: each(variant.restores, (at) => ({
      me: m.record(`restore[${at}]`, restoreShape),
      session: database.session(`transaction of restore ${at}`),
    })),
    judge: m.record('judge', judgeShape(claims, batches)),
  };
}

/** One operation of the store of backups. It accesses one object and no row. */
export const inStore = (m: Model, data: Data, body: () => void): void =>
  m.reach('an operation of the store of backups', { reads: [data], writes: [data] }, body);

export const isFull = ({ batches }: Data): boolean => batches.every((batch) => batch);
/** The data of the row's claim; undefined once a fence has drawn the generation. */
export const dataOf = ({ data, row }: World): Data | undefined => data[row.generation - 1];
