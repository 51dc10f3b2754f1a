/**
 * R1 to R5: the claim is held from the check for other restores to the insert of the target. From then on the target itself blocks
 * others.
 */
import type { Step } from '../../../../language/model.ts';
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

type Answer = Exclude<Restore['answer'], 'none'>;

type Label = (typeof registrationSteps)[keyof typeof registrationSteps][number];

export function declareRegistration(job: Job): (step: Step<Label>) => void {
  const { me } = job;
  return (step) => {
    switch (me.at) {
      case 'start':
        name(job, step);
        break;
      case 'claim':
        claim(job, step);
        break;
      case 'acknowledge':
        acknowledge(job, step);
        break;
      case 'look':
        inUse(job, step);
        cancel(job, step);
        break;
      case 'insert':
      case 'late insert':
        insert(job, step);
        if (me.at === 'insert') cancel(job, step);
        break;
      case 'release':
        release(job, step);
        break;
      case 'lost':
        abort(job, step);
        break;
      case 'give back':
      case 'give back acknowledged':
        giveBack(job, step);
    }
  };
}

function name({ world, named, go }: Job, step: Step<Label>): void {
  world.database.scan(named, () => {
    const holder = named.find(({ status }) => status !== 'absent');
    if (holder === undefined) step('R1 name is free', go('claim'));
    else {
      const isBeingMade = holder.status === 'CREATING' && world.targets.includes(holder);
      if (isBeingMade) step('R1 refused: TableInUse', go('TableInUse'));
      else step('R1 refused: TableAlreadyExists', go('TableAlreadyExists'));
    }
  });
}

/** If another restore holds the claim, retries for a while and is then refused. */
function claim({ world, rules, backup, claim: mine, go }: Job, step: Step<Label>): void {
  const next = world.failsOver && rules.waitsForMajority ? 'acknowledge' : 'look';
  world.database.update(step, backup.parts, (claiming) => {
    if (backup.fields.status !== 'AVAILABLE') return claiming('R2 refused: BackupNotFound', go('BackupNotFound'));
    if (rules.claimAsksForDelete && isDeleteClaimed(backup))
      return claiming('R2 refused: BackupInUse', go('BackupInUse'));
    if (rules.claimAsksForRestore && isRestoreClaimed(backup))
      return claiming('R2 refused: BackupInUse', go('BackupInUse'));
    claiming('R2 claim', () => {
      passRestoreClaim(backup, mine);
      go(next)();
    });
  });
}

function acknowledge({ world, backup, claim: mine, go }: Job, step: Step<Label>): void {
  world.database.acknowledge(backup.copies ?? [], () => {
    if (mine.isHeld) step('R2 acknowledged by the majority', go('look'));
    else step('R2 claim lost with the primary: again', go('claim'));
  });
}

function inUse(job: Job, step: Step<Label>): void {
  const { world, rules, id, me, go } = job;
  const next = rules.claimIsReleasedAfterInsert ? 'insert' : 'release';
  if (!rules.looksForOthers) step('R3 not in use', go(next));
  else {
    look(world, targetsOf(world, world.backupOf(id), id), me, step, {
      labels: { found: 'R3 in use', none: 'R3 not in use', on: 'R3 looks on' },
      found: () => refuse(job, 'BackupInUse'),
      none: go(next),
    });
  }
}

function insert(job: Job, step: Step<Label>): void {
  const { world, rules, me, target, named, properties } = job;
  const isLate = me.at === 'late insert';
  world.database.insert(step, target, named, (inserting) => {
    const holder = rules.namesAreUnique ? named.find(({ status }) => status !== 'absent') : undefined;
    if (holder !== undefined) {
      const isBeingMade = holder.status === 'CREATING' && world.targets.includes(holder);
      inserting('R4 name taken', () => refuse(job, isBeingMade ? 'TableInUse' : 'TableAlreadyExists'));
    } else {
      inserting(isLate ? 'R4 insert after R5' : 'R4 insert', () => {
        target.status = 'CREATING';
        target.hasTransitionTime = rules.targetHasTransitionTime;
        me.at = isLate ? 'copy' : 'release';
        properties.insertWithout(() => !job.claim.isHeld && !isLate);
      });
    }
  });
}

/** R5a: the update requires the claim. If it matches, no other restore was between R2 and here. */
function release(job: Job, step: Step<Label>): void {
  const { world, rules, backup, claim: mine, me, id, go } = job;
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
    } else releasing('R5a claim is lost', rules.goesOnWithoutClaim ? pass : go('lost'));
  });
  // A driver error is treated as a lost claim. If the claim still exists, it becomes stale.
  step('R5a release fails', go('lost'));
}

/** R5b. */
function abort({ m, world, rules, target, go, me }: Job, step: Step<Label>): void {
  if (!rules.abortsWhenLost) step('R5b left where it is', go('failed'));
  world.database.update(step, target, (removing) => {
    if (!rules.abortsWhenLost) return;
    if (target.status !== 'CREATING') removing('R5b nothing to remove', go('failed'));
    else {
      removing('R5b remove own target', () => {
        m.reset(target);
        me.at = 'failed';
      });
    }
  });
}

/** Call in an effect: the claim is released before the answer. */
function refuse({ me }: Job, answer: Answer): void {
  me.answer = answer;
  me.at = 'give back';
}

function giveBack(job: Job, step: Step<Label>): void {
  const { world, rules, backup, claim: mine, me } = job;
  const answer = () => {
    me.at = me.answer === 'none' ? 'failed' : me.answer;
    me.answer = 'none';
  };
  if (me.at === 'give back acknowledged') {
    world.database.acknowledge(backup.copies ?? [], () => {
      if (mine.isHeld) step('refusal lost with the primary: again', job.go('give back'));
      else step('refusal acknowledged by the majority', answer);
    });
  } else {
    world.database.update(step, backup.parts, (releasing) =>
      releasing('refusal: release claim', () => {
        if (mine.isHeld) passRestoreClaim(backup, null);
        if (world.failsOver && rules.waitsForMajority) me.at = 'give back acknowledged';
        else answer();
      }),
    );
  }
}

/** The client disconnects during registration; the claim's guard releases it. */
function cancel(job: Job, step: Step<Label>): void {
  step('cancelled: guard', () => {
    if (job.rules.guardReleases) refuse(job, 'cancelled');
    else job.go('cancelled')();
  });
}
