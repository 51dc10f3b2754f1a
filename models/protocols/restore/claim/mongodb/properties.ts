/** The properties of the claim design on MongoDB, in addition to those shared by all backends. */
import type { Judgement, Model } from '../../../../language/model.ts';
import {
  type Answers,
  declareAnswers,
  declareContention,
  declareEnd,
  declareProgress,
  declareSafety,
  type NameAnswer,
  one,
} from '../properties.ts';
import { declarePlaces } from './places.ts';
import { isAtRest, isDeleteAtRest, isDeleteClaimed, isRestoreClaimed, type Restore, type World } from './world.ts';

/** Judged by the steps themselves. */
export interface StepProperties extends Answers {
  /** S6. */
  readonly removesRestoreTarget: (holds: Judgement) => void;
  /** S8. */
  readonly condemnedIsSilent: (holds: Judgement) => void;
  /** S13. */
  readonly ownTableOnly: (holds: Judgement) => void;
  readonly activeComesFromCreating: (holds: Judgement) => void;
  readonly ages: (holds: Judgement) => void;
  readonly beatRefreshes: (holds: Judgement) => void;
  readonly goneStaysGone: (holds: Judgement) => void;
  readonly insertWithout: (seen: Judgement) => void;
  readonly diesClean: (holds: Judgement) => void;
  readonly learnsAtOnce: (answer: NameAnswer) => void;
  readonly beatSaves: (what: Saved) => void;
  readonly rollsBack: (what: RolledBack) => void;
  readonly looksOn: () => void;
  readonly clientLeaves: (at: Restore['at']) => void;
  readonly claimIsLost: () => void;
  readonly releaseFails: () => void;
  readonly dropFails: () => void;
  readonly backfillFails: () => void;
  readonly backfillDies: () => void;
  readonly flipIsLate: () => void;
  readonly sweepDies: () => void;
  readonly diesAtWork: (holds: Judgement) => void;
  readonly sweepIsLate: () => void;
  readonly sweepRemoves: () => void;
  readonly sweepClears: () => void;
  readonly sweepDefers: () => void;
  readonly sweepTakesOver: () => void;
}

type Saved = 'restoreClaim' | 'target' | 'deleteClaim';
type RolledBack = 'restoreClaim' | 'refusal' | 'deleteClaim' | 'release' | 'takeover';

export function declareProperties(m: Model, world: World): StepProperties {
  const { documents, data, targets, items, restores, confirmed, scale, createTable, tables, deletes, sweeps } = world;
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
  declareFaults(m, world);
  declarePlaces(m, world);
  if (scale.judgesRuns) declareRuns(m, world, catalog);
  m.ending(
    'all is settled, and no claim is left',
    () =>
      tables.every(({ status }) => status !== 'CREATING') &&
      documents.every((document) => !isRestoreClaimed(document) && !isDeleteClaimed(document)) &&
      restores.every((restore) => restore.at !== 'start' && isAtRest(restore)) &&
      deletes.every((deletion) => deletion.at !== 'start' && isDeleteAtRest(deletion)) &&
      sweeps.every(({ at }) => at === 'idle') &&
      createTable?.at !== 'start',
  );
  const answers = declareAnswers(m, {
    ...catalog,
    tables,
    isClaimed: (backup, by) => {
      const { restoreClaims, deleteClaims, sweepClaims } = documents[backup]!;
      return (
        restoreClaims.some(({ isHeld }, id) => isHeld && id !== by.restore) ||
        deleteClaims.some(({ isHeld }, id) => isHeld && id !== by.delete) ||
        sweepClaims.some(({ isHeld }) => isHeld)
      );
    },
  });
  return { ...answers, ...declareStepProperties(m, world) };
}

interface Actor {
  readonly isUp: () => boolean;
}

/** L4. Declared last: it asks who is up. */
export function declareEnds(
  m: Model,
  world: World,
  actors: { readonly [kind in 'restores' | 'deletes']: readonly Actor[] },
): void {
  const { restores, deletes, sweeps, backfills, scale } = world;
  if (!scale.judgesRuns) return;
  const isOpen = (id: number) => restores[id]!.at === 'start' || !isAtRest(restores[id]!);
  declareEnd(m, 'the restores', () => restores.some((_, id) => isOpen(id) && actors.restores[id]!.isUp()));
  const isDeleteOpen = (id: number) => deletes[id]!.at === 'start' || !isDeleteAtRest(deletes[id]!);
  declareEnd(m, 'the deletes', () => deletes.some((_, id) => isDeleteOpen(id) && actors.deletes[id]!.isUp()));
  sweeps.forEach((sweep, server) => {
    declareEnd(m, `the passes of sweep ${server}`, () => sweep.at !== 'idle');
  });
  declareEnd(m, 'the flips', () => backfills.flat().some(({ at }) => at !== 'idle'));
}

const unseen = () => undefined;

