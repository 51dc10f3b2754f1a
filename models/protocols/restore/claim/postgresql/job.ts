/** What the steps of one restore use. */
import type { Model } from '../../../../language/model.ts';
import type { Session } from '../../../../stores/postgres.ts';
import type { StepProperties } from './properties.ts';
import type { Rules } from './rules.ts';
import { type Backup, type Restore, rowsOfName, type Table, type World } from './world.ts';

/** One restore, as seen by its request and its job. */
export interface Job {
  readonly m: Model;
  readonly world: World;
  readonly rules: Rules;
  readonly properties: StepProperties;
  /** The number of the restore, which is also the id of its target and the key of its advisory lock. */
  readonly id: number;
  readonly me: Restore;
  readonly target: Table;
  /** Its target, and other tables that may get the same name. */
  readonly named: readonly Table[];
  readonly backup: Backup;
  readonly session: Session;
  readonly lockSession: Session;
  readonly go: (at: Restore['at']) => () => void;
  /** Continues at `at`, and forgets the progress of the copy. */
  readonly stop: (at: Restore['at']) => () => void;
}

export function jobOf(m: Model, world: World, rules: Rules, id: number, properties: StepProperties): Job {
  const me = world.restores[id]!;
  return {
    m,
    world,
    rules,
    properties,
    id,
    me,
    target: world.tables[id]!,
    named: rowsOfName(world, id),
    backup: world.backups[world.backupOf(id)]!,
    session: world.database.session(`session of restore ${id}`),
    lockSession: world.lockSessions[id]!,
    go: (at) => () => {
      me.at = at;
    },
    stop: (at) => () => {
      me.batch = 0;
      me.buffer = 'missing';
      me.at = at;
    },
  };
}
