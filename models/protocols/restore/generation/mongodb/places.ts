/** What is written, and where its writer stands, agree at every moment. A failover takes back what only the primary has. */
import type { Model } from '../../../../language/model.ts';
import type { Transaction } from '../../../../stores/mongodb.ts';
import { nameOfRecord, type RecordState, recordOf } from '../places.ts';
import { fencedGeneration, ownGeneration, type Restore, type World } from './world.ts';

const registered: readonly RecordState[] = ['RUNNING', 'FAILED', 'none'];
const lost: readonly RecordState[] = ['FAILED', 'none'];

/** What a restore can find of its target, by where it stands. Elsewhere it has none. */
const recordsAt: { readonly [at in Restore['at']]?: readonly RecordState[] } = {
  registered,
  'out runs': registered,
  'out runs unowned': lost,
  landed: registered,
  failing: registered,
  'drop own': lost,
  'remove own': lost,
  'drop own output': lost,
  'out runs without its client': registered,
  completed: ['handed over', 'DONE'],
  'lost its claim': lost,
  crashed: registered,
};

/** Where a DONE may be on its way: it may have landed where its owner does not know. */
const recordsWhereDoneIsLate: typeof recordsAt = {
  ...recordsAt,
  landed: [...registered, 'DONE'],
  'DONE unknown': [...registered, 'DONE'],
  'DONE waits': ['DONE'],
  crashed: [...registered, 'DONE'],
};

const states: readonly RecordState[] = ['none', 'RUNNING', 'FAILED', 'DONE'];

export function declarePlaces(m: Model, world: World): void {
  const { targets, restores, hasIndexes, majorityLags } = world;
  const places = world.doneIsLate ? recordsWhereDoneIsLate : recordsAt;
  const stateOf = (id: number) => recordOf(targets[id]!, { own: ownGeneration, fenced: fencedGeneration });
  m.always(nameOfRecord, () =>
    targets.every(({ table }, id) => {
      const isKnown = [...states, ...(hasIndexes ? (['handed over'] as const) : [])].includes(stateOf(id));
      return isKnown && table.handedOver === (hasIndexes && table.job === 'DONE');
    }),
  );
  declareMemory(m, world);
  declareBackup(m, world);
  if (majorityLags) return;
  m.always('place: a restore stands where its record does', () =>
    restores.every(({ at }, id) => (places[at] ?? ['none']).includes(stateOf(id))),
  );
  m.always('progress: $out has landed before its job goes on, and a collection has what $out has written', () =>
    targets.every(({ table, items }, id) => {
      const isLanded = table.job !== 'RUNNING' || restores[id]!.at !== 'landed' || items.exists;
      return isLanded && items.exists === (items.batches[0] !== 'missing');
    }),
  );
}

function declareMemory(m: Model, { listed, picked, targets }: World): void {
  m.always(
    'memory: only what is listed as dead is remembered, and what is built has indexes',
    () =>
      listed
        .flat()
        .every(({ as, generation, heartbeat }) =>
          as === 'dead' ? generation === ownGeneration && heartbeat > 0 : generation === 0 && heartbeat === 0,
        ) &&
      picked.every((entries) =>
        entries.every(({ as }, id) => {
          const { table, items } = targets[id]!;
          return as !== 'built' || table.status !== 'CREATING' || items.batches[1] !== 'missing';
        }),
      ),
  );
}

const fullUntilDeleted = ['AVAILABLE full', 'DELETING full', 'DELETING gone', 'DELETED gone'];
const backupsAt: { readonly [at: string]: readonly string[] } = {
  drop: fullUntilDeleted.slice(1),
  mark: fullUntilDeleted.slice(2),
  'DELETED waits': fullUntilDeleted.slice(2),
  deleted: fullUntilDeleted.slice(3),
};

function declareBackup(m: Model, { backups, deletions, majorityLags }: World): void {
  const isAlone = deletions.length === 1 && !majorityLags;
  const backup = backups[0]!;
  m.always('place of the delete: the backup stands where it does, and what is DELETED has no data', () => {
    const state = `${backup.status} ${backup.data}`;
    return (
      fullUntilDeleted.includes(state) &&
      deletions.every(({ at }) => (backupsAt[at] ?? fullUntilDeleted).includes(state)) &&
      deletions.every(({ at }) => !isAlone || !['commit', 'BackupInUse'].includes(at) || backup.status === 'AVAILABLE')
    );
  });
}

/** A session transaction is open from its first read to its commit, and no longer. */
export function declareTransactions(
  m: Model,
  { restores, deletions }: World,
  ofRestores: readonly Transaction[],
  ofDeletes: readonly Transaction[],
): void {
  m.always('transactions: open only between their first read and their commit', () =>
    [restores, deletions].every((owners, which) =>
      owners.every(({ at }, id) => {
        const { open, conflict } = [ofRestores, ofDeletes][which]![id]!.record;
        return open === (at === 'commit') && (open || !conflict);
      }),
    ),
  );
}
