/** Which restores, deletes and servers are so alike that one can stand for the other. */
import type { Model } from '../../../../language/model.ts';
import type { Live } from './restore.ts';
import type { World } from './world.ts';

/** Restores of one backup are alike, as long as none of them remembers another. */
export function declareSymmetry(m: Model, world: World, owners: readonly Live[]): void {
  const { clears, partitions, scale, createTable, seenBy } = world;
  if (scale.judgesRuns || clears === 'anyone' || partitions.length > 1 || createTable !== null) return;
  m.interchangeable(
    world.targets,
    world.items,
    world.restores,
    world.histories,
    partitions[0]!.markers,
    owners.map(({ condition }) => condition),
    ...seenBy.sweeps,
  );
  m.interchangeable(world.deletes);
}
