/** What the place of each process says of the file, and of its own memory. */
import type { Model } from '../../../../language/model.ts';
import type { World } from './world.ts';

export function declarePlaces(m: Model, world: World): void {
  m.always('S9 of restores: what one takes for done is done', () => world.restores.every((_, id) => isTrue(world, id)));
  m.always('S9 of deletes: what one takes for done is done', () => deletesAgree(world));
  m.always('removed means gone: a backup and its data go together', () =>
    world.backups.every(({ status, data }) => (status === 'removed') === (data === 'gone')),
  );
  m.always('memory: a job that is through remembers nothing', () =>
    world.restores.every(({ at, batch }) => batch === 0 || at === 'copy'),
  );
  m.always('rows: what is absent has left nothing, and a restore target has no transition time', () =>
    world.tables.every(
      ({ status, hasTransitionTime, batches }, id) =>
        (status !== 'absent' || (!hasTransitionTime && batches.every((batch) => batch === 'missing'))) &&
        !(id < world.targets.length && hasTransitionTime),
    ),
  );
}

function isTrue({ restores, targets, server }: World, id: number): boolean {
  const { at, batch } = restores[id]!;
  const { status, batches } = targets[id]!;
  const written = batches.filter((content) => content !== 'missing').length;
  switch (at) {
    case 'copy':
      return status === 'CREATING' && written === batch;
    case 'finish':
      return status === 'CREATING' && written === batches.length;
    case 'abort':
      return status === 'CREATING';
    case 'completed':
      return status === 'ACTIVE';
    case 'crashed':
      // Nothing is served before the sweep has removed it.
      return status === 'absent' || (status === 'CREATING' && server.is !== 'serving');
    default:
      return status === 'absent';
  }
}

const deletesAgree = ({ deletes, backups }: World): boolean =>
  deletes.every(({ at }) => at !== 'deleted' || backups[0]!.status === 'removed') &&
  (backups[0]!.status === 'AVAILABLE' || deletes.some(({ at }) => at === 'deleted'));
