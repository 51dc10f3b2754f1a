/** The properties of the claim design on PostgreSQL, in addition to those shared by all backends. */
import type { Judgement, Model } from '../../../../language/model.ts';
import {
  type Answer,
  type Answers,
  declareAnswers,
  declareContention,
  declareEnd,
  declareProgress,
  declareSafety,
  one,
} from '../properties.ts';
import { declarePlaces } from './places.ts';
import { isAtRest, isDeleteAtRest, type World } from './world.ts';

/** Judged by the steps themselves. */
export interface StepProperties extends Answers {
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
  readonly oneLateBatch: (holds: Judgement) => void;
  readonly ages: (holds: Judgement) => void;
  readonly sessionDies: (holds: Judgement) => void;
  readonly removesOnce: (holds: Judgement) => void;
  readonly dropEnds: (holds: Judgement) => void;
  readonly dropsDeleting: (holds: Judgement) => void;
  readonly dropsWhatIsLeft: (seen: Judgement) => void;
  readonly learnsAtLook: (answer: Answer) => void;
  readonly learnsAtCommit: () => void;
  readonly lockIsHeld: () => void;
  readonly connectionIsRefused: () => void;
  readonly ownerDies: (seen: Judgement) => void;
  readonly deleteDies: (seen: Judgement) => void;
  readonly sweepDies: () => void;
  readonly diesAtWork: (holds: Judgement) => void;
  readonly sweepSkips: () => void;
  readonly sweepIsLate: () => void;
  readonly sweepRemoves: () => void;
  readonly finishComesTooLate: () => void;
}

export function declareProperties(m: Model, world: World): StepProperties {
  declareSafety(m, { ...world, counts: () => true, isClaimedByDelete: () => false });
  declareContention(m, world, world.restores);
  if (world.scale.judgesRuns) declareProgress(m, world, true);
  declareOutcomes(m, world);
  declarePlaces(m, world);
  if (world.scale.judgesRuns) declareEnds(m, world);
  const { histories, restores, targets, sessionsDie } = world;
  const locksFirst = world.lock === 'before registration';

  if (sessionsDie) m.sometimes('a batch lands late', () => histories.some(({ hasWrittenLate }) => hasWrittenLate));
  // A live restore can be swept only if it has lost its lock or not taken it yet.
  const canBeLate = sessionsDie || !locksFirst;
  if (canBeLate) {
    m.sometimes('who has lost its target finds its backup gone', () =>
      restores.some(({ buffer }) => buffer === 'torn'),
    );
  }
  m.sometimes('a failed restore leaves nothing', () =>
    restores.some(({ at }, id) => at === 'failed' && targets[id]!.status === 'absent'),
  );
  return {
    ...declareAnswers(m, { ...world, isClaimed: () => false }),
    ...declareWitnesses(m, world),
    oneLateBatch: m.always('late writes: one batch at most after the lock is lost'),
    ages: m.always('time: only what is there and young gets old'),
    diesAtWork: m.always('deaths: only who is at work dies'),
    sessionDies: m.always('faults: only a session with a lock dies under its owner'),
    removesOnce: m.always('S12 of deletes: a backup is removed once'),
    dropEnds: m.always('S6 of sweeps: what one has marked is dropped before it lets go of the lock'),
    dropsDeleting: m.always('S6 of drops: only what is DELETING is dropped'),
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

/** L4. */
function declareEnds(m: Model, { restores, deletes, sweeps }: World): void {
  declareEnd(m, 'the restores', () => restores.some((restore) => restore.at === 'start' || !isAtRest(restore)));
  declareEnd(m, 'the deletes', () => deletes.some((deletion) => deletion.at === 'start' || !isDeleteAtRest(deletion)));
  sweeps.forEach((sweep, server) => {
    declareEnd(m, `the passes of sweep ${server}`, () => sweep.at !== 'idle');
  });
}

/** What happens between two steps, and which faults happen. */
function declareWitnesses(m: Model, world: World) {
  const { sessionsDie, createTable, restores, lock } = world;
  const locksFirst = lock === 'before registration';
  const crashes = !sessionsDie;
  const shareName = restores.length > 1 && world.nameOf(0) === world.nameOf(1);
  const shareBackup = restores.length > 1 && world.backupOf(0) === world.backupOf(1);
  const sees = (is: boolean, name: string) => (is ? m.sometimes(name) : () => undefined);
  return {
    learnsAtLook: one({
      TableInUse: sees(shareName, 'a restore learns at its look that its name is being restored'),
      TableAlreadyExists: sees(
        shareName || createTable !== null,
        'a restore learns at its look that its name is taken',
      ),
      BackupInUse: sees(shareBackup && !shareName, 'a restore learns at its look that its backup is in use'),
      BackupNotFound: m.sometimes('a restore learns at its look that its backup is gone'),
    }),
    learnsAtCommit: sees(
      createTable !== null || (shareName && !shareBackup),
      'a restore learns at its commit that its name is taken',
    ),
    lockIsHeld: sees(!locksFirst, 'a restore that has registered finds its lock held'),
    connectionIsRefused: m.sometimes('a restore is refused a connection'),
    ownerDies: sees(crashes, 'a restore dies during its copy'),
    deleteDies: sees(crashes, 'a delete dies before its commit'),
    sweepDies: sees(crashes, 'a sweep dies at its work'),
    // Where the lock comes first, it takes the death of an owner and of a sweep.
    dropsWhatIsLeft: sees(crashes && !locksFirst, 'the control plane drops what a sweep has left DELETING'),
    sweepSkips: m.sometimes('a sweep skips a target whose lock is held'),
    sweepIsLate: m.sometimes('a sweep finds that its candidate is no longer CREATING'),
  };
}

function declareOutcomes(m: Model, world: World): void {
  const { tables, deletes, backups } = world;
  const isUnderWay = () => deletes.some(({ at }) => at === 'look' || at === 'commit');
  if (world.scale.judgesRuns) m.leadsTo('L3: a delete ends', isUnderWay, () => !isUnderWay());
  m.sometimes('a delete succeeds', () => deletes.some(({ at }) => at === 'deleted'));
  m.sometimes('a delete is refused under a restore', () => deletes.some(({ at }) => at === 'BackupInUse'));
  m.sometimes(
    'a restore finds its backup deleted',
    () => world.restores.some(({ at }) => at === 'BackupNotFound') && backups[0]!.status === 'removed',
  );
  m.ending(
    'everyone is through and every table is settled',
    () =>
      tables.every(({ status }) => status === 'absent' || status === 'ACTIVE') &&
      world.restores.every((restore) => restore.at !== 'start' && isAtRest(restore)) &&
      deletes.every((deletion) => deletion.at !== 'start' && isDeleteAtRest(deletion)) &&
      world.sweeps.every(({ at }) => at === 'idle') &&
      world.createTable?.at !== 'start',
  );
}
