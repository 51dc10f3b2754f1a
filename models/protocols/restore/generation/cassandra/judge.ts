/** What the steps themselves are judged by. */
import type { Judgement, Model } from '../../../../language/model.ts';
import { declareTold, type Told } from '../../told.ts';
import { type AgeingJudgement, countLateWrite, declareAgeing, hasBeaten, isLostTo } from '../judge.ts';
import type { Rules } from './rules.ts';
import {
  type Backup,
  isMarked,
  isUnderWay,
  type Listed,
  ownGeneration,
  partitionOfName,
  type Refusal,
  type Restore,
  type Target,
  type World,
} from './world.ts';

/** Called by steps, in the effect, before it changes anything unless they say otherwise. */
export interface Judgements extends AgeingJudgement {
  backupAges(backup: Backup): void;
  /** S6, S9-order: r1 claims this target. */
  removes(target: Target): void;
  leavesTarget(target: Target): void;
  /** S6: its tables are dropped. */
  dropsTables(target: Target): void;
  makesTables(target: Target): void;
  /** S7: a write of its owner matches. */
  ownerWrites(target: Target): void;
  beats(target: Target): void;
  /** After a beat. */
  isFresh(holds: Judgement): void;
  succeeds(holds: Judgement): void;
  startsBeating(target: Target): void;
  batchLands(target: Target): void;
  /** Its owner learns that the claim is lost. */
  stopped(restore: Restore, target: Target): void;
  goesOnAfterLoss(target: Target): void;
  failedBeats(inARow: number): void;
  stopsForBeats(inARow: number): void;
  /** After it. */
  beatReturns(holds: Judgement): void;
  /** After a job has learnt that its claim is lost. */
  hasStopped(holds: Judgement): void;
  findsRow(target: Target): void;
  /** After DELETED. */
  deleteEnds(holds: Judgement): void;
  beatHangs(): void;
  ownerDies(restore: Restore): void;
  ownerRemoves(): void;
  takesMarker(target: Target): void;
  losesMarker(target: Target): void;
  /** It dies, and nobody waits for its answer. */
  isOwedNothing(target: Target): void;
  findsNoRow(target: Target): void;
  refuses(target: Target, refusal: Refusal): void;
  refusesDelete(request: number, refusal: 'BackupNotFound' | 'BackupInUse'): void;
  readonly told: Told;
  /** After it. */
  markerIsGivenBack(target: Target): void;
  markerIsCleared(target: Target): void;
  markerIsLeft(target: Target): void;
  lists(target: Target, as: Listed['as']): void;
  /** S8: FAILED is written by a reconciler that listed this heartbeat. */
  condemns(target: Target, listedHeartbeat: number): void;
  /** After FAILED. */
  failedGoesOnToRemoval(holds: Judgement): void;
  leavesRecord(target: Target, listed: Listed): void;
  reconcilerRemoves(target: Target): void;
  reportsDelete(backup: Backup): void;
  finishesDelete(): void;
  cycleDies(): void;
  /** After a crash. */
  hasForgotten(holds: Judgement): void;
}

const nothing = (): void => undefined;

interface Answering {
  readonly told: Told;
  readonly isRight: (holds: Judgement) => void;
}

export function declareJudgements(m: Model, world: World, rules: Rules): Judgements {
  const told = declareTold(m, world.restores, world.deletions);
  const answering = { told, isRight: m.always('answers: a request is refused for what is there') };
  return {
    told,
    ...declareAgeing(m),
    ...ofRemoval(m, world),
    ...ofOwner(m, world),
    ...ofRegistration(m, world, rules, answering),
    ...ofDeletes(m, world, answering),
    ...ofReconciler(m),
    ...ofFaults(m, world),
  };
}

function ofRemoval(m: Model, { isWhole }: World) {
  const s6 = m.always('S6: no removal of an ACTIVE table');
  const order = m.always('S9-order: FAILED comes before removal');
  const left = m.always('r1: only a target that is CREATING no longer is left alone');
  const madeAgain = isWhole ? m.sometimes('the schema step makes the tables of a removed target again') : nothing;
  return {
    removes({ table }: Target) {
      s6(() => table.status !== 'ACTIVE');
      order(() => table.job === 'FAILED');
    },
    leavesTarget: ({ table }: Target) => left(() => table.status !== 'CREATING'),
    dropsTables({ table, ghost }: Target) {
      s6(() => table.status !== 'ACTIVE');
      ghost.tables = 'dropped';
    },
    makesTables({ table, ghost }: Target) {
      madeAgain(() => table.status === 'absent');
      if (ghost.tables === 'dropped') ghost.tables = 'made again';
    },
    ownerRemoves: m.sometimes('a failing owner removes its target'),
  };
}

