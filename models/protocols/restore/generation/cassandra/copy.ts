/** N2, K3 and K4: a beat is due before each piece of work. The first piece is the schema step; then come the batches. */
import type { Job, Offer } from './job.ts';
import { batchOf } from './properties.ts';
import { partitionOfName } from './world.ts';

export function offerCopy(job: Job, step: Offer): void {
  const { me, rules, judge } = job;
  if (me.beatHangs) {
    step('N2 beat returns', () => {
      me.beatHangs = false;
      judge.beatReturns(() => !me.beatHangs);
    });
  }
  if (rules.copyHangs || rules.beatOutlivesCopy) offerBeatOfHung(job, step);
  switch (me.at) {
    case 'beat':
      offerBeat(job, step);
      break;
    case 'work':
      if (me.next === 0 && job.world.isWhole) offerSchema(job, step);
      else offerRead(job, step);
      if (job.world.isWhole) step('copying fails', () => stop(job, 'failing'));
      if (rules.copyHangs) step('the copy hangs', () => stop(job, 'hung'));
      if (rules.beatOutlivesCopy) step('the copy dies', () => stop(job, 'hung'));
      break;
    case 'write':
      offerWrite(job, step);
  }
}

/** Forgets the progress of the copy. */
function stop({ me }: Job, at: 'done' | 'failing' | 'lost its claim' | 'hung'): void {
  me.next = 0;
  me.failedBeats = 0;
  me.buffer = 'missing';
  me.beatHangs = false;
  me.at = at;
}

function offerBeat(job: Job, step: Offer): void {
  const { world, rules, me, target, judge } = job;
  const { store, beatsFail } = world;
  const { table } = target;
  if (me.beatHangs) {
    step('N2 beat hangs still: go on', () => {
      judge.beatHangs();
      me.at = 'work';
    });
    return;
  }
  store.lwt(partitionOfName(world, target), () => {
    if (!rules.beatMatches(table)) {
      step(rules.stopsWithoutBeat ? 'N2 beat not applied: stop' : 'N2 beat not applied: go on', () => {
        judge.stopped(me, target);
        if (rules.stopsWithoutBeat) stop(job, 'lost its claim');
        else me.at = 'work';
        if (rules.stopsWithoutBeat) judge.hasStopped(() => me.at === 'lost its claim');
      });
      return;
    }
    const land = () => {
      judge.beats(target);
      table.heartbeat++;
      table.stale = false;
      judge.isFresh(() => !table.stale);
    };
    step('N2 beat', () => {
      land();
      me.failedBeats = 0;
      me.at = 'work';
      judge.succeeds(() => me.failedBeats === 0);
    });
    if (!beatsFail) return;
    store.answerLost(step, ['N2 beat fails, landed', 'N2 beat fails, nothing landed'], land, () => {
      me.failedBeats++;
      judge.failedBeats(me.failedBeats);
      const isLast = me.failedBeats >= rules.failedBeatsToStop;
      if (isLast) judge.stopsForBeats(me.failedBeats);
      if (isLast) stop(job, 'lost its claim');
      else me.at = 'work';
    });
  });
  if (beatsFail) {
    step('N2 beat hangs', () => {
      me.beatHangs = true;
      me.at = 'work';
    });
  }
}

function offerSchema({ world, rules, me, target, judge }: Job, step: Offer): void {
  const { schema, items } = target;
  world.store.schema(schema, [items], () =>
    step('K3 schema', () => {
      judge.makesTables(target);
      schema.exists = true;
      if (rules.startsBeating === 'after the schema step') judge.startsBeating(target);
      me.next++;
      me.at = 'beat';
    }),
  );
}

function offerRead({ world, me, target }: Job, step: Offer): void {
  const data = world.backupItems[target.backup]!;
  world.store.read(data, () =>
    step('K4 read a batch', () => {
      me.buffer = batchOf(data);
      me.at = 'write';
    }),
  );
}

function offerWrite(job: Job, step: Offer): void {
  const { world, me, target, judge } = job;
  const { schema, items } = target;
  world.store.writeInto(schema, items, () => {
    if (!schema.exists && world.isWhole) {
      step('K4 its table is gone', () => stop(job, 'failing'));
      return;
    }
    step('K4 write a batch', () => {
      items.batches[me.next - world.firstBatch] = me.buffer;
      judge.batchLands(target);
      me.buffer = 'missing';
      me.next++;
      if (me.next < world.firstBatch + world.batches) me.at = 'beat';
      else stop(job, 'done');
    });
  });
}

/** The process is alive, so its beats continue. */
function offerBeatOfHung({ world, me, target, rules }: Job, step: Offer): void {
  if (me.at !== 'hung') return;
  const { table } = target;
  world.store.lwt(partitionOfName(world, target), () => {
    if (!rules.beatMatches(table) || !table.stale) return;
    step('N2 beat of a copy that hangs', () => {
      table.stale = false;
      target.history.isSilent = false;
      // The counter must stay finite, so it alternates between 1 and 2. A reconciler may then mistake the beat after next for the
      // one it listed.
      table.heartbeat = table.heartbeat > 1 ? 1 : 2;
    });
  });
}
