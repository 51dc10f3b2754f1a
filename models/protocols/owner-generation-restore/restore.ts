/** RestoreTableFromBackup: the request registers; its job copies, beats, and then hands the table over or gives up. */
import type { Model, Step } from '../../language/model.ts';
import { batchOf, type StepProperties } from './properties.ts';
import { removalOf } from './removal.ts';
import type { Rules } from './rules.ts';
import { fencedGeneration, generationOf, isUnderWay, type World } from './world.ts';

const steps = [
  'N1 register',
  'N1 refused: TableInUse',
  'N1 refused: TableAlreadyExists',
  'N1 refused: BackupNotFound',
  'N1 refused: BackupInUse',
  'N2 beat',
  'N2 beat not matched: stop',
  'N3 copy a batch',
  'N3 copying fails',
  'N4 DONE and ACTIVE',
  'N4 DONE not matched: stop',
  'N5 FAILED',
  'N5 FAILED not matched: stop',
  'N6 remove own target',
  'N6 nothing to remove',
] as const;

const stepsOfMutants = [
  'N1 insert without another look',
  'N4 ACTIVE before DONE',
  'N4 DONE after ACTIVE',
  'N4 ACTIVE without DONE',
  'N5 FAILED not matched: remove all the same',
] as const;

export function declareRestore(
  m: Model,
  world: World,
  rules: Rules,
  restore: number,
  properties: StepProperties,
): void {
  const { backupOf, scale } = world;
  const me = world.restores[restore]!;
  const target = world.targets[restore]!;
  const backup = world.backups[backupOf(restore)]!;
  const mine = generationOf(restore);

  const refusal = () => {
    const holder = rules.holderOfName(world, restore);
    if (holder !== undefined) return holder.status === 'CREATING' ? 'TableInUse' : 'TableAlreadyExists';
    if (!rules.canBeRestored(world, backupOf(restore))) return 'BackupNotFound';
    if (rules.inUseForRestore(world, backupOf(restore))) return 'BackupInUse';
    return null;
  };

  const insert = () => {
    properties.answers('CREATING', restore);
    target.status = 'CREATING';
    target.job = 'RUNNING';
    target.generation = mine;
    target.heartbeat = 1;
    me.at = 'beat';
  };

  const beat = () => {
    properties.ownerWrites(target, mine);
    target.heartbeat++;
    target.stale = false;
    properties.isFresh(() => !target.stale);
    me.at = 'copy';
  };

  const copyBatch = () => {
    const into = rules.batchLandsIn(world, restore);
    if (into.status !== 'absent') {
      properties.ownTableOnly(into === target);
      into.batches[me.batch] = batchOf(backup);
    }
    properties.batchIsWritten(target, mine);
    const isLast = me.batch + 1 === scale.batches;
    me.at = isLast ? 'done' : 'beat';
    me.batch = isLast ? 0 : me.batch + 1;
  };

  const makeActive = () => {
    properties.ownerWrites(target, mine);
    target.status = 'ACTIVE';
  };

  const writeFailed = () => {
    properties.ownerWrites(target, mine);
    target.job = 'FAILED';
    if (rules.ownFailedDrawsGeneration) target.generation = fencedGeneration(world);
    me.at = 'removing';
  };

  const stop = () => {
    properties.stops(me, target, mine);
    me.batch = 0;
    me.at = 'lost its claim';
  };

  const isRight = rules.registrationIsOneStep && rules.doneAndActive === 'in one step' && rules.ownRemovalNeedsFailed;
  const labels = isRight ? steps : ([...steps, ...stepsOfMutants] as const);
  const offerWrongSteps = (step: Step<(typeof labels)[number]>) => {
    if (me.at === 'insert') step('N1 insert without another look', insert);
    if (me.at !== 'flipped') return;
    if (!rules.doneMatches(target, mine)) step('N4 DONE not matched: stop', stop);
    else {
      step('N4 DONE after ACTIVE', () => {
        target.job = 'DONE';
        me.at = 'completed';
      });
    }
  };
  const body = (step: Step<(typeof labels)[number]>) => {
    if (!isRight) offerWrongSteps(step);
    switch (me.at) {
      case 'start': {
        const refused = refusal();
        if (refused !== null) {
          step(`N1 refused: ${refused}`, () => {
            properties.answers(refused, restore);
            me.at = rules.tells(refused);
          });
        } else if (rules.registrationIsOneStep) step('N1 register', insert);
        else {
          step('N1 register', () => {
            me.at = 'insert';
          });
        }
        break;
      }
      case 'beat':
        if (rules.beatMatches(target, mine)) step('N2 beat', beat);
        else step('N2 beat not matched: stop', stop);
        break;
      case 'copy':
        step('N3 copy a batch', copyBatch);
        step('N3 copying fails', () => {
          me.batch = 0;
          me.at = 'failing';
        });
        break;
      case 'done':
        if (rules.doneMatches(target, mine) && rules.doneAndActive === 'ACTIVE first') {
          step('N4 ACTIVE before DONE', () => {
            makeActive();
            me.at = 'flipped';
          });
        } else if (rules.doneMatches(target, mine)) {
          step('N4 DONE and ACTIVE', () => {
            makeActive();
            target.job = 'DONE';
            me.at = 'completed';
          });
        } else if (rules.doneAndActive === 'ACTIVE though DONE did not match' && target.status === 'CREATING') {
          step('N4 ACTIVE without DONE', () => {
            makeActive();
            me.at = 'completed';
          });
        } else step('N4 DONE not matched: stop', stop);
        break;
      case 'failing':
        if (rules.failMatches(target, mine)) step('N5 FAILED', writeFailed);
        else if (rules.ownRemovalNeedsFailed) step('N5 FAILED not matched: stop', stop);
        else {
          step('N5 FAILED not matched: remove all the same', () => {
            me.at = 'removing';
          });
        }
        break;
      case 'removing': {
        const removal = removalOf(m, world, rules, restore, properties);
        if (removal !== null) {
          step('N6 remove own target', () => {
            removal();
            properties.ownerRemoves();
            me.at = 'failed';
          });
        } else {
          step('N6 nothing to remove', () => {
            me.at = 'failed';
            properties.endsAsFailed(() => me.at === 'failed');
          });
        }
      }
    }
  };
  const crash = () => {
    properties.ownerDies(me);
    me.batch = 0;
    me.at = 'crashed';
  };
  const owner = m.process(`restore ${restore}`, labels, body, {
    crash: { when: () => isUnderWay(me), effect: crash, goesOn: true },
  });
  m.privateTo(owner, me);
  // The owner continues unless it crashes. Fairness excludes the failing copy: nothing forces it to happen, so copying succeeds
  // eventually.
  m.weaklyFair(owner, { except: ['crash', 'N3 copying fails'] });
}
