/** Each write transaction is one step: what is written, and where its task stands, agree at every moment. */
import type { Model } from '../../../../language/model.ts';
import { nameOfRecord, type RecordState, recordOf } from '../places.ts';
import { fencedGeneration, generationOf, isUnderWay, type Restore, type World } from './world.ts';

/** What a task can find of its target, by where it stands. Elsewhere it has none. No live task loses its record. */
const recordsAt: { readonly [at in Restore['at']]?: readonly RecordState[] } = {
  beat: ['RUNNING'],
  copy: ['RUNNING'],
  done: ['RUNNING'],
  failing: ['RUNNING'],
  removing: ['FAILED', 'none'],
  completed: ['DONE'],
  'lost its claim': ['FAILED', 'none'],
  died: ['RUNNING', 'FAILED', 'none'],
};

export function declarePlaces(m: Model, world: World): void {
  const { targets, restores, deletion, backups, process, listed } = world;
  const stateOf = (id: number) => recordOf(targets[id]!, { own: generationOf(id), fenced: fencedGeneration(world) });
  m.always(nameOfRecord, () =>
    targets.every(
      ({ items }, id) =>
        ['none', 'RUNNING', 'FAILED', 'DONE'].includes(stateOf(id)) &&
        (stateOf(id) !== 'none' || items.batches.every((is) => is === 'missing')),
    ),
  );
  m.always('place: a task stands where its record does', () =>
    restores.every(({ at }, id) => (recordsAt[at] ?? ['none']).includes(stateOf(id))),
  );
  m.always(
    'down: a process that is down has no task and no cycle',
    () =>
      process.is === 'in its first cycle' ||
      process.is === 'running' ||
      (!restores.some(isUnderWay) && listed.every(({ as }) => as === 'nothing')),
  );
  if (deletion !== null) {
    m.always('place of the delete: the backup is DELETED, and has no data, once the delete has committed', () => {
      const { status, data } = backups[0]!;
      return `${status} ${data}` === (deletion.at === 'deleted' ? 'DELETED gone' : 'AVAILABLE full');
    });
  }
  declareProgress(m, world);
  m.always(
    'memory: only a copy has progress, and only what is listed as dead is remembered',
    () =>
      restores.every(({ at, batch }) => batch === 0 || at === 'beat' || at === 'copy') &&
      listed.every(({ as, generation, heartbeat }) =>
        as === 'dead' ? generation > 0 : generation === 0 && heartbeat === 0,
      ),
  );
}

function declareProgress(m: Model, { targets, restores, scale: { batches } }: World): void {
  const copied = ({ at, batch }: Restore) => (at === 'done' ? batches : batch);
  m.always('progress: a beat comes before each batch, and batches come in their order', () =>
    restores.every((me, id) => {
      if (!['beat', 'copy', 'done'].includes(me.at)) return true;
      const { record, items } = targets[id]!;
      const beats = 1 + copied(me) + (me.at === 'copy' ? 1 : 0);
      return (
        record.heartbeat === beats && items.batches.every((is, index) => (is === 'missing') === index >= copied(me))
      );
    }),
  );
}
