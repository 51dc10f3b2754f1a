/** What the steps themselves are judged by, and what only properties remember. */
import type { Judgement, Model } from '../../language/model.ts';
import { declareTold } from '../restore/told.ts';
import {
  type Backup,
  creatingFrom,
  holderOfName,
  isUnderWay,
  type Listed,
  type Restore,
  type Target,
  type World,
} from './world.ts';

type Answer = 'CREATING' | 'TableInUse' | 'TableAlreadyExists' | 'BackupNotFound' | 'BackupInUse';

/** Called by steps, in the effect, before it changes anything unless they say otherwise. */
export interface StepProperties {
  /** S6, S9-order, S13: `removed` is removed by a process that works for `meant`. */
  removes(removed: Target, meant: Target): void;
  /** S7: a write of the owner with this generation matches. */
  ownerWrites(target: Target, generation: number): void;
  /** S13: the batch of an owner is written into a table. */
  ownTableOnly(holds: Judgement): void;
  /** Counts the batch if the claim of its owner is lost. */
  batchIsWritten(target: Target, generation: number): void;
  /** After a beat. */
  isFresh(holds: Judgement): void;
  stops(restore: Restore, target: Target, generation: number): void;
  /** After the removal that follows FAILED. */
  endsAsFailed(holds: Judgement): void;
  ownerDies(restore: Restore): void;
  ownerRemoves(): void;
  answers(answer: Answer, restore: number): void;
  deleteIsRefused(): void;
  ages(target: Target): void;
  findsSomething(holds: Judgement): void;
  lists(target: Target, as: Listed['as']): void;
  /** S8: FAILED is written over the record that was listed. */
  condemns(target: Target, listed: Listed): void;
  /** After FAILED. */
  failedGoesOnToRemoval(holds: Judgement): void;
  leavesRecord(target: Target, listed: Listed): void;
  reconcilerRemoves(owner: Restore): void;
  leavesToOwner(owner: Restore): void;
  /** After the cycle is through with one record: how many others were listed before, and are. */
  keepsOthers(before: number, after: number): void;
  cycleDies(listed: readonly Listed[]): void;
  /** After a crash. */
  hasForgotten(holds: Judgement): void;
}

/** torn: read from a backup that was no longer complete. Only properties tell it from the other. */
export const batchOf = ({ data }: Backup): 'whole' | 'torn' => (data === 'full' ? 'whole' : 'torn');

const isRunning = ({ job, generation }: Target, own: number): boolean => job === 'RUNNING' && generation === own;

export function declareStepProperties(m: Model, world: World): StepProperties {
  return { ...ofRemoval(m), ...ofOwner(m), ...ofAnswers(m, world), ...ofReconciler(m), ...ofFaults(m, world) };
}

function ofRemoval(m: Model) {
  // S6. Only targets that are still CREATING are removed, by the reconciler or by their failing owner.
  const s6 = m.always('S6: no removal of an ACTIVE table');
  // S9. FAILED is written before a target is removed.
  const order = m.always('S9-order: FAILED comes before removal');
  // S13. A process that works for a removed table does not touch the next table of the same name.
  const s13 = m.always('S13: successor safety');
  return {
    ownTableOnly: s13,
    removes(removed: Target, meant: Target) {
      s13(() => removed === meant);
      s6(() => removed.status !== 'ACTIVE');
      order(() => removed.job === 'FAILED');
    },
    ownerRemoves: m.sometimes('a failing owner removes its target'),
  };
}

function ofOwner(m: Model) {
  // S7. Once a record is FAILED or its generation replaced, no write of the former owner matches.
  const s7 = m.always('S7: fencing');
  const tooLate = m.sometimes('DONE comes after FAILED');
  const stopped = m.always('stop: a job stops only when its record is no longer its own');
  const wakes = m.sometimes('a paused owner wakes after its target is gone');
  return {
    ownerWrites: (target: Target, own: number) => s7(() => isRunning(target, own)),
    batchIsWritten(target: Target, own: number) {
      const isLate = target.status === 'CREATING' && !isRunning(target, own);
      if (isLate && target.lateWrites < 2) target.lateWrites++;
    },
    endsAsFailed: m.always('N6: a job that has written FAILED ends as failed'),
    isFresh: m.always('N2: a beat makes its record fresh'),
    stops(restore: Restore, target: Target, own: number) {
      stopped(() => isUnderWay(restore) && !isRunning(target, own));
      wakes(() => target.status === 'absent');
      tooLate(() => restore.at === 'done' && target.job === 'FAILED');
    },
  };
}

