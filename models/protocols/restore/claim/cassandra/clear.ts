/**
 * Clears a marker whose target is absent or not CREATING. The look at the target and the clearing access two partitions, so they
 * are two steps.
 */
import type { Step } from '../../../../language/model.ts';
import type { StepProperties } from './properties.ts';
import type { Rules } from './rules.ts';
import { type BackupPartition, type Marker, setActive, type World } from './world.ts';

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
  readonly properties: StepProperties;
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
  const named = world.targets.filter((_, id) => seen[id]!.is !== 'none');
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
export function clear(
  { world, rules, properties, partition, seen }: Clearer,
  step: Step<Label>,
  then: () => void,
): void {
  const { markers } = partition;
  world.database.lwt(partition.all, () => {
    if (!rules.clearAsksForSame || markers.every(({ is }, id) => is === seen[id]!.is)) {
      step('active: clear', () => {
        setActive(partition, null);
        forget(seen);
        then();
      });
    } else {
      step('active: no longer the same', () => {
        properties.clearIsLate();
        forget(seen);
        then();
      });
    }
  });
}
