/** Removal takes two steps: r1 claims the row (CREATING to DELETING); r2 drops the tables, then the row. */
import type { Step } from '../../../../language/model.ts';
import type { Judgements } from './properties.ts';
import type { Rules } from './rules.ts';
import { partitionOfName, type Target, type World } from './world.ts';

interface Remover {
  readonly world: World;
  readonly rules: Rules;
  readonly judge: Judgements;
}

export function claimRow<L extends string>(
  { world, rules, judge }: Remover,
  step: Step<L>,
  [claims, finds]: readonly [L, L],
  target: Target,
  then: (isClaimed: boolean) => void,
): void {
  const { table } = target;
  world.store.lwt(partitionOfName(world, target), () => {
    const isClaimed = table.status !== 'absent' && rules.canBeRemoved(table);
    step(isClaimed ? claims : finds, () => {
      if (isClaimed) {
        judge.removes(target);
        table.status = 'DELETING';
      }
      then(isClaimed);
    });
  });
}

export function dropTables<L extends string>(
  { world, judge }: Remover,
  step: Step<L>,
  label: L,
  target: Target,
  then: () => void,
): void {
  const { schema, items, ghost } = target;
  world.store.schema(schema, [items], () =>
    step(label, () => {
      judge.dropsTables(target);
      if (schema.exists) schema.exists = false;
      for (let batch = 0; batch < items.batches.length; batch++) items.batches[batch] = 'missing';
      ghost.tables = 'dropped';
      then();
    }),
  );
}

export function removeRow<L extends string>(
  { world }: Remover,
  step: Step<L>,
  [removes, finds]: readonly [L, L],
  target: Target,
  then: (isRemoved: boolean) => void,
): void {
  const { table } = target;
  world.store.lwt(partitionOfName(world, target), () => {
    const isRemoved = table.status === 'DELETING';
    step(isRemoved ? removes : finds, () => {
      if (isRemoved) Object.assign(table, absent);
      then(isRemoved);
    });
  });
}

const absent = { status: 'absent', job: 'none', generation: 0, heartbeat: 0, stale: false } as const;
