/** What the steps of one restore use. */
import type { Model } from '../../../../language/model.ts';
import type { StepProperties } from './properties.ts';
import type { Rules } from './rules.ts';
import {
  type BackupDocument,
  type Claim,
  documentOf,
  type Items,
  type Restore,
  rowsOfName,
  type Table,
  type World,
} from './world.ts';

/** One restore, as seen by its request and its job. */
export interface Job {
  readonly m: Model;
  readonly world: World;
  readonly rules: Rules;
  readonly properties: StepProperties;
  /** The number of the restore, which is also the id of its target. */
  readonly id: number;
  readonly me: Restore;
  readonly target: Table;
  readonly items: Items;
  /** Its target, and other tables that may get the same name. */
  readonly named: readonly Table[];
  readonly backup: BackupDocument;
  readonly claim: Claim;
  readonly go: (at: Restore['at']) => () => void;
}

export function jobOf(m: Model, world: World, rules: Rules, id: number, properties: StepProperties): Job {
  const me = world.restores[id]!;
  const backup = documentOf(world, id);
  return {
    m,
    world,
    rules,
    properties,
    id,
    me,
    target: world.tables[id]!,
    items: world.items[id]!,
    named: rowsOfName(world, id),
    backup,
    claim: backup.restoreClaims[id]!,
    go: (at) => () => {
      me.at = at;
    },
  };
}