function ofOwner(m: Model, { beatsFail }: World) {
  const owns = ({ table }: Target): boolean => table.job === 'RUNNING' && table.generation === ownGeneration;
  const s7 = m.always('S7: fencing');
  const stopped = m.always('stop: a job stops only when its record is no longer its own, and then at once');
  const doneTooLate = m.sometimes('DONE comes after FAILED');
  const wakes = m.sometimes('a paused owner wakes after its target is gone');
  const third = beatsFail ? m.always('three: a job stops at the third failed beat in a row, and not before') : nothing;
  const fails = beatsFail ? m.sometimes('a beat has no answer') : nothing;
  const stops = beatsFail ? m.sometimes('a job stops for want of answers') : nothing;
  const succeeds = beatsFail ? m.always('three-reset: a beat that succeeds clears the count') : nothing;
  return {
    ownerWrites: (target: Target) => s7(() => owns(target)),
    beats(target: Target) {
      s7(() => owns(target));
      hasBeaten(target);
    },
    isFresh: m.always('N2: a beat makes its record fresh'),
    succeeds,
    startsBeating({ ghost }: Target) {
      ghost.beats = true;
    },
    batchLands: countLateWrite,
    stopped({ at }: Restore, target: Target) {
      stopped(() => !owns(target) && target.table.job !== 'DONE');
      doneTooLate(() => at === 'done' && target.table.job === 'FAILED');
      wakes(() => target.table.status === 'absent');
    },
    hasStopped: stopped,
    failedBeats(inARow: number) {
      third(inARow > 0 && inARow <= 3);
      fails(true);
    },
    stopsForBeats(inARow: number) {
      third(inARow === 3);
      stops(true);
    },
    beatHangs: beatsFail ? m.sometimes('batches go on while a beat hangs') : nothing,
    beatReturns: beatsFail ? m.always('a beat that returns hangs no longer') : nothing,
  };
}

/** A request is answered according to what is there when it is decided. */
function ofRegistration(m: Model, world: World, rules: Rules, { told, isRight }: Answering) {
  const { lostAnswersOfWrites, first } = world;
  const free = m.always('K1: a marker is taken only of an AVAILABLE backup that has none');
  const lost = first === 'K1' ? m.always('K2: only a marker that is gone is lost') : nothing;
  const noRow = lostAnswersOfWrites ? m.always('K2 unknown: only a row that is not there is given up') : nothing;
  const row = lostAnswersOfWrites ? m.always('K2 unknown, found: only a row that is there is its own') : nothing;
  const goesOn = lostAnswersOfWrites ? m.sometimes('an insert lands without an answer, and its job goes on') : nothing;
  const again = lostAnswersOfWrites ? m.always('N4 unknown: DONE is written again only over RUNNING') : nothing;
  const cleared = m.sometimes('the marker of a target that is gone is cleared');
  const left = m.always('clearing: only a marker that has changed is left, and what is given back is free');
  const statusOf = (backup: number) => world.backupRows[backup]!.status;
  return {
    refuses(target: Target, refusal: Refusal) {
      told.restores[world.targets.indexOf(target)]!.owes(refusal);
      isRight(() => {
        if (refusal === 'BackupNotFound') return statusOf(target.backup) !== 'AVAILABLE';
        if (refusal === 'BackupInUse') return statusOf(target.backup) === 'AVAILABLE' && isMarked(world, target.backup);
        const holder = partitionOfName(world, target).find(({ status }) => status !== 'absent');
        return holder !== undefined && (refusal === 'TableAlreadyExists') === (holder.status === 'ACTIVE');
      });
    },
    takesMarker: ({ backup }: Target) => free(() => statusOf(backup) === 'AVAILABLE' && !isMarked(world, backup)),
    losesMarker(target: Target) {
      lost(() => !target.marker.isActive);
      isRight(() => rules.lostMarkerIsExcused || isMarked(world, target.backup));
      told.restores[world.targets.indexOf(target)]!.owes('BackupInUse');
    },
    isOwedNothing: (target: Target) => told.restores[world.targets.indexOf(target)]!.forgets(),
    findsRow({ table }: Target) {
      row(() => table.status !== 'absent');
      goesOn(true);
    },
    findsNoRow: ({ table }: Target) => noRow(() => table.status === 'absent'),
    goesOnAfterLoss: ({ table }: Target) => again(() => table.job === 'RUNNING'),
    markerIsGivenBack: ({ marker }: Target) => left(() => !marker.isActive),
    markerIsCleared: ({ table }: Target) => cleared(() => table.status === 'absent'),
    markerIsLeft(target: Target) {
      const entry = world.seen[world.targets.indexOf(target)]!;
      left(() => !target.marker.isActive || target.marker.isConfirmed !== entry.isConfirmed);
    },
  };
}

