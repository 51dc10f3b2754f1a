/** K3 to K5: the schema; the batches, with a beat before each; the flip; and then the marker, in another partition. */
import type { Step } from '../../../../language/model.ts';
import type { Job } from './job.ts';
import type { Restore } from './world.ts';

export const copySteps = [
  'K3 schema',
  'K4 beat',
  'K4 beat not applied: stop',
  'K4 read a batch',
  'K4 write a batch',
  'K4 copying fails',
  'K4 copy dies',
  'K4 copy hangs',
  'K5 ACTIVE',
  'K5 target gone: stop',
  'K5 clear active',
  'abort: remove own target',
  'abort: nothing to remove',
  'abort: clear active',
] as const;

type Label = (typeof copySteps)[number];

type Steps = (job: Job, step: Step<Label>) => void;

const steps: { readonly [at in Restore['at']]?: Steps } = {
  schema: (job, step) => step('K3 schema', job.go('beat')),
  beat,
  read,
  write,
  finish,
  abort,
  'clear own': (job, step) => clearOwn(job, step, 'abort: clear active', 'failed'),
  'clear own after ACTIVE': (job, step) => clearOwn(job, step, 'K5 clear active', 'completed'),
};

export const declareCopy =
  (job: Job) =>
  (step: Step<Label>): void =>
    steps[job.me.at]?.(job, step);

/** Call in an effect: continues at `at`, and forgets the progress of the copy. */
function stop({ me }: Job, at: 'abort' | 'clear own' | 'died'): void {
  me.batch = 0;
  me.buffer = 'missing';
  me.at = at;
}

function beat(job: Job, step: Step<Label>): void {
  const { world, rules, named, target, items, me, properties } = job;
  world.database.lwt(named, () => {
    if (target.status !== 'CREATING' && rules.stopsWithoutTarget) {
      step('K4 beat not applied: stop', () => {
        properties.beatStops(() => items.batches.every((batch) => batch === 'missing'));
        stop(job, 'clear own');
      });
    } else {
      step('K4 beat', () => {
        target.isStale = false;
        properties.beatRefreshes(() => target.status === 'CREATING' && !target.isStale);
        me.at = 'read';
      });
    }
  });
}

function read({ world, rules, me, id, go }: Job, step: Step<Label>): void {
  const data = world.data[world.backupOf(id)]!;
  world.database.read(data, () => {
    step('K4 read a batch', () => {
      me.buffer = data.is === 'full' ? 'whole' : 'torn';
      me.at = 'write';
    });
  });
  if (rules.copyHangs) step('K4 copy hangs', go('hung'));
}

/** Uses the ordinary write path, which does not check the status of the table. */
function write(job: Job, step: Step<Label>): void {
  const { world, rules, me, items, history, properties } = job;
  world.database.write(items, () =>
    step('K4 write a batch', () => {
      properties.oneLateBatch(() => !history.isLost || !history.hasWrittenLate);
      items.batches[me.batch] = me.buffer;
      history.hasWrittenLate = history.isLost;
      const isLast = me.batch + 1 === world.batches;
      me.batch = isLast ? 0 : me.batch + 1;
      me.buffer = 'missing';
      me.at = isLast ? 'finish' : 'beat';
    }),
  );
  step('K4 copying fails', () => stop(job, 'abort'));
  // A copy that dies together with its beat is a crash of the job.
  if (rules.copyDiesAlone) step('K4 copy dies', () => stop(job, 'died'));
}

function finish(job: Job, step: Step<Label>): void {
  const { world, rules, named, target, me, properties } = job;
  world.database.lwt(named, () => {
    if (!rules.finishMatches(target)) {
      step('K5 target gone: stop', () => {
        properties.finishComesTooLate();
        me.at = 'clear own';
      });
    } else {
      step('K5 ACTIVE', () => {
        properties.activeComesFromCreating(() => target.status === 'CREATING');
        target.status = 'ACTIVE';
        me.at = 'clear own after ACTIVE';
      });
    }
  });
}

function abort({ m, world, rules, named, target, properties, go, me }: Job, step: Step<Label>): void {
  world.database.lwt(named, () => {
    const table = rules.abortGoesBy === 'id' ? target : named.find(({ status }) => status !== 'absent');
    if (table?.status !== 'CREATING') step('abort: nothing to remove', go('clear own'));
    else {
      step('abort: remove own target', () => {
        properties.ownTableOnly(() => table === target);
        properties.removesRestoreTarget(() => table.status === 'CREATING');
        m.reset(table);
        me.at = 'clear own';
      });
    }
  });
}

function clearOwn(job: Job, step: Step<Label>, label: Label, end: 'failed' | 'completed'): void {
  const { world, rules, partition, marker, me } = job;
  world.database.lwt(partition.all, () =>
    step(label, () => {
      if (rules.clearsOwnMarker) marker.is = 'none';
      me.at = end;
    }),
  );
}
