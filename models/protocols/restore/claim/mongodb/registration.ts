/**
 * R1 to R5: the claim is held from the check for other restores to the insert of the target. From then on the target itself blocks
 * others.
 */
import type { Step } from '../../../../language/model.ts';
import type { Answer, DeleteAnswer, NameAnswer } from '../properties.ts';
import type { Job } from './job.ts';
import { look } from './look.ts';
import { isDeleteClaimed, isRestoreClaimed, passRestoreClaim, type Restore, targetsOf } from './world.ts';

export const registrationSteps = {
  right: [
    'R1 name is free',
    'R1 refused: TableInUse',
    'R1 refused: TableAlreadyExists',
    'R2 claim',
    'R2 refused: BackupInUse',
    'R2 refused: BackupNotFound',
    'R2 acknowledged by the majority',
    'R2 claim lost with the primary: again',
    'R3 not in use',
    'R3 in use',
    'R3 looks on',
    'R4 insert',
    'R4 name taken',
    'R5a release',
    'R5a claim is lost',
    'R5a release fails',
    'R5b remove own target',
    'R5b nothing to remove',
    'refusal: release claim',
    'refusal acknowledged by the majority',
    'refusal lost with the primary: again',
    'cancelled: guard',
  ],
  ofMutants: ['R4 insert after R5', 'R5b left where it is'],
} as const;

type Label = (typeof registrationSteps)[keyof typeof registrationSteps][number];

type Steps = (job: Job, step: Step<Label>) => void;

const steps: { readonly [at in Restore['at']]?: Steps } = {
  start: name,
  claim,
  acknowledge,
  look: (job, step) => {
    inUse(job, step);
    cancel(job, step);
  },
  insert: (job, step) => {
    insert(job, step);
    cancel(job, step);
  },
  'late insert': insertLate,
  release,
  lost: abort,
  'give back': giveBack,
  'give back acknowledged': acknowledgeRefusal,
};

export const declareRegistration =
  (job: Job) =>
  (step: Step<Label>): void =>
    steps[job.me.at]?.(job, step);

/** The answer for a name that is taken, by the kind of its table. */
function holderIn({ world, named }: Job): NameAnswer | null {
  const [holder] = named.filter(({ status }) => status !== 'absent');
  if (holder === undefined) return null;
  return holder.status === 'CREATING' && world.targets.includes(holder) ? 'TableInUse' : 'TableAlreadyExists';
}

function name(job: Job, step: Step<Label>): void {
  const { world, named, properties } = job;
  world.database.scan(named, () => {
    const holder = holderIn(job);
    if (holder === null) step('R1 name is free', job.go('claim'));
    else {
      step(`R1 refused: ${holder}`, () => {
        properties.learnsAtOnce(holder);
        refuseAtOnce(job, holder);
      });
    }
  });
}

/** Call in an effect: nothing is claimed yet. */
function refuseAtOnce({ rules, me, id, properties }: Job, answer: Answer): void {
  properties.restoreIsRefused(id, answer);
  me.at = rules.tells(answer);
}

/** If another restore holds the claim, retries for a while and is then refused. */
function claim(job: Job, step: Step<Label>): void {
  const { world, rules, backup, claim: mine, me } = job;
  const refuses = (answer: DeleteAnswer) => () => refuseAtOnce(job, answer);
  world.database.update(step, backup.parts, (claiming) => {
    if (backup.fields.status !== 'AVAILABLE') return claiming('R2 refused: BackupNotFound', refuses('BackupNotFound'));
    if (rules.claimAsksForDelete && isDeleteClaimed(backup))
      return claiming('R2 refused: BackupInUse', refuses('BackupInUse'));
    if (rules.claimAsksForRestore && isRestoreClaimed(backup))
      return claiming('R2 refused: BackupInUse', refuses('BackupInUse'));
    claiming('R2 claim', () => {
      passRestoreClaim(backup, mine);
      me.at = world.failsOver && rules.waitsForMajority ? 'acknowledge' : 'look';
    });
  });
}

function acknowledge({ world, backup, claim: mine, properties, me, go }: Job, step: Step<Label>): void {
  world.database.acknowledge(backup.copies, () => {
    if (mine.isHeld) step('R2 acknowledged by the majority', go('look'));
    else {
      step('R2 claim lost with the primary: again', () => {
        properties.rollsBack('restoreClaim');
        me.at = 'claim';
      });
    }
  });
}