function ofDeletes(m: Model, world: World, { told, isRight }: Answering) {
  const { deletions, isWhole, crashes } = world;
  if (deletions.length === 0) {
    return {
      refusesDelete: nothing,
      reportsDelete: nothing,
      finishesDelete: nothing,
      backupAges: nothing,
      deleteEnds: nothing,
    };
  }
  const ends = m.always('E4: a delete that has marked its backup ends');
  const itself = m.sometimes('a delete marks its backup itself');
  const atOnce = m.sometimes('a delete is refused at once under a restore');
  const tooLate = m.sometimes('a registration slips in between E1 and E2');
  const stale = isWhole ? m.always('y0: only a fresh DELETING ages, and only a stale one is reported') : nothing;
  const finished = isWhole && crashes > 0 ? m.sometimes('a delete that died is finished') : nothing;
  return {
    refusesDelete(request: number, refusal: 'BackupNotFound' | 'BackupInUse') {
      told.deletes[request]!.owes(refusal);
      const { at } = deletions[request]!;
      isRight(() => {
        const isThere = world.backupRows[0]!.status === 'AVAILABLE';
        return refusal === 'BackupNotFound' ? !isThere : isThere && isMarked(world, 0);
      });
      tooLate(at === 'claim' && refusal === 'BackupInUse');
      atOnce(at === 'start' && refusal === 'BackupInUse');
    },
    deleteEnds(holds: Judgement) {
      ends(holds);
      itself();
    },
    reportsDelete: (backup: Backup) => stale(() => backup.status === 'DELETING' && backup.stale),
    finishesDelete: () => finished(deletions.some(({ at }) => at === 'interrupted')),
    backupAges: (backup: Backup) => stale(() => backup.status === 'DELETING' && !backup.stale),
  };
}

function ofReconciler(m: Model) {
  const s8 = m.always('S8: no live owner is condemned');
  const silent = m.always('c1: only a record that needs its owner or a removal, and is silent, is listed');
  const c2 = m.always('c2: FAILED is followed by the removal, and what is left alone has been written since');
  const saves = m.sometimes('a beat between listing and FAILED saves the owner');
  const done = m.sometimes('DONE between listing and FAILED saves the target');
  const again = m.sometimes('a FAILED target is listed by a later cycle');
  const resumed = m.sometimes('a removal that r1 began is resumed at r2');
  const expected: { readonly [as in Listed['as']]?: string } = {
    dead: 'CREATING RUNNING',
    r1: 'CREATING FAILED',
    'r2 tables': 'DELETING FAILED',
  };
  return {
    lists({ table: { status, job, stale } }: Target, as: Listed['as']) {
      silent(() => stale && `${status} ${job}` === expected[as]);
      again(as === 'r1');
      resumed(as === 'r2 tables');
    },
    condemns(target: Target, listedHeartbeat: number) {
      const { table, history, ghost } = target;
      s8(() => history.isSilent && table.heartbeat === listedHeartbeat && ghost.beats);
      isLostTo(target);
    },
    failedGoesOnToRemoval: c2,
    leavesRecord({ table: { job, generation, heartbeat } }: Target, listed: Listed) {
      saves(() => heartbeat > listed.heartbeat);
      done(() => job === 'DONE');
      c2(() => job !== 'RUNNING' || generation !== listed.generation || heartbeat !== listed.heartbeat);
    },
  };
}

function ofFaults(m: Model, { crashes, restores, deletions, isWhole, targets, listed, reported }: World) {
  const memory =
    crashes > 0
      ? m.always('memory of a reconciler: only one in a cycle dies, and a crash loses the whole listing')
      : nothing;
  const removes = m.sometimes('the reconciler removes a target');
  const witness = (name: string) => (crashes > 0 ? m.sometimes(name) : nothing);
  const dies = witness('an owner dies');
  const recovers = witness('the target of a dead owner is removed');
  const placesOfCycle = [
    'dead',
    'r1',
    'r2 tables',
    'r2 row',
    ...(isWhole && deletions.length > 0 ? ['drop', 'mark'] : []),
  ];
  const diesAt = Object.fromEntries(placesOfCycle.map((as) => [as, witness(`a reconciler dies at ${as}`)]));
  return {
    ownerDies: (restore: Restore) => dies(() => isUnderWay(restore)),
    reconcilerRemoves(target: Target) {
      removes();
      recovers(restores[targets.indexOf(target)]!.at === 'crashed');
    },
    cycleDies() {
      memory(() => [...listed.flat(), ...reported].some(({ as }) => as !== 'nothing'));
      for (const [as, dies] of Object.entries(diesAt))
        dies([...listed.flat(), ...reported].some((one) => one.as === as));
    },
    hasForgotten: memory,
  };
}
