/** DeleteBackup of backup 0, for rows of the catalog and of its index alike: E1 look, E2 claim, E3 drop, E4 mark. */
import type { Model, Step } from '../../../../language/model.ts';
import type { Judgements } from './properties.ts';
import type { Rules } from './rules.ts';
import { isMarked, partitionOf, type World } from './world.ts';

const steps = [
  'E1 not in use',
  'E2 DELETING',
  'refused: BackupInUse',
  'refused: BackupNotFound',
  'E3 drop the data',
  'E4 DELETED',
  'E4 it is DELETED already',
] as const;
const stepsOfLoss = [
  'E2 answer lost, landed',
  'E2 answer lost, nothing landed',
  'E2 unknown: read DELETING',
  'E2 unknown: read AVAILABLE, again',
] as const;
const stepsOfLateWrites = ['E2 answer lost, on its way'] as const;
const stepsOfMutants = ['E2 is skipped'] as const;
const underWay: ReadonlySet<string> = new Set(['claim', 'claim unknown', 'drop', 'mark']);
type DeleteStep = (typeof steps | typeof stepsOfLoss | typeof stepsOfLateWrites | typeof stepsOfMutants)[number];

export function declareDelete(m: Model, world: World, rules: Rules, id: number, judge: Judgements): void {
  const me = world.deletions[id]!;
  const { store } = world;
  const [backup, items] = [world.backupRows[0]!, world.backupItems[0]!];
  const partition = partitionOf(world, 0);
  const go = (at: typeof me.at) => () => {
    me.at = at;
  };
  const land = () => {
    backup.status = 'DELETING';
  };
  const late = world.writesAreLate
    ? store.late('DELETING', { when: () => !isClosed() && !isMarked(world, 0), effect: land })
    : null;
  const isClosed = () => backup.status !== 'AVAILABLE';

  const refuse = (step: Step<DeleteStep>, refusal: 'BackupNotFound' | 'BackupInUse') =>
    step(`refused: ${refusal}`, () => {
      judge.refusesDelete(id, refusal);
      me.at = rules.tells(refusal) as typeof refusal;
    });
  const look = (step: Step<DeleteStep>) =>
    store.read(partition, () => {
      if (isClosed()) refuse(step, 'BackupNotFound');
      else if (isMarked(world, 0)) refuse(step, 'BackupInUse');
      else if (rules.deletingBeforeDrop) step('E1 not in use', go('claim'));
      else step('E2 is skipped', go('drop'));
    });
  const claim = (step: Step<DeleteStep>) =>
    store.lwt(partition, () => {
      if (rules.claimAsksForAvailable && isClosed()) refuse(step, 'BackupNotFound');
      else if (rules.claimAsksForNoMarker && isMarked(world, 0)) {
        refuse(step, 'BackupInUse');
      } else {
        step('E2 DELETING', () => {
          land();
          me.at = 'drop';
        });
        const labels = ['E2 answer lost, landed', 'E2 answer lost, nothing landed'] as const;
        late?.offer(step, 'E2 answer lost, on its way', go('claim unknown'));
        if (world.lostAnswersOfWrites) store.answerLost(step, labels, land, go('claim unknown'));
      }
    });
  const body = (step: Step<DeleteStep>) => {
    switch (me.at) {
      case 'start':
        look(step);
        break;
      case 'claim':
        claim(step);
        break;
      case 'claim unknown':
        store.read(partition, () => {
          if (isClosed()) step('E2 unknown: read DELETING', go('drop'));
          else step('E2 unknown: read AVAILABLE, again', go('claim'));
        });
        break;
      case 'drop':
        store.write(items, () =>
          step('E3 drop the data', () => {
            items.data = 'gone';
            me.at = 'mark';
          }),
        );
        break;
      case 'mark':
        store.lwt(partition, () => {
          if (backup.status === 'DELETED') step('E4 it is DELETED already', go('deleted'));
          else {
            step('E4 DELETED', () => {
              Object.assign(backup, { status: 'DELETED', stale: false });
              me.at = 'deleted';
              judge.deleteEnds(() => me.at === 'deleted');
            });
          }
        });
    }
  };
  const labels: readonly DeleteStep[] = [
    ...steps,
    ...(world.lostAnswersOfWrites ? stepsOfLoss : []),
    ...(world.writesAreLate ? stepsOfLateWrites : []),
    ...(rules.deletingBeforeDrop ? [] : stepsOfMutants),
  ];
  const process = m.process(`delete ${id}`, labels, body, {
    crash: { when: () => underWay.has(me.at), effect: go('interrupted'), goesOn: true },
  });
  m.privateTo(process, me);
  const luck = ['E2 answer lost, landed', 'E2 answer lost, nothing landed', 'E2 answer lost, on its way'] as const;
  m.weaklyFair(process, { except: ['crash', ...luck.filter((label) => labels.includes(label))] });
}
