/** remove(account, name, table id): dropping the collection and removing the catalog document are two operations, each by table id. */
import type { Step } from '../../../../language/model.ts';
import type { Judgements } from './properties.ts';
import type { Rules } from './rules.ts';
import type { Target, World } from './world.ts';

interface Remover {
  readonly world: World;
  readonly rules: Rules;
  readonly judge: Judgements;
}

export function dropCollection<L extends string>(
  { world, judge }: Remover,
  step: Step<L>,
  label: L,
  target: Target,
  then: () => void,
): void {
  const { items } = target;
  world.database.update(step, items, (update) =>
    update(label, () => {
      judge.drops(target);
      target.ghost.collection = 'dropped';
      items.exists = false;
      for (let part = 0; part < items.batches.length; part++) items.batches[part] = 'missing';
      then();
    }),
  );
}

/** Removes the document of a CREATING restore target with this id, with its record; or finds nothing to remove. */
export function removeDocument<L extends string>(
  { world, rules, judge }: Remover,
  step: Step<L>,
  [removes, finds]: readonly [L, L],
  target: Target,
  then: (removed: boolean) => void,
): void {
  const { table } = target;
  world.database.update(step, table, (update) => {
    const removed = table.status !== 'absent' && rules.canBeRemoved(table);
    update(removed ? removes : finds, () => {
      if (removed) {
        judge.removes(target);
        Object.assign(table, absent);
      }
      then(removed);
    });
  });
}

const absent = { status: 'absent', job: 'none', generation: 0, heartbeat: 0, stale: false, handedOver: false } as const;
