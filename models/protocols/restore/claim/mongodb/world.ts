/** MongoDB, the memory of each process, and the fault budgets. */
import { flag, oneOf, upTo, type View } from '../../../../language/domains.ts';
import type { Model } from '../../../../language/model.ts';
import { MongoDb, type Replicated } from '../../../../stores/mongodb.ts';
import { backupsOf, idsOfBackup, idsOfName, numbersTo, type Sharing, sharings } from '../catalog.ts';
import { createTableShape } from '../../create-table.ts';

export interface Scale {
  readonly restores: number;
  readonly deletes: number;
  /** Each runs a sweep. */
  readonly servers: number;
  /** Crashes in a run, over all processes. A process that may stall uses one of them. */
  readonly crashes: number;
  /** How many processes may stall, in the variants with stalls. */
  readonly stalls: number;
  /** Whether liveness is judged. If not, symmetry reduction is possible. */
  readonly judgesRuns: boolean;
}

export interface Variant extends Sharing {
  /** A process may stall for any time, or for ever. */
  readonly stalls?: true;
  /** Only deletes stall, and there is one more delete. */
  readonly deletesStall?: true;
  /** How R3, D2 and G3 look for a CREATING target: in one snapshot, or with a cursor that yields between documents. */
  readonly looks?: 'one by one';
  /** The primary may fail over once; what the majority does not have is lost. There is one restore. */
  readonly failsOver?: true;
  /** One restore and a CreateTable of its name. The state space is small, so there is one more delete and backfill worker. */
  readonly withCreateTable?: true;
}

export const variants = {
  ...sharings,
  stalls: { ...sharings['one-name'], stalls: true },
  'deletes-stall': { ...sharings['one-name'], stalls: true, deletesStall: true },
  'looks-one-by-one': { ...sharings['two-names'], stalls: true, looks: 'one by one' },
  failover: { ...sharings['one-name'], failsOver: true },
  'create-table': { ...sharings['one-name'], withCreateTable: true },
} satisfies { [name: string]: Variant };

const backupShape = {
  status: oneOf('AVAILABLE', 'DELETED'),
  /** rc.h is older than W. */
  restoreClaimIsStale: flag,
  /** dc.h is older than W. */
  deleteClaimIsStale: flag,
};

/** A claim names the operation that holds it. Here each operation has a flag: whether it is the holder. */
const claimShape = { isHeld: flag };

const dataShape = { is: oneOf('full', 'dropping', 'gone') };

const tableShape = {
  status: oneOf('absent', 'CREATING', 'ACTIVE'),
  /** h is older than W. */
  isStale: flag,
  /** The items are written, and indexes must be filled. */
  isPending: flag,
  hasIndexes: flag,
  /** transition_at is set, so the timer makes the table ACTIVE. A restore target has none. */
  hasTransitionTime: flag,
};

/** The collection of a target. torn: read from a backup that was no longer complete. */
const content = oneOf('missing', 'whole', 'torn');
const itemsShape = { are: content };

const refusals = oneOf('none', 'TableInUse', 'TableAlreadyExists', 'BackupInUse', 'cancelled');

const restoreShape = (looks: number) => ({
  at: oneOf(
    ...([
      'start',
      'claim',
      'acknowledge',
      'look',
      'insert',
      'late insert',
      'release',
      'lost',
      'copy',
      'write',
    ] as const),
    ...(['hand over', 'abort', 'give back', 'give back acknowledged', 'handed over', 'failed', 'crashed'] as const),
    ...(['TableInUse', 'TableAlreadyExists', 'BackupInUse', 'BackupNotFound', 'cancelled'] as const),
  ),
  /** Number of other targets' documents it has looked at. */
  looked: upTo(looks),
  /** What $out has read and not yet written. */
  buffer: content,
  /** The answer it gives once its claim is released. */
  answer: refusals,
});

const deleteShape = (looks: number) => ({
  at: oneOf(
    ...(['start', 'acknowledge', 'look', 'drop', 'dropping', 'mark', 'give back', 'give back acknowledged'] as const),
    ...(['deleted', 'BackupInUse', 'BackupNotFound', 'failed', 'crashed'] as const),
  ),
  looked: upTo(looks),
});