function inUse(job: Job, step: Step<Label>): void {
  const { world, rules, id, me, properties } = job;
  const end = (then: () => void) => () => {
    me.looked = 0;
    then();
  };
  const none = () => step('R3 not in use', end(job.go(rules.claimIsReleasedAfterInsert ? 'insert' : 'release')));
  const found = () =>
    step(
      'R3 in use',
      end(() => refuse(job, 'BackupInUse')),
    );
  const on = () =>
    step('R3 looks on', () => {
      properties.looksOn();
      me.looked++;
    });
  if (!rules.looksForOthers) none();
  else look(world, targetsOf(world, world.backupOf(id)), me, { found, none, on });
}

function insert(job: Job, step: Step<Label>): void {
  const { world, rules, me, target, named, properties } = job;
  world.database.insert(step, target, named, (inserting) => {
    const holder = rules.namesAreUnique ? holderIn(job) : null;
    if (holder !== null) inserting('R4 name taken', () => refuse(job, holder));
    else {
      inserting('R4 insert', () => {
        target.status = 'CREATING';
        if (rules.targetHasTransitionTime) target.hasTransitionTime = true;
        me.at = 'release';
        properties.insertWithout(() => !job.claim.isHeld);
      });
    }
  });
}

/** Only under a wrong rule. */
function insertLate({ world, me, target, named }: Job, step: Step<Label>): void {
  world.database.insert(step, target, named, (inserting) =>
    inserting('R4 insert after R5', () => {
      target.status = 'CREATING';
      me.at = 'copy';
    }),
  );
}

/** R5a: the update requires the claim. If it matches, no other restore was between R2 and here. */
function release(job: Job, step: Step<Label>): void {
  const { world, rules, backup, claim: mine, me, id, go, properties } = job;
  const next = rules.claimIsReleasedAfterInsert ? 'copy' : 'late insert';
  const pass = () => {
    world.confirmed[id]!.isPastR5 = true;
    me.at = next;
  };
  world.database.update(step, backup.parts, (releasing) => {
    if (rules.releaseMatches(backup, mine)) {
      releasing('R5a release', () => {
        passRestoreClaim(backup, null);
        pass();
      });
    } else {
      releasing('R5a claim is lost', () => {
        properties.claimIsLost();
        if (rules.goesOnWithoutClaim) pass();
        else me.at = 'lost';
      });
    }
  });
  // A driver error is treated as a lost claim. If the claim still exists, it becomes stale.
  step('R5a release fails', go('lost'));
}

/** R5b. */
function abort({ m, world, rules, target, go, me, properties }: Job, step: Step<Label>): void {
  if (!rules.abortsWhenLost) step('R5b left where it is', go('failed'));
  world.database.update(step, target, (removing) => {
    if (!rules.abortsWhenLost) return;
    if (target.status !== 'CREATING') removing('R5b nothing to remove', go('failed'));
    else {
      removing('R5b remove own target', () => {
        properties.removesRestoreTarget(() => target.status === 'CREATING');
        m.reset(target);
        me.at = 'failed';
      });
    }
  });
}

/** Call in an effect: the claim is released before the answer. */
function refuse({ me, id, properties }: Job, answer: Exclude<Restore['answer'], 'none'>): void {
  if (answer !== 'cancelled') properties.restoreIsRefused(id, answer);
  me.answer = answer;
  me.at = 'give back';
}

function giveBack(job: Job, step: Step<Label>): void {
  const { world, rules, backup, claim: mine, me } = job;
  world.database.update(step, backup.parts, (releasing) =>
    releasing('refusal: release claim', () => {
      if (mine.isHeld) passRestoreClaim(backup, null);
      if (world.failsOver && rules.waitsForMajority) me.at = 'give back acknowledged';
      else answer(job);
    }),
  );
}

function acknowledgeRefusal(job: Job, step: Step<Label>): void {
  const { world, backup, claim: mine, me, properties } = job;
  world.database.acknowledge(backup.copies, () => {
    if (mine.isHeld) {
      step('refusal lost with the primary: again', () => {
        properties.rollsBack('refusal');
        me.at = 'give back';
      });
    } else step('refusal acknowledged by the majority', () => answer(job));
  });
}

/** Call in an effect. */
function answer({ rules, me }: Job): void {
  me.at = me.answer === 'cancelled' ? 'cancelled' : rules.tells(me.answer as Answer);
  me.answer = 'none';
}

/** The client disconnects during registration; the claim's guard releases it. */
function cancel(job: Job, step: Step<Label>): void {
  const { me, properties } = job;
  step('cancelled: guard', () => {
    properties.clientLeaves(me.at);
    me.looked = 0;
    if (job.rules.guardReleases) refuse(job, 'cancelled');
    else job.go('cancelled')();
  });
}
