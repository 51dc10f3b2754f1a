/** Time, sessions that die, the timer of ordinary tables, and a CreateTable with the name of a restore. */
import { upTo } from '../../../../language/domains.ts';
import type { Model, Step } from '../../../../language/model.ts';
import { declareCreateTable } from '../../create-table.ts';
import type { StepProperties } from './properties.ts';
import type { Rules } from './rules.ts';
import { rowsOfName, type Table, type World } from './world.ts';

type Label = 'flip' | 'drop what is DELETING';

export function declareEnvironment(m: Model, world: World, rules: Rules, properties: StepProperties): void {
  declareAges(m, world, properties);
  declareReaper(m, world, properties);
  declareControlPlane(m, world, rules, properties);
  declareCreateTableRequest(m, world);
}

function declareAges(m: Model, { tables }: World, properties: StepProperties): void {
  tables.forEach((table, id) => {
    m.timePasses(`clock of table ${id}`, '60 seconds go by', {
      when: () => table.status === 'CREATING' && !table.isOld,
      effect: () => {
        properties.ages(() => table.status === 'CREATING' && !table.isOld);
        table.isOld = true;
      },
    });
  });
}

/** An idle session is killed, or a transaction-mode pooler did not keep it: the lock is free while the job continues. */
function declareReaper(m: Model, { scale, sessionsDie, lockSessions }: World, properties: StepProperties): void {
  if (!sessionsDie) return;
  const { sessionDeaths } = scale;
  const budget = m.record('sessions that may die', { left: upTo(sessionDeaths) }, { left: sessionDeaths });
  const reap = (id: number) => (step: Step<'lock session dies'>) => {
    if (budget.left === 0 || !lockSessions[id]!.holdsAdvisoryLock(id)) return;
    step('lock session dies', () => {
      properties.sessionDies(() => lockSessions[id]!.holdsAdvisoryLock(id));
      budget.left--;
      lockSessions[id]!.die();
    });
  };
  lockSessions.forEach((_, id) => {
    m.environment(`connection of restore ${id}`, ['lock session dies'], reap(id));
  });
}

/** The control plane: makes ordinary tables ACTIVE when their time has come, and drops tables left in DELETING. */
function declareControlPlane(m: Model, world: World, rules: Rules, properties: StepProperties): void {
  const { database, tables, targets, sweeps } = world;
  const flip = (step: Step<Label>, table: Table) =>
    step('flip', () => {
      properties.activeComesFromCreating(() => table.status === 'CREATING');
      table.status = 'ACTIVE';
    });
  const drop = (step: Step<Label>, table: Table) =>
    step('drop what is DELETING', () => {
      properties.dropsDeleting(() => table.status === 'DELETING');
      properties.dropsWhatIsLeft(() => sweeps.every(({ at }) => at !== 'DELETING'));
      m.reset(table);
    });
  const body = (table: Table) => (step: Step<Label>) =>
    database.update(table, () => {
      if (table.status === 'CREATING' && table.hasTransitionTime) flip(step, table);
      if (rules.dropsDeleting && table.status === 'DELETING') drop(step, table);
    });
  tables.forEach((table, id) => {
    const isTimed = id >= targets.length || rules.targetHasTransitionTime;
    const steps: readonly Label[] = isTimed ? ['flip', 'drop what is DELETING'] : ['drop what is DELETING'];
    m.weaklyFair(m.process(`control plane for table ${id}`, steps, body(table)));
  });
}

function declareCreateTableRequest(m: Model, world: World): void {
  const { database, tables, createTable: me } = world;
  if (me === null) return;
  const table = tables.at(-1)!;
  const named = rowsOfName(world, 0);
  const insert: Parameters<typeof declareCreateTable>[2] = (step, offer) =>
    database.insert(table, named, () => offer(step));
  const client = declareCreateTable(m, { me, table, named }, insert);
  m.privateTo(client, me);
}
