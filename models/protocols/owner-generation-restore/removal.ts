/** remove(account, name, table id): one conditional write, used by the reconciler and by a failing owner. */
import type { Model } from '../../language/model.ts';
import type { StepProperties } from './properties.ts';
import type { Rules } from './rules.ts';
import type { World } from './world.ts';

/** The effect that removes target `id` and its record; null when nothing may be removed. */
export function removalOf(
  m: Model,
  world: World,
  rules: Rules,
  id: number,
  properties: StepProperties,
): (() => void) | null {
  const table = rules.meansTable(world, id);
  if (!rules.canBeRemoved(table)) return null;
  return () => {
    properties.removes(table, world.targets[id]!);
    m.reset(table);
  };
}
