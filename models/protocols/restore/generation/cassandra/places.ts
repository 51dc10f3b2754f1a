/** Each lightweight transaction is one step: what is written, and where its writer stands, agree at every moment. */
import type { Model } from '../../../../language/model.ts';
import { nameOfRecord, type RecordState, recordOf } from '../places.ts';
import { fencedGeneration, type Listed, ownGeneration, type Restore, type Target, type World } from './world.ts';

const registered: readonly RecordState[] = ['RUNNING', 'FAILED', 'DELETING', 'none'];
const lost: readonly RecordState[] = ['FAILED', 'DELETING', 'none'];
const removed: readonly RecordState[] = ['DELETING', 'none'];

/** What a restore can find of its target, by where it stands. Elsewhere it has none. */
const recordsAt: { readonly [at in Restore['at']]?: readonly RecordState[] } = {
  'K2 unknown': registered,
  confirm: registered,
  beat: registered,
  work: registered,
  write: registered,
  hung: registered,
  done: registered,
  'done unknown': [...registered, 'DONE'],
  'clear marker': ['DONE'],
  completed: ['DONE'],
  failing: registered,
  r1: lost,
  'r2 tables': removed,
  'r2 row': removed,
  failed: removed,
  'lost its claim': lost,
  crashed: [...registered, 'DONE'],
  BackupInUse: lost,
  BackupNotFound: lost,
};

const isCopying = ({ at }: Restore): boolean => ['beat', 'work', 'write', 'hung', 'done', 'done unknown'].includes(at);

export function declarePlaces(m: Model, world: World): void {
  const { targets, restores, first, beatsFail, writesAreLate } = world;
  const stateOf = (target: Target) => recordOf(target, { own: ownGeneration, fenced: fencedGeneration });
  const recordsOf = ({ at }: Restore): readonly RecordState[] => {
    if (first === 'K2' && (at === 'K1' || at === 'K1 unknown')) return registered;
    if (beatsFail && at === 'lost its claim') return registered;
    if (writesAreLate && at === 'done') return [...registered, 'DONE'];
    return recordsAt[at] ?? ['none'];
  };
  m.always(nameOfRecord, () => targets.every((target) => !['torn', 'handed over'].includes(stateOf(target))));
  m.always('place: a restore stands where its record does', () =>
    restores.every((restore, id) => recordsOf(restore).includes(stateOf(targets[id]!))),
  );
  declareMarkers(m, world);
  declareProgress(m, world);
  declareMemory(m, world);
  if (world.deletions.length > 0) declareBackups(m, world);
}

/** A job that can still complete holds its backup; a request that is through with it does not. */
function declareMarkers(m: Model, { targets, restores, first }: World): void {
  const isFree = ({ at }: Restore) =>
    ['start', 'K1', 'completed', 'TableInUse', 'TableAlreadyExists', 'BackupInUse', 'BackupNotFound'].includes(at) ||
    (first === 'K2' && at === 'K2 unknown');
  m.always('marker: a job that copies holds its backup, and a request that is answered or completed does not', () =>
    targets.every(({ table, marker }, id) => {
      const restore = restores[id]!;
      const isHeld = marker.isActive && marker.isConfirmed === (first === 'K1');
      if (isCopying(restore) && table.job === 'RUNNING') return isHeld;
      if (marker.isConfirmed && !marker.isActive) return false;
      return !marker.isActive || !isFree(restore);
    }),
  );
}

function declareProgress(m: Model, world: World): void {
  const { targets, restores, beatsFail, firstBatch, batches } = world;
  const isAhead = ({ at }: Restore) => at === 'work' || at === 'write';
  m.always('progress: a beat comes before each piece of work, and the pieces come in their order', () =>
    restores.every((restore, id) => {
      const { table, schema, items } = targets[id]!;
      if (table.job !== 'RUNNING' || !isCopying(restore)) return true;
      const isCopied = restore.at === 'done' || restore.at === 'done unknown';
      const done = isCopied ? firstBatch + batches : restore.next;
      const isBeaten = beatsFail || table.heartbeat === 1 + done + (isAhead(restore) ? 1 : 0);
      return (
        isBeaten &&
        schema.exists === (firstBatch === 1 && done > 0) &&
        items.batches.every((is, index) => (is === 'missing') === index + firstBatch >= done)
      );
    }),
  );
  if (!world.isWhole) return;
  m.always('tables: no items without their table', () =>
    targets.every(({ schema, items }) => schema.exists || items.batches.every((is) => is === 'missing')),
  );
}

/** Who is through remembers nothing, so that no old listing or progress can be mistaken for a new one. */
function declareMemory(m: Model, { restores, listed, seen, targets }: World): void {
  const copies = ['beat', 'work', 'write'];
  const undoes = ['failing', 'r1', 'r2 tables', 'r2 row', 'undo K1'];
  const remembersNoMore = ({ at, refusal, next, buffer, failedBeats, beatHangs }: Restore) =>
    (copies.includes(at) || (next === 0 && failedBeats === 0 && !beatHangs)) &&
    (buffer === 'missing') === (at !== 'write') &&
    (refusal === null || undoes.includes(at));
  const listsNoMore = ({ as, generation, heartbeat }: Listed) =>
    as === 'dead' ? generation === ownGeneration && heartbeat > 0 : generation === 0 && heartbeat === 0;
  m.always(
    'memory: of progress in a copy, of an answer once refused, of what is listed as dead or as marked, and of no more',
    () =>
      restores.every(remembersNoMore) &&
      listed.flat().every(listsNoMore) &&
      seen.every(({ as, isConfirmed }) => as !== 'nothing' || !isConfirmed),
  );
  m.always('removal: r2 comes after r1', () => listed.every((entries) => entries.every(isOrdered)));
  function isOrdered({ as }: { readonly as: string }, id: number): boolean {
    const { status, job } = targets[id]!.table;
    if (as === 'r1') return job === 'FAILED' || status === 'absent';
    return !as.startsWith('r2') || status === 'DELETING' || status === 'absent';
  }
}

const fullUntilDeleted = ['AVAILABLE full', 'DELETING full', 'DELETING gone', 'DELETED gone'];
const backupsAt: { readonly [at: string]: readonly string[] } = {
  claim: fullUntilDeleted,
  'claim unknown': fullUntilDeleted,
  drop: fullUntilDeleted.slice(1),
  mark: fullUntilDeleted.slice(2),
  deleted: fullUntilDeleted.slice(3),
};

function declareBackups(m: Model, { backupRows, backupItems, deletions, reported, writesAreLate }: World): void {
  const [backup, items] = [backupRows[0]!, backupItems[0]!];
  const isAlone = deletions.length === 1;
  m.always('place of the delete: the backup stands where it does, and what is DELETED has no data', () => {
    const state = `${backup.status} ${items.data}`;
    const open = writesAreLate ? ['start'] : ['start', 'claim', 'BackupInUse'];
    const isOpen = (at: string) => isAlone && open.includes(at);
    return (
      fullUntilDeleted.includes(state) &&
      deletions.every(({ at }) => (backupsAt[at] ?? fullUntilDeleted).includes(state)) &&
      deletions.every(({ at }) => !isOpen(at) || backup.status === 'AVAILABLE') &&
      reported.every(({ as }) => as === 'nothing' || backup.status !== 'AVAILABLE') &&
      reported.every(({ as }) => as !== 'mark' || items.data === 'gone') &&
      (!backup.stale || backup.status === 'DELETING')
    );
  });
}
