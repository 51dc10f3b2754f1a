/** The reconciler that declares claims dead, by their heartbeats alone; and the removal of DELETED or FAILED rows. */
import { upTo } from '../../language/domains.ts';
import type { Model } from '../../language/model.ts';
import type { Properties } from './properties.ts';
import type { Rules } from './rules.ts';
import { fencedGeneration, type World } from './world.ts';

export function declareJudge(m: Model, world: World, rules: Rules, properties: Properties): void {
  const { database, row, history, jobs, judge: me } = world;
  const labels = ['list a dead claim', 'FAILED', 'FAILED not matched'] as const;
  const judge = m.process('judge', labels, (step) => {
    if (!me.hasListed) {
      database.select([row], () => {
        if (!rules.isDead(row, !database.isAdvisoryLocked(0))) return;
        step('list a dead claim', () => {
          properties.lists();
          me.hasListed = true;
          me.generation = row.generation;
          me.heartbeat = row.heartbeat;
        });
      });
      return;
    }
    database.update(row, () => {
      if (!rules.condemns(row, me)) {
        step('FAILED not matched', () => {
          properties.ownerIsSaved();
          m.reset(me);
        });
      } else {
        step('FAILED', () => {
          properties.condemns(() => history.isSilent && row.heartbeat === me.heartbeat);
          const owner = jobs[row.generation - 1];
          if (owner !== undefined) owner.loss.isLost = true;
          row.status = 'FAILED';
          row.generation = fencedGeneration(world);
          m.reset(me);
        });
      }
    });
  });
  m.privateTo(judge, me);
  m.weaklyFair(judge);
}

export function declareJanitor(m: Model, { database, row }: World, rules: Rules, properties: Properties): void {
  const janitor = m.process('janitor', ['remove the row'], (step) =>
    database.update(row, () => {
      if (row.status === 'absent' || !rules.rowCanGo(row)) return;
      step('remove the row', () => {
        properties.removesRow();
        row.status = 'absent';
        row.generation = 0;
        row.heartbeat = 0;
        row.stale = false;
      });
    }),
  );
  m.weaklyFair(janitor);
}

export function declareEnvironment(m: Model, { row, history, jobs, scale }: World): void {
  if (jobs.length === 0) return;
  m.timePasses('clock', 'stale_after goes by', {
    when: () => row.status === 'CREATING' && !(row.stale && history.isSilent),
    effect: () => {
      row.stale = true;
      history.isSilent = true;
    },
  });
  const killed = m.record('sessions to kill', { left: upTo(scale.killedSessions) }, { left: scale.killedSessions });
  jobs.forEach(({ me, session }, job) => {
    m.environment(`session of job ${job}`, ['is killed'], (step) => {
      if (killed.left === 0 || !me.sessionIsOpen || (me.at !== 'beat' && me.at !== 'write')) return;
      step('is killed', () => {
        killed.left--;
        me.sessionIsOpen = false;
        session.die();
      });
    });
  });
}
