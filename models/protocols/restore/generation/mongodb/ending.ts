/** N4 to N6: how a restore job ends. */
import type { LateWrite } from '../../../../stores/lost-answers.ts';
import type { Job, Offer } from './job.ts';
import { dropCollection, removeDocument } from './removal.ts';
import type { Rules } from './rules.ts';
import { fencedGeneration, ownGeneration, type Target, type World } from './world.ts';

/** Call in an effect. */
function handOver({ hasIndexes }: World, { table }: Target): void {
  if (hasIndexes) table.handedOver = true;
  else table.status = 'ACTIVE';
}

export function declareLateDone(world: World, rules: Rules, target: Target): LateWrite | null {
  if (!world.doneIsLate) return null;
  const { table } = target;
  return world.database.late('DONE', table, {
    when: () => rules.doneMatches(table),
    effect: () => {
      table.job = 'DONE';
      handOver(world, target);
    },
  });
}

/** N4: one conditional update of the document. Without indexes it also makes the table ACTIVE. */
export function offerEnd(job: Job, step: Offer): void {
  const { world, rules, me, target, judge } = job;
  const { database, majorityLags } = world;
  const { table } = target;
  const stop = () => {
    judge.stopped(me, target);
    me.at = rules.dropsLostOutput === 'wherever it learns of it' ? 'drop own output' : 'lost its claim';
  };
  const readsAgain = () => {
    if (table.job === 'RUNNING' && table.generation === ownGeneration) {
      step('N4 unknown: read RUNNING, again', () => {
        judge.losesDone(me);
        me.at = 'landed';
      });
    } else step('N4 unknown: read that the claim is lost', stop);
  };
  if (me.at === 'landed') {
    const writeDone = () => {
      judge.ownerWrites(target);
      table.job = 'DONE';
      handOver(world, target);
    };
    database.update(step, table, (update) => {
      if (!rules.doneMatches(table)) {
        if (job.late === null || !rules.readsOnceMore) update('N4 DONE not matched: stop', stop);
        else {
          update('N4 DONE not matched: read it', () => {
            me.at = 'DONE unknown';
          });
        }
        return;
      }
      if (rules.handOver === 'before DONE' && !table.handedOver && table.status === 'CREATING') {
        update('N4 handed over before DONE', () => handOver(world, target));
        return;
      }
      update('N4 DONE and handed over', () => {
        writeDone();
        me.at = majorityLags && rules.waitsForMajority.done ? 'DONE waits' : 'completed';
      });
      const labels = ['N4 answer lost, DONE landed', 'N4 answer lost, nothing landed'] as const;
      const goOn = () => {
        if (rules.unknownDone === 'counts as not matched') stop();
        else me.at = rules.unknownDone === 'is read' ? 'DONE unknown' : 'failing';
      };
      if (job.late === null) database.answerLost(update, labels, writeDone, goOn);
      else job.late.offer(update, 'N4 answer lost, DONE on its way', goOn);
    });
  } else if (me.at === 'DONE waits') {
    database.settled(table, () => {
      if (table.job !== 'DONE') readsAgain();
      else {
        step('N4 acknowledged', () => {
          me.at = 'completed';
        });
      }
    });
  } else if (me.at === 'DONE unknown') {
    database.find(table, () => {
      if (table.job !== 'DONE') readsAgain();
      else {
        step('N4 unknown: read DONE', () => {
          judge.readsDone();
          me.at = 'DONE waits';
        });
      }
    });
  }
}

/** N5, N6, and the clean-up after a lost claim. */
export function offerFailure(job: Job, step: Offer): void {
  const { world, rules, me, target, judge } = job;
  const { database } = world;
  const { table } = target;
  switch (me.at) {
    case 'failing':
      database.update(step, table, (update) => {
        if (!rules.failMatches(table)) {
          update('N5 FAILED not matched: stop', () => {
            me.at = rules.ownRemovalNeedsFailed ? 'lost its claim' : 'drop own';
          });
        } else {
          update('N5 FAILED', () => {
            judge.ownerWrites(target);
            table.job = 'FAILED';
            if (rules.ownFailedDrawsGeneration) table.generation = fencedGeneration;
            me.at = world.majorityLags && rules.waitsForMajority.failed ? 'FAILED waits' : 'drop own';
          });
        }
      });
      break;
    case 'FAILED waits':
      database.settled(table, () => {
        if (table.job === 'FAILED' || table.status === 'absent') {
          step('N5 acknowledged', () => {
            me.at = 'drop own';
          });
        } else {
          step('N5 lost in a failover: again', () => {
            judge.losesFailed(target);
            me.at = 'failing';
          });
        }
      });
      break;
    case 'drop own':
      dropCollection(job, step, 'N6 drop the collection', target, () => {
        me.at = 'remove own';
      });
      break;
    case 'remove own':
      removeDocument(
        job,
        step,
        ['N6 remove own target', 'N6 nothing to remove'],
        target,
        () => {
          judge.ownerRemoves();
          me.at = 'failed';
        },
        () => {
          me.at = 'failed';
          judge.hasFailed(() => me.at === 'failed');
        },
      );
      break;
    case 'drop own output':
      dropCollection(job, step, 'drop own output', target, () => {
        judge.dropsLostOutput();
        me.at = 'lost its claim';
      });
  }
}