const sweepShape = (looks: number) => ({
  at: oneOf('idle', 'look', 'take over', 'acknowledge', 'drop', 'dropping', 'mark'),
  looked: upTo(looks),
});

const backfillShape = { at: oneOf('idle', 'filled') };

type Backup = View<typeof backupShape>;
export type Claim = View<typeof claimShape>;
type Data = View<typeof dataShape>;
export type Table = View<typeof tableShape>;
export type Items = View<typeof itemsShape>;
export type Restore = View<ReturnType<typeof restoreShape>>;
export type Delete = View<ReturnType<typeof deleteShape>>;
export type Sweep = View<ReturnType<typeof sweepShape>>;
type Backfill = View<typeof backfillShape>;

/** The document of one backup in the catalog: its fields, and for each operation whether it holds the claim of its kind. */
export interface BackupDocument {
  readonly fields: Backup;
  readonly restoreClaims: readonly Claim[];
  readonly deleteClaims: readonly Claim[];
  readonly sweepClaims: readonly Claim[];
  /** All records that make up the document. */
  readonly parts: readonly object[];
  /** The majority copies; none where it is not replicated. */
  readonly copies: readonly Replicated<typeof claimShape | typeof backupShape>[];
}

export interface World extends Variant {
  readonly scale: Scale;
  readonly database: MongoDb;
  readonly documents: readonly BackupDocument[];
  readonly data: readonly Data[];
  /** By table id. A restore target has the number of its restore; the table of CreateTable is last. */
  readonly tables: readonly Table[];
  readonly targets: readonly Table[];
  readonly items: readonly Items[];
  readonly restores: readonly Restore[];
  /** For properties: the restore has released its claim, which was still its own. */
  readonly confirmed: readonly { isPastR5: boolean }[];
  readonly deletes: readonly Delete[];
  readonly sweeps: readonly Sweep[];
  /** By sweep: the delete claim under which it looks, as flags by delete and by sweep. */
  readonly seenBy: readonly { readonly deletes: readonly Claim[]; readonly sweeps: readonly Claim[] }[];
  /** By server, then by target. */
  readonly backfills: readonly (readonly Backfill[])[];
  readonly createTable: View<typeof createTableShape> | null;
}

export function declareWorld(m: Model, scale: Scale, variant: Variant): World {
  const { withCreateTable } = variant;
  const restores = withCreateTable || variant.failsOver ? 1 : scale.restores;
  const extra = withCreateTable ? 1 : 0;
  const { servers } = scale;
  const deletes = scale.deletes + (variant.deletesStall ? 1 : extra);
  const stalls = variant.stalls ? scale.stalls : 0;
  m.faults({ crash: scale.crashes - stalls, pause: stalls });
  const database = new MongoDb(m, []);
  const documents = numbersTo(backupsOf(variant, restores)).map((id) =>
    declareDocument(m, database, `backup[${id}]`, { restores, deletes, servers }, variant),
  );
  const data = m.family('data of backup', documents.length, dataShape);
  const tables = m.family('table', restores + extra, tableShape);
  const items = m.family('items of table', restores, itemsShape);
  m.stored('MongoDB', ...data, ...tables, ...items);
  const looks = variant.looks === 'one by one' ? restores - 1 : 0;
  const { looks: _, ...others } = variant;
  return {
    ...others,
    // A single target is seen at one moment in any case.
    ...(looks > 0 && { looks: 'one by one' }),
    scale,
    database,
    documents,
    data,
    tables,
    targets: tables.slice(0, restores),
    items,
    restores: m.family('restore', restores, restoreShape(looks)),
    confirmed: m.family('history: restore', restores, { isPastR5: flag }),
    deletes: m.family('delete', deletes, deleteShape(looks)),
    sweeps: m.family('sweep', servers, sweepShape(looks)),
    seenBy: numbersTo(servers).map((server) => ({
      deletes: m.family(`seen by sweep ${server}: dc of delete`, deletes, claimShape),
      sweeps: m.family(`seen by sweep ${server}: dc of sweep`, servers, claimShape),
    })),
    backfills: numbersTo(servers + extra).map((server) =>
      m.family(`backfill on ${server} of target`, restores, backfillShape),
    ),
    createTable: withCreateTable ? m.record('create table', createTableShape) : null,
  };
}

