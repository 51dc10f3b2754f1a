/** The properties of the claim design on Cassandra, in addition to those shared by all backends. */
import type { Judgement, Model } from '../../../../language/model.ts';
import { declareContention, declareProgress, declareSafety } from '../properties.ts';
import { isMarked, type World } from './world.ts';

/** Judged by the steps themselves. */
export interface StepProperties {
  /** S6. */
  readonly removesRestoreTarget: (holds: Judgement) => void;
  /** S7. */
  readonly activeComesFromCreating: (holds: Judgement) => void;
  /** S8. */
  readonly sweptIsSilent: (holds: Judgement) => void;
  /** S13. */
  readonly ownTableOnly: (holds: Judgement) => void;
  readonly sweepRemoves: () => void;
  readonly sweepClears: () => void;
  readonly beatSavesTheOwner: () => void;
  readonly finishComesTooLate: () => void;
  readonly claimIsLost: () => void;
}

export function declareProperties(m: Model, world: World): StepProperties {
  const { partitions, data, targets, items, restores, histories, scale, tables } = world;
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
  if (scale.judgesRuns) declareRuns(m, world, catalog);
  m.ending(
    'all is settled, and no marker is left',
    () =>
      tables.every(({ status }) => status !== 'CREATING') &&
      partitions.every((partition) => !isMarked(partition) && partition.row.status !== 'DELETING'),
  );
  return declareStepProperties(m, world);
}

function declareStepProperties(m: Model, { stalls, order }: World): StepProperties {
  const unseen = () => undefined;
  return {
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

function declareOutcomes(m: Model, world: World): void {
  const { restores, deletes, partitions, targets, histories, stalls, createTable, tables } = world;
  m.always('A2: a refused restore has left neither target nor marker', () =>
    restores.every(({ at }, id) => {
      const isRefused =
        at === 'BackupInUse' || at === 'BackupNotFound' || at === 'TableInUse' || at === 'TableAlreadyExists';
      const marker = partitions[world.backupOf(id)]!.markers[id]!;
      return !isRefused || (targets[id]!.status === 'absent' && marker.is === 'none');
    }),
  );
  m.always('late writes: one batch at most after the target is gone', () =>
    histories.every(({ lateWrites }) => lateWrites <= 1),
  );
  if (stalls) m.sometimes('a batch lands late', () => histories.some(({ lateWrites }) => lateWrites === 1));
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
  if (createTable === null) return;
  m.sometimes('CreateTable finds its name taken', () => createTable.at === 'ResourceInUse');
  m.sometimes('an ordinary table becomes ACTIVE', () => tables.at(-1)!.status === 'ACTIVE');
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
