/**
 * Clears a marker whose target is absent or not CREATING. The look at the target and the clearing access two partitions, so they
 * are two steps.
 */
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
  /** The contents of each marker as read. */
  readonly seen: readonly Marker[];
}

/** Call in an effect that accesses the partition of the backup: remembers the value of `active`. */
export function remember({ markers }: BackupPartition, seen: readonly Marker[]): void {
  markers.forEach(({ is }, id) => {
    seen[id]!.is = is;
  });
}

/** Call in an effect. */
function forget(seen: readonly Marker[]): void {
  for (const marker of seen) marker.is = 'none';
}

/** Reads the target that `active` named. */
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

/** Sets `active` to null, if it still is what was read. */
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
