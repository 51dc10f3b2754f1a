/** Time, the timer of ordinary tables, and a CreateTable with the name of a restore. */
import type { Model } from '../../../../language/model.ts';
import { declareCreateTable } from '../create-table.ts';
import { isAtRest as isDeleteAtRest } from './delete.ts';
import type { StepProperties } from './properties.ts';
import type { Live } from './restore.ts';
import { isBeating, type Rules } from './rules.ts';
import { isAtRest, rowsOfName, type World } from './world.ts';

/** A target becomes stale when it is not refreshed for the stale window. An owner that is up and beats prevents that. */
export function declareClocks(
  m: Model,
  { targets, restores, deletes, sweeps, partitions }: World,
  rules: Rules,
  owners: readonly Live[],
  properties: StepProperties,
): void {
  targets.forEach((target, id) => {
    m.timePasses(`clock of target ${id}`, 'the window goes by', {
      when: () =>
        target.status === 'CREATING' && !target.isStale && !(owners[id]!.isUp() && beats(restores[id]!.at, rules)),
      effect: () => {
        properties.sweptIsSilent(!owners[id]!.isUp() || isAtRest(restores[id]!));
        target.isStale = true;
      },
    });
  });
  const [{ row }] = partitions as [World['partitions'][number]];
  m.timePasses('clock of backup 0', 'the window goes by', {
    when: () =>
      row.status === 'DELETING' &&
      !row.isStale &&
      deletes.every(isDeleteAtRest) &&
      sweeps.every(({ at }) => !isDropping(at)),
    effect: () => {
      row.isStale = true;
    },
  });
}

const isDropping = (at: string): boolean => at === 'drop' || at === 'dropping' || at === 'mark';

/** A hung copy takes no step, but its beats continue. */
const beats = (at: World['restores'][number]['at'], rules: Rules): boolean =>
  (at === 'hung' || at === 'died' || !isAtRest({ at })) && isBeating(at, rules);

export function declareControlPlane(m: Model, world: World, rules: Rules): void {
  const { database, tables, targets } = world;
  tables.forEach((table, id) => {
    if (id < targets.length && !rules.targetHasTransitionTime) return;
    const timer = m.process(`timer of table ${id}`, ['flip'], (step) =>
      database.lwt(table, () => {
        if (table.status !== 'CREATING' || !table.hasTransitionTime) return;
        step('flip', () => {
          table.status = 'ACTIVE';
        });
      }),
    );
    m.weaklyFair(timer);
  });
}

export function declareCreateTableRequest(m: Model, world: World): void {
  const { database, tables, createTable: me } = world;
  if (me === null) return;
  const named = rowsOfName(world, 0);
  const request = declareCreateTable(m, { me, table: tables.at(-1)!, named }, (step, offer) => {
    database.lwt(named, () => offer(step));
  });
  m.privateTo(request, me);
}
