/** N4: DONE and ACTIVE in one transaction. N5 and N6: FAILED on a pooled connection, then the removal if FAILED matched. */
import type { Step } from '../../../../language/model.ts';
import { isLost, type Job, type Label, type Phases, withUnknownOutcome } from './job.ts';
import { removalOf } from './removal.ts';
import { fencedGeneration } from './world.ts';

export const ending = (job: Job): Phases => ({ ...handOver(job), ...giveUp(job) });

function handOver(job: Job): Phases {
  const { world, rules, owner, properties, restore } = job;
  const { me, target, session, inFlight } = owner;
  const { database, unknown } = world;
  const { record, table } = target;
  const mine = rules.drawsGeneration(restore);
  const complete = () => {
    me.at = 'completed';
  };

  const updateRecord = (step: Step<Label>) => {
    // The former connection still holds the row lock.
    if (inFlight.is) return;
    session.lock(step, record, (locking) => {
      if (rules.doneMatches(record, mine)) {
        locking('N4 UPDATE record: DONE', () => {
          properties.ownerWrites(target, mine);
          me.at = 'DONE uncommitted';
        });
      } else if (rules.doneAndActive === 'ACTIVE though DONE touched no row') {
        step('N4 UPDATE record: no row, and on', () => {
          me.at = 'DONE committed';
        });
      } else {
        step('N4 UPDATE record: no row', () => {
          isLost(job)();
        });
      }
    });
  };

  const updateTable = (step: Step<Label>) => {
    if (rules.doneAndActive === 'DONE commits first') {
      session.commit(step, { updates: [record] }, (committing) =>
        committing('N4 COMMIT of DONE alone', () => {
          record.job = 'DONE';
          me.at = 'DONE committed';
        }),
      );
    } else {
      session.lock(step, table, (locking) =>
        locking('N4 UPDATE table: ACTIVE', () => {
          me.at = 'ACTIVE uncommitted';
        }),
      );
    }
  };

  const commit = (step: Step<Label>) => {
    session.commit(step, { updates: [record, table] }, (committing) =>
      committing('N4 COMMIT: DONE and ACTIVE', () => {
        record.job = 'DONE';
        table.status = 'ACTIVE';
        complete();
      }),
    );
    if (unknown.left === 0) return;
    step('N4 COMMIT is sent, and the connection breaks', () => {
      unknown.left--;
      inFlight.is = true;
      me.at = 'unsure of DONE';
    });
  };

  const decide = (step: Step<Label>) => {
    if (rules.whenUnsure === 'takes it for done') step('N4 no answer: taken for done', complete);
    else if (rules.whenUnsure === 'takes it for failed') {
      step('N4 no answer: taken for failed', () => {
        me.at = 'failing';
      });
    } else if (rules.whenUnsure === 'reads under the lock') database.update(record, () => read(step));
    else database.select([record], () => read(step));
  };

  const read = (step: Step<Label>) => {
    if (record.job === 'DONE') {
      step('N4 read: it landed', () => {
        properties.sees.readsDone();
        complete();
      });
    } else if (rules.doneMatches(record, mine)) {
      step('N4 read: it did not', () => {
        properties.sees.readsRunning();
        me.at = 'done';
      });
    } else step('N4 read: the claim is lost', isLost(job));
  };

  /** For mutants only: ACTIVE in a separate statement. */
  const flip = (step: Step<Label>) =>
    database.update(table, () => {
      if (table.status === 'CREATING') {
        step('N4 ACTIVE by itself', () => {
          properties.ownerWrites(target, mine);
          table.status = 'ACTIVE';
          complete();
        });
      } else step('N4 no table to make ACTIVE', isLost(job));
    });

  return {
    done: updateRecord,
    'DONE uncommitted': updateTable,
    'ACTIVE uncommitted': commit,
    'unsure of DONE': decide,
    'DONE committed': flip,
  };
}

function giveUp(job: Job): Phases {
  const { world, rules, owner, properties, restore } = job;
  const { me, target } = owner;
  const { record } = target;
  const mine = rules.drawsGeneration(restore);

  const write = () => {
    properties.ownerWrites(target, mine);
    record.job = 'FAILED';
    record.generation = fencedGeneration(world);
    if (world.variant.failedIsAgedBy === 'its own time') record.stale = false;
  };

  const fail = (step: Step<Label>) =>
    world.database.update(record, () => {
      if (!rules.failMatches(record, mine)) {
        step('N5 FAILED not matched', isLost(job));
        return;
      }
      step('N5 FAILED', () => {
        write();
        me.at = 'removing';
      });
      // No read is needed: in either case the reconciler removes the target.
      const labels = ['N5 FAILED lands, no answer', 'N5 FAILED fails, no answer'] as const;
      withUnknownOutcome(job, step, labels, write, isLost(job));
    });

  const remove = (step: Step<Label>) =>
    removalOf(job, target, (removal) => {
      if (removal !== null) {
        step('N6 remove own target', () => {
          properties.sees.ownerRemoves();
          removal();
          me.at = 'failed';
        });
      } else {
        step('N6 nothing to remove', () => {
          properties.leavesTarget(target);
          me.at = 'failed';
          properties.hasFailed(() => me.at === 'failed');
        });
      }
    });

  return { failing: fail, removing: remove };
}
