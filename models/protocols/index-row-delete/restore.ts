/** A restore from the index row, reduced to what matters for deletes: registration under the row lock, the copy, ACTIVE. */
import type { Model, Step } from '../../language/model.ts';
import type { Rules } from './rules.ts';
import { inStore, isFull, type World } from './world.ts';

const steps = [
  'lock the row',
  'refused: BackupNotFound',
  'check the backup',
  'COMMIT: registered',
  'read the data',
  'insert the items',
  'ACTIVE',
] as const;
type Label = (typeof steps)[number];

export function declareRestore(m: Model, world: World, rules: Rules, at: number): void {
  const { database, row, target } = world;
  const { me, session } = world.restores[at]!;
  const data = world.data[0]!;

  const check = (step: Step<Label>) =>
    database.select([row], () => {
      if (!rules.canBeRestored(row)) {
        step('refused: BackupNotFound', () => {
          session.rollback();
          me.at = 'refused';
        });
      } else {
        step('check the backup', () => {
          me.at = 'checked';
        });
      }
    });
  const body = (step: Step<Label>) => {
    if (me.at === 'start') {
      session.lock(step, row, (locking) =>
        locking('lock the row', () => {
          me.at = 'row locked';
        }),
      );
    } else if (me.at === 'row locked') check(step);
    else if (me.at === 'checked') {
      session.commit(step, { inserts: [target] }, (committing) =>
        committing('COMMIT: registered', () => {
          target.status = 'CREATING';
          me.at = 'read';
        }),
      );
    } else if (me.at === 'read') {
      inStore(m, data, () =>
        step('read the data', () => {
          me.holds = isFull(data) ? 'whole' : 'torn';
          me.at = 'insert';
        }),
      );
    } else if (me.at === 'insert') {
      database.update(target, () =>
        step('insert the items', () => {
          target.items = me.holds === 'torn' ? 'torn' : 'whole';
          me.holds = 'nothing';
          me.at = 'finish';
        }),
      );
    } else if (me.at === 'finish') {
      database.update(target, () =>
        step('ACTIVE', () => {
          target.status = 'ACTIVE';
          me.at = 'through';
        }),
      );
    }
  };
  const restore = m.process(`restore ${at}`, steps, body);
  m.privateTo(restore, me);
  m.weaklyFair(restore);
}
