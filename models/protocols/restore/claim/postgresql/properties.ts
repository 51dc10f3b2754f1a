/** The properties of the claim design on PostgreSQL, in addition to those shared by all backends. */
import type { Judgement, Model } from '../../../../language/model.ts';
import { declareContention, declareProgress, declareSafety } from '../properties.ts';
import { isAtRest, type World } from './world.ts';

/** Judged by the steps themselves. */
export interface StepProperties {
  /** S6. */
  readonly removesRestoreTarget: (holds: Judgement) => void;
  /** S7. */
  readonly activeComesFromCreating: (holds: Judgement) => void;
  /** S8. */
  readonly sweptHasNoOwner: (holds: Judgement) => void;
  /** S12. */
  readonly refusalLeavesNothing: (holds: Judgement) => void;
  /** S13. */
  readonly ownTableOnly: (holds: Judgement) => void;
  /** A3. */
  readonly lockIsReturned: (holds: Judgement) => void;
  /** A5. */
  readonly nameIsJudgedFirst: (holds: Judgement) => void;
  readonly sweepRemoves: () => void;
  readonly finishComesTooLate: () => void;
}

export function declareProperties(m: Model, world: World): StepProperties {
  declareSafety(m, { ...world, counts: () => true, isClaimedByDelete: () => false });
  declareContention(m, world, world.restores);
  if (world.scale.judgesRuns) declareProgress(m, world, true);
  declareOutcomes(m, world);
  const { lateWrites, restores, targets, sessionsDie } = world;
  const locksFirst = world.lock === 'before registration';

  m.always('late writes: one batch at most after the lock is lost', () => lateWrites.every(({ count }) => count <= 1));
  if (sessionsDie) m.sometimes('a batch lands late', () => lateWrites.some(({ count }) => count === 1));
  if (locksFirst)
    m.sometimes('a restore is refused a connection', () => restores.some(({ at }) => at === 'LimitExceeded'));

  // A live restore can be swept only if it has lost its lock or not taken it yet.
  const canBeLate = sessionsDie || !locksFirst;
  m.sometimes('a failed restore leaves nothing', () =>
    restores.some(({ at }, id) => at === 'failed' && targets[id]!.status === 'absent'),
  );
  return {
    removesRestoreTarget: m.always('S6: no removal but of a CREATING restore target'),
    sweepRemoves: m.sometimes('the sweep removes a target'),
    activeComesFromCreating: m.always('S7: no ACTIVE after DELETING'),
    finishComesTooLate: canBeLate ? m.sometimes('a job comes to its end and finds its target taken') : () => undefined,
    sweptHasNoOwner: m.always('S8: no live owner is swept'),
    refusalLeavesNothing: m.always('S12: a refused request has changed nothing'),
    ownTableOnly: m.always('S13: successor safety'),
    lockIsReturned: m.always('A3: the lock is let go on every exit'),
    nameIsJudgedFirst: m.always('A5: who finds the name taken is not told of the backup'),
  };
}

function declareOutcomes(m: Model, world: World): void {
  const { targets, tables, deletes, backups, createTable } = world;
  const isUnderWay = () => deletes.some(({ at }) => at === 'look' || at === 'commit');
  if (world.scale.judgesRuns) m.leadsTo('L3: a delete ends', isUnderWay, () => !isUnderWay());
  m.sometimes('a delete succeeds', () => deletes.some(({ at }) => at === 'deleted'));
  m.sometimes('a delete is refused under a restore', () => deletes.some(({ at }) => at === 'BackupInUse'));
  m.sometimes(
    'a restore finds its backup deleted',
    () => world.restores.some(({ at }) => at === 'BackupNotFound') && backups[0]!.status === 'removed',
  );
  if (createTable !== null) {
  }
  m.ending(
    'everyone is through and every table is settled',
    () =>
      tables.every(({ status }) => status === 'absent' || status === 'ACTIVE') &&
      world.restores.every(isAtRest) &&
      targets.length > 0,
  );
}