function declareDocument(
  m: Model,
  database: MongoDb,
  name: string,
  { restores, deletes, servers }: { readonly [kind in 'restores' | 'deletes' | 'servers']: number },
  { failsOver }: Variant,
): BackupDocument {
  const names = (what: string, count: number) => numbersTo(count).map((id) => `${name}.${what} ${id}`);
  const all = [
    ...names('rc of restore', restores),
    ...names('dc of delete', deletes),
    ...names('dc of sweep', servers),
  ];
  const declare = (suffix: string) => ({
    fields: m.record(`${name}${suffix}`, backupShape),
    claims: all.map((claim) => m.record(`${claim}${suffix}`, claimShape)),
  });
  const { fields, claims } = declare('');
  const parts = [fields, ...claims];
  m.stored('MongoDB', ...parts);
  return {
    fields,
    restoreClaims: claims.slice(0, restores),
    deleteClaims: claims.slice(restores, restores + deletes),
    sweepClaims: claims.slice(restores + deletes),
    parts,
    copies: failsOver ? replicate() : [],
  };

  function replicate() {
    const majority = declare(' on the majority');
    const copies = [
      { primary: fields, majority: majority.fields },
      ...claims.map((primary, id) => ({ primary, majority: majority.claims[id]! })),
    ];
    database.replicate(name, copies, 1);
    return copies;
  }
}

/** The labels of a process that can occur in the variant. */
export function labelsIn<L extends string>({ failsOver, looks }: Variant, labels: readonly L[]): L[] {
  const isOfFailover = (label: L) => label.endsWith('the majority') || label.includes('with the primary');
  const isOfCursor = (label: L) => label.endsWith('looks on');
  return labels.filter(
    (label) => (failsOver === true || !isOfFailover(label)) && (looks === 'one by one' || !isOfCursor(label)),
  );
}

/** The document of the backup that this restore uses. */
export const documentOf = ({ documents, backupOf }: World, restore: number): BackupDocument =>
  documents[backupOf(restore)]!;

/** The targets created from a backup. */
export const targetsOf = (world: World, backup: number): Table[] =>
  idsOfBackup(world, world.targets.length, backup).map((id) => world.targets[id]!);

/** The tables among which the name of this restore must be unique. */
export const rowsOfName = (world: World, restore: number): Table[] =>
  idsOfName(world, world.tables.length, restore).map((id) => world.tables[id]!);

export const isRestoreClaimed = ({ restoreClaims }: BackupDocument): boolean =>
  restoreClaims.some(({ isHeld }) => isHeld);

export const isDeleteClaimed = ({ deleteClaims, sweepClaims }: BackupDocument): boolean =>
  deleteClaims.some(({ isHeld }) => isHeld) || sweepClaims.some(({ isHeld }) => isHeld);

/** Call in an effect: sets dc to none, or to another holder. */
export function passDeleteClaim({ fields, deleteClaims, sweepClaims }: BackupDocument, to: Claim | null): void {
  for (const claim of [...deleteClaims, ...sweepClaims]) claim.isHeld = claim === to;
  fields.deleteClaimIsStale = false;
}

/** Call in an effect: sets rc to none, or to another holder. */
export function passRestoreClaim({ fields, restoreClaims }: BackupDocument, to: Claim | null): void {
  for (const claim of restoreClaims) claim.isHeld = claim === to;
  fields.restoreClaimIsStale = false;
}

const rests: ReadonlySet<string> = new Set([
  ...['start', 'handed over', 'failed', 'crashed', 'cancelled'],
  ...['TableInUse', 'TableAlreadyExists', 'BackupInUse', 'BackupNotFound'],
]);

export const isAtRest = ({ at }: { readonly at: string }): boolean => rests.has(at);

const deleteRests: ReadonlySet<string> = new Set([
  'start',
  'deleted',
  'BackupInUse',
  'BackupNotFound',
  'failed',
  'crashed',
]);

export const isDeleteAtRest = ({ at }: { readonly at: string }): boolean => deleteRests.has(at);
