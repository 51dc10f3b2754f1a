/** R3, D2 and G3: whether a target is being made from a backup. */
import type { Step } from '../../../../language/model.ts';
import type { Table, World } from './world.ts';

interface Look<L extends string> {
  readonly labels: { readonly found: L; readonly none: L; readonly on: L };
  readonly found: () => void;
  readonly none: () => void;
}

/** Offers the outcomes. A cursor that yields sees each document at a different moment. */
export function look<L extends string>(
  { database, looks }: World,
  targets: readonly Table[],
  me: { looked: number },
  step: Step<L>,
  { labels, found, none }: Look<L>,
): void {
  const isBeingMade = ({ status }: Table) => status === 'CREATING';
  if (looks === 'one by one') oneByOne();
  else {
    database.scan(targets, () => {
      if (targets.some(isBeingMade)) step(labels.found, found);
      else step(labels.none, none);
    });
  }

  function oneByOne(): void {
    const target = targets[me.looked];
    const reset = (then: () => void) => () => {
      me.looked = 0;
      then();
    };
    if (target === undefined) step(labels.none, none);
    else {
      database.find(target, () => {
        if (isBeingMade(target)) step(labels.found, reset(found));
        else if (me.looked + 1 === targets.length) step(labels.none, reset(none));
        else {
          step(labels.on, () => {
            me.looked++;
          });
        }
      });
    }
  }
}
