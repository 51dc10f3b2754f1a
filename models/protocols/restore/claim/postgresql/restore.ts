/** RestoreTableFromBackup: the request registers the target and answers; its job copies, detached from the client. */
import type { Model, ProcessHandle, Step } from '../../../../language/model.ts';
import type { Session } from '../../../../stores/postgres.ts';
import { copySteps, declareCopy } from './copy.ts';
import type { StepProperties } from './properties.ts';
import { declareRegistration, registrationSteps } from './registration.ts';
import type { Rules } from './rules.ts';
import { type Backup, type Restore, rowsOfName, type Table, type World } from './world.ts';

const steps = [...registrationSteps, ...copySteps] as const;
export type Label = (typeof steps)[number];

/** One restore, as its request and its job see it. */
export interface Owner {
  readonly m: Model;
  readonly world: World;
  readonly rules: Rules;
  readonly properties: StepProperties;
  /** The number of the restore, the id of its target, and the key of its advisory lock. */
  readonly id: number;
  readonly me: Restore;
  readonly target: Table;
  /** Its target, and the others that may come to hold the same name. */
  readonly named: readonly Table[];
  readonly backup: Backup;
  readonly session: Session;
  readonly lockSession: Session;
  readonly go: (at: Restore['at']) => () => void;
  /** Goes on, and forgets how far the copy has come. */
  readonly stop: (at: Restore['at']) => () => void;
}

const rests: ReadonlySet<string> = new Set([
  ...['start', 'completed', 'failed', 'crashed'],
  ...['TableInUse', 'TableAlreadyExists', 'BackupInUse', 'BackupNotFound', 'LimitExceeded'],
]);

export const isAtRest = ({ at }: { readonly at: string }): boolean => rests.has(at);

export function declareRestore(m: Model, world: World, rules: Rules, id: number, properties: StepProperties): void {
  const owner = ownerOf(m, world, rules, id, properties);
  const { me, lockSession, session } = owner;
  const registration = declareRegistration(owner);
  const copy = declareCopy(owner);
  const crash = () => {
    lockSession.die();
    session.die();
    owner.stop('crashed')();
  };
  const body = (step: Step<Label>) => {
    registration(step);
    copy(step);
  };
  const handle: ProcessHandle<Label | 'crash'> = m.process(`restore ${id}`, steps, body, {
    crash: { when: () => !isAtRest(me), effect: crash, goesOn: true },
  }) as ProcessHandle<Label | 'crash'>;
  m.privateTo(handle, me);
  // It goes on unless it crashes. That a connection is refused, or that copying fails, is nobody's duty.
  m.weaklyFair(handle, { except: ['crash', 'P1 no connection (53300): LimitExceeded', 'P3 copying fails'] });
}

function ownerOf(m: Model, world: World, rules: Rules, id: number, properties: StepProperties): Owner {
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
      me.buffer = 'empty';
      me.at = at;
    },
  };
}
