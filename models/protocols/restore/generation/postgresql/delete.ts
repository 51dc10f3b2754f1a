/** DeleteBackup of backup 0: one transaction under the row lock of the backup. */
import type { Model, Step } from '../../../../language/model.ts';
import type { Properties } from './properties.ts';
import type { Rules } from './rules.ts';
import type { World } from './world.ts';

const steps = [
  'lock the row of the backup',
  'look whether it is in use',
  'refused: BackupInUse',
  'COMMIT: it is gone',
] as const;

export function declareDelete(m: Model, world: World, rules: Rules, properties: Properties): void {
  const { deletion, database, targets } = world;
  if (deletion === null) return;
  const { me, session } = deletion;
  const backup = world.backups[0]!;

  const lock = (step: Step<(typeof steps)[number]>, next: 'row locked' | 'checked') =>
    session.lock(step, backup, (locking) =>
      locking('lock the row of the backup', () => {
        me.at = next;
      }),
    );

  const look = (step: Step<(typeof steps)[number]>, next: 'looked' | 'checked') =>
    database.select(
      targets.map(({ table }) => table),
      () => {
        if (rules.inUseForDelete(world, 0)) {
          step('refused: BackupInUse', () => {
            properties.refusesDelete();
            session.rollback();
            me.at = 'BackupInUse';
          });
        } else {
          step('look whether it is in use', () => {
            me.at = next;
          });
        }
      },
    );

  const looksFirst = rules.deleteLooks === 'before the lock';
  const request = m.process('delete', steps, (step) => {
    if (me.at === 'start') {
      if (looksFirst) look(step, 'looked');
      else lock(step, 'row locked');
    } else if (me.at === 'looked') lock(step, 'checked');
    else if (me.at === 'row locked') look(step, 'checked');
    else if (me.at === 'checked') {
      session.commit(step, { updates: [backup] }, (committing) =>
        committing('COMMIT: it is gone', () => {
          backup.status = 'DELETED';
          backup.data = 'gone';
          me.at = 'deleted';
        }),
      );
    }
  });
  m.weaklyFair(request);
}
