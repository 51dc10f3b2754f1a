/** The environment: a writer of the source table, a client that deletes backup 0, and kills of the process. */
import { oneOf, upTo } from '../../../language/domains.ts';
import type { Model } from '../../../language/model.ts';
import type { Rules } from './rules.ts';
import { isUnderWay, vanish, type World } from './world.ts';

export function declareEnvironment(m: Model, world: World, rules: Rules): void {
  declareWriter(m, world);
  declareDelete(m, world, rules);
  declareHost(m, world);
}

/** UpdateTable and item writes: each transaction changes the state of the source. */
function declareWriter(m: Model, { database, source, scale, process }: World): void {
  m.process('writer', ['change the source'], (step) => {
    if (!process.isUp) return;
    database.write(() => {
      if (source.state === scale.changes) return;
      step('change the source', () => {
        source.state++;
      });
    });
  });
}

function declareDelete(m: Model, { database, backups, process }: World, rules: Rules): void {
  const backup = backups[0]!;
  const me = m.record('delete', { at: oneOf('start', 'deleted', 'BackupInUse', 'BackupNotFound') });
  const labels = ['delete', 'refused: BackupInUse', 'refused: BackupNotFound'] as const;
  const request = m.process('delete', labels, (step) => {
    if (me.at !== 'start' || !process.isUp) return;
    database.write(() => {
      const { status } = backup.row;
      if (status === 'absent') {
        step('refused: BackupNotFound', () => {
          me.at = 'BackupNotFound';
        });
      } else if (!rules.deletes(status)) {
        step('refused: BackupInUse', () => {
          me.at = 'BackupInUse';
        });
      } else {
        step('delete', () => {
          vanish(backup, true);
          backup.history.wasDeleted = true;
          me.at = 'deleted';
        });
      }
    });
  });
  m.privateTo(request, me);
  m.sometimes('a backup is deleted', () => me.at === 'deleted');
  m.sometimes('a delete is refused under a create', () => me.at === 'BackupInUse');
}

/** SIGKILL: all tasks, slots and open transactions are lost, and the process is restarted. */
function declareHost(m: Model, { process, creates, scale, scan }: World): void {
  const kills = m.record('kills', { left: upTo(scale.kills) }, { left: scale.kills });
  const host = m.environment('host', ['SIGKILL', 'start again'], (step) => {
    if (!process.isUp) {
      step('start again', () => {
        process.isUp = true;
      });
    } else if (kills.left > 0) {
      step('SIGKILL', () => {
        kills.left--;
        process.isUp = false;
        process.slots.fill(false);
        m.reset(scan);
        for (const { me, connection } of creates) {
          if (!isUnderWay(me)) continue;
          connection.rollback();
          m.reset(me);
          me.at = 'died';
        }
      });
    }
  });
  m.weaklyFair(host, { only: ['start again'] });
}
