/** Declares which restores and deletes are interchangeable. Sweeps are not: they remember each other by number. */
import type { Model } from '../../../../language/model.ts';
import type { Answers } from '../properties.ts';
import type { Actors } from './environment.ts';
import type { World } from './world.ts';

/** Restores of one backup are interchangeable, unless a process looks at their targets one by one. */
export function declareSymmetry(m: Model, world: World, { restores, deletes }: Actors, { told }: Answers): void {
  const { looks, failsOver, documents, scale } = world;
  if (scale.judgesRuns || looks === 'one by one' || failsOver || documents.length > 1 || world.createTable !== null)
    return;
  const { restoreClaims, deleteClaims } = documents[0]!;
  m.interchangeable(
    world.targets,
    world.items,
    world.restores,
    told.restores.map(({ record }) => record),
    world.confirmed,
    restoreClaims,
    restores.map(({ condition }) => condition),
    ...world.backfills,
  );
  m.interchangeable(
    world.deletes,
    told.deletes.map(({ record }) => record),
    deleteClaims,
    deletes.map(({ condition }) => condition),
    ...world.seenBy.map(({ deletes: seen }) => seen),
  );
}
