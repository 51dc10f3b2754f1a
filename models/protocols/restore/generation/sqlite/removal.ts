/** c3 and N6: one write transaction for the table with this id while it is CREATING. Record and items are deleted with it. */
import type { Properties } from './properties.ts';
import type { Target, World } from './world.ts';

/** Calls the body with the effect that removes the target; with null when nothing may be removed. */
export function removalOf(
  { database }: World,
  properties: Properties,
  target: Target,
  body: (removal: (() => void) | null) => void,
): void {
  database.write(() => {
    const remove = () => {
      properties.removes(target, target);
      vanish(target);
    };
    body(target.table.status === 'CREATING' ? remove : null);
  });
}

function vanish({ table, record, items, history, interrupted }: Target): void {
  table.status = 'absent';
  record.job = 'none';
  record.generation = 0;
  record.heartbeat = 0;
  record.stale = false;
  items.batches.fill('missing');
  history.isSilent = false;
  history.isLost = false;
  interrupted.is = false;
}
