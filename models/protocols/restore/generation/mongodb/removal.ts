/** remove(account, name, table id): dropping the collection and removing the catalog document are two operations, each by table id. */
import type { Model, Step } from '../../../../language/model.ts';
import type { Judgements } from './properties.ts';
import type { Rules } from './rules.ts';
import type { Target, World } from './world.ts';

interface Remover {
  readonly m: Model;
  readonly world: World;
  readonly rules: Rules;
  readonly judge: Judgements;
}

export function dropCollection<L extends string>(
  { m, world, judge }: Remover,
  step: Step<L>,
  label: L,
  target: Target,
  then: () => void,
): void {
  const { items } = target;
  world.database.update(step, items, (update) =>
    update(label, () => {
      judge.drops(target);
      m.reset(items);
      then();
    }),
  );
}

/** Removes the document of a CREATING restore target with this id, with its record; or finds nothing to remove. */
export function removeDocument<L extends string>(
  { m, world, rules, judge }: Remover,
  step: Step<L>,
  [removes, finds]: readonly [L, L],
  target: Target,
  removed: () => void,
  left: () => void,
): void {
  const { table } = target;
  world.database.update(step, table, (update) => {
    if (!rules.canBeRemoved(table)) {
      update(finds, () => {
        judge.leavesTarget(target);
        left();
      });
      return;
    }
    update(removes, () => {
      judge.removes(target);
      m.reset(table);
      removed();
    });
  });
}
