/** DeleteBackup of an index row: describe it, start_backup_delete under the row lock, drop the data, set_backup_deleted. */
import type { Model, Step } from '../../language/model.ts';
import type { Properties } from './properties.ts';
import type { Rules } from './rules.ts';
import { type Deletion, inStore, isDeleteAtRest, type World } from './world.ts';

const steps = [
  'build the description',
  'refused: the source is unreadable',
  'lock the row',
  'look for restores',
  'refused: BackupInUse',
  'refused: BackupNotFound',
  'COMMIT: DELETING',
  'DELETING already: go on',
  'drop the data',
  'DELETED',
  'DELETED not matched',
] as const;
const ofMutants = ['start at once', 'no status write'] as const;
type Label = (typeof steps)[number] | (typeof ofMutants)[number];

export function declareDelete(m: Model, world: World, rules: Rules, at: number, properties: Properties): void {
  const { database, row, target, variant } = world;
  const { me, session } = world.deletes[at]!;
  const go = (how: Deletion['at']) => () => {
    me.at = how;
  };

  const describe = (step: Step<Label>, next: Deletion['at']) => {
    step('build the description', go(next));
    step('refused: the source is unreadable', () => {
      properties.failsToDescribe(rules.describes === 'before DELETING');
      me.at = 'the source is unreadable';
    });
  };
  const refuse = (step: Step<Label>, how: 'BackupInUse' | 'BackupNotFound') =>
    step(`refused: ${how}`, () => {
      session.rollback();
      me.at = how;
      properties.refuses(me.at);
    });

  const lock = (step: Step<Label>, next: 'row locked' | 'checked') =>
    session.lock(step, row, (locking) => {
      const { status } = row;
      if (rules.canBeDeleted(row)) locking('lock the row', go(next));
      else if (status === 'CREATING') refuse(step, 'BackupInUse');
      else if (status === 'DELETING' && variant.onDeleting === 'finishes the delete') {
        step('DELETING already: go on', () => {
          properties.resumes();
          me.at = 'drop';
        });
      } else refuse(step, 'BackupNotFound');
    });
  const look = (step: Step<Label>, next: 'looked' | 'checked') =>
    database.select([target], () => {
      if (rules.isInUse(world)) refuse(step, 'BackupInUse');
      else step('look for restores', go(next));
    });
  const commit = (step: Step<Label>) => {
    if (rules.dropsAfter === 'no status write') {
      step('no status write', () => {
        session.rollback();
        me.at = 'drop';
      });
      return;
    }
    session.commit(step, { updates: [row] }, (committing) =>
      committing('COMMIT: DELETING', () => {
        properties.starts(() => row.status === 'AVAILABLE');
        row.status = 'DELETING';
        me.at = rules.describes === 'after DELETING' ? 'describe late' : 'drop';
      }),
    );
  };
  // The row keeps the generation of its create, so its data can still be found.
  const drop = (step: Step<Label>) => {
    const data = world.data[0]!;
    inStore(m, data, () =>
      step('drop the data', () => {
        properties.drops();
        data.batches.fill(false);
        me.at = 'mark';
      }),
    );
  };
  const mark = (step: Step<Label>) =>
    database.update(row, () => {
      if (rules.deletedMatches(row)) {
        step('DELETED', () => {
          properties.marks();
          row.status = 'DELETED';
          me.at = 'deleted';
        });
      } else {
        step('DELETED not matched', () => {
          me.at = 'deleted';
          properties.findsDeleted(() => me.at === 'deleted');
        });
      }
    });

  const looksFirst = rules.deleteLooks === 'before the lock';
  const start = (step: Step<Label>) => {
    if (rules.describes === 'before DELETING') describe(step, 'described');
    else step('start at once', go('described'));
  };
  const phases: { readonly [how in Deletion['at']]?: (step: Step<Label>) => void } = {
    start,
    described: (step) => (looksFirst ? look(step, 'looked') : lock(step, 'row locked')),
    looked: (step) => lock(step, 'checked'),
    'row locked': (step) => look(step, 'checked'),
    checked: commit,
    'describe late': (step) => describe(step, 'drop'),
    'the source is unreadable': start,
    drop,
    mark,
  };
  const isRight = rules.describes === 'before DELETING' && rules.dropsAfter === 'DELETING';
  const labels: readonly Label[] = isRight ? steps : [...steps, ...ofMutants];
  // The client retries when its request died, or when it was told that the source is unreadable.
  const crash = () => {
    properties.deleteDies(me);
    session.die();
    m.reset(me);
  };
  const request = m.process(`delete ${at}`, labels, (step: Step<Label>) => phases[me.at]?.(step), {
    crash: { when: () => !isDeleteAtRest(me), effect: crash, goesOn: true },
  });
  m.privateTo(request, me);
  m.weaklyFair(request, { except: ['crash', 'refused: the source is unreadable', 'build the description'] });
  if (rules.sourceCanBeRead) m.stronglyFair(request, { only: ['build the description'] });
}
