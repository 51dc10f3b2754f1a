/** What the place of each process says of the store, and of its own memory. */
import type { Model } from '../../../../language/model.ts';
import { isDeleteAtRest, isDeleteClaimed, isRestoreClaimed, type Restore, type World } from './world.ts';

type Answer = 'yes' | 'no' | 'either';

/** Of a restore at one place. */
interface Place {
  /** The status of its target. In a stall a sweep may have removed it. */
  readonly target: 'absent' | 'CREATING' | 'handed over';
  /** Whether it holds its claim. In a stall a sweep may have cleared it. */
  readonly holds: Answer;
  readonly isPastR5: boolean;
}

const free: Place = { target: 'absent', holds: 'no', isPastR5: false };
const claiming: Place = { target: 'absent', holds: 'yes', isPastR5: false };
const unsure: Place = { target: 'absent', holds: 'either', isPastR5: false };
const job: Place = { target: 'CREATING', holds: 'no', isPastR5: true };

const places: { readonly [at in Restore['at']]?: Place } = {
  ...{ start: free, claim: free, acknowledge: unsure, look: claiming, insert: claiming },
  release: { ...claiming, target: 'CREATING' },
  lost: { ...unsure, target: 'CREATING' },
  ...{ copy: job, write: job, 'hand over': job, abort: job },
  'handed over': { ...job, target: 'handed over' },
  ...{ 'give back': claiming, 'give back acknowledged': unsure },
  ...{ TableInUse: free, TableAlreadyExists: free, BackupInUse: free, BackupNotFound: free, cancelled: free },
};

export function declarePlaces(m: Model, world: World): void {
  m.always('S9 of restores: what one takes for done is done', () => world.restores.every((_, id) => isTrue(world, id)));
  m.always('S9 of deletes: what one takes for done is done, and DELETED means gone', () => deletesAgree(world));
  m.always('S9 of sweeps: what one takes for done is done', () => sweepsAgree(world));
  m.always('claims: at most one operation has a backup, and only a claim gets stale', () => claimsAgree(world));
  m.always('memory: nobody keeps what its next step does not need', () => isTidy(world));
  m.always('rows: only a pending target has indexes, and only ACTIVE ends that', () => rowsAgree(world));
}

const agrees = (is: boolean, expected: Answer): boolean => expected === 'either' || is === (expected === 'yes');

/** A restore that has died knows nothing. */
function isTrue(world: World, id: number): boolean {
  const { at } = world.restores[id]!;
  const target = world.targets[id]!;
  const { are } = world.items[id]!;
  const { isHeld } = world.documents[world.backupOf(id)]!.restoreClaims[id]!;
  const { isPastR5 } = world.confirmed[id]!;
  if (at === 'crashed') return true;
  if (at === 'failed') return target.status === 'absent' && (!isHeld || !isPastR5 || world.failsOver === true);
  const place = places[at];
  if (place === undefined || isPastR5 !== place.isPastR5) return false;
  if ((are !== 'missing') !== (at === 'hand over' || at === 'handed over')) return false;
  return holdsAsExpected(world, isHeld, place) && isAsExpected(world, target, place);
}

/** A failover may bring back a claim whose release the majority did not have. */
function holdsAsExpected({ stalls, failsOver }: World, isHeld: boolean, { holds, target }: Place): boolean {
  if (holds === 'yes') return agrees(isHeld, stalls ? 'either' : 'yes');
  return agrees(isHeld, failsOver && target !== 'absent' ? 'either' : holds);
}

function isAsExpected({ stalls }: World, { status, isPending }: World['targets'][number], { target }: Place): boolean {
  if (target === 'handed over') return status === 'ACTIVE' || (status === 'CREATING' && isPending);
  return !isPending && (status === target || (stalls === true && status === 'absent'));
}

function deletesAgree({ documents, data, deletes, stalls, failsOver }: World): boolean {
  const document = documents[0]!;
  const { status } = document.fields;
  const { is } = data[0]!;
  if (status === 'DELETED' && is !== 'gone') return false;
  return deletes.every(({ at }, id) => {
    const { isHeld } = document.deleteClaims[id]!;
    switch (at) {
      case 'start':
      case 'BackupInUse':
      case 'BackupNotFound':
        return !isHeld;
      case 'deleted':
        // Nobody waits until the majority has the mark.
        return is === 'gone' && (failsOver === true || (status === 'DELETED' && !isHeld));
      case 'look':
      case 'give back':
        return isHeld || stalls === true;
      case 'drop':
        return stalls === true || (isHeld && is === 'full');
      case 'dropping':
        return is !== 'full' && (stalls === true || (isHeld && is === 'dropping'));
      case 'mark':
        return is === 'gone' && (stalls === true || isHeld);
      default:
        return true;
    }
  });
}

function sweepsAgree({ documents, data, sweeps, stalls }: World): boolean {
  const { fields, sweepClaims } = documents[0]!;
  const { is } = data[0]!;
  return sweeps.every(({ at }, server) => {
    // A stalled delete that wakes up may be the first to mark.
    const holds = sweepClaims[server]!.isHeld || (stalls === true && fields.status === 'DELETED');
    if (at === 'drop') return holds;
    if (at === 'dropping') return holds && is !== 'full';
    return at !== 'mark' || (holds && is === 'gone');
  });
}

function claimsAgree({ documents }: World): boolean {
  return documents.every((document) => {
    const { fields, restoreClaims, deleteClaims, sweepClaims } = document;
    const holders = [...restoreClaims, ...deleteClaims, ...sweepClaims].filter(({ isHeld }) => isHeld);
    return (
      holders.length <= 1 &&
      (holders.length === 0 || fields.status === 'AVAILABLE') &&
      (isRestoreClaimed(document) || !fields.restoreClaimIsStale) &&
      (isDeleteClaimed(document) || !fields.deleteClaimIsStale)
    );
  });
}

function isTidy({ restores, deletes, sweeps, seenBy }: World): boolean {
  const looks = [...restores, ...deletes, ...sweeps].every(({ at, looked }) => looked === 0 || at === 'look');
  const remember = sweeps.every(({ at }, server) => {
    const seen = seenBy[server]!;
    const hasSeen = [...seen.deletes, ...seen.sweeps].some(({ isHeld }) => isHeld);
    return hasSeen === (at === 'look' || at === 'take over');
  });
  return (
    looks &&
    remember &&
    deletes.every((deletion) => !isDeleteAtRest(deletion) || deletion.looked === 0) &&
    restores.every(
      ({ at, buffer, answer }) =>
        (buffer !== 'missing') === (at === 'write') &&
        (answer !== 'none') === (at === 'give back' || at === 'give back acknowledged'),
    )
  );
}

function rowsAgree({ tables, targets, items, backfills }: World): boolean {
  const isFilling = (id: number) => backfills.some((workers) => workers[id]?.at === 'filled');
  return tables.every(({ status, isStale, isPending, hasIndexes, hasTransitionTime }, id) => {
    if (status === 'absent' && (isStale || isPending || hasIndexes || hasTransitionTime)) return false;
    if (id >= targets.length) return !isPending && !hasIndexes;
    if (isPending && (status !== 'CREATING' || items[id]!.are === 'missing')) return false;
    if (hasIndexes && !isPending && status !== 'ACTIVE') return false;
    return !hasTransitionTime && (hasIndexes || !isFilling(id));
  });
}
