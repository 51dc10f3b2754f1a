/** R3, D2 and G3: whether a target is being made from a backup. */
import type { Table, World } from './world.ts';

/** Offers one outcome each. */
interface Look {
  readonly found: () => void;
  readonly none: () => void;
  /** Only with a cursor that yields: it comes to the next document. */
  readonly on: () => void;
}

const isBeingMade = ({ status }: Table): boolean => status === 'CREATING';

/** A cursor that yields sees each document at a different moment. `looked`: the number of those that it has seen. */
export function look(
  { database, looks }: World,
  targets: readonly Table[],
  { looked }: { readonly looked: number },
  offer: Look,
): void {
  if (looks === 'one by one') {
    const target = targets[looked]!;
    database.find(target, () => {
      if (isBeingMade(target)) offer.found();
      else if (looked + 1 === targets.length) offer.none();
      else offer.on();
    });
  } else {
    database.scan(targets, () => {
      if (targets.some(isBeingMade)) offer.found();
      else offer.none();
    });
  }
}
