/** N2 and N3: the copy of a restore job, and its concurrent beats. */
import type { Job, Offer, RestoreStep } from './job.ts';
import { batchOf } from './properties.ts';
import type { Restore } from './world.ts';

/** One $out copies the whole backup while beats continue. It cannot be cancelled. */
export function offerCopy(job: Job, step: Offer): void {
  const { world, rules, me, target } = job;
  const { database, scale } = world;
  const { table } = target;
  if (me.at === 'registered') {
    step('N3 $out starts', () => {
      me.at = 'out runs';
    });
    return;
  }
  if (me.at === 'out runs') {
    database.update(step, table, (update) => {
      if (!rules.beatMatches(table)) {
        update('N2 beat not matched: stop', () => {
          me.at = 'out runs unowned';
        });
      } else if (table.heartbeat <= scale.beats) update('N2 beat', () => beat(job));
    });
  }
  const isUnowned = me.at === 'out runs unowned';
  if (me.at === 'out runs' || isUnowned) {
    const lostAt = rules.dropsLostOutput === 'never' ? 'lost its claim' : 'drop own output';
    offerLanding(job, step, 'N3 $out lands', isUnowned ? lostAt : 'landed');
    if (world.restoresMax === 1) {
      step('N3 $out fails', () => {
        me.at = isUnowned ? 'lost its claim' : 'failing';
      });
    }
  } else if (me.at === 'out runs without its client') {
    offerLanding(job, step, 'N3 $out lands without its client', 'crashed');
    step('N3 $out is killed', () => {
      me.at = 'crashed';
    });
  }
}

function beat({ target, judge }: Job): void {
  judge.beats(target);
  target.table.heartbeat++;
  target.table.stale = false;
  judge.isFresh(() => !target.table.stale);
}

function offerLanding(
  { m, target, backupItems, judge, me }: Job,
  step: Offer,
  label: RestoreStep,
  next: Restore['at'],
) {
  // The aggregation reads one database and writes another; its output becomes visible at once, when it is swapped in.
  m.reach('an aggregation with $out', { reads: [backupItems], writes: [target.items] }, () =>
    step(label, () => {
      judge.writesInto(target);
      target.items.exists = true;
      target.items.batches[0] = batchOf(backupItems);
      me.at = next;
    }),
  );
}
