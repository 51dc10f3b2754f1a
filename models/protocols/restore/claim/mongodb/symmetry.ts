/** Which restores and which deletes are so alike that one can stand for the other. Sweeps remember each other by number. */
import type { Model } from '../../../../language/model.ts';
import type { Actors } from './environment.ts';
import type { World } from './world.ts';

/** Restores of one backup are alike, unless somebody looks at their targets one after the other. */
export function declareSymmetry(m: Model, world: World, { restores, deletes }: Actors): void {
  const { looks, failsOver, documents, scale } = world;
  if (scale.judgesRuns || looks === 'one by one' || failsOver || documents.length > 1 || world.createTable !== null)
    return;
  const { restoreClaims, deleteClaims } = documents[0]!;
  m.interchangeable(
    world.targets,
    world.items,
    world.restores,
    world.confirmed,
    restoreClaims,
    restores.map(({ condition }) => condition),
    ...world.backfills,
  );
  m.interchangeable(
    world.deletes,
    deleteClaims,
    deletes.map(({ condition }) => condition),
    ...world.seenBy.map(({ deletes: seen }) => seen),
  );
}
