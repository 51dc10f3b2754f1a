/** Removal takes two steps: r1 claims the row (CREATING to DELETING); r2 drops the tables, then the row. */
import type { Model, Step } from '../../../../language/model.ts';
import type { Judgements } from './properties.ts';
import type { Rules } from './rules.ts';
import { partitionOfName, type Target, type World } from './world.ts';

interface Remover {
  readonly m: Model;
  readonly world: World;
  readonly rules: Rules;
  readonly judge: Judgements;
}

export function claimRow<L extends string>(
  { world, rules, judge }: Remover,
  step: Step<L>,
  [claims, finds]: readonly [L, L],
  target: Target,
  claimed: () => void,
  left: () => void,
): void {
  const { table } = target;
  world.store.lwt(partitionOfName(world, target), () => {
    if (!rules.canBeRemoved(table)) {
      step(finds, () => {
        judge.leavesTarget(target);
        left();
      });
      return;
    }
    step(claims, () => {
      judge.removes(target);
      table.status = 'DELETING';
      claimed();
    });
  });
}

export function dropTables<L extends string>(
  { m, world, judge }: Remover,
  step: Step<L>,
  label: L,
  target: Target,
  then: () => void,
): void {
  const { schema, items } = target;
  world.store.schema(schema, [items], () =>
    step(label, () => {
      judge.dropsTables(target);
      m.reset(schema);
      m.reset(items);
      then();
    }),
  );
}

export function removeRow<L extends string>(
  { m, world }: Remover,
  step: Step<L>,
  [removes, finds]: readonly [L, L],
  target: Target,
  removed: () => void,
  then: () => void,
): void {
  const { table } = target;
  world.store.lwt(partitionOfName(world, target), () => {
    if (table.status === 'DELETING') {
      step(removes, () => {
        removed();
        m.reset(table);
        then();
      });
    } else step(finds, then);
  });
}
