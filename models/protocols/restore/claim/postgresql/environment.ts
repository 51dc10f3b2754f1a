/** Time, sessions that die, the timer of ordinary tables, and a CreateTable with the name of a restore. */
import { upTo } from '../../../../language/domains.ts';
import type { Model, Step } from '../../../../language/model.ts';
import { declareCreateTable } from '../create-table.ts';
import type { Rules } from './rules.ts';
import { isAtRest, rowsOfName, type World } from './world.ts';

export function declareEnvironment(m: Model, world: World, rules: Rules): void {
  declareAges(m, world);
  declareReaper(m, world);
  declareControlPlane(m, world, rules);
  declareCreateTableRequest(m, world);
}

function declareAges(m: Model, { tables }: World): void {
  tables.forEach((table, id) => {
    m.timePasses(`clock of table ${id}`, '60 seconds go by', {
      when: () => table.status === 'CREATING' && !table.isOld,
      effect: () => {
        table.isOld = true;
      },
    });
  });
}

/** An idle session is killed, or a transaction-mode pooler did not keep it: the lock is free while the job continues. */
function declareReaper(m: Model, { scale, sessionsDie, restores, lockSessions }: World): void {
  if (!sessionsDie) return;
  const { sessionDeaths } = scale;
  const budget = m.record('sessions that may die', { left: upTo(sessionDeaths) }, { left: sessionDeaths });
  restores.forEach((restore, id) => {
    m.environment(`connection of restore ${id}`, ['lock session dies'], (step) => {
      if (budget.left === 0 || isAtRest(restore) || !lockSessions[id]!.holdsAdvisoryLock(id)) return;
      step('lock session dies', () => {
        budget.left--;
        lockSessions[id]!.die();
      });
    });
  });
}

/** The control plane: makes ordinary tables ACTIVE when their time has come, and drops tables left in DELETING. */
function declareControlPlane(m: Model, { database, tables, targets }: World, rules: Rules): void {
  tables.forEach((table, id) => {
    const isTimed = id >= targets.length || rules.targetHasTransitionTime;
    const steps = isTimed ? (['flip', 'drop what is DELETING'] as const) : (['drop what is DELETING'] as const);
    const worker = m.process(`control plane for table ${id}`, steps, (step: Step<'flip' | 'drop what is DELETING'>) => {
      database.update(table, () => {
        if (table.status === 'CREATING' && table.hasTransitionTime) {
          step('flip', () => {
            table.status = 'ACTIVE';
          });
        } else if (table.status === 'DELETING' && rules.dropsDeleting) {
          step('drop what is DELETING', () => m.reset(table));
        }
      });
    });
    m.weaklyFair(worker);
  });
}

function declareCreateTableRequest(m: Model, world: World): void {
  const { database, tables, createTable: me } = world;
  if (me === null) return;
  const table = tables.at(-1)!;
  const named = rowsOfName(world, 0);
  const client = declareCreateTable(m, { me, table, named }, (step, offer) => {
    database.insert(table, named, () => offer(step));
  });
  m.privateTo(client, me);
}
