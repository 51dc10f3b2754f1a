/** Declares which restores, deletes and servers are interchangeable. */
import type { Model } from '../../../../language/model.ts';
import type { Answers } from '../properties.ts';
import type { Live } from './restore.ts';
import type { World } from './world.ts';

/** Restores of one backup are interchangeable as long as none remembers another. */
export function declareSymmetry(m: Model, world: World, owners: readonly Live[], { told }: Answers): void {
  const { clears, partitions, scale, createTable, seenBy } = world;
  if (scale.judgesRuns || clears === 'anyone' || partitions.length > 1 || createTable !== null) return;
  m.interchangeable(
    world.targets,
    world.items,
    world.restores,
    told.restores.map(({ record }) => record),
    world.histories,
    partitions[0]!.markers,
    owners.map(({ condition }) => condition),
    ...seenBy.sweeps,
  );
  m.interchangeable(
    world.deletes,
    told.deletes.map(({ record }) => record),
  );
}
