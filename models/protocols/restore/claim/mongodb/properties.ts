/** The properties of the claim design on MongoDB, in addition to those shared by all backends. */
import type { Judgement, Model } from '../../../../language/model.ts';
import { declareContention, declareProgress, declareSafety } from '../properties.ts';
import { isDeleteClaimed, isRestoreClaimed, type World } from './world.ts';

/** Judged by the steps themselves. */
export interface StepProperties {
  /** S6. */
  readonly removesRestoreTarget: (holds: Judgement) => void;
  /** S8. */
  readonly condemnedIsSilent: (holds: Judgement) => void;
  /** S13. */
  readonly ownTableOnly: (holds: Judgement) => void;
  readonly insertWithout: (seen: Judgement) => void;
  readonly beatSavesTheOwner: () => void;
  readonly sweepRemoves: () => void;
  readonly sweepClears: () => void;
  readonly sweepDefers: () => void;
  readonly sweepTakesOver: () => void;
}

export function declareProperties(m: Model, world: World): StepProperties {
  const { documents, data, targets, items, restores, confirmed, scale, createTable, tables } = world;
  const catalog = {
    ...world,
    backups: documents.map(({ fields }, id) => ({
      get status() {
        return fields.status;
      },
      get data() {
        return data[id]!.is;
      },
    })),
    // Index entries count as one more batch.
    targets: targets.map((target, id) => ({
      get status() {
        return target.status;
      },
      get batches() {
        return [items[id]!.are, target.hasIndexes ? 'whole' : 'missing'];
      },
    })),
  };
  declareSafety(m, {
    ...catalog,
    counts: (restore) => confirmed[restore]!.isPastR5,
    isClaimedByDelete: (backup) => isDeleteClaimed(documents[backup]!),
  });
  const weakened = 'a target counts from R5 on: between R4 and R5b there may be another, and then it goes by itself';
  m.remark('S2', weakened);
  m.remark('S4', weakened);
  if (createTable === null) declareContention(m, catalog, restores);
  declareOutcomes(m, world);
  if (scale.judgesRuns) declareRuns(m, world, catalog);
  m.ending(
    'all is settled, and no claim is left',
    () =>
      tables.every(({ status }) => status !== 'CREATING') &&
      documents.every((document) => !isRestoreClaimed(document) && !isDeleteClaimed(document)),
  );
  return declareStepProperties(m, world);
}

function declareStepProperties(m: Model, { stalls, deletesStall }: World): StepProperties {
  const unseen = () => undefined;
  return {
    removesRestoreTarget: m.always('S6: no removal but of a CREATING restore target'),
    // Where only deletes stall, restores leave nothing to remove.
    sweepRemoves: deletesStall ? unseen : m.sometimes('G1 removes a target'),
    condemnedIsSilent: m.always('S8: no live owner is condemned'),
    sweepClears: m.sometimes('G2 clears a claim'),
    beatSavesTheOwner: stalls ? m.sometimes('a beat after a stall saves the owner') : unseen,
    sweepTakesOver: m.sometimes('G3 takes a delete over'),
    sweepDefers: m.sometimes('G3 defers to a restore'),
    ownTableOnly: m.always('S13: successor safety'),
    insertWithout: stalls && !deletesStall ? m.sometimes('a restore inserts its target without the claim') : unseen,
  };
}

function declareOutcomes(
  m: Model,
  { restores, deletes, documents, targets, data, createTable, tables, ...world }: World,
) {
  m.always('S12: a refused delete has left no claim', () =>
    deletes.every(({ at }, id) => at !== 'BackupInUse' || !documents[0]!.deleteClaims[id]!.isHeld),
  );
  m.remark(
    'S12',
    'on record: a delete whose release fails answers InternalServerError, and the sweep finishes it later',
  );
  m.always('A2: a refused restore has left neither target nor claim', () =>
    restores.every(({ at }, id) => {
      const isRefused = at === 'BackupInUse' || at === 'TableInUse' || at === 'TableAlreadyExists';
      const claim = documents[world.backupOf(id)]!.restoreClaims[id]!;
      return !isRefused || (targets[id]!.status === 'absent' && !claim.isHeld);
    }),
  );
  m.sometimes('a delete succeeds', () => deletes.some(({ at }) => at === 'deleted'));
  m.sometimes('a delete is refused', () => deletes.some(({ at }) => at === 'BackupInUse'));
  m.sometimes(
    'a delete that failed takes effect',
    () => deletes.some(({ at }) => at === 'failed') && documents[0]!.fields.status === 'DELETED',
  );
  m.sometimes('a restore finds its backup deleted', () => restores.some(({ at }) => at === 'BackupNotFound'));
  m.sometimes('a restore finds its backup claimed', () => restores.some(({ at }) => at === 'BackupInUse'));
  m.sometimes('a drop is under way', () => data[0]!.is === 'dropping');
  if (createTable === null) return;
  m.sometimes('CreateTable finds its name taken', () => createTable.at === 'ResourceInUse');
  m.sometimes('an ordinary table becomes ACTIVE', () => tables.at(-1)!.status === 'ACTIVE');
}

function declareRuns(m: Model, { documents }: World, catalog: Parameters<typeof declareProgress>[1]): void {
  declareProgress(m, catalog, false);
  documents.forEach((document, backup) => {
    m.leadsTo(
      `L2 of backup ${backup}: a restore claim goes`,
      () => isRestoreClaimed(document),
      () => !isRestoreClaimed(document),
    );
  });
  m.leadsTo(
    'L3: a delete ends, by itself or by the sweep',
    () => isDeleteClaimed(documents[0]!),
    () => !isDeleteClaimed(documents[0]!),
  );
}
