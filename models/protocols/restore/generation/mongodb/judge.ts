/** What the steps of reconcilers and requests are judged by, and the faults that must be seen. */
import type { Model } from '../../../../language/model.ts';
import { declareTold } from '../../told.ts';
import { answerOf } from '../judge.ts';
import type { Rules } from './rules.ts';
import {
  creatingByMajority,
  isUnderWay,
  type Listed,
  type Restore,
  type Table,
  type Target,
  type World,
} from './world.ts';

const nothing = (): void => undefined;

/** A request is answered according to what the majority has, or the primary, when it is decided. */
export function declareAnswers(m: Model, world: World) {
  const { byMajority, targets, backups, backupDocuments, restores, deletions } = world;
  const isRight = m.always('answers: a restore is refused for what is there, and for its name before its backup');
  const isRightDelete = m.always('answers of the delete: it is refused for what is there');
  const told = declareTold(m, restores, deletions);
  const inUse = m.sometimes('a delete is refused under a restore');
  return {
    told,
    refuses(target: Target, refusal: string) {
      told.restores[targets.indexOf(target)]!.owes(refusal);
      isRight(() => {
        const seen = {
          targets: targets.map((one) => ({ ...one, table: byMajority(one.table) })),
          backups: backupDocuments.map(byMajority),
        };
        return refusal === answerOf(seen, target) || refusal === answerOf({ targets, backups }, target);
      });
    },
    asksAgain: (request: number) => told.deletes[request]!.forgets(),
    refusesDelete(request: number, refusal: 'BackupNotFound' | 'BackupInUse') {
      told.deletes[request]!.owes(refusal);
      inUse(refusal === 'BackupInUse');
      isRightDelete(() =>
        refusal === 'BackupInUse'
          ? creatingByMajority(world, 0).length > 0
          : byMajority(backupDocuments[0]!).status !== 'AVAILABLE',
      );
    },
  };
}

export function declareReconciling(m: Model, { restoresMax, hasIndexes }: World) {
  const silent = m.always('c1: only a record that needs its owner or a removal, and is silent, is listed');
  const left = m.always('c2-left: a record is left alone only if it has been written since');
  const target = m.always('c3-left: only a target that is CREATING no longer is left alone');
  const again = restoresMax === 1 ? m.sometimes('a FAILED target is listed by a later cycle') : nothing;
  const saves = m.sometimes('a beat between listing and FAILED saves the owner');
  const done = m.sometimes('DONE between listing and FAILED saves the target');
  const picks = hasIndexes ? m.always('N4b: only a target that is handed over is picked') : nothing;
  return {
    lists({ status, job, stale }: Table, as: Listed['as']) {
      silent(() => stale && status === 'CREATING' && job === (as === 'dead' ? 'RUNNING' : 'FAILED'));
      again(as !== 'dead');
    },
    failedGoesOnToRemoval: m.always('c2: FAILED is followed by the removal'),
    leavesRecord({ record: { job, generation, heartbeat } }: Target, listed: Listed) {
      saves(() => heartbeat > listed.heartbeat);
      done(() => job === 'DONE');
      left(() => job !== 'RUNNING' || generation !== listed.generation || heartbeat !== listed.heartbeat);
    },
    leavesTarget: ({ table }: Target) => target(() => table.status !== 'CREATING'),
    picks: ({ table }: Target) => picks(() => table.status === 'CREATING' && table.job === 'DONE'),
  };
}

/** Whoever dies, and whatever a failover takes back: it is seen, and others go on. */
export function declareFaults(m: Model, { crashes, majorityLags, hasIndexes, restores, targets }: World, rules: Rules) {
  const mortal = (name: string, applies = true) => (crashes > 0 && applies ? m.sometimes(name) : nothing);
  const ofLag = (name: string) => (majorityLags ? m.sometimes(name) : nothing);
  const removes = m.sometimes('the reconciler removes a target');
  const dies = mortal('an owner dies');
  const recovers = mortal('the target of a dead owner is removed');
  const cycleDies = ['dead', 'drop', 'remove'].map((as) => ({ as, seen: mortal(`a reconciler dies at ${as}`) }));
  const backfillDies = ['picked', 'built'].map((as) => ({
    as,
    seen: mortal(`a backfill dies when ${as}`, hasIndexes),
  }));
  const registration = ofLag('a failover takes a registration back');
  const ofReading = (name: string) => (rules.unknownDone === 'is read' ? ofLag(name) : nothing);
  const done = ofReading('DONE has no answer, and has not landed');
  const failed = ofLag('a failover takes a FAILED back');
  const forgets = (who: string, applies = true) =>
    crashes > 0 && applies ? m.always(`memory of ${who}: a crash loses all of it`) : nothing;
  return {
    ownerDies: (restore: Restore) => dies(() => isUnderWay(restore)),
    reconcilerRemoves(target: Target) {
      removes();
      recovers(restores[targets.indexOf(target)]!.at === 'crashed');
    },
    cycleDies(listed: readonly Listed[]) {
      for (const { as, seen } of cycleDies) seen(listed.some((one) => one.as === as));
    },
    hasForgotten: forgets('a reconciler'),
    backfillDies(picked: readonly { readonly as: string }[]) {
      for (const { as, seen } of backfillDies) seen(picked.some((one) => one.as === as));
    },
    backfillHasForgotten: forgets('a backfill worker', hasIndexes),
    losesRegistration: ({ table }: Target) => registration(() => table.status === 'absent'),
    losesDone: ({ at }: Restore) => done(at === 'DONE unknown'),
    losesFailed: ({ table }: Target) => failed(() => table.job === 'RUNNING'),
    losesDeleting: ofLag('a failover takes a DELETING back'),
    losesDeleted: ofLag('a failover takes a DELETED back'),
    readsDone: ofReading('DONE has no answer, and has landed'),
  };
}
