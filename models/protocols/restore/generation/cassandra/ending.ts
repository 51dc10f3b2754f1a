/** N4, K5, N5 and N6: how a restore job ends. */
import type { LateWrite } from '../../../../stores/lost-answers.ts';
import { end, type Job, type Offer } from './job.ts';
import type { Judgements } from './judge.ts';
import { claimRow, dropTables, removeRow } from './removal.ts';
import type { Rules } from './rules.ts';
import { fencedGeneration, ownGeneration, partitionOf, partitionOfName, type Target, type World } from './world.ts';

export function declareLateDone(world: World, rules: Rules, target: Target, judge: Judgements): LateWrite | null {
  if (!world.writesAreLate) return null;
  const { table } = target;
  return world.store.late('DONE', {
    when: () => rules.doneMatches(table),
    effect: () => {
      judge.ownerWrites(target);
      Object.assign(table, { status: 'ACTIVE', job: 'DONE' });
    },
  });
}

export function offerEnd(job: Job, step: Offer): void {
  const { world, me, target, judge } = job;
  switch (me.at) {
    case 'done':
      offerDone(job, step);
      break;
    case 'done unknown':
      readDone(job, step);
      break;
    case 'clear marker':
      world.store.lwt(partitionOf(world, target.backup), () => {
        const { marker } = target;
        if (!marker.isActive) {
          step('K5 marker is cleared already', () => {
            me.at = 'completed';
          });
          return;
        }
        step('K5 clear the marker', () => {
          Object.assign(marker, { isActive: false, isConfirmed: false });
          me.at = 'completed';
        });
      });
      break;
    case 'failing':
      offerFailed(job, step);
      break;
    case 'r1':
      claimRow(
        job,
        step,
        ['r1 DELETING', 'r1 nothing to remove'],
        target,
        () => claims(job),
        () => end(job, 'failed'),
      );
      break;
    case 'r2 tables':
      dropTables(job, step, 'r2 drop the tables', target, () => {
        me.at = 'r2 row';
      });
      break;
    case 'r2 row':
      removeRow(job, step, ['r2 remove the row', 'r2 the row is gone'], target, judge.ownerRemoves, () =>
        end(job, 'failed'),
      );
  }
}

function claims({ me }: Job): void {
  me.at = 'r2 tables';
}

function offerDone(job: Job, step: Offer): void {
  const { world, rules, me, target, judge } = job;
  const { table } = target;
  world.store.lwt(partitionOfName(world, target), () => {
    if (job.late !== null && rules.looksAtReturnedRow && table.job === 'DONE' && table.generation === ownGeneration) {
      step('N4 DONE not applied: it has landed', () => {
        me.at = 'clear marker';
      });
      return;
    }
    if (!rules.doneMatches(table)) {
      step('N4 DONE not applied: stop', () => {
        judge.stopped(me, target);
        me.at = 'lost its claim';
        judge.hasStopped(() => me.at === 'lost its claim');
      });
      return;
    }
    const activate = () => {
      judge.ownerWrites(target);
      table.status = 'ACTIVE';
    };
    if (rules.doneAndActive === 'ACTIVE first' && table.status !== 'ACTIVE') {
      step('N4 ACTIVE before DONE', activate);
      return;
    }
    const land = () => {
      activate();
      table.job = 'DONE';
    };
    step('N4 DONE and ACTIVE', () => {
      land();
      me.at = 'clear marker';
    });
    const goOn = () => {
      me.at = rules.unknownDone === 'is read' ? 'done unknown' : 'failing';
    };
    job.late?.offer(step, 'N4 answer lost, DONE on its way', goOn);
    if (!world.lostAnswersOfWrites) return;
    world.store.answerLost(step, ['N4 answer lost, DONE landed', 'N4 answer lost, nothing landed'], land, goOn);
  });
}

/** A write of unknown outcome may have been applied, so the row is read before any decision. */
function readDone({ world, me, target, judge }: Job, step: Offer): void {
  const { table } = target;
  world.store.read(partitionOfName(world, target), () => {
    if (table.job === 'DONE') {
      step('N4 unknown: read DONE', () => {
        me.at = 'clear marker';
      });
    } else if (table.job === 'RUNNING' && table.generation === ownGeneration) {
      step('N4 unknown: read RUNNING, again', () => {
        judge.goesOnAfterLoss(target);
        me.at = 'done';
      });
    } else {
      step('N4 unknown: read that the claim is lost', () => {
        judge.stopped(me, target);
        me.at = 'lost its claim';
      });
    }
  });
}

function offerFailed(job: Job, step: Offer): void {
  const { world, rules, me, target, judge } = job;
  const { table } = target;
  if (!rules.failedBeforeOwnRemoval) {
    claimRow(
      job,
      step,
      ['r1 DELETING', 'r1 nothing to remove'],
      target,
      () => claims(job),
      () => end(job, 'failed'),
    );
    return;
  }
  world.store.lwt(partitionOfName(world, target), () => {
    if (rules.failMatches(table)) {
      step('N5 FAILED', () => {
        judge.ownerWrites(target);
        table.job = 'FAILED';
        if (rules.ownFailedDrawsGeneration) table.generation = fencedGeneration;
        me.at = 'r1';
      });
    } else {
      step('N5 FAILED not applied: stop', () => {
        judge.stopped(me, target);
        end(job, 'lost its claim');
      });
    }
  });
}
