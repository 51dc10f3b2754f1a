/** What the place of each process says of the store, and of its own memory. */
import type { Model } from '../../../../language/model.ts';
import { isDeleteAtRest, type Marker, type Restore, type World } from './world.ts';

/** Of a restore at one place. */
interface Place {
  /** The status of its target, unless a sweep has removed it. */
  readonly target: 'absent' | 'CREATING' | 'ACTIVE';
  /** What its marker may be, unless its target is gone. */
  readonly markers: readonly Marker['is'][];
  readonly isRegistered?: boolean;
}

const before: Place = { target: 'absent', markers: ['none'], isRegistered: false };
const job: Place = { target: 'CREATING', markers: ['confirmed'], isRegistered: true };
/** Anyone may clear the marker of a target that is not CREATING. */
const gone: Place = { target: 'absent', markers: ['none', 'confirmed'] };

const common: { readonly [at in Restore['at']]?: Place } = {
  start: before,
  ...{ schema: job, beat: job, read: job, write: job, finish: job, hung: job, died: job },
  abort: { target: 'CREATING', markers: ['none', 'confirmed'] },
  'clear own': gone,
  failed: { target: 'absent', markers: ['none'] },
  'clear own after ACTIVE': { target: 'ACTIVE', markers: ['none', 'confirmed'], isRegistered: true },
  completed: { target: 'ACTIVE', markers: ['none'], isRegistered: true },
  ...{ TableInUse: before, TableAlreadyExists: before, BackupInUse: before, BackupNotFound: before },
};

const claimed: Place = { target: 'absent', markers: ['none', 'claimed'], isRegistered: false };
const inserted: Place = { target: 'CREATING', markers: ['none'], isRegistered: false };

const places: { readonly [order in World['order']]: { readonly [at in Restore['at']]?: Place } } = {
  'claim first': {
    ...common,
    ...{ claim: before, met: before, clear: before },
    insert: claimed,
    'undo claim': claimed,
    confirm: { ...claimed, target: 'CREATING' },
  },
  'insert first': {
    ...common,
    insert: before,
    ...{ claim: inserted, met: inserted, clear: inserted, 'undo insert': inserted },
  },
};

export function declarePlaces(m: Model, world: World): void {
  m.always('S9 of restores: what one takes for done is done', () => world.restores.every((_, id) => isTrue(world, id)));
  m.always('S9 of deletes: what one takes for done is done, and DELETED means gone', () => deletesAgree(world));
  m.always('memory: nobody keeps what its next step does not need', () => isTidy(world));
  m.always('rows: what is absent has left nothing, and a restore target has no transition time', () =>
    world.tables.every(
      ({ status, isStale, hasTransitionTime }, id) =>
        (status !== 'absent' || (!isStale && !hasTransitionTime)) && !(id < world.targets.length && hasTransitionTime),
    ),
  );
}

/** A restore that has died knows nothing. */
function isTrue(world: World, id: number): boolean {
  const { at, batch } = world.restores[id]!;
  const { isLost, isRegistered } = world.histories[id]!;
  const { status } = world.targets[id]!;
  if (isLost && (status !== 'absent' || at === 'clear own after ACTIVE' || at === 'completed')) return false;
  if (at === 'crashed') return true;
  const place = places[world.order][at];
  if (place === undefined || status !== (isLost ? 'absent' : place.target)) return false;
  const marker = world.partitions[world.backupOf(id)]!.markers[id]!.is;
  if (!place.markers.includes(marker) && !(isLost && marker === 'none')) return false;
  if (place.isRegistered !== undefined && place.isRegistered !== isRegistered) return false;
  return hasWritten(world.items[id]!.batches, at, batch);
}

/** The batches before the next one are written, and no others. */
function hasWritten(batches: readonly string[], at: Restore['at'], batch: number): boolean {
  const written = batches.filter((content) => content !== 'missing').length;
  if (at === 'beat' || at === 'read' || at === 'write') return written === batch;
  if (at === 'finish' || at === 'clear own after ACTIVE' || at === 'completed') return written === batches.length;
  return at === 'abort' || at === 'clear own' || at === 'failed' || at === 'hung' || at === 'died' || written === 0;
}

function deletesAgree({ partitions, data, deletes, sweeps }: World): boolean {
  const { status, isStale } = partitions[0]!.row;
  const { is } = data[0]!;
  if (isStale && (status !== 'DELETING' || !deletes.every(isDeleteAtRest))) return false;
  if (status === 'DELETED' && is !== 'gone') return false;
  const isUnderWay = status === 'DELETING';
  const deletesDo = deletes.every(({ at }) => {
    if (at === 'drop') return isUnderWay && is === 'full';
    if (at === 'dropping') return isUnderWay && is === 'dropping';
    if (at === 'mark') return isUnderWay && is === 'gone';
    return at !== 'deleted' || status === 'DELETED';
  });
  const sweepsDo = sweeps.every(({ at }) => {
    if (at === 'drop') return status !== 'AVAILABLE';
    if (at === 'dropping') return status !== 'AVAILABLE' && is !== 'full';
    return at !== 'mark' || (status !== 'AVAILABLE' && is === 'gone');
  });
  return deletesDo && sweepsDo;
}

function isTidy({ restores, deletes, sweeps, seenBy }: World): boolean {
  const hasSeen = (seen: readonly Marker[] = []) => seen.some(({ is }) => is !== 'none');
  const looks = (at: string) => at === 'met' || at === 'clear';
  const remembers = (actors: readonly { readonly at: string }[], seen: readonly (readonly Marker[])[]) =>
    seen.every((one, id) => hasSeen(one) === looks(actors[id]!.at));
  const isCopying = (at: string) => at === 'beat' || at === 'read' || at === 'write' || at === 'hung';
  return (
    remembers(restores, seenBy.restores) &&
    remembers(deletes, seenBy.deletes) &&
    remembers(sweeps, seenBy.sweeps) &&
    restores.every(
      ({ at, batch, buffer, answer }) =>
        (batch === 0 || isCopying(at)) &&
        (buffer !== 'missing') === (at === 'write') &&
        (answer !== 'none') === (at === 'undo claim' || at === 'undo insert'),
    )
  );
}
