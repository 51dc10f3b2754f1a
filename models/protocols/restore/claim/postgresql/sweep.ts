/** The sweep of one server: an old target whose advisory lock is free has no owner any more. */
import type { Model, Step } from '../../../../language/model.ts';
import { numbersTo } from '../catalog.ts';
import type { StepProperties } from './properties.ts';
import type { Rules } from './rules.ts';
import { presentOf, type World } from './world.ts';

const steps = [
  'W1 candidate',
  'W1 try-lock',
  'W1 lock is held: skip',
  'W2 DELETING',
  'W2 no longer CREATING: leave it',
  'W3 drop',
  'W3 release lock',
] as const;
type Label = (typeof steps)[number];

export function declareSweep(m: Model, world: World, rules: Rules, server: number, properties: StepProperties): void {
  const { database, tables, lockSessions } = world;
  const me = world.sweeps[server]!;
  const session = world.sweepSessions[server]!;
  const go = (at: typeof me.at) => () => {
    me.at = at;
  };

  const choose = (step: Step<Label>) =>
    database.select(tables, () => {
      const candidates = numbersTo(tables.length).filter((id) => rules.isCandidate(world, id));
      step.either('W1 candidate', candidates, (id) => {
        me.table = id;
        me.at = 'candidate';
      });
    });

  const tryLock = (step: Step<Label>) =>
    session.tryAdvisoryLock(step, me.table, (locking, isFree) => {
      if (isFree || !rules.sweepAsksForLock) locking('W1 try-lock', go('locked'));
      else {
        step('W1 lock is held: skip', () => {
          properties.sweepSkips();
          m.reset(me);
        });
      }
    });

  /** The owner is gone: it does not hold its lock, and it is not just about to take it. */
  const isOwnerGone = (id: number) => {
    const owner = world.restores[id];
    const isHeld = lockSessions[id]?.holdsAdvisoryLock(id) === true;
    return !isHeld && !(owner?.at === 'try-lock' && !tables[id]!.isOld);
  };

  const mark = (step: Step<Label>) => {
    const id = me.table;
    const rows =
      rules.sweepGoesBy === 'id'
        ? [tables[id]!]
        : tables.filter((_, other) => world.nameOf(other) === world.nameOf(id));
    database.updateByKey(rows, () => {
      const table = rules.sweepGoesBy === 'id' ? tables[id]! : presentOf(rows, tables[id]!);
      if (!rules.sweepMatches(table)) {
        return step('W2 no longer CREATING: leave it', () => {
          properties.sweepIsLate();
          me.at = 'release';
        });
      }
      step('W2 DELETING', () => {
        properties.ownTableOnly(() => table === tables[id]);
        properties.removesRestoreTarget(() => table.status === 'CREATING' && world.targets.includes(table));
        properties.sweptHasNoOwner(() => isOwnerGone(id));
        properties.sweepRemoves();
        table.status = 'DELETING';
        me.at = 'DELETING';
        properties.dropEnds(() => me.at === 'DELETING');
      });
    });
  };

  const drop = (step: Step<Label>) => {
    const table = tables[me.table]!;
    database.update(table, () => {
      step('W3 drop', () => {
        properties.dropsDeleting(() => table.status === 'DELETING' || table.status === 'absent');
        m.reset(table);
        properties.dropEnds(() => table.status === 'absent');
        me.at = 'release';
      });
    });
  };

  const body = (step: Step<Label>) => {
    if (me.at === 'idle') choose(step);
    else if (me.at === 'candidate') tryLock(step);
    else if (me.at === 'locked') mark(step);
    else if (me.at === 'DELETING') drop(step);
    else {
      step('W3 release lock', () => {
        properties.dropEnds(() => me.at !== 'DELETING');
        session.unlockAdvisory(me.table);
        m.reset(me);
      });
    }
  };
  // The next pass, of this server or another, begins at once without any memory.
  const crash = () => {
    properties.sweepDies();
    properties.diesAtWork(() => me.at !== 'idle');
    session.die();
    m.reset(me);
  };
  const handle = m.process(`sweep ${server}`, steps, body, {
    crash: { when: () => me.at !== 'idle', effect: crash, goesOn: true },
  });
  m.privateTo(handle, me);
  m.weaklyFair(handle);
}
