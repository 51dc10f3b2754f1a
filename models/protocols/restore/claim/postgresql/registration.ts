/** P1 and P2: the advisory lock on a separate connection, then one transaction under the lock of the backup's row. */
import type { Step } from '../../../../language/model.ts';
import type { Answer, NameAnswer } from '../properties.ts';
import type { Job } from './job.ts';

export const registrationSteps = [
  'P1 try-lock',
  'P1 no connection (53300): LimitExceeded',
  'P1 lock is held: stop',
  'P2 lock backup',
  'P2 look',
  'P2 refused: TableInUse',
  'P2 refused: TableAlreadyExists',
  'P2 refused: BackupInUse',
  'P2 refused: BackupNotFound',
  'P2 register',
  'P2 name taken: rolled back',
] as const;

type Label = (typeof registrationSteps)[number];

export function declareRegistration(job: Job): (step: Step<Label>) => void {
  const { world, rules, me, backup, session } = job;
  const locksFirst = world.lock === 'before registration';
  const begin = (step: Step<Label>) => {
    if (!rules.registrationLocksBackup) look(job, step);
    else session.lock(step, backup, (locking) => locking('P2 lock backup', job.go('look')));
  };
  return (step) => {
    if (me.at === 'start' && !locksFirst) begin(step);
    else if (me.at === 'start' || me.at === 'try-lock') tryLock(job, step, locksFirst);
    else if (me.at === 'lock backup') begin(step);
    else if (me.at === 'look') look(job, step);
    else if (me.at === 'commit') commit(job, step);
  };
}

function tryLock({ lockSession, id, me, go, properties }: Job, step: Step<Label>, locksFirst: boolean): void {
  lockSession.tryAdvisoryLock(step, id, (locking, isFree) => {
    if (isFree) locking('P1 try-lock', go(locksFirst ? 'lock backup' : 'beat'));
    else {
      step('P1 lock is held: stop', () => {
        properties.lockIsHeld();
        me.at = 'abort';
      });
    }
  });
  step('P1 no connection (53300): LimitExceeded', () => {
    properties.connectionIsRefused();
    me.at = locksFirst ? 'LimitExceeded' : 'abort';
  });
}

function look(job: Job, step: Step<Label>): void {
  const { world, backup, session, properties, named } = job;
  world.database.select([backup, ...world.tables], () => {
    const refused = refusal(job);
    if (refused === null) step('P2 look', job.go('commit'));
    else {
      step(`P2 refused: ${refused}`, () => {
        session.rollback();
        properties.learnsAtLook(refused);
        properties.nameIsJudgedFirst(
          () =>
            refused === 'TableInUse' ||
            refused === 'TableAlreadyExists' ||
            named.every(({ status }) => status === 'absent'),
        );
        refuse(job, refused);
      });
    }
  });
}

/** The answer for a name that is taken, by the kind of its table. */
function holderIn({ world, named }: Job): NameAnswer | null {
  const [holder] = named.filter(({ status }) => status !== 'absent');
  if (holder === undefined) return null;
  return holder.status === 'CREATING' && world.targets.includes(holder) ? 'TableInUse' : 'TableAlreadyExists';
}

function refusal(job: Job): Answer | null {
  const { world, rules, id } = job;
  const backup = world.backupOf(id);
  const ofBackup = (): Answer | null => {
    if (!rules.canBeRestored(world, backup)) return 'BackupNotFound';
    return rules.inUseForRestore(world, backup) ? 'BackupInUse' : null;
  };
  return rules.nameComesFirst ? (holderIn(job) ?? ofBackup()) : (ofBackup() ?? holderIn(job));
}

function commit(job: Job, step: Step<Label>): void {
  const { world, rules, target, named, session, properties } = job;
  session.commit(step, { inserts: [target], unique: named }, (committing) => {
    const holder = rules.namesAreUnique ? holderIn(job) : null;
    if (holder !== null) {
      committing('P2 name taken: rolled back', () => {
        properties.learnsAtCommit();
        refuse(job, holder);
      });
    } else {
      committing('P2 register', () => {
        target.status = 'CREATING';
        if (rules.targetHasTransitionTime) target.hasTransitionTime = true;
        job.me.at = world.lock === 'before registration' ? 'beat' : 'try-lock';
      });
    }
  });
}

/** Call in an effect: the transaction is rolled back and the advisory lock released. */
function refuse({ world, rules, lockSession, id, me, target, properties }: Job, answer: Answer): void {
  if (world.lock === 'before registration') lockSession.unlockAdvisory(id);
  properties.restoreIsRefused(id, answer);
  properties.refusalLeavesNothing(() => target.status === 'absent' && !lockSession.holdsAdvisoryLock(id));
  me.at = rules.tells(answer);
}
