/** The properties of a backup: safety, and what must be reachable. */
import type { Judgement, Model } from '../../../language/model.ts';
import { isUnderWay, type World } from './world.ts';

export interface Properties {
  /** S11: the scan removes this backup. */
  removes(id: number): void;
  /** `isOfOneState`: the batch shows the same state of the source as the definition. */
  copies(isOfOneState: boolean): void;
  scans(found: number): void;
  changes(holds: Judgement): void;
  /** A delete has refused a backup that it found in this status. */
  answers(status: string): void;
  panics(): void;
  kills(isUnderWay: Judgement): void;
}

export function declareProperties(m: Model, world: World): Properties {
  const { backups, creates, process, source, deletion } = world;
  m.always('S10: AVAILABLE means full', () =>
    backups.every(({ row, items }) => row.status !== 'AVAILABLE' || items.batches.every((batch) => batch)),
  );
  m.sometimes('a create completes', () => backups.some(({ row }) => row.status === 'AVAILABLE'));

  const copies = m.always('snapshot: definition and items are of one state');
  m.always('definition: the row has the one that its create has read', () =>
    creates.every(({ me }, id) => me.at !== 'copying' || backups[id]!.row.definition === me.definition),
  );
  m.sometimes('the source changes under a copy', () =>
    creates.some(({ me }) => me.at === 'copying' && me.snapshot !== source.state),
  );

  const abandoned = m.always('S11: only what is abandoned is removed');
  const isDeleted = (id: number) => id === 0 && deletion.at === 'deleted';
  m.always('S11-kept: a backup that was AVAILABLE goes by DeleteBackup alone', () =>
    creates.every(({ me }, id) => me.at !== 'created' || isDeleted(id) || backups[id]!.row.status === 'AVAILABLE'),
  );
  const removal = m.sometimes('an abandoned create is removed');
  const scans = m.always('scan: a write of the scan removes something');

  const isGone = (id: number) => {
    const { row, items } = backups[id]!;
    return row.status === 'absent' && row.definition === 0 && items.batches.every((batch) => !batch);
  };
  m.always('rest: an absent row has neither definition nor items', () =>
    backups.every(({ row }, id) => row.status !== 'absent' || isGone(id)),
  );
  m.always('failed: a create that fails leaves nothing', () =>
    creates.every(({ me }, id) => me.at !== 'failed' || isGone(id)),
  );
  m.always('deleted: a backup that was deleted is gone', () => deletion.at !== 'deleted' || isGone(0));
  m.always('slot: none is left behind by its task', () =>
    creates.every(({ me }, id) => !process.slots[id] || isUnderWay(me)),
  );
  m.always('memory: a task that is over, or has not begun, remembers nothing', () =>
    creates.every(({ me }) => isUnderWay(me) || (me.snapshot === 0 && me.definition === 0 && me.batch === 0)),
  );
  m.always(
    'down: a process that is down runs no task',
    () => process.isUp || creates.every(({ me }) => !isUnderWay(me)),
  );
  declareLiveness(m, world);

  m.sometimes('a backup is deleted', () => deletion.at === 'deleted');
  m.sometimes('a delete is refused under a create', () => deletion.at === 'BackupInUse');
  m.sometimes('a kill ends a create', () => !process.isUp && creates.some(({ me }) => me.at === 'died'));
  const served = m.always('served: by a process that is up');
  const changed = m.always('source: it changes as often as it may');
  const refused = m.always('refused: NotFound is said of what is absent, InUse of what is being created');
  const killed = m.always('SIGKILL: it ends what is under way');
  return {
    removes(id) {
      served(process.isUp);
      abandoned(() => backups[id]!.row.status === 'CREATING' && !isUnderWay(creates[id]!.me));
      removal();
    },
    copies,
    scans: (found) => scans(found > 0),
    changes(holds) {
      served(process.isUp);
      changed(holds);
    },
    answers(status) {
      served(process.isUp);
      refused(() => deletion.at === (status === 'absent' ? 'BackupNotFound' : 'BackupInUse'));
    },
    panics: m.sometimes('a task dies within its process'),
    kills: killed,
  };
}

function declareLiveness(m: Model, { database, backups, creates, deletion, process, copiesHang }: World): void {
  const canHang = (id: number) => copiesHang && process.slots[id]!;
  backups.forEach(({ row }, id) => {
    m.leadsTo(
      `L1 of backup ${id}: it becomes AVAILABLE or goes`,
      () => row.status === 'CREATING' && !canHang(id),
      () => row.status !== 'CREATING',
    );
  });
  if (copiesHang)
    m.remark('L1 of backup 0', 'Of a row whose slot is free: the others may belong to a copy that hangs.');
  (copiesHang ? [] : creates).forEach(({ me }, id) => {
    m.leadsTo(
      `L2 of create ${id}: it ends`,
      () => isUnderWay(me),
      () => !isUnderWay(me),
    );
  });
  m.eventually('L3: the delete is answered', () => deletion.at !== 'start');
  const isSettled = () => backups.every(({ row }) => row.status !== 'CREATING');
  m.recoverable('L1: every backup can still settle', isSettled);
  const areThrough = () => creates.every(({ me }) => me.at !== 'start' && !isUnderWay(me));
  const isIdle = () => process.isUp && process.slots.every((isTaken) => !isTaken) && !database.isLocked();
  m.ending('everyone is through, every backup is settled, and nothing is held', () => {
    return areThrough() && deletion.at !== 'start' && isSettled() && isIdle();
  });
}
