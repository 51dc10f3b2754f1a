/** What is committed, and where its writer stands, agree at every moment; and so do row locks. */
import type { Model } from '../../../../language/model.ts';
import { nameOfRecord, type RecordState, recordOf } from '../places.ts';
import { fencedGeneration, type Owner, type Restore, type World } from './world.ts';

const registered: readonly RecordState[] = ['RUNNING', 'FAILED', 'none'];
const lost: readonly RecordState[] = ['FAILED', 'none'];

/** What an owner can find of its target, by where it stands. Elsewhere it has none. */
const recordsAt: { readonly [at in Restore['at']]?: readonly RecordState[] } = {
  beat: registered,
  copy: registered,
  done: registered,
  'DONE uncommitted': registered,
  'ACTIVE uncommitted': registered,
  'unsure of DONE': [...registered, 'DONE'],
  failing: registered,
  removing: lost,
  completed: ['DONE'],
  'lost its claim': lost,
  InternalServerError: registered,
  crashed: [...registered, 'DONE'],
};

export function declarePlaces(m: Model, world: World): void {
  const { targets, owners, variant, deletion, backups } = world;
  const canBeUnsure = variant.faults.includes('unknown outcomes');
  const generations = (id: number) => ({ own: id < owners.length ? id + 1 : 0, fenced: fencedGeneration(world) });
  m.always(nameOfRecord, () =>
    targets.every((target, id) => ['none', 'RUNNING', 'FAILED', 'DONE'].includes(recordOf(target, generations(id)))),
  );
  m.always('place: an owner stands where its record does', () =>
    owners.every(({ me: { at }, target }, id) => {
      if (canBeUnsure && at === 'lost its claim') return true;
      return (recordsAt[at] ?? ['none']).includes(recordOf(target, generations(id)));
    }),
  );
  m.always('items: they come and go with their table', () =>
    targets.every(
      ({ table, items }) =>
        items.exist === (table.status !== 'absent') && (items.exist || items.batches.every((is) => is === 'missing')),
    ),
  );
  if (deletion !== null) {
    m.always('place of the delete: the backup is DELETED, and has no data, once the delete has committed', () => {
      const { status, data } = backups[0]!;
      return `${status} ${data}` === (deletion.me.at === 'deleted' ? 'DELETED gone' : 'AVAILABLE full');
    });
  }
  declareLocks(m, world);
  declareProgress(m, world);
  declareMemory(m, world);
}

function declareLocks(m: Model, { database, owners, deletion, backups, servers }: World): void {
  const isUp = () => servers[0]!.isUp;
  const holdsRecord = ({ me, inFlight }: Owner) =>
    inFlight.is || (isUp() && ['DONE uncommitted', 'ACTIVE uncommitted'].includes(me.at));
  const holdsTable = ({ me, inFlight }: Owner) => inFlight.is || (isUp() && me.at === 'ACTIVE uncommitted');
  const looks = ({ me }: { readonly me: { readonly at: string } }) => me.at === 'row locked' || me.at === 'checked';
  m.always('locks: a row is locked exactly as long as a transaction needs it', () =>
    owners.every(
      (owner) =>
        database.isRowLocked(owner.target.record) === holdsRecord(owner) &&
        database.isRowLocked(owner.target.table) === holdsTable(owner),
    ),
  );
  m.always('sessions: a server that is killed has none', () => isUp() || owners.every(({ beats }) => !beats.isOpen));
  m.always('locks of backups: a row is locked exactly as long as a registration or the delete looks at it', () =>
    backups.every((backup, id) => {
      const isLooked = isUp() && owners.some((owner) => owner.target.backup === id && looks(owner));
      return database.isRowLocked(backup) === (isLooked || (id === 0 && deletion !== null && looks(deletion)));
    }),
  );
}

function declareProgress(m: Model, { owners, scale: { batches } }: World): void {
  const copied = ({ at, batch }: Restore) => (at === 'beat' || at === 'copy' ? batch : batches);
  m.always('progress: a beat comes before each batch, and batches come in their order', () =>
    owners.every(({ me, target: { record, items } }) => {
      const isAtWork = ['beat', 'copy', 'done', 'DONE uncommitted', 'ACTIVE uncommitted'].includes(me.at);
      if (record.job !== 'RUNNING' || !isAtWork) return true;
      const beats = 1 + copied(me) + (me.at === 'copy' ? 1 : 0);
      return (
        record.heartbeat === beats && items.batches.every((is, index) => (is === 'missing') === index >= copied(me))
      );
    }),
  );
}

/** Who is through remembers nothing, so that no old listing or progress can be mistaken for a new one. */
function declareMemory(m: Model, { owners, reconcilers, targets }: World): void {
  m.always(
    'memory: only a copy has progress, and only a cycle at work knows what it has listed',
    () =>
      owners.every(({ me }) => me.batch === 0 || me.at === 'beat' || me.at === 'copy') &&
      reconcilers.every(
        ({ me, listed, logged }) =>
          (me.at === 'at work') === listed.some(({ as }) => as !== 'nothing') &&
          listed.every(({ as, generation, heartbeat }) => as === 'dead' || (generation === 0 && heartbeat === 0)) &&
          logged.of.every((is, id) => !is || targets[id]!.record.kind === 'manifest'),
      ),
  );
}
