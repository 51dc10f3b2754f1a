/** N1: registration is a session transaction on the backup and the target, with the unique index over names. */
import type { Refusal } from '../../told.ts';
import type { Job, Offer } from './job.ts';
import { ownGeneration, sameName } from './world.ts';

function refusalOf({ world, rules, target }: Job): Refusal | null {
  const holders = sameName(world, target).map(({ table }) => world.byMajority(table));
  const holder = rules.namesAreUnique ? holders.filter(({ status }) => status !== 'absent')[0] : undefined;
  if (holder !== undefined) return holder.status === 'CREATING' ? 'TableInUse' : 'TableAlreadyExists';
  if (!rules.canBeRestored(world, target.backup)) return 'BackupNotFound';
  return rules.inUseForRestore(world, target.backup) ? 'BackupInUse' : null;
}

/** N1: the snapshot shows whether name and backup are free; the commit verifies that they still are. */
export function offerRegistration(job: Job, step: Offer): void {
  const { world, rules, me, target, backup, transaction, judge } = job;
  const { table } = target;
  const refuse = (refusal: Refusal) =>
    step(`N1 refused: ${refusal}`, () => {
      judge.refuses(target, refusal);
      transaction.abort();
      me.at = rules.tells(refusal);
    });
  if (me.at === 'start') {
    const read = [backup, ...world.targets.map((one) => one.table)].map((document) => world.byMajority(document));
    transaction.begin(step, read, (begins) => {
      const refusal = refusalOf(job);
      if (refusal !== null) refuse(refusal);
      else {
        begins('N1 begin: free', () => {
          me.at = 'commit';
        });
      }
    });
  } else if (me.at === 'commit') {
    const written = rules.registrationWritesBackup ? [backup, table] : [table];
    const insert = () => {
      table.status = 'CREATING';
      table.job = 'RUNNING';
      table.generation = ownGeneration;
      table.heartbeat = 1;
      table.stale = rules.firstHeartbeatClock === 'of a host that is behind';
      const waits = world.majorityLags && rules.waitsForMajority.registration;
      if (world.majorityLags && !waits && me.answer === 'none') me.answer = 'CREATING';
      me.at = waits ? 'registration waits' : 'registered';
    };
    const names = sameName(world, target).map((one) => one.table);
    transaction.commit(
      step,
      written,
      (commits) => {
        const holder = rules.namesAreUnique ? names.filter(({ status }) => status !== 'absent')[0] : undefined;
        if (holder === undefined) commits('N1 register', insert);
        else refuse(holder.status === 'CREATING' ? 'TableInUse' : 'TableAlreadyExists');
      },
      (aborts) =>
        aborts('N1 WriteConflict: again', () => {
          me.at = 'start';
        }),
      names,
    );
    offerTimeout(job, step);
  } else if (me.at === 'registration waits') {
    world.database.settled(table, () => {
      if (table.status !== 'absent') {
        step('N1 acknowledged: answer CREATING', () => {
          if (me.answer === 'none') me.answer = 'CREATING';
          me.at = 'registered';
        });
      } else {
        step('N1 gone: answer InternalServerError', () => {
          judge.losesRegistration(target);
          if (me.answer === 'none') me.answer = 'InternalServerError';
          me.at = 'lost its claim';
        });
      }
    });
    offerTimeout(job, step);
  }
}

/** After 60 s the request is answered, and the registration continues. */
function offerTimeout({ world, rules, me, transaction, judge }: Job, step: Offer): void {
  if (!world.majorityLags || me.answer !== 'none') return;
  const { at } = me;
  step('N1 60 s go by: answer InternalServerError', () => {
    me.answer = 'InternalServerError';
    if (!rules.goesOnAfterTimeout) {
      transaction.abort();
      me.at = 'failed';
    }
    judge.goesOnAfterTimeout(() => me.at === at);
  });
}
