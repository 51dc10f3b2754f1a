/** What the steps of one restore use. */
import type { Model } from '../../../../language/model.ts';
import type { StepProperties } from './properties.ts';
import type { Rules } from './rules.ts';
import {
  type BackupPartition,
  type Items,
  type Marker,
  partitionOf,
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
  /** The partition of the name: its target, and other tables that may get the name. */
  readonly named: readonly Table[];
  readonly partition: BackupPartition;
  readonly marker: Marker;
  readonly history: World['histories'][number];
  readonly seen: readonly Marker[];
  readonly go: (at: Restore['at']) => () => void;
}

export function jobOf(m: Model, world: World, rules: Rules, id: number, properties: StepProperties): Job {
  const me = world.restores[id]!;
  const partition = partitionOf(world, id);
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
    partition,
    marker: partition.markers[id]!,
    history: world.histories[id]!,
    seen: world.seenBy.restores[id] ?? [],
    go: (at) => () => {
      me.at = at;
    },
  };
}
