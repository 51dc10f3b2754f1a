/** The sweep of one server: removes stale targets, clears markers that name no CREATING target, finishes abandoned deletes. */
import type { Model, ProcessHandle, Step } from '../../../../language/model.ts';
import { clear, clearSteps, lookAtTarget, remember } from './clear.ts';
import { drop } from './delete.ts';
import type { StepProperties } from './properties.ts';
import type { Rules } from './rules.ts';
import { isMarked, rowsOfName, type Sweep, type World } from './world.ts';

const steps = [
  'remove stale target',
  'reads active',
  ...clearSteps,
  'finds DELETING',
  'E3 drop begins',
  'E3 drop ends',
  'E4 DELETED',
] as const;
type Label = (typeof steps)[number];

export function declareSweep(m: Model, world: World, rules: Rules, server: number, properties: StepProperties): void {
  const { database, tables, targets, partitions } = world;
  const me = world.sweeps[server]!;
  const seen = world.seenBy.sweeps[server]!;
  const go = (at: Sweep['at']) => () => {
    me.at = at;
  };
  const seenIn = () =>
    partitions.find((_, backup) => seen.some(({ is }, id) => is !== 'none' && world.backupOf(id) === backup));

  /** Its marker is cleared later, as any marker that names no CREATING target. */
  const remove = (step: Step<Label>, id: number) =>
    database.lwt(rowsOfName(world, id), () => {
      const table = tables[id]!;
      if (!rules.removesTarget(table)) return;
      step('remove stale target', () => {
        properties.removesRestoreTarget(() => table.status === 'CREATING' && id < targets.length);
        properties.sweptIsSilent(() => table.isStale);
        properties.sweepRemoves();
        world.histories[id]!.isLost = true;
        m.reset(table);
      });
    });

  const readActive = (step: Step<Label>) => {
    if (!rules.clearsMarkers) return;
    for (const partition of partitions) {
      database.read(partition.all, () => {
        if (!isMarked(partition)) return;
        step('reads active', () => {
          remember(partition, seen);
          me.at = 'met';
        });
      });
    }
  };

  const findDelete = (step: Step<Label>) =>
    database.read(partitions[0]!.row, () => {
      // Only a row that is DELETING gets stale.
      if (!partitions[0]!.row.isStale || !rules.finishesDeletes) return;
      step('finds DELETING', () => {
        properties.sweptIsSilent(() => partitions[0]!.row.status === 'DELETING' && partitions[0]!.row.isStale);
        me.at = 'drop';
      });
    });

  const body = (step: Step<Label>) => {
    const clearer = { world, rules, properties, seen, partition: seenIn() ?? partitions[0]! };
    if (me.at === 'idle') {
      tables.forEach((_, id) => {
        remove(step, id);
      });
      readActive(step);
      findDelete(step);
    } else if (me.at === 'met') lookAtTarget(clearer, step, { isCreating: go('idle'), isNot: go('clear') });
    else if (me.at === 'clear') {
      clear(clearer, step, () => {
        properties.sweepClears();
        me.at = 'idle';
      });
    } else drop(step, world, me, properties, go('idle'));
  };
  // The next pass, of this server or another, begins at once without any memory.
  const forget = () => {
    properties.sweepDies();
    properties.diesAtWork(() => me.at !== 'idle');
    m.reset(me);
    for (const marker of seen) m.reset(marker);
    properties.diesClean(() => me.at === 'idle');
  };
  const handle = m.process(`sweep ${server}`, steps, body, {
    crash: { when: () => me.at !== 'idle', effect: forget, goesOn: true },
  }) as ProcessHandle<Label | 'crash'>;
  m.privateTo(handle, me, ...seen);
  // A pass does all three, however often it finds a marker in use. Hence strong fairness.
  m.stronglyFair(handle, { only: ['remove stale target'] });
  m.stronglyFair(handle, { only: ['finds DELETING'] });
  m.weaklyFair(handle);
}
