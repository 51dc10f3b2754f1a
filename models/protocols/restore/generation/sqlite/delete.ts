/** DeleteBackup of backup 0: one write transaction. */
import type { Model } from '../../../../language/model.ts';
import type { Properties } from './properties.ts';
import type { Rules } from './rules.ts';
import { accepts, type World } from './world.ts';

export function declareDelete(m: Model, world: World, rules: Rules, properties: Properties): void {
  const { deletion: me, database, backups } = world;
  if (me === null) return;
  const backup = backups[0]!;
  const request = m.process('delete', ['it is gone', 'refused: BackupInUse'], (step) => {
    if (me.at !== 'start' || !accepts(world)) return;
    database.write(() => {
      if (rules.inUseForDelete(world, 0)) {
        step('refused: BackupInUse', () => {
          properties.refusesDelete();
          me.at = 'BackupInUse';
        });
      } else {
        step('it is gone', () => {
          backup.status = 'DELETED';
          backup.data = 'gone';
          me.at = 'deleted';
        });
      }
    });
  });
  m.weaklyFair(request);
}
