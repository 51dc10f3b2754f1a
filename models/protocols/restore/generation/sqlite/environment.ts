/** The environment: kills and restarts of the process, long writes of others, clients that disconnect, time. */
import { flag, upTo } from '../../../../language/domains.ts';
import type { Model } from '../../../../language/model.ts';
import { declareClock } from '../clock.ts';
import type { Properties } from './properties.ts';
import type { Rules } from './rules.ts';
import { isUnderWay, type World } from './world.ts';

export function declareEnvironment(m: Model, world: World, rules: Rules, properties: Properties): void {
  const { faults } = world.variant;
  declareClock(m, world.targets, properties);
  const stopWriter = faults.includes('long writes') ? declareWriter(m, world) : () => undefined;
  if (faults.includes('kills')) declareHost(m, world, rules, stopWriter, properties);
  if (faults.includes('disconnects')) declareClient(m, world, rules, properties);
}

/** An index backfill with long write transactions. Returns the effect that a kill has on it. */
function declareWriter(m: Model, { database, scale, process }: World): () => void {
  const connection = database.connection('connection of the backfill');
  const me = m.record('backfill', { left: upTo(scale.longWrites), writes: flag }, { left: scale.longWrites });
  const backfill = m.process('backfill', ['begins to write', 'commits'], (step) => {
    if (process.is === 'down') return;
    if (me.writes) {
      connection.commit(step, (committing) =>
        committing('commits', () => {
          me.writes = false;
        }),
      );
    } else if (me.left > 0) {
      connection.begin(step, (beginning) =>
        beginning('begins to write', () => {
          me.left--;
          me.writes = true;
        }),
      );
    }
  });
  m.weaklyFair(backfill);
  m.eventually('backfill: it ends, whatever else is written', () => me.left === 0 && !me.writes);
  return () => {
    connection.rollback();
    me.writes = false;
  };
}

/** SIGKILL of the process, with all its tasks, slots and connections. It is restarted. */
function declareHost(m: Model, world: World, rules: Rules, stopWriter: () => void, properties: Properties): void {
  const { process, restores, listed, scale } = world;
  const kills = m.record('kills', { left: upTo(scale.kills) }, { left: scale.kills });
  const host = m.environment('host', ['SIGKILL', 'start again'], (step) => {
    if (process.is === 'down') {
      step('start again', () => {
        process.is = 'starting';
      });
    } else if (kills.left > 0) {
      step('SIGKILL', () => {
        kills.left--;
        process.is = 'down';
        process.slots.fill(false);
        stopWriter();
        for (const entry of listed) m.reset(entry);
        for (const me of restores) {
          if (!isUnderWay(me)) continue;
          me.batch = 0;
          me.at = 'died';
        }
        properties.interrupts(rules.firstCycleRemoves);
      });
    }
  });
  if (scale.kills > 1) m.sometimes('a process is killed again', () => kills.left === 0 && process.is === 'down');
  m.weaklyFair(host, { only: ['start again'] });
}

/** The client of restore 0 closes its connection. */
function declareClient(m: Model, { restores, process }: World, rules: Rules, { sees }: Properties): void {
  const me = restores[0]!;
  const client = m.record('client of restore 0', { isGone: flag });
  m.environment('client of restore 0', ['disconnects'], (step) => {
    if (client.isGone || (me.at !== 'start' && !isUnderWay(me))) return;
    step('disconnects', () => {
      client.isGone = true;
      if (me.at === 'start') {
        me.at = 'nothing was asked';
        return;
      }
      sees.clientLeaves();
      if (rules.jobIsDetached) return;
      me.batch = 0;
      me.at = 'died';
      if (rules.hasDropGuard) process.slots[0] = false;
    });
  });
}
