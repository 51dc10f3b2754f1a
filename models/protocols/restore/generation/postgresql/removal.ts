/** c3 and N6: one DELETE by account, name and table id that requires CREATING. Record and items are deleted with the row. */
import type { Properties } from './properties.ts';
import type { Rules } from './rules.ts';
import type { Target, World } from './world.ts';

interface Remover {
  readonly world: World;
  readonly rules: Rules;
  readonly properties: Properties;
}

/** Calls the body with the effect that removes the target; with null when nothing may be removed. */
export function removalOf(
  { world, rules, properties }: Remover,
  target: Target,
  body: (removal: (() => void) | null) => void,
): void {
  const { table, record, items } = target;
  world.database.remove(table, [record, items], () => {
    if (table.status === 'absent' || !rules.canBeRemoved(target)) body(null);
    else {
      body(() => {
        properties.removes(target, target);
        Object.assign(table, absent);
        Object.assign(record, noRecord);
        items.exist = false;
        items.batches.fill('missing');
        properties.isRemoved(target);
      });
    }
  });
}

// Not a reset: some targets exist initially.
const absent = { status: 'absent' } as const;
const noRecord = { job: 'none', kind: 'legacy', generation: 0, heartbeat: 0, stale: false } as const;
