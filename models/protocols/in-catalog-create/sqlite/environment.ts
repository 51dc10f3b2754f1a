/** The environment: a writer of the source table, a client that deletes backup 0, and kills of the process. */
import { upTo } from '../../../language/domains.ts';
import type { Model } from '../../../language/model.ts';
import type { Properties } from './properties.ts';
import type { Rules } from './rules.ts';
import { isUnderWay, rest, vanish, type World } from './world.ts';

export function declareEnvironment(m: Model, world: World, rules: Rules, properties: Properties): void {
  declareWriter(m, world, properties);
  declareDelete(m, world, rules, properties);
  declareHost(m, world, rules, properties);
}

/** UpdateTable and item writes: each transaction changes the state of the source. */
function declareWriter(m: Model, { database, source, scale, process }: World, properties: Properties): void {
  m.process('writer', ['change the source'], (step) => {
    if (!process.isUp) return;
    database.write(() => {
      if (source.state === scale.changes) return;
      step('change the source', () => {
        properties.changes(() => source.state < scale.changes);
        source.state++;
      });
    });
  });
}

const labels = ['delete', 'refused: BackupInUse', 'refused: BackupNotFound'] as const;

function declareDelete(m: Model, world: World, rules: Rules, properties: Properties): void {
  const { database, process, deletion: me } = world;
  const backup = world.backups[0]!;
  const request = m.process('delete', labels, (step) => {
    if (me.at !== 'start' || !process.isUp) return;
    database.write(() => {
      const { status } = backup.row;
      if (status === 'absent') {
        step('refused: BackupNotFound', () => {
          me.at = 'BackupNotFound';
          properties.answers(status);
        });
      } else if (!rules.deletes(status)) {
        step('refused: BackupInUse', () => {
          me.at = 'BackupInUse';
          properties.answers(status);
        });
      } else {
        step('delete', () => {
          vanish(backup);
          me.at = 'deleted';
        });
      }
    });
  });
  m.privateTo(request, me);
  m.weaklyFair(request);
}

/** SIGKILL: all tasks, slots and open transactions are lost, and the process is restarted. */
function declareHost(m: Model, world: World, rules: Rules, properties: Properties): void {
  const { process, creates, scale, scan } = world;
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
        if (rules.scan !== 'one write') m.reset(scan);
        for (const { me, connection } of creates) {
          if (!isUnderWay(me)) continue;
          properties.kills(() => isUnderWay(me));
          connection.rollback();
          rest(m, me, 'died');
        }
      });
    }
  });
  m.weaklyFair(host, { only: ['start again'] });
}
