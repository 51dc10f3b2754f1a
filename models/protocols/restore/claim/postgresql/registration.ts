/** P1 and P2: the advisory lock on a separate connection, then one transaction under the lock of the backup's row. */
import type { Step } from '../../../../language/model.ts';
import type { Answer } from '../properties.ts';
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

function tryLock({ lockSession, id, go }: Job, step: Step<Label>, locksFirst: boolean): void {
  lockSession.tryAdvisoryLock(step, id, (locking, isFree) => {
    if (isFree) locking('P1 try-lock', go(locksFirst ? 'lock backup' : 'beat'));
    else step('P1 lock is held: stop', go('abort'));
  });
  step('P1 no connection (53300): LimitExceeded', go(locksFirst ? 'LimitExceeded' : 'abort'));
}

function look(job: Job, step: Step<Label>): void {
  const { world, backup, session, properties, named } = job;
  world.database.select([backup, ...world.tables], () => {
    const refused = refusal(job);
    if (refused === null) step('P2 look', job.go('commit'));
    else {
      step(`P2 refused: ${refused}`, () => {
        session.rollback();
        properties.nameIsJudgedFirst(isOfName(refused) || named.every(({ status }) => status === 'absent'));
        refuse(job, refused);
      });
    }
  });
}

const isOfName = (answer: Answer): boolean => answer === 'TableInUse' || answer === 'TableAlreadyExists';

function refusal({ world, rules, named, id }: Job): Answer | null {
  const backup = world.backupOf(id);
  const ofName = (): Answer | null => {
    const holder = named.find(({ status }) => status !== 'absent');
    if (holder === undefined) return null;
    return holder.status === 'CREATING' && world.targets.includes(holder) ? 'TableInUse' : 'TableAlreadyExists';
  };
  const ofBackup = (): Answer | null => {
    if (!rules.canBeRestored(world, backup)) return 'BackupNotFound';
    return rules.inUseForRestore(world, backup) ? 'BackupInUse' : null;
  };
  return rules.nameComesFirst ? (ofName() ?? ofBackup()) : (ofBackup() ?? ofName());
}

function commit(job: Job, step: Step<Label>): void {
  const { world, rules, target, named, session } = job;
  session.commit(step, { inserts: [target], unique: named }, (committing) => {
    const holder = rules.namesAreUnique ? named.find(({ status }) => status !== 'absent') : undefined;
    if (holder !== undefined) {
      const isBeingMade = holder.status === 'CREATING' && world.targets.includes(holder);
      committing('P2 name taken: rolled back', () => refuse(job, isBeingMade ? 'TableInUse' : 'TableAlreadyExists'));
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
function refuse({ world, lockSession, id, me, target, properties }: Job, answer: Answer): void {
  if (world.lock === 'before registration') lockSession.unlockAdvisory(id);
  properties.refusalLeavesNothing(() => target.status === 'absent' && !lockSession.holdsAdvisoryLock(id));
  me.at = answer;
}
