/** RestoreTableFromBackup: one write transaction for the registration, one for each batch, one for DONE and ACTIVE. */
import type { Model, Step } from '../../../../language/model.ts';
import { batchOf, type Properties } from './properties.ts';
import { removalOf } from './removal.ts';
import type { Rules } from './rules.ts';
import { accepts, fencedGeneration, generationOf, isUnderWay, type Restore, type World } from './world.ts';

const steps = [
  'N1 register',
  'N1 refused: TableInUse',
  'N1 refused: TableAlreadyExists',
  'N1 refused: BackupNotFound',
  'N1 refused: BackupInUse',
  'ask again',
  'N2 beat',
  'N2 beat not matched',
  'N3 copy a batch',
  'N3 batch not matched',
  'N3 copying fails',
  'N4 DONE and ACTIVE',
  'N4 DONE not matched',
  'N5 FAILED',
  'N5 FAILED not matched',
  'N6 remove own target',
  'N6 nothing to remove',
] as const;
const stepsOfMutants = ['take the slot', 'free the slot'] as const;
type Label = (typeof steps)[number] | (typeof stepsOfMutants)[number];

interface Task {
  readonly me: Restore;
  readonly phases: { readonly [at in Restore['at']]?: (step: Step<Label>) => void };
}

export function declareRestore(m: Model, world: World, rules: Rules, restore: number, properties: Properties): void {
  const { me, phases } = taskOf(m, world, rules, restore, properties);
  const { process, variant } = world;
  const isRight = rules.takesSlot === 'before it registers' && rules.freesSlot === 'with its end';
  const labels: Label[] = [
    ...steps.filter((label) => variant.asksAgain || label !== 'ask again'),
    ...(isRight ? [] : stepsOfMutants),
  ];
  const panic = () => {
    properties.sees.panics(() => isUnderWay(me));
    if (rules.hasDropGuard) process.slots[restore] = false;
    me.batch = 0;
    me.at = 'died';
  };
  const task = m.process(`restore ${restore}`, labels, (step) => accepts(world) && phases[me.at]?.(step), {
    ...(variant.faults.includes('panics') && { crash: { when: () => isUnderWay(me), effect: panic, goesOn: true } }),
  });
  // Excluded from fairness: nothing forces them to happen, so copying succeeds eventually.
  const unfairLabels: readonly string[] = [
    'crash',
    'N3 copying fails',
    ...(variant.copiesHang ? ['N3 copy a batch'] : []),
  ];
  if (rules.tasksGoOn) m.weaklyFair(task, { except: task.labels.filter((label) => unfairLabels.includes(label)) });
}

function taskOf(m: Model, world: World, rules: Rules, restore: number, properties: Properties): Task {
  const { database, backups, process, scale, variant } = world;
  const me = world.restores[restore]!;
  const target = world.targets[restore]!;
  const { table, record, items } = target;
  const backup = backups[target.backup]!;
  const mine = generationOf(restore);

  const end = (at: Restore['at']) => () => {
    me.batch = 0;
    me.at = at;
    process.slots[restore] = false;
  };

  const refusal = () => {
    const holder = rules.holderOfName(world, target.name);
    if (world.ordinary !== null && rules.looksForOrdinaryTables && world.ordinary.table.status !== 'absent')
      return 'TableAlreadyExists';
    if (holder !== undefined) return holder.table.status === 'CREATING' ? 'TableInUse' : 'TableAlreadyExists';
    if (backup.status !== 'AVAILABLE') return 'BackupNotFound';
    return rules.inUseForRestore(world, target.backup) ? 'BackupInUse' : null;
  };

  const register = (step: Step<Label>) =>
    database.write(() => {
      const refused = refusal();
      if (refused !== null) {
        step(`N1 refused: ${refused}`, () => {
          properties.refuses(target, refused);
          me.at = rules.tells(refused);
        });
        return;
      }
      step('N1 register', () => {
        table.status = 'CREATING';
        record.job = 'RUNNING';
        record.generation = mine;
        record.heartbeat = 1;
        const takesSlot = rules.takesSlot === 'before it registers';
        if (takesSlot) process.slots[restore] = true;
        me.at = takesSlot ? 'beat' : 'registered';
      });
    });

  const beat = (step: Step<Label>) =>
    database.write(() => {
      if (!rules.beatMatches(record, mine)) step('N2 beat not matched', end('lost its claim'));
      else {
        step('N2 beat', () => {
          properties.beats(target, mine);
          record.heartbeat++;
          record.stale = false;
          properties.isFresh(() => !record.stale);
          me.at = 'copy';
        });
      }
    });

  const copy = (step: Step<Label>) => {
    database.write(() => {
      if (!rules.batchMatches(record, mine)) {
        step('N3 batch not matched', end('lost its claim'));
        return;
      }
      step('N3 copy a batch', () => {
        properties.writesInto(target, target);
        items.batches[me.batch] = batchOf(backup);
        properties.batchLands(target);
        const isLast = me.batch + 1 === scale.batches;
        if (isLast) me.batch = 0;
        else me.batch++;
        me.at = isLast ? 'done' : 'beat';
      });
    });
    step('N3 copying fails', () => {
      me.batch = 0;
      me.at = 'failing';
    });
  };

  const done = (step: Step<Label>) => {
    if (rules.freesSlot === 'before DONE' && process.slots[restore]) {
      step('free the slot', () => {
        process.slots[restore] = false;
      });
      return;
    }
    database.write(() => {
      if (!rules.doneMatches(record, mine)) step('N4 DONE not matched', end('lost its claim'));
      else {
        step('N4 DONE and ACTIVE', () => {
          properties.ownerWrites(target, mine);
          record.job = 'DONE';
          table.status = 'ACTIVE';
          end('completed')();
        });
      }
    });
  };

  const fail = (step: Step<Label>) =>
    database.write(() => {
      if (!rules.failMatches(record, mine)) step('N5 FAILED not matched', end('lost its claim'));
      else {
        step('N5 FAILED', () => {
          properties.ownerWrites(target, mine);
          record.job = 'FAILED';
          record.generation = fencedGeneration(world);
          me.at = 'removing';
        });
      }
    });

  const remove = (step: Step<Label>) =>
    removalOf({ m, world, properties }, target, (removal) => {
      if (removal === null) {
        step('N6 nothing to remove', () => {
          properties.leavesTarget(target);
          end('failed')();
          properties.hasFailed(() => me.at === 'failed');
        });
      } else {
        step('N6 remove own target', () => {
          properties.sees.ownerRemoves();
          removal();
          end('failed')();
        });
      }
    });

  return {
    me,
    phases: {
      start: register,
      registered: (step) =>
        step('take the slot', () => {
          process.slots[restore] = true;
          me.at = 'beat';
        }),
      beat,
      copy,
      done,
      failing: fail,
      removing: remove,
      TableInUse: (step) => {
        if (!variant.asksAgain) return;
        step('ask again', () => {
          properties.asksAgain(target);
          me.at = 'start';
        });
      },
    },
  };
}
