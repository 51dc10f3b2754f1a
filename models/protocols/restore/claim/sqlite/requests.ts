/** DeleteBackup of backup 0, CreateTable, the timer of ordinary tables, and clients that disconnect. */
import type { Model, Step } from '../../../../language/model.ts';
import { declareCreateTable } from '../../create-table.ts';
import type { DeleteAnswer } from '../properties.ts';
import type { StepProperties } from './properties.ts';
import { type Rules, whileServing } from './rules.ts';
import { isAtRest, rowsOfName, type Table, type World } from './world.ts';

const deleteSteps = ['E1 remove backup and data', 'E1 refused: BackupInUse', 'E1 refused: BackupNotFound'] as const;
type Label = (typeof deleteSteps)[number] | 'E1 look';

export function declareDelete(m: Model, world: World, rules: Rules, number: number, properties: StepProperties): void {
  const { database } = world;
  const me = world.deletes[number]!;
  const backup = world.backups[0]!;
  const go = (at: typeof me.at) => () => {
    me.at = at;
  };
  const refuse = (answer: DeleteAnswer) => () => {
    properties.deleteIsRefused(answer, number);
    me.at = rules.tells(answer) as DeleteAnswer;
  };
  const remove = () => {
    backup.status = 'removed';
    backup.data = 'gone';
    me.at = 'deleted';
  };
  const start = (step: Step<Label>) => () => {
    if (backup.status !== 'AVAILABLE') step('E1 refused: BackupNotFound', refuse('BackupNotFound'));
    else if (rules.inUseForDelete(world, 0)) step('E1 refused: BackupInUse', refuse('BackupInUse'));
    else if (rules.deleteIsOneTransaction) step('E1 remove backup and data', remove);
    else step('E1 look', go('remove'));
  };
  const labels: readonly Label[] = rules.deleteIsOneTransaction ? deleteSteps : [...deleteSteps, 'E1 look'];
  const body = whileServing(world, rules, (step: Step<Label>) => {
    if (!rules.deleteIsOneTransaction && me.at === 'remove') {
      database.write(() => step('E1 remove backup and data', remove));
    } else if (me.at === 'start') {
      if (rules.deleteIsOneTransaction) database.write(start(step));
      else database.read(start(step));
    }
  });
  m.weaklyFair(m.process(`delete ${number}`, labels, body));
}

/** The restore does not depend on its client, and continues. */
export function declareClients(m: Model, { clients, restores }: World, properties: StepProperties): void {
  const body = (id: number) => (step: Step<'disconnects'>) => {
    if (clients[id]!.hasLeft || isAtRest(restores[id]!)) return;
    step('disconnects', () => {
      properties.clientLeaves(() => !clients[id]!.hasLeft && !isAtRest(restores[id]!));
      clients[id]!.hasLeft = true;
    });
  };
  clients.forEach((_, id) => {
    m.process(`client ${id}`, ['disconnects'], body(id));
  });
}

export function declareCreateTableRequest(m: Model, world: World, rules: Rules): void {
  const { database, tables, createTable: me } = world;
  if (me === null) return;
  const insert: Parameters<typeof declareCreateTable>[2] = (step, offer) =>
    whileServing(world, rules, () => database.write(() => offer(step)))(step);
  declareCreateTable(m, { me, table: tables.at(-1)!, named: rowsOfName(world, 0) }, insert);
}

export function declareTimer(m: Model, world: World, rules: Rules, properties: StepProperties): void {
  const { database, tables, targets } = world;
  const flip = (table: Table) =>
    whileServing(world, rules, (step: Step<'flip'>) =>
      database.write(() => {
        if (table.status !== 'CREATING') return;
        step('flip', () => {
          properties.activeComesFromCreating(() => table.status === 'CREATING');
          table.status = 'ACTIVE';
        });
      }),
    );
  tables.forEach((table, id) => {
    if (id < targets.length && !rules.targetHasTransitionTime) return;
    m.weaklyFair(m.process(`timer of table ${id}`, ['flip'], flip(table)));
  });
}
