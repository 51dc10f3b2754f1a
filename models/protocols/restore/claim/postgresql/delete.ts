/** DeleteBackup of backup 0: one transaction under the lock of its row, which removes the row with all its data. */
import type { Model, Step } from '../../../../language/model.ts';
import type { DeleteAnswer } from '../properties.ts';
import type { StepProperties } from './properties.ts';
import type { Rules } from './rules.ts';
import { isDeleteAtRest, type World } from './world.ts';

const steps = [
  'E1 lock backup',
  'E1 refused: BackupNotFound',
  'E2 look',
  'E2 refused: BackupInUse',
  'E3 remove backup and data',
] as const;
type Label = (typeof steps)[number];

export function declareDelete(m: Model, world: World, rules: Rules, number: number, properties: StepProperties): void {
  const { database, targets } = world;
  const me = world.deletes[number]!;
  const backup = world.backups[0]!;
  const session = database.session(`session of delete ${number}`);

  const told = (answer: DeleteAnswer) => rules.tells(answer) as DeleteAnswer;

  const lock = (step: Step<Label>, then: typeof me.at) =>
    session.lock(step, backup, (locking) => {
      if (backup.status === 'AVAILABLE') {
        locking('E1 lock backup', () => {
          me.at = then;
        });
      } else {
        step('E1 refused: BackupNotFound', () => {
          properties.deleteIsRefused('BackupNotFound', number);
          me.at = told('BackupNotFound');
        });
      }
    });

  const look = (step: Step<Label>, then: typeof me.at) =>
    database.select(targets, () => {
      if (rules.inUseForDelete(world, 0)) {
        step('E2 refused: BackupInUse', () => {
          properties.deleteIsRefused('BackupInUse', number);
          session.rollback();
          properties.refusalLeavesNothing(() => backup.data === 'full');
          me.at = told('BackupInUse');
        });
      } else {
        step('E2 look', () => {
          me.at = then;
        });
      }
    });

  const remove = (step: Step<Label>) =>
    session.commit(step, { updates: [backup] }, (committing) =>
      committing('E3 remove backup and data', () => {
        properties.removesOnce(() => backup.status === 'AVAILABLE');
        backup.status = 'removed';
        backup.data = 'gone';
        me.at = 'deleted';
      }),
    );

  const isSplit = rules.deleteLooks === 'before the lock';
  const body = (step: Step<Label>) => {
    if (me.at === 'start' && isSplit) look(step, 'lock backup');
    else if (me.at === 'start') lock(step, rules.deleteLooks === 'never' ? 'commit' : 'look');
    else if (isSplit && me.at === 'lock backup') lock(step, 'commit');
    else if (me.at === 'look') look(step, 'commit');
    else if (me.at === 'commit') remove(step);
  };
  const crash = () => {
    properties.deleteDies(() => me.at === 'commit');
    properties.diesAtWork(() => !isDeleteAtRest(me));
    session.die();
    me.at = 'crashed';
  };
  const handle = m.process(`delete ${number}`, steps, body, {
    crash: { when: () => !isDeleteAtRest(me), effect: crash, goesOn: true },
  });
  m.privateTo(handle, me);
  m.weaklyFair(handle);
}
