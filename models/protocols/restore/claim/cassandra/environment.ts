/** Time, the timer of ordinary tables, and a CreateTable with the name of a restore. */
import type { Model, Step } from '../../../../language/model.ts';
import { declareCreateTable } from '../../create-table.ts';
import type { StepProperties } from './properties.ts';
import type { Live } from './restore.ts';
import type { Rules } from './rules.ts';
import { isAtRest, isDeleteAtRest, rowsOfName, type Table, type World } from './world.ts';

/** A target becomes stale when it is not refreshed for the stale window. An owner that is up and beats prevents that. */
export function declareClocks(
  m: Model,
  { targets, restores, deletes, partitions }: World,
  rules: Rules,
  owners: readonly Live[],
  properties: StepProperties,
): void {
  const isSilent = (id: number) => {
    if (!owners[id]!.isUp()) return true;
    const { at } = restores[id]!;
    if (!rules.beatsFromInsert) return at === 'confirm' || at === 'claim' || at === 'schema';
    return false;
  };
  targets.forEach((target, id) => {
    m.timePasses(`clock of target ${id}`, 'the window goes by', {
      when: () => target.status === 'CREATING' && !target.isStale && isSilent(id),
      effect: () => {
        properties.sweptIsSilent(() => !owners[id]!.isUp() || isAtRest(restores[id]!));
        properties.ages(() => target.status === 'CREATING' && !target.isStale);
        target.isStale = true;
      },
    });
  });
  const [{ row }] = partitions as [World['partitions'][number]];
  m.timePasses('clock of backup 0', 'the window goes by', {
    when: () => row.status === 'DELETING' && !row.isStale && deletes.every(isDeleteAtRest),
    effect: () => {
      properties.sweptIsSilent(() => deletes.every(isDeleteAtRest));
      properties.ages(() => row.status === 'DELETING' && !row.isStale);
      row.isStale = true;
    },
  });
}

export function declareControlPlane(m: Model, world: World, rules: Rules, properties: StepProperties): void {
  const { database, tables, targets } = world;
  const flip = (table: Table) => (step: Step<'flip'>) =>
    database.lwt(table, () => {
      if (table.status !== 'CREATING') return;
      step('flip', () => {
        properties.activeComesFromCreating(() => table.status === 'CREATING');
        table.status = 'ACTIVE';
      });
    });
  tables.forEach((table, id) => {
    if (id < targets.length && !rules.targetHasTransitionTime) return;
    m.weaklyFair(m.process(`timer of table ${id}`, ['flip'], flip(table)));
  });
}

export function declareCreateTableRequest(m: Model, world: World): void {
  const { database, tables, createTable: me } = world;
  if (me === null) return;
  const named = rowsOfName(world, 0);
  const insert: Parameters<typeof declareCreateTable>[2] = (step, offer) => database.lwt(named, () => offer(step));
  const request = declareCreateTable(m, { me, table: tables.at(-1)!, named }, insert);
  m.privateTo(request, me);
}
