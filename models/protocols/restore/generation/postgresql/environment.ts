/** The environment: time, dying sessions and servers, a COMMIT in flight, and an operator who claims maintenance. */
import { upTo } from '../../../../language/domains.ts';
import type { Model } from '../../../../language/model.ts';
import { declareClock } from '../clock.ts';
import type { Properties } from './properties.ts';
import type { Rules } from './rules.ts';
import type { Owner, World } from './world.ts';

export function declareEnvironment(m: Model, world: World, rules: Rules, properties: Properties): void {
  declareClock(m, world.targets, properties);
  const { faults } = world.variant;
  if (faults.includes('killed sessions')) declareReaper(m, world);
  if (faults.includes('a killed server')) declareKiller(m, world);
  if (faults.includes('unknown outcomes')) {
    world.owners.forEach((owner, restore) => {
      declareServerSide(m, owner, restore);
    });
  }
  if (world.variant.maintenance !== null) declareOperator(m, world, rules);
}

/** Kills dedicated sessions, as an idle timeout, a transaction-mode pooler or an administrator does. */
function declareReaper(m: Model, { owners, scale }: World): void {
  const killed = m.record('sessions to kill', { left: upTo(scale.killedSessions) }, { left: scale.killedSessions });
  owners.forEach(({ me, beats }, restore) => {
    m.environment(`session of restore ${restore}`, ['is killed'], (step) => {
      if (killed.left === 0 || !beats.isOpen || (me.at !== 'beat' && me.at !== 'copy')) return;
      step('is killed', () => {
        killed.left--;
        beats.isOpen = false;
      });
    });
  });
}

/** SIGKILL of one of the servers. */
function declareKiller(m: Model, { servers, owners }: World): void {
  m.environment('host', ['SIGKILL of server 0', 'SIGKILL of server 1'], (step) => {
    if (servers.some(({ isUp }) => !isUp)) return;
    step('SIGKILL of server 0', () => {
      servers[0]!.isUp = false;
      for (const { session, beats } of owners) {
        session.die();
        beats.isOpen = false;
      }
    });
    step('SIGKILL of server 1', () => {
      servers[1]!.isUp = false;
    });
  });
}

/** The server completes a received COMMIT, or notices that its client is gone. */
function declareServerSide(m: Model, { target, session, inFlight }: Owner, restore: number): void {
  const backend = m.environment(`backend of restore ${restore}`, ['COMMIT lands', 'COMMIT is rolled back'], (step) => {
    if (!inFlight.is) return;
    step('COMMIT lands', () => {
      target.record.job = 'DONE';
      target.table.status = 'ACTIVE';
      session.die();
      inFlight.is = false;
    });
    step('COMMIT is rolled back', () => {
      session.die();
      inFlight.is = false;
    });
  });
  m.weaklyFair(backend);
}

function declareOperator(m: Model, { maintenance }: World, rules: Rules): void {
  const claims = m.record('claims of maintenance', { left: upTo(1) }, { left: 1 });
  const operator = m.environment('operator', ['claims maintenance', 'ends maintenance'], (step) => {
    if (maintenance.isClaimed) {
      step('ends maintenance', () => {
        maintenance.isClaimed = false;
      });
    } else if (claims.left > 0) {
      step('claims maintenance', () => {
        claims.left--;
        maintenance.isClaimed = true;
      });
    }
  });
  if (rules.maintenanceEnds) m.weaklyFair(operator, { only: ['ends maintenance'] });
}
