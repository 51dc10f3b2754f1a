/** DeleteBackup of backup 0, CreateTable, the timer of ordinary tables, and clients that disconnect. */
import { upTo } from '../../../../language/domains.ts';
import type { Model, Step } from '../../../../language/model.ts';
import { declareCreateTable } from '../create-table.ts';
import type { StepProperties } from './properties.ts';
import { isServing, type Rules } from './rules.ts';
import { isAtRest, rowsOfName, type World } from './world.ts';

const deleteSteps = ['E1 remove backup and data', 'E1 refused: BackupInUse', 'E1 refused: BackupNotFound'] as const;
type Label = (typeof deleteSteps)[number] | 'E1 look';

export function declareDelete(m: Model, world: World, rules: Rules, number: number, properties: StepProperties): void {
  const { database } = world;
  const me = world.deletes[number]!;
  const backup = world.backups[0]!;
  const go = (at: typeof me.at) => () => {
    me.at = at;
  };
  const remove = () => {
    backup.status = 'removed';
    backup.data = 'gone';
    me.at = 'deleted';
  };
  const start = (step: Step<Label>) => () => {
    if (backup.status !== 'AVAILABLE') step('E1 refused: BackupNotFound', go('BackupNotFound'));
    else if (rules.inUseForDelete(world, 0)) {
      step('E1 refused: BackupInUse', () => {
        properties.refusalLeavesNothing(() => backup.data === 'full');
        me.at = 'BackupInUse';
      });
    } else if (rules.deleteIsOneTransaction) step('E1 remove backup and data', remove);
    else step('E1 look', go('remove'));
  };
  const labels: readonly Label[] = rules.deleteIsOneTransaction ? deleteSteps : [...deleteSteps, 'E1 look'];
  const handle = m.process(`delete ${number}`, labels, (step: Step<Label>) => {
    if (!isServing(world, rules)) return;
    if (me.at === 'remove') database.write(() => step('E1 remove backup and data', remove));
    else if (me.at === 'start' && rules.deleteIsOneTransaction) database.write(start(step));
    else if (me.at === 'start') database.read(start(step));
  });
  m.weaklyFair(handle);
}

/** The restore does not depend on its client, and continues. */
export function declareClients(m: Model, { clients, restores }: World): void {
  if (clients.length === 0) return;
  const budget = m.record('clients that may leave', { left: upTo(1) }, { left: 1 });
  clients.forEach((client, id) => {
    m.process(`client ${id}`, ['disconnects'], (step) => {
      if (budget.left === 0 || isAtRest(restores[id]!)) return;
      step('disconnects', () => {
        budget.left--;
        client.hasLeft = true;
      });
    });
  });
}

export function declareCreateTableRequest(m: Model, world: World, rules: Rules): void {
  const { database, tables, createTable: me } = world;
  if (me === null) return;
  declareCreateTable(m, { me, table: tables.at(-1)!, named: rowsOfName(world, 0) }, (step, offer) => {
    if (isServing(world, rules)) database.write(() => offer(step));
  });
}

export function declareTimer(m: Model, world: World, rules: Rules): void {
  const { database, tables, targets } = world;
  tables.forEach((table, id) => {
    if (id < targets.length && !rules.targetHasTransitionTime) return;
    const timer = m.process(`timer of table ${id}`, ['flip'], (step) => {
      if (!isServing(world, rules)) return;
      database.write(() => {
        if (table.status !== 'CREATING' || !table.hasTransitionTime) return;
        step('flip', () => {
          table.status = 'ACTIVE';
        });
      });
    });
    m.weaklyFair(timer);
  });
}
