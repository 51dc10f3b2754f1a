/** DeleteBackup of backup 0: the in-use check and DELETING in one step, then the drop, then DELETED. It is never resumed. */
import type { Model, Step } from '../../language/model.ts';
import type { StepProperties } from './properties.ts';
import type { Rules } from './rules.ts';
import type { World } from './world.ts';

const steps = ['refused: BackupInUse', 'write DELETING', 'drop the data', 'write DELETED'] as const;
const stepsOfMutants = ['look whether it is in use', 'skip DELETING'] as const;

const underWay: ReadonlySet<string> = new Set(['write', 'drop', 'mark']);

export function declareDelete(m: Model, world: World, rules: Rules, properties: StepProperties): void {
  const { deletion: me } = world;
  const backup = world.backups[0]!;
  const writeDeleting = () => {
    backup.status = 'DELETING';
    me.at = 'drop';
  };

  const labels = rules.deleteIsOneStep && rules.deletingBeforeDrop ? steps : ([...steps, ...stepsOfMutants] as const);
  const crash = () => {
    me.at = 'crashed';
  };
  const body = (step: Step<(typeof labels)[number]>) => {
    if (!rules.deleteIsOneStep && me.at === 'write') step('write DELETING', writeDeleting);
    switch (me.at) {
      case 'start':
        if (rules.inUseForDelete(world, 0)) {
          step('refused: BackupInUse', () => {
            properties.deleteIsRefused();
            me.at = 'BackupInUse';
          });
        } else if (!rules.deletingBeforeDrop) {
          step('skip DELETING', () => {
            me.at = 'drop';
          });
        } else if (rules.deleteIsOneStep) step('write DELETING', writeDeleting);
        else {
          step('look whether it is in use', () => {
            me.at = 'write';
          });
        }
        break;
      case 'drop':
        step('drop the data', () => {
          backup.data = 'gone';
          me.at = 'mark';
        });
        break;
      case 'mark':
        step('write DELETED', () => {
          backup.status = 'DELETED';
          me.at = 'deleted';
        });
    }
  };
  const request = m.process('delete', labels, body, {
    crash: { when: () => underWay.has(me.at), effect: crash, goesOn: true },
  });
  m.privateTo(request, me);
  m.weaklyFair(request);
}
