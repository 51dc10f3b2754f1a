/**
 * CreateBackup: take the slot, write the row and open its read snapshot, copy the batches, write AVAILABLE, and only then free the
 * slot.
 */
import type { Model, Step } from '../../../language/model.ts';
import type { Properties } from './properties.ts';
import type { Rules } from './rules.ts';
import { type Create, isUnderWay, rest, vanish, type World } from './world.ts';

const steps = [
  'take the slot',
  'BEGIN IMMEDIATE, and the definition',
  'open the read snapshot',
  'COMMIT: CREATING',
  'copy a batch',
  'copying fails',
  'AVAILABLE',
  'remove own row',
] as const;
const stepsOfMutants = ['free the slot'] as const;
type Label = (typeof steps)[number] | (typeof stepsOfMutants)[number];

export function declareCreate(m: Model, world: World, rules: Rules, id: number, properties: Properties): void {
  const { database, process, scale, source } = world;
  const { me, connection } = world.creates[id]!;
  const backup = world.backups[id]!;
  const { row, items } = backup;

  const end = (at: 'created' | 'failed') => {
    rest(m, me, at);
    process.slots[id] = false;
  };
  const takeSlot = (next: Create['at']) => (step: Step<Label>) =>
    step('take the slot', () => {
      process.slots[id] = true;
      me.at = next;
    });
  const openSnapshot = (next: Create['at']) => (step: Step<Label>) =>
    database.read(() =>
      step('open the read snapshot', () => {
        me.snapshot = source.state;
        me.at = next;
      }),
    );
  const begin = (step: Step<Label>) =>
    connection.begin(step, (beginning) =>
      beginning('BEGIN IMMEDIATE, and the definition', () => {
        me.definition = source.state;
        me.at = rules.opensSnapshot === 'under the write lock' ? 'writer' : 'snapshot open';
      }),
    );
  const commit = (step: Step<Label>) =>
    connection.commit(step, (committing) =>
      committing('COMMIT: CREATING', () => {
        row.status = 'CREATING';
        row.definition = me.definition;
        if (rules.takesSlot === 'after its row') me.at = 'unslotted';
        else me.at = rules.opensSnapshot === 'under the write lock' ? 'copying' : 'inserted';
      }),
    );
  const copy = (step: Step<Label>) => {
    database.write(() =>
      step('copy a batch', () => {
        properties.copies(me.snapshot === me.definition);
        items.batches[me.batch] = true;
        me.batch++;
      }),
    );
    step('copying fails', () => {
      me.at = 'failing';
    });
  };
  const makeAvailable = (step: Step<Label>) =>
    database.write(() =>
      step('AVAILABLE', () => {
        row.status = 'AVAILABLE';
        end('created');
      }),
    );
  const freeEarly = (step: Step<Label>) =>
    step('free the slot', () => {
      process.slots[id] = false;
      me.at = 'freed early';
    });

  const phases: { readonly [at in Create['at']]?: (step: Step<Label>) => void } = {
    start: rules.takesSlot === 'before its row' ? takeSlot('slot taken') : begin,
    'slot taken': begin,
    writer: openSnapshot('snapshot open'),
    'snapshot open': commit,
    inserted: openSnapshot('copying'),
    unslotted: takeSlot('copying'),
    copying: (step) => {
      if (me.batch < scale.batches) copy(step);
      else if (rules.freesSlot === 'before AVAILABLE') freeEarly(step);
      else makeAvailable(step);
    },
    'freed early': makeAvailable,
    failing: (step) =>
      database.write(() =>
        step('remove own row', () => {
          vanish(backup);
          end('failed');
        }),
      ),
  };
  const panic = () => {
    properties.panics();
    connection.rollback();
    rest(m, me, 'died');
    if (rules.hasDropGuard) process.slots[id] = false;
  };
  const isRight = rules.freesSlot === 'after AVAILABLE';
  const labels: readonly Label[] = isRight ? steps : [...steps, ...stepsOfMutants];
  const task = m.process(`create ${id}`, labels, (step) => process.isUp && phases[me.at]?.(step), {
    crash: { when: () => isUnderWay(me), effect: panic, goesOn: true },
  });
  const unfair = ['crash', 'copying fails', ...(world.copiesHang ? (['copy a batch'] as const) : [])] as const;
  if (rules.tasksGoOn) m.weaklyFair(task, { except: unfair });
}
