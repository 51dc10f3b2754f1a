/** N2 and N3: the owner beats on its session, and copies the batches that the protocol allows it to. */
import type { Step } from '../../../../language/model.ts';
import { isLost, type Job, type Label, type Phases, withUnknownOutcome } from './job.ts';
import { batchOf } from './properties.ts';
import type { Target } from './world.ts';

export function copying(job: Job): Phases {
  const { world, rules, owner, properties, restore } = job;
  const { me, target, beats } = owner;
  const { database, backups, scale } = world;
  const { record } = target;
  const backup = backups[target.backup]!;

  const goOn = () => {
    me.at = 'copy';
  };
  const giveUp = () => {
    me.batch = 0;
    me.at = 'failing';
  };

  const beat = (step: Step<Label>) => {
    if (!beats.isOpen) {
      step('N2 session is dead', () => {
        properties.sees.sessionIsMissed();
        if (rules.deadSession === 'is ignored') goOn();
        else giveUp();
      });
      return;
    }
    const write = () => {
      properties.beats(target, rules.drawsGeneration(restore));
      record.heartbeat++;
      record.stale = false;
      properties.isFresh(() => !record.stale);
    };
    database.update(record, () => {
      if (!rules.beatMatches(record, rules.drawsGeneration(restore))) {
        step('N2 beat not matched', rules.unmatchedBeat === 'is ignored' ? goOn : isLost(job));
        return;
      }
      step('N2 beat', () => {
        write();
        goOn();
      });
      withUnknownOutcome(job, step, ['N2 beat lands, no answer', 'N2 beat fails, no answer'], write, giveUp);
    });
  };

  const copyBatch = (into: Target) => {
    properties.writesInto(into, target);
    into.items.batches[me.batch] = batchOf(backup);
    properties.batchLands(target);
    const isLast = me.batch + 1 === scale.batches;
    me.at = isLast ? 'done' : 'beat';
    me.batch = isLast ? 0 : me.batch + 1;
  };

  const copyInto = (step: Step<Label>, into: Target) =>
    database.insert(into.items, [into.items, backup], () => {
      if (into.items.exist) {
        step('N3 copy a batch', () => copyBatch(into));
        if (into === target) step('N3 copying fails', giveUp);
      } else if (into === target) step('N3 the table of the batch is gone', giveUp);
    });
  const copy = (step: Step<Label>) => {
    const isMeant = (one: Target) => (rules.itemsAreFoundBy === 'table id' ? one === target : one.name === target.name);
    for (const into of world.targets.filter(isMeant)) copyInto(step, into);
  };

  return { beat, copy };
}
