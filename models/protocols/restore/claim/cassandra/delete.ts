/** DeleteBackup of backup 0: E1 reads, E2 decides in one transaction on the partition of the backup, E3 drops, E4 marks. */
import type { Model, ProcessHandle, Step } from '../../../../language/model.ts';
import type { DeleteAnswer } from '../properties.ts';
import { clear, clearSteps, lookAtTarget, remember } from './clear.ts';
import type { StepProperties } from './properties.ts';
import type { Rules } from './rules.ts';
import { type Delete, isDeleteAtRest, isMarked, type Sweep, type World } from './world.ts';

const steps = [
  'E1 not in use',
  'E1 in use: look at the target of active',
  'E1 refused: BackupInUse',
  'E1 refused: BackupNotFound',
  'E2 DELETING',
  'E2 not applied: BackupInUse',
  'E2 not applied: BackupNotFound',
  'E3 drop begins',
  'E3 drop ends',
  'E4 DELETED',
] as const;
type Label = (typeof steps)[number] | (typeof clearSteps)[number];

export function declareDelete(m: Model, world: World, rules: Rules, number: number, properties: StepProperties): void {
  const { database } = world;
  const me = world.deletes[number]!;
  const partition = world.partitions[0]!;
  const seen = world.seenBy.deletes[number] ?? [];
  const clearer = { world, rules, properties, partition, seen };
  const isPatient = world.clears === 'anyone';
  const go = (at: Delete['at']) => () => {
    me.at = at;
  };
  const refuse = (answer: DeleteAnswer) => () => {
    properties.deleteIsRefused(answer, number);
    me.at = rules.tells(answer) as DeleteAnswer;
  };
  const refuseAtOnce = (answer: DeleteAnswer) => () => {
    properties.learnsAtE1(answer);
    refuse(answer)();
  };
  const refuseAtE2 = (answer: DeleteAnswer) => () => {
    properties.learnsAtE2(answer);
    refuse(answer)();
  };

  const look = (step: Step<Label>) =>
    database.read(partition.all, () => {
      if (partition.row.status !== 'AVAILABLE') step('E1 refused: BackupNotFound', refuseAtOnce('BackupNotFound'));
      else if (!isMarked(partition)) step('E1 not in use', go('write'));
      else if (!isPatient) step('E1 refused: BackupInUse', refuseAtOnce('BackupInUse'));
      else {
        step('E1 in use: look at the target of active', () => {
          remember(partition, seen);
          me.at = 'met';
        });
      }
    });

  const write = (step: Step<Label>) =>
    database.lwt(partition.all, () => {
      if (rules.deleteMatches(partition)) {
        step('E2 DELETING', () => {
          partition.row.status = 'DELETING';
          me.at = 'drop';
        });
      } else if (partition.row.status === 'AVAILABLE') step('E2 not applied: BackupInUse', refuseAtE2('BackupInUse'));
      else step('E2 not applied: BackupNotFound', refuseAtE2('BackupNotFound'));
    });

  const body = (step: Step<Label>) => {
    if (me.at === 'start') look(step);
    else if (me.at === 'met') lookAtTarget(clearer, step, { isCreating: refuse('BackupInUse'), isNot: go('clear') });
    else if (me.at === 'clear') {
      clear(clearer, step, () => {
        properties.deleteClears();
        me.at = 'write';
      });
    } else if (me.at === 'write') write(step);
    else drop(step, world, me, properties, go('deleted'));
  };
  const crash = () => {
    properties.diesAtWork(() => !isDeleteAtRest(me));
    m.reset(me);
    for (const marker of seen) m.reset(marker);
    me.at = 'crashed';
  };
  const never = isPatient ? 'E1 refused: BackupInUse' : 'E1 in use: look at the target of active';
  const labels = [...steps.filter((label) => label !== never), ...(isPatient ? clearSteps : [])];
  const handle = m.process(`delete ${number}`, labels, body, {
    crash: { when: () => !isDeleteAtRest(me), effect: crash, goesOn: true },
  }) as ProcessHandle<Label | 'crash'>;
  m.privateTo(handle, me, ...seen);
  m.weaklyFair(handle);
}

/** E3 and E4, of a delete or of the sweep that finishes it. */
export function drop(
  step: Step<'E3 drop begins' | 'E3 drop ends' | 'E4 DELETED'>,
  { database, partitions, data: all }: World,
  me: Delete | Sweep,
  properties: StepProperties,
  then: () => void,
): void {
  const partition = partitions[0]!;
  const data = all[0]!;
  if (me.at === 'drop') {
    database.lwt(data, () =>
      step('E3 drop begins', () => {
        const before = data.is;
        if (data.is === 'full') data.is = 'dropping';
        properties.goneStaysGone(() => before !== 'gone' || data.is === 'gone');
        me.at = 'dropping';
      }),
    );
  } else if (me.at === 'dropping') {
    database.write(data, () =>
      step('E3 drop ends', () => {
        data.is = 'gone';
        me.at = 'mark';
      }),
    );
  } else if (me.at === 'mark') {
    database.write(partition.row, () =>
      step('E4 DELETED', () => {
        partition.row.status = 'DELETED';
        partition.row.isStale = false;
        then();
      }),
    );
  }
}