function declareStepProperties(m: Model, world: World): Omit<StepProperties, keyof Answers> {
  const { stalls, deletesStall, failsOver, createTable, restores, backfills } = world;
  const shareName = createTable !== null || (restores.length > 1 && world.nameOf(0) === world.nameOf(1));
  const sees = (is: boolean | undefined, name: string) => (is === true ? m.sometimes(name) : unseen);
  const leaves = {
    look: m.sometimes('a client leaves before R3'),
    insert: m.sometimes('a client leaves before R4'),
  };
  const restoresStall = stalls === true && deletesStall !== true;
  return {
    activeComesFromCreating: m.always('S7: ACTIVE comes from CREATING'),
    ages: m.always('time: only what is there and fresh becomes stale'),
    beatRefreshes: m.always('beats: what is refreshed is fresh'),
    goneStaysGone: m.always('data: what is gone stays gone'),
    diesClean: m.always('memory of the dead: who dies forgets'),
    diesAtWork: m.always('faults: only who is at work dies'),
    looksOn: sees(world.looks === 'one by one', 'a cursor goes on to the next target'),
    learnsAtOnce: one({
      TableInUse: sees(shareName && createTable === null, 'a restore learns at once that its name is being restored'),
      TableAlreadyExists: sees(shareName, 'a restore learns at once that its name is taken'),
    }),
    beatSaves: one({
      restoreClaim: sees(restoresStall, 'a beat after a stall saves the claim of a restore'),
      target: sees(restoresStall, 'a beat after a stall saves a target'),
      deleteClaim: sees(stalls, 'a beat after a stall saves the claim of a delete'),
    }),
    rollsBack: one({
      restoreClaim: sees(failsOver, 'a failover undoes R2, which is done again'),
      refusal: sees(failsOver, 'a failover undoes the release of a refused restore, which is done again'),
      deleteClaim: sees(failsOver, 'a failover undoes D1, which is done again'),
      release: sees(failsOver, 'a failover undoes the release of a refused delete, which is done again'),
      takeover: sees(failsOver, 'a failover undoes a takeover, and the sweep leaves the delete'),
    }),
    clientLeaves: (at) => {
      if (at === 'look' || at === 'insert') leaves[at]();
    },
    claimIsLost: sees(restoresStall, 'a restore finds at R5 that it has lost its claim'),
    releaseFails: m.sometimes('a refused delete cannot release its claim'),
    dropFails: m.sometimes('a drop fails half way'),
    backfillFails: m.sometimes('a backfill fails'),
    backfillDies: sees(!stalls, 'a backfill worker dies between R8 and the flip'),
    flipIsLate: sees(backfills.length > 1, 'a backfill worker finds that another has made its table ACTIVE'),
    sweepDies: sees(!stalls, 'a sweep dies at its work'),
    sweepIsLate: sees(stalls, 'a sweep finds another claim than the one under which it has looked'),
    removesRestoreTarget: m.always('S6: no removal but of a CREATING restore target'),
    // Where only deletes stall, restores leave nothing to remove.
    sweepRemoves: deletesStall ? unseen : m.sometimes('G1 removes a target'),
    condemnedIsSilent: m.always('S8: no live owner is condemned'),
    sweepClears: m.sometimes('G2 clears a claim'),
    sweepTakesOver: m.sometimes('G3 takes a delete over'),
    sweepDefers: m.sometimes('G3 defers to a restore'),
    ownTableOnly: m.always('S13: successor safety'),
    insertWithout: stalls && !deletesStall ? m.sometimes('a restore inserts its target without the claim') : unseen,
  };
}

/** Each fault happens, and what it leaves is cleaned up. A process that stalls does not die as well. */
function declareFaults(m: Model, { restores, deletes, documents, targets, data, stalls, confirmed, ...world }: World) {
  const isFree = (id: number) => !documents[world.backupOf(id)]!.restoreClaims[id]!.isHeld;
  m.sometimes('the client of a restore leaves', () => restores.some(({ at }) => at === 'cancelled'));
  m.sometimes('a copy fails, and its restore leaves nothing', () =>
    restores.some(({ at }, id) => at === 'failed' && confirmed[id]!.isPastR5 && targets[id]!.status === 'absent'),
  );
  m.sometimes('a release fails, and its restore leaves nothing', () =>
    restores.some(({ at }, id) => at === 'failed' && !confirmed[id]!.isPastR5 && isFree(id)),
  );
  m.sometimes(
    'a drop fails half way, and its delete ends',
    () => deletes.some(({ at }) => at === 'failed') && data[0]!.is === 'dropping',
  );
  if (stalls && !world.deletesStall) {
    m.sometimes('who has lost its target reads what is no longer complete', () =>
      restores.some(({ buffer }) => buffer === 'torn'),
    );
  }
  if (stalls) return;
  m.sometimes('a restore dies, and neither target nor claim is left', () =>
    restores.some(
      ({ at }, id) => at === 'crashed' && confirmed[id]!.isPastR5 && targets[id]!.status === 'absent' && isFree(id),
    ),
  );
  m.sometimes(
    'a delete dies, and the sweep finishes it',
    () => deletes.some(({ at }) => at === 'crashed') && documents[0]!.fields.status === 'DELETED',
  );
}

function declareOutcomes(m: Model, { restores, deletes, documents, targets, ...world }: World) {
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