/** A request is answered according to what is there when it is answered: first the name counts, then the backup. */
function ofAnswers(m: Model, world: World) {
  const isRight = m.always('answers: a restore is registered or refused for what is there');
  const told = declareTold(m, world.restores, [world.deletion]);
  const isRightDelete = m.always('answers of the delete: it is refused only for a restore under way');
  const answerFor = (restore: number): Answer => {
    const holder = holderOfName(world, restore);
    const source = world.backupOf(restore);
    if (holder !== undefined) return holder.status === 'CREATING' ? 'TableInUse' : 'TableAlreadyExists';
    if (world.backups[source]!.status !== 'AVAILABLE') return 'BackupNotFound';
    return creatingFrom(world, source).length > 0 ? 'BackupInUse' : 'CREATING';
  };
  return {
    answers(answer: Answer, restore: number) {
      isRight(() => answer === answerFor(restore));
      told.restores[restore]!.owes(answer);
    },
    deleteIsRefused() {
      isRightDelete(() => creatingFrom(world, 0).length > 0);
      told.deletes[0]!.owes('BackupInUse');
    },
  };
}

function ofReconciler(m: Model) {
  // S8. The reconciler writes FAILED only if the heartbeat is still the one it listed, so the owner was silent all the time.
  const s8 = m.always('S8: no live owner is condemned');
  const silent = m.always('c1: only a record that needs its owner, and is silent, is listed');
  const again = m.sometimes('a FAILED target is listed by a later cycle');
  const saves = m.sometimes('a beat between listing and FAILED saves the owner');
  const kept = m.always('c-others: whatever becomes of one record, the cycle goes on with the others');
  const left = m.always('c2-left: a record is left alone only if its owner has written it since');
  return {
    findsSomething: m.always('c1-found: a cycle that begins has found something'),
    lists({ job, stale }: Target, as: Listed['as']) {
      const expected = as === 'dead' ? 'RUNNING' : 'FAILED';
      silent(as === 'nothing' || (stale && job === expected));
      again(as === 'to be removed');
    },
    condemns: ({ stale, heartbeat }: Target, listed: Listed) => s8(stale && heartbeat === listed.heartbeat),
    failedGoesOnToRemoval: m.always('c2: FAILED is followed by the removal'),
    keepsOthers: (before: number, after: number) => kept(after === before),
    leavesRecord({ job, generation, heartbeat }: Target, listed: Listed) {
      saves(heartbeat > listed.heartbeat);
      left(job !== 'RUNNING' || generation !== listed.generation || heartbeat !== listed.heartbeat);
    },
  };
}

function ofFaults(m: Model, { scale }: World) {
  const time = m.always('time: only a fresh record of a target under way ages');
  const reconcilerRemoves = m.sometimes('the reconciler removes a target');
  const forgotten =
    scale.crashes > 0 ? m.always('memory of a reconciler: a crash loses the whole listing') : () => undefined;
  const left = m.always('c3: only what another has removed is left to it');
  const witness = (name: string) => (scale.crashes > 0 ? m.sometimes(name) : () => undefined);
  const dies = witness('an owner dies');
  const recovers = witness('the target of a dead owner is removed');
  const cycleDies = witness('a reconciler dies in the middle of a cycle');
  return {
    ages: ({ status, stale }: Target) => time(status === 'CREATING' && !stale),
    hasForgotten: forgotten,
    ownerDies: ({ at }: Restore) => dies(at !== 'start'),
    reconcilerRemoves(owner: Restore) {
      reconcilerRemoves();
      recovers(owner.at === 'crashed');
    },
    leavesToOwner: ({ at }: Restore) => left(at === 'failed' || scale.reconcilers > 1),
    cycleDies: (listed: readonly Listed[]) => cycleDies(listed.some(({ as }) => as !== 'nothing')),
  };
}
