/** c3 and N6: one write transaction for the table with this id while it is CREATING. Record and items are deleted with it. */
import type { Model } from '../../../../language/model.ts';
import type { Properties } from './properties.ts';
import type { Target, World } from './world.ts';

interface Remover {
  readonly m: Model;
  readonly world: World;
  readonly properties: Properties;
}

/** Calls the body with the effect that removes the target; with null when nothing may be removed. */
export function removalOf(
  { m, world, properties }: Remover,
  target: Target,
  body: (removal: (() => void) | null) => void,
): void {
  world.database.write(() => {
    const remove = () => {
      properties.removes(target, target);
      for (const part of [target.table, target.record, target.items]) m.reset(part);
      properties.isRemoved(target);
    };
    body(target.table.status === 'CREATING' ? remove : null);
  });
}
