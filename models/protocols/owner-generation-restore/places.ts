/** Each step of the protocol is atomic: what is written, and where its writer stands, agree at every moment. */
import type { Model } from '../../language/model.ts';
import { generationOf, type Listed, type Restore, type Target, type World } from './world.ts';

type Record = 'none' | 'RUNNING' | 'FAILED' | 'DONE' | 'torn';

/** What a restore can find of its target, by where it stands. */
const recordsAt: { readonly [at in Restore['at']]?: readonly Record[] } = {
  beat: ['RUNNING', 'FAILED', 'none'],
  copy: ['RUNNING', 'FAILED', 'none'],
  done: ['RUNNING', 'FAILED', 'none'],
  failing: ['RUNNING', 'FAILED', 'none'],
  removing: ['FAILED', 'none'],
  completed: ['DONE'],
  failed: ['none'],
  'lost its claim': ['FAILED', 'none'],
  crashed: ['RUNNING', 'FAILED', 'none'],
};

const backupsAt = {
  start: ['AVAILABLE full'],
  write: ['AVAILABLE full'],
  BackupInUse: ['AVAILABLE full'],
  drop: ['DELETING full'],
  mark: ['DELETING gone'],
  deleted: ['DELETED gone'],
  crashed: ['DELETING full', 'DELETING gone'],
} satisfies { [at in World['deletion']['at']]: string[] };

export function declarePlaces(m: Model, world: World): void {
  const { targets, restores, backups, deletion, listed, scale } = world;
  const isNone = (target: Target) =>
    target.status === 'absent' &&
    target.job === 'none' &&
    target.generation === 0 &&
    target.heartbeat === 0 &&
    !target.stale &&
    target.lateWrites === 0 &&
    target.batches.every((batch) => batch === 'missing');
  const recordOf = (target: Target, id: number): Record => {
    const { status, job, generation } = target;
    if (isNone(target)) return 'none';
    const isOwn = generation === generationOf(id);
    const isFresh = generation > Math.max(...restores.map((_, other) => generationOf(other)));
    if (status === 'CREATING' && job === 'RUNNING' && isOwn) return 'RUNNING';
    if (status === 'CREATING' && job === 'FAILED' && isFresh) return 'FAILED';
    return status === 'ACTIVE' && job === 'DONE' && isOwn ? 'DONE' : 'torn';
  };
  m.always(
    'record: target and record come, change and go as one, and FAILED draws a generation that no owner has',
    () => targets.every((target, id) => recordOf(target, id) !== 'torn'),
  );
  m.always('place: a restore stands where its record does', () =>
    restores.every(({ at }, id) => (recordsAt[at] ?? ['none']).includes(recordOf(targets[id]!, id))),
  );
  m.always('progress: a beat comes before each batch, and batches come in their order', () =>
    restores.every(({ at, batch }, id) => {
      const target = targets[id]!;
      if (target.job !== 'RUNNING' || !['beat', 'copy', 'done'].includes(at)) return true;
      const copied = at === 'done' ? scale.batches : batch;
      const beats = 1 + copied + (at === 'copy' ? 1 : 0);
      return target.heartbeat === beats && target.batches.every((is, index) => (is === 'missing') === index >= copied);
    }),
  );
  m.always('place of the delete: the backup stands where it does, and what is DELETED has no data', () =>
    (backupsAt[deletion.at] as string[]).includes(`${backups[0]!.status} ${backups[0]!.data}`),
  );
  declareMemory(m, restores, listed);
}

/** Who is through remembers nothing, so that no old listing or progress can be mistaken for a new one. */
function declareMemory(m: Model, restores: readonly Restore[], listed: readonly (readonly Listed[])[]): void {
  m.always('memory: only a copy has progress, and only what is listed as dead is remembered', () => {
    const copies = ({ at, batch }: Restore) => batch === 0 || at === 'beat' || at === 'copy';
    const isKnown = ({ as, generation, heartbeat }: Listed) =>
      as === 'dead' ? generation > 0 && heartbeat > 0 : generation === 0 && heartbeat === 0;
    return restores.every(copies) && listed.every((entries) => entries.every(isKnown));
  });
}
