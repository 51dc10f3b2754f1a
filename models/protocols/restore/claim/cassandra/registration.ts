/** K1 and K2, in either order. The backup and the table are in two partitions, so no operation does both. */
import type { Step } from '../../../../language/model.ts';
import type { Answer, NameAnswer } from '../properties.ts';
import { clear, type clearSteps, lookAtTarget, remember } from './clear.ts';
import type { Job } from './job.ts';
import { type Restore, setActive } from './world.ts';

export const registrationSteps = [
  'K0 name is free',
  'K0 refused: TableInUse',
  'K0 refused: TableAlreadyExists',
  'K1 claim',
  'K1 not AVAILABLE: BackupNotFound',
  'K1 not applied: another restore',
  'K1 not applied: look at the target of active',
  'K1 confirm',
  'K1 read again',
  'K1 no longer its own',
  'K1 undo',
  'K2 insert',
  'K2 name taken',
  'K2 undo',
  'K2 nothing to undo',
] as const;
type Label = (typeof registrationSteps)[number] | (typeof clearSteps)[number];

type Steps = (job: Job, step: Step<Label>) => void;

const steps: { readonly [at in Restore['at']]?: Steps } = {
  start: name,
  claim,
  met: look,
  clear: clearMet,
  insert,
  confirm,
  'undo claim': undoClaim,
  'undo insert': undoInsert,
};

export const declareRegistration =
  (job: Job) =>
  (step: Step<Label>): void =>
    steps[job.me.at]?.(job, step);

function look(job: Job, step: Step<Label>): void {
  lookAtTarget(job, step, { isCreating: () => refuseClaim(job, 'BackupInUse'), isNot: job.go('clear') });
}

function clearMet(job: Job, step: Step<Label>): void {
  const { me, properties } = job;
  clear(job, step, () => {
    properties.restoreClears();
    me.at = 'claim';
  });
}

const isClaimFirst = ({ world }: Job): boolean => world.order === 'claim first';

/** The answer for a name that is taken, by the kind of its table. */
const holderIn = ({ world, named }: Job): NameAnswer | null => {
  const [holder] = named.filter(({ status }) => status !== 'absent');
  if (holder === undefined) return null;
  return holder.status === 'CREATING' && world.targets.includes(holder) ? 'TableInUse' : 'TableAlreadyExists';
};

function name(job: Job, step: Step<Label>): void {
  const { world, named, properties } = job;
  world.database.read(named, () => {
    const holder = holderIn(job);
    if (holder === null) step('K0 name is free', job.go(isClaimFirst(job) ? 'claim' : 'insert'));
    else {
      step(`K0 refused: ${holder}`, () => {
        properties.learnsAtOnce(holder);
        refuse(job, holder, null);
      });
    }
  });
}

/** A lightweight transaction that is not applied returns the current row. */
function claim(job: Job, step: Step<Label>): void {
  const { world, rules, partition, marker, seen, history, me, go } = job;
  world.database.lwt(partition.all, () => {
    if (rules.claimMatches(partition)) {
      step('K1 claim', () => {
        setActive(partition, marker, isClaimFirst(job) ? 'claimed' : 'confirmed');
        if (!isClaimFirst(job)) history.isRegistered = true;
        me.at = isClaimFirst(job) ? 'insert' : 'schema';
      });
    } else if (partition.row.status !== 'AVAILABLE') {
      step('K1 not AVAILABLE: BackupNotFound', () => refuseClaim(job, 'BackupNotFound'));
    } else if (world.clears === 'sweep') step('K1 not applied: another restore', () => refuseClaim(job, 'BackupInUse'));
    else {
      step('K1 not applied: look at the target of active', () => {
        remember(partition, seen);
        go('met')();
      });
    }
  });
}

function insert(job: Job, step: Step<Label>): void {
  const { world, rules, named, target, history, me } = job;
  world.database.lwt(named, () => {
    const holder = rules.insertIfNotExists ? holderIn(job) : null;
    if (holder !== null) step('K2 name taken', () => refuse(job, holder, isClaimFirst(job) ? 'undo claim' : null));
    else {
      step('K2 insert', () => {
        target.status = 'CREATING';
        if (rules.targetHasTransitionTime) target.hasTransitionTime = true;
        if (!isClaimFirst(job)) me.at = 'claim';
        else if (rules.secondLook === 'none') {
          history.isRegistered = true;
          me.at = 'schema';
        } else me.at = 'confirm';
      });
    }
  });
}

function confirm(job: Job, step: Step<Label>): void {
  const { world, rules, partition, marker, history, properties, go, me } = job;
  const goOn = () => {
    history.isRegistered = true;
    me.at = 'schema';
  };
  if (rules.secondLook === 'read') {
    world.database.read(partition.all, () => {
      if (marker.is !== 'none') step('K1 read again', goOn);
      else step('K1 no longer its own', go('abort'));
    });
  } else {
    world.database.lwt(partition.all, () => {
      if (marker.is === 'none') {
        step('K1 no longer its own', () => {
          properties.claimIsLost();
          me.at = 'abort';
        });
      } else {
        step('K1 confirm', () => {
          marker.is = 'confirmed';
          goOn();
        });
      }
    });
  }
}

/** Call in an effect. */
function refuseClaim(job: Job, answer: Answer): void {
  refuse(job, answer, isClaimFirst(job) ? null : 'undo insert');
}

/** Call in an effect. Only the second of the two steps has something to undo; it is undone before the answer. */
function refuse({ rules, me, id, properties }: Job, answer: Answer, undo: Restore['at'] | null): void {
  properties.restoreIsRefused(id, answer);
  if (undo === null || !rules.undoesOnRefusal) me.at = rules.tells(answer);
  else {
    me.answer = answer;
    me.at = undo;
  }
}

/** Call in an effect. */
function answer({ rules, me }: Job): void {
  me.at = rules.tells(me.answer as Answer);
  me.answer = 'none';
}

function undoClaim(job: Job, step: Step<Label>): void {
  const { world, partition, marker } = job;
  world.database.lwt(partition.all, () =>
    step('K1 undo', () => {
      marker.is = 'none';
      answer(job);
    }),
  );
}

function undoInsert(job: Job, step: Step<Label>): void {
  const { m, world, named, target, properties } = job;
  world.database.lwt(named, () => {
    if (target.status !== 'CREATING') step('K2 nothing to undo', () => answer(job));
    else {
      step('K2 undo', () => {
        properties.removesRestoreTarget(() => target.status === 'CREATING');
        m.reset(target);
        answer(job);
      });
    }
  });
}
