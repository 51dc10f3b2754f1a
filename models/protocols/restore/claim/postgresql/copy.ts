/** P3 to P6: the job copies batch by batch, with beats on its lock session, and then hands the table over or removes it. */
import type { Step } from '../../../../language/model.ts';
import type { Job } from './job.ts';
import { presentOf } from './world.ts';

export const copySteps = [
  'P3 read a batch',
  'P3 commit a batch',
  'P3 target gone: stop',
  'P3 copying fails',
  'P4 beat',
  'P4 session lost: stop',
  'P5 ACTIVE',
  'P5 deleted while it was being restored',
  'P5 release lock',
  'P6 remove own target',
  'P6 nothing to remove',
  'P6 release lock',
] as const;

type Label = (typeof copySteps)[number];

export function declareCopy(job: Job): (step: Step<Label>) => void {
  const { me } = job;
  return (step) => {
    switch (me.at) {
      case 'beat':
        return beat(job, step);
      case 'read':
        return read(job, step);
      case 'write':
        write(job, step);
        return step('P3 copying fails', job.stop('abort'));
      case 'finish':
        return finish(job, step);
      case 'abort':
        return abort(job, step);
      case 'release after ACTIVE':
        return step('P5 release lock', () => release(job, 'completed'));
      case 'release':
        return step('P6 release lock', () => release(job, 'failed'));
    }
  };
}

/** A statement on the lock session. It fails when the session is dead. */
function beat({ lockSession, rules, id, go, stop }: Job, step: Step<Label>): void {
  if (lockSession.holdsAdvisoryLock(id) || !rules.stopsWithoutSession) step('P4 beat', go('read'));
  else step('P4 session lost: stop', stop('abort'));
}

function read({ world, backup, me }: Job, step: Step<Label>): void {
  world.database.select([backup], () => {
    step('P3 read a batch', () => {
      me.buffer = backup.data === 'full' ? 'whole' : 'torn';
      me.at = 'write';
    });
  });
}

function write(job: Job, step: Step<Label>): void {
  const { world, rules, target, named, me, id, lockSession, properties } = job;
  const history = world.histories[id]!;
  const rows = rules.batchGoesBy === 'id' ? [target] : named;
  world.database.updateByKey(rows, () => {
    const table = rules.batchGoesBy === 'id' ? target : presentOf(rows, target);
    if (table.status === 'absent') return step('P3 target gone: stop', job.stop('abort'));
    step('P3 commit a batch', () => {
      properties.ownTableOnly(() => table === target);
      properties.oneLateBatch(() => lockSession.holdsAdvisoryLock(id) || !history.hasWrittenLate);
      table.batches[me.batch] = me.buffer;
      history.hasWrittenLate = !lockSession.holdsAdvisoryLock(id);
      advance(job);
    });
  });
}

function advance({ me, world }: Job): void {
  const isLast = me.batch + 1 === world.scale.batches;
  me.batch = isLast ? 0 : me.batch + 1;
  me.buffer = 'missing';
  me.at = isLast ? 'finish' : 'beat';
}

function finish({ world, rules, target, me, properties }: Job, step: Step<Label>): void {
  world.database.update(target, () => {
    if (rules.finishMatches(target)) {
      step('P5 ACTIVE', () => {
        properties.activeComesFromCreating(() => target.status === 'CREATING');
        target.status = 'ACTIVE';
        me.at = 'release after ACTIVE';
      });
    } else {
      step('P5 deleted while it was being restored', () => {
        properties.finishComesTooLate();
        me.at = 'release';
      });
    }
  });
}

/** The row and the data are deleted in one transaction. */
function abort({ m, world, rules, target, named, me, properties, go }: Job, step: Step<Label>): void {
  const rows = rules.abortGoesBy === 'id' ? [target] : named;
  world.database.updateByKey(rows, () => {
    const table = rules.abortGoesBy === 'id' ? target : presentOf(rows, target);
    if (!rules.abortRemoves || !rules.abortMatches(table)) {
      return step('P6 nothing to remove', go('release'));
    }
    step('P6 remove own target', () => {
      properties.ownTableOnly(() => table === target);
      properties.removesRestoreTarget(() => table.status === 'CREATING' && world.targets.includes(table));
      m.reset(table);
      me.at = 'release';
    });
  });
}

/** Call in an effect. */
function release({ rules, lockSession, id, me, properties }: Job, at: 'completed' | 'failed'): void {
  if (rules.releasesLock) lockSession.unlockAdvisory(id);
  properties.lockIsReturned(() => !lockSession.holdsAdvisoryLock(id));
  me.at = at;
}
