/** The properties of the claim design on Cassandra, in addition to those shared by all backends. */
import type { Judgement, Model } from '../../../../language/model.ts';
import {
  type Answers,
  type DeleteAnswer,
  declareAnswers,
  declareContention,
  declareEnd,
  declareProgress,
  declareSafety,
  type NameAnswer,
  one,
} from '../properties.ts';
import { declarePlaces } from './places.ts';
import { isAtRest, isDeleteAtRest, isMarked, type World } from './world.ts';

/** Judged by the steps themselves. */
export interface StepProperties extends Answers {
  /** S6. */
  readonly removesRestoreTarget: (holds: Judgement) => void;
  /** S7. */
  readonly activeComesFromCreating: (holds: Judgement) => void;
  /** S8. */
  readonly sweptIsSilent: (holds: Judgement) => void;
  /** S13. */
  readonly ownTableOnly: (holds: Judgement) => void;
  readonly oneLateBatch: (holds: Judgement) => void;
  readonly ages: (holds: Judgement) => void;
  readonly beatRefreshes: (holds: Judgement) => void;
  readonly goneStaysGone: (holds: Judgement) => void;
  readonly diesClean: (holds: Judgement) => void;
  readonly learnsAtOnce: (answer: NameAnswer) => void;
  readonly learnsAtE1: (answer: DeleteAnswer) => void;
  readonly learnsAtE2: (answer: DeleteAnswer) => void;
  readonly sweepRemoves: () => void;
  readonly sweepClears: () => void;
  readonly sweepDies: () => void;
  readonly diesAtWork: (holds: Judgement) => void;
  readonly restoreClears: () => void;
  readonly deleteClears: () => void;
  readonly clearIsLate: () => void;
  readonly beatStops: (seen: Judgement) => void;
  readonly beatSavesTheOwner: (seen: Judgement) => void;
  readonly finishComesTooLate: () => void;
  readonly claimIsLost: () => void;
}

export function declareProperties(m: Model, world: World): StepProperties {
  const { partitions, data, targets, items, restores, histories, scale, tables, deletes, sweeps } = world;
  const catalog = {
    ...world,
    backups: partitions.map(({ row }, id) => ({
      get status() {
        return row.status;
      },
      get data() {
        return data[id]!.is;
      },
    })),
    targets: targets.map((target, id) => ({
      get status() {
        return target.status;
      },
      batches: items[id]!.batches,
    })),
  };
  declareSafety(m, {
    ...catalog,
    counts: (restore) => histories[restore]!.isRegistered,
    isClaimedByDelete: () => false,
  });
  const weakened =
    'a target counts once its restore has passed the last step of its registration: before, another may be there, and goes by itself';
  m.remark('S2', weakened);
  m.remark('S4', weakened);
  declareContention(m, catalog, restores);
  declareOutcomes(m, world);
  declareFaults(m, world);
  declarePlaces(m, world);
  if (scale.judgesRuns) declareRuns(m, world, catalog);
  m.ending(
    'all is settled, and no marker is left',
    () =>
      tables.every(({ status }) => status !== 'CREATING') &&
      partitions.every((partition) => !isMarked(partition) && partition.row.status !== 'DELETING') &&
      restores.every((restore) => restore.at !== 'start' && isAtRest(restore)) &&
      deletes.every((deletion) => deletion.at !== 'start' && isDeleteAtRest(deletion)) &&
      sweeps.every(({ at }) => at === 'idle') &&
      world.createTable?.at !== 'start',
  );
  const answers = declareAnswers(m, {
    ...catalog,
    tables,
    isClaimed: (backup, by) => partitions[backup]!.markers.some(({ is }, id) => id !== by.restore && is !== 'none'),
  });
  return { ...answers, ...declareStepProperties(m, world) };
}

interface Actor {
  readonly isUp: () => boolean;
}

/** L4. Declared last: it asks who is up. */
export function declareEnds(m: Model, { restores, deletes, sweeps, scale }: World, owners: readonly Actor[]): void {
  if (!scale.judgesRuns) return;
  const isOpen = (id: number) => restores[id]!.at === 'start' || !isAtRest(restores[id]!);
  declareEnd(m, 'the restores', () => restores.some((_, id) => isOpen(id) && owners[id]!.isUp()));
  declareEnd(m, 'the deletes', () => deletes.some((deletion) => deletion.at === 'start' || !isDeleteAtRest(deletion)));
  sweeps.forEach((sweep, server) => {
    declareEnd(m, `the passes of sweep ${server}`, () => sweep.at !== 'idle');
  });
}

const unseen = () => undefined;

function declareStepProperties(m: Model, world: World): Omit<StepProperties, keyof Answers> {
  const { stalls, order, clears } = world;
  return {
    ...declareFirstLooks(m, world),
    oneLateBatch: m.always('late writes: one batch at most after the target is gone'),
    ages: m.always('time: only what is there and fresh becomes stale'),
    beatRefreshes: m.always('beats: a target is fresh after a beat'),
    diesClean: m.always('memory of the dead: who dies forgets'),
    diesAtWork: m.always('faults: only who is at work dies'),
    goneStaysGone: m.always('data: what is gone stays gone'),
    sweepDies: stalls ? unseen : m.sometimes('a sweep dies at its work'),
    restoreClears:
      clears === 'anyone' && world.restores.length > 1
        ? m.sometimes('a restore clears a marker that it meets')
        : unseen,
    deleteClears: clears === 'anyone' ? m.sometimes('a delete clears a marker that it meets') : unseen,
    beatStops: stalls ? m.sometimes('who has lost its target stops before its first batch') : unseen,
    clearIsLate: m.sometimes('who clears a marker finds another than it has read'),
    removesRestoreTarget: m.always('S6: no removal but of a CREATING restore target'),
    sweepRemoves: m.sometimes('the sweep removes a target'),
    activeComesFromCreating: m.always('S7: no ACTIVE after removal'),
    finishComesTooLate: stalls ? m.sometimes('a job comes to its end and finds its target gone') : unseen,
    sweptIsSilent: m.always('S8: no live owner is swept'),
    beatSavesTheOwner: stalls ? m.sometimes('a beat after a stall saves the owner') : unseen,
    claimIsLost: order === 'claim first' ? m.sometimes('a restore that lives loses its claim to a clearer') : unseen,
    ownTableOnly: m.always('S13: successor safety'),
    sweepClears: m.sometimes('the sweep clears a marker'),
  };
}

