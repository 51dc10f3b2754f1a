/** Clearing a marker that names no CREATING target: the look and the clearing reach two partitions, so they are two steps. */
import type { Step } from '../../../../language/model.ts';
import type { Rules } from './rules.ts';
import type { BackupPartition, Marker, Table, World } from './world.ts';

export const clearSteps = [
  'active: target is CREATING',
  'active: target is absent or not CREATING',
  'active: clear',
  'active: no longer the same',
] as const;
type Label = (typeof clearSteps)[number];

interface Clearer {
  readonly world: World;
  readonly rules: Rules;
  readonly partition: BackupPartition;
  /** What was read of each marker. */
  readonly seen: readonly Marker[];
}

/** In an effect that reaches the partition of the backup: remembers what `active` is. */
export function remember({ markers }: BackupPartition, seen: readonly Marker[]): void {
  markers.forEach(({ is }, id) => {
    seen[id]!.is = is;
  });
}

/** In an effect. */
function forget(seen: readonly Marker[]): void {
  for (const marker of seen) marker.is = 'none';
}

/** A read of the target that `active` named. */
export function lookAtTarget(
  { world, rules, seen }: Clearer,
  step: Step<Label>,
  then: { readonly isCreating: () => void; readonly isNot: () => void },
): void {
  const isNamed = (_: Table, id: number) => seen[id]?.is !== 'none' && seen[id] !== undefined;
  const named = world.tables.filter(isNamed);
  world.database.read(named, () => {
    if (rules.clearLooks && named.some(({ status }) => status === 'CREATING')) {
      step('active: target is CREATING', () => {
        forget(seen);
        then.isCreating();
      });
    } else step('active: target is absent or not CREATING', then.isNot);
  });
}

/** active = what was read → null. */
export function clear({ world, rules, partition, seen }: Clearer, step: Step<Label>, then: () => void): void {
  const { markers } = partition;
  world.database.lwt(partition.all, () => {
    const isSame = markers.every(({ is }, id) => is === seen[id]!.is);
    const label = isSame || !rules.clearAsksForSame ? 'active: clear' : 'active: no longer the same';
    step(label, () => {
      if (label === 'active: clear') for (const marker of markers) marker.is = 'none';
      forget(seen);
      then();
    });
  });
}
