/** What the place of each process says of the store, of its locks, and of its own memory. */
import type { Model } from '../../../../language/model.ts';
import { numbersTo } from '../catalog.ts';
import { isAtRest, type Restore, type Table, type World } from './world.ts';

/** Of a restore at one place. */
interface Place {
  /** The status of its target, unless a sweep has taken it. */
  readonly target: 'absent' | 'CREATING' | 'ACTIVE';
  /** Whether it holds its lock, unless the session has died. */
  readonly holds: boolean;
}

const places = (lock: World['lock']): { readonly [at in Restore['at']]?: Place } => {
  const locksFirst = lock === 'before registration';
  const free: Place = { target: 'absent', holds: false };
  const registering: Place = { target: 'absent', holds: locksFirst };
  const job: Place = { target: 'CREATING', holds: true };
  return {
    start: free,
    ...{ 'lock backup': registering, look: registering, commit: registering },
    ...(locksFirst ? {} : { 'try-lock': { ...job, holds: false } }),
    ...{ beat: job, read: job, write: job, finish: job, abort: job },
    'release after ACTIVE': { target: 'ACTIVE', holds: true },
    completed: { target: 'ACTIVE', holds: false },
    release: { target: 'absent', holds: true },
    failed: free,
    ...{ TableInUse: free, TableAlreadyExists: free, BackupInUse: free, BackupNotFound: free, LimitExceeded: free },
  };
};

export function declarePlaces(m: Model, world: World): void {
  m.always('S9 of restores: what one takes for done is done', () => world.restores.every((_, id) => isTrue(world, id)));
  m.always('S9 of deletes: what one takes for done is done, and removed means gone', () => deletesAgree(world));
  m.always('S9 of sweeps: what one takes for done is done', () => sweepsAgree(world));
  m.always('locks: a row is locked by who is between its look and its commit', () => locksAgree(world));
  m.always('memory: nobody keeps what its next step does not need', () => isTidy(world));
  m.always('rows: what is absent has left nothing, and a restore target has no transition time', () =>
    world.tables.every(
      ({ status, isOld, hasTransitionTime, batches }, id) =>
        (status !== 'absent' || (!isOld && !hasTransitionTime && batches.every((batch) => batch === 'missing'))) &&
        !(id < world.targets.length && hasTransitionTime),
    ),
  );
}

/** A restore that has died knows nothing, and holds nothing. */
function isTrue(world: World, id: number): boolean {
  const { at, batch } = world.restores[id]!;
  const holds = world.lockSessions[id]!.holdsAdvisoryLock(id);
  if (at === 'crashed') return !holds;
  const place = places(world.lock)[at];
  if (place === undefined || !holdsAsExpected(world, at, holds, place)) return false;
  return isAsExpected(world, holds, world.targets[id]!, place) && hasWritten(world.targets[id]!, at, batch);
}

function holdsAsExpected({ lock, sessionsDie }: World, at: Restore['at'], holds: boolean, place: Place): boolean {
  // Who has registered may get no lock.
  const isWithout = lock === 'after registration' && (at === 'abort' || at === 'release');
  return holds === place.holds || (!holds && (sessionsDie === true || isWithout));
}

/** A sweep takes the target of a restore that has lost its lock, or has not taken it for a minute. */
function isAsExpected({ lock, sessionsDie }: World, holds: boolean, { status }: Table, { target }: Place): boolean {
  if (status === target) return true;
  const isLost = sessionsDie ? !holds : lock === 'after registration';
  return isLost && target !== 'ACTIVE' && (status === 'DELETING' || (status === 'absent' && target === 'CREATING'));
}

/** The batches before the next one are written, and no others. */
function hasWritten({ status, batches }: Table, at: Restore['at'], batch: number): boolean {
  if (status === 'absent') return true;
  const written = batches.filter((content) => content !== 'missing').length;
  if (at === 'beat' || at === 'read' || at === 'write') return written === batch;
  return at !== 'finish' || written === batches.length;
}

const deletesAgree = ({ deletes, backups }: World): boolean =>
  backups.every(({ status, data }) => (status === 'removed') === (data === 'gone')) &&
  deletes.every(({ at }) => at !== 'deleted' || backups[0]!.status === 'removed') &&
  (backups[0]!.status === 'AVAILABLE' || deletes.some(({ at }) => at === 'deleted'));

function sweepsAgree({ sweeps, sweepSessions, tables }: World): boolean {
  return sweeps.every(({ at, table }, server) => {
    const held = numbersTo(tables.length).filter((id) => sweepSessions[server]!.holdsAdvisoryLock(id));
    if (at === 'idle' || at === 'candidate') return held.length === 0;
    const { status } = tables[table]!;
    if (at === 'DELETING' && status !== 'DELETING' && status !== 'absent') return false;
    return held.length === 1 && held[0] === table;
  });
}

const locksAgree = ({ backups, backupOf, restores, deletes, database }: World): boolean =>
  backups.every((backup, number) => {
    const locking = restores.filter(({ at }, id) => backupOf(id) === number && (at === 'look' || at === 'commit'));
    const deleting = deletes.filter(({ at }) => number === 0 && (at === 'look' || at === 'commit'));
    return locking.length + deleting.length === (database.isRowLocked(backup) ? 1 : 0);
  });

function isTidy({ restores, sweeps }: World): boolean {
  const isCopying = (at: string) => at === 'beat' || at === 'read' || at === 'write';
  return (
    sweeps.every(({ at, table }) => at !== 'idle' || table === 0) &&
    restores.every(
      (restore) =>
        (restore.batch === 0 || isCopying(restore.at)) &&
        (restore.buffer !== 'missing') === (restore.at === 'write') &&
        !(isAtRest(restore) && restore.batch > 0),
    )
  );
}