/** Who could be told at its first look, and who only by the transaction that decides. */
function declareFirstLooks(m: Model, { restores, deletes, createTable, clears, ...world }: World) {
  const shareName = createTable !== null || (restores.length > 1 && world.nameOf(0) === world.nameOf(1));
  const sees = (is: boolean, name: string) => (is ? m.sometimes(name) : unseen);
  return {
    learnsAtOnce: one({
      TableInUse: sees(shareName && createTable === null, 'a restore learns at once that its name is being restored'),
      TableAlreadyExists: sees(shareName, 'a restore learns at once that its name is taken'),
    }),
    learnsAtE1: one({
      BackupInUse: sees(clears === 'sweep', 'a delete learns at E1 that the backup is in use'),
      BackupNotFound: sees(deletes.length > 1, 'a delete learns at E1 that the backup is gone'),
    }),
    learnsAtE2: one({
      BackupInUse: m.sometimes('a registration between E1 and E2 makes E2 fail'),
      BackupNotFound: sees(deletes.length > 1, 'a delete between E1 and E2 makes E2 fail'),
    }),
  };
}

/** Each fault happens, and what it leaves is cleaned up. A process that stalls does not die as well. */
function declareFaults(m: Model, { restores, deletes, partitions, targets, histories, stalls, ...world }: World): void {
  m.sometimes('a backup is half dropped', () => world.data[0]!.is === 'dropping');
  m.sometimes('a copy fails, and its restore leaves nothing', () =>
    restores.some(({ at }, id) => at === 'failed' && histories[id]!.isRegistered && !histories[id]!.isLost),
  );
  if (stalls) {
    m.sometimes('who has lost its target reads what is no longer complete', () =>
      restores.some(({ buffer }) => buffer === 'torn'),
    );
    return;
  }
  m.sometimes('a restore dies, and neither target nor marker is left', () =>
    restores.some(
      ({ at }, id) =>
        at === 'crashed' &&
        histories[id]!.isRegistered &&
        histories[id]!.isLost &&
        partitions[world.backupOf(id)]!.markers[id]!.is === 'none',
    ),
  );
  m.sometimes('a restore dies after the flip, and no marker is left', () =>
    restores.some(
      ({ at }, id) =>
        at === 'crashed' &&
        targets[id]!.status === 'ACTIVE' &&
        partitions[world.backupOf(id)]!.markers[id]!.is === 'none',
    ),
  );
  m.sometimes(
    'a delete dies, and the sweep finishes it',
    () => deletes.some(({ at }) => at === 'crashed') && partitions[0]!.row.status === 'DELETED',
  );
}

function declareOutcomes(m: Model, world: World): void {
  const { restores, deletes, partitions, targets, histories, stalls } = world;
  m.always('A2: a refused restore has left neither target nor marker', () =>
    restores.every(({ at }, id) => {
      const isRefused =
        at === 'BackupInUse' || at === 'BackupNotFound' || at === 'TableInUse' || at === 'TableAlreadyExists';
      const marker = partitions[world.backupOf(id)]!.markers[id]!;
      return !isRefused || (targets[id]!.status === 'absent' && marker.is === 'none');
    }),
  );
  if (stalls) m.sometimes('a batch lands late', () => histories.some(({ hasWrittenLate }) => hasWrittenLate));
  m.sometimes('a delete succeeds', () => deletes.some(({ at }) => at === 'deleted'));
  m.sometimes('a delete is refused under a restore', () => deletes.some(({ at }) => at === 'BackupInUse'));
  m.sometimes('a restore finds its backup deleted', () => restores.some(({ at }) => at === 'BackupNotFound'));
  m.sometimes('a marker names a table that is ACTIVE', () =>
    targets.some(({ status }, id) => status === 'ACTIVE' && partitions[world.backupOf(id)]!.markers[id]!.is !== 'none'),
  );
  if (world.order === 'insert first' && targets.length > 1 && world.nameOf(0) !== world.nameOf(1)) {
    m.sometimes('the target of a restore that is refused is seen', () =>
      restores.some(
        ({ at, answer }, id) => at === 'undo insert' && answer === 'BackupInUse' && targets[id]!.status === 'CREATING',
      ),
    );
  }
}

function declareRuns(m: Model, { partitions }: World, catalog: Parameters<typeof declareProgress>[1]): void {
  declareProgress(m, catalog, false);
  partitions.forEach((partition, backup) => {
    m.leadsTo(
      `L2 of backup ${backup}: a marker goes`,
      () => isMarked(partition),
      () => !isMarked(partition),
    );
  });
  const isUnderWay = () => partitions[0]!.row.status === 'DELETING';
  m.leadsTo('L3: a delete ends, by itself or by the sweep', isUnderWay, () => !isUnderWay());
}
