/** The properties of a backup: safety, and what must be reachable. */
import type { Model } from '../../../language/model.ts';
import { isUnderWay, type World } from './world.ts';

export interface Properties {
  /** S11: the scan removes this backup. */
  removes(id: number): void;
  /** `isOfOneState`: the batch shows the same state of the source as the definition. */
  copies(isOfOneState: boolean): void;
  panics(): void;
}

export function declareProperties(m: Model, { backups, creates, process, source }: World): Properties {
  m.always('S10: AVAILABLE means full', () =>
    backups.every(({ row, items }) => row.status !== 'AVAILABLE' || items.batches.every((batch) => batch)),
  );
  m.sometimes('a create completes', () => backups.some(({ row }) => row.status === 'AVAILABLE'));

  const copies = m.always('snapshot: definition and items are of one state');
  m.sometimes('the source changes under a copy', () =>
    creates.some(({ me }) => me.at === 'copying' && me.snapshot !== source.state),
  );

  const abandoned = m.always('S11: only what is abandoned is removed');
  m.always('S11-kept: a backup that was AVAILABLE goes by DeleteBackup alone', () =>
    backups.every(({ row, history }) => !history.wasAvailable || history.wasDeleted || row.status === 'AVAILABLE'),
  );
  const removal = m.sometimes('an abandoned create is removed');

  m.always('rest: no items without their row', () =>
    backups.every(({ row, items }) => row.status !== 'absent' || items.batches.every((batch) => !batch)),
  );
  m.always('slot: none is left behind by its task', () =>
    creates.every(({ me }, id) => !process.slots[id] || isUnderWay(me)),
  );

  backups.forEach(({ row }, id) => {
    m.leadsTo(
      `L1 of backup ${id}: it becomes AVAILABLE or goes`,
      () => row.status === 'CREATING',
      () => row.status !== 'CREATING',
    );
  });
  const isSettled = () => backups.every(({ row }) => row.status !== 'CREATING');
  m.recoverable('L1: every backup can still settle', isSettled);
  m.ending('everyone is through and every backup is settled', isSettled);
  return {
    removes(id) {
      abandoned(() => backups[id]!.row.status === 'CREATING' && !isUnderWay(creates[id]!.me));
      removal();
    },
    copies,
    panics: m.sometimes('a task dies within its process'),
  };
}
