/** A restore from the index row, reduced to what matters for deletes: registration under the row lock, the copy, ACTIVE. */
import type { Model, Step } from '../../language/model.ts';
import type { Properties } from './properties.ts';
import type { Rules } from './rules.ts';
import { inStore, type Restore, type World } from './world.ts';

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

export function declareRestore(m: Model, world: World, rules: Rules, at: number, properties: Properties): void {
  const { database, row, target } = world;
  const { me, session } = world.restores[at]!;
  const data = world.data[0]!;

  const check = (step: Step<Label>) =>
    database.select([row], () => {
      if (!rules.canBeRestored(row)) {
        step('refused: BackupNotFound', () => {
          properties.refusesRestore();
          session.rollback();
          me.at = 'refused';
        });
      } else {
        step('check the backup', () => {
          me.at = 'checked';
        });
      }
    });
  const phases: { readonly [at in Restore['at']]?: (step: Step<Label>) => void } = {
    start: (step) =>
      session.lock(step, row, (locking) =>
        locking('lock the row', () => {
          me.at = 'row locked';
        }),
      ),
    'row locked': check,
    checked: (step) =>
      session.commit(step, { inserts: [target] }, (committing) =>
        committing('COMMIT: registered', () => {
          target.status = 'CREATING';
          me.at = 'read';
        }),
      ),
    read: (step) =>
      inStore(m, data, () =>
        step('read the data', () => {
          properties.reads(data);
          me.at = 'insert';
        }),
      ),
    insert: (step) =>
      database.update(target, () =>
        step('insert the items', () => {
          target.hasItems = true;
          me.at = 'finish';
        }),
      ),
    finish: (step) =>
      database.update(target, () =>
        step('ACTIVE', () => {
          target.status = 'ACTIVE';
          me.at = 'through';
        }),
      ),
  };
  const restore = m.process(`restore ${at}`, steps, (step: Step<Label>) => phases[me.at]?.(step));
  m.privateTo(restore, me);
  m.weaklyFair(restore);
}
