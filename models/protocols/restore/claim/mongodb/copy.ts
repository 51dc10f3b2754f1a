/** R6 and R7: one $out; then the target is handed over to the backfill worker. */
import type { Step } from '../../../../language/model.ts';
import type { Job } from './job.ts';

export const copySteps = {
  right: [
    'R6 $out reads',
    'R6 $out lands',
    'R6 copying fails',
    'R6 remove own target',
    'R6 nothing to remove',
    'R7 pending',
    'R7 target gone: stop',
  ],
} as const;

type Label = (typeof copySteps)[keyof typeof copySteps][number];

export function declareCopy(job: Job): (step: Step<Label>) => void {
  const { me } = job;
  return (step) => {
    if (me.at === 'copy') read(job, step);
    else if (me.at === 'write') write(job, step);
    else if (me.at === 'hand over') handOver(job, step);
    else if (me.at === 'abort') abort(job, step);
  };
}

function read({ world, rules, me, id, target }: Job, step: Step<Label>): void {
  const data = world.data[world.backupOf(id)]!;
  world.database.find(data, () => {
    step('R6 $out reads', () => {
      me.buffer = data.is === 'full' ? 'whole' : 'torn';
      me.at = 'write';
    });
  });
  if (rules.pendingAfterCopy) return;
  world.database.update(step, target, (updating) => {
    if (target.status !== 'CREATING' || target.isPending) return;
    updating('R7 pending', () => {
      target.isPending = true;
    });
  });
}

/** $out replaces the collection as a whole when it is finished. */
function write({ world, me, items }: Job, step: Step<Label>): void {
  world.database.update(step, items, (landing) =>
    landing('R6 $out lands', () => {
      items.are = me.buffer;
      me.buffer = 'missing';
      me.at = 'hand over';
    }),
  );
  step('R6 copying fails', () => {
    me.buffer = 'missing';
    me.at = 'abort';
  });
}

function handOver({ world, me, target }: Job, step: Step<Label>): void {
  world.database.update(step, target, (updating) => {
    if (target.status === 'CREATING') {
      updating('R7 pending', () => {
        target.isPending = true;
        me.at = 'handed over';
      });
    } else {
      updating('R7 target gone: stop', () => {
        me.at = 'failed';
      });
    }
  });
}

function abort({ m, world, rules, target, named, me, properties, go }: Job, step: Step<Label>): void {
  const rows = rules.abortGoesBy === 'id' ? [target] : named;
  world.database.update(step, rows, (removing) => {
    const table = rules.abortGoesBy === 'id' ? target : (named.find(({ status }) => status === 'CREATING') ?? target);
    if (table.status !== 'CREATING') removing('R6 nothing to remove', go('failed'));
    else {
      removing('R6 remove own target', () => {
        properties.ownTableOnly(() => table === target);
        properties.removesRestoreTarget(() => table.status === 'CREATING');
        m.reset(table);
        me.at = 'failed';
      });
    }
  });
}
