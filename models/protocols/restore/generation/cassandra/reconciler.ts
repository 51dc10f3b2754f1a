/** The reconciler of one server. It handles each target separately. A cycle that finds nothing is left out: it would change nothing. */
import type { Model, Step } from '../../../../language/model.ts';
import type { Judgements } from './properties.ts';
import { claimRow, dropTables, removeRow } from './removal.ts';
import type { Rules } from './rules.ts';
import {
  fencedGeneration,
  type Listed,
  partitionOf,
  partitionOfName,
  type Reported,
  type Target,
  type World,
} from './world.ts';

const steps = [
  'c1 list as dead',
  'c1 list as FAILED',
  'c1 list as DELETING',
  'c2 FAILED',
  'c2 not applied: leave it',
  'c3 r1 DELETING',
  'c3 left to its owner',
  'c3 r2 drop the tables',
  'c3 r2 remove the row',
  'c3 r2 the row is gone',
  'y0 report stale DELETING',
  'E3 drop the data',
  'E4 DELETED',
] as const;
const stepsOfMutants = ['c2 FAILED again'] as const;
type ReconcilerStep = (typeof steps)[number] | (typeof stepsOfMutants)[number];

interface Reconciler {
  readonly m: Model;
  readonly world: World;
  readonly rules: Rules;
  readonly judge: Judgements;
}

export function declareReconciler(m: Model, world: World, rules: Rules, server: number, judge: Judgements): void {
  const listed = world.listed[server]!;
  const reported = world.reported[server]!;
  const labels: readonly ReconcilerStep[] = rules.failedIsWrittenOnce ? steps : [...steps, ...stepsOfMutants];
  const process = m.process(
    `reconciler ${server}`,
    labels,
    (step: Step<ReconcilerStep>) => {
      listed.forEach((entry, id) => {
        reconcile({ m, world, rules, judge }, step, entry, world.targets[id]!);
      });
      if (rules.finishesDeletes) finishDelete(world, step, reported, judge);
    },
    {
      // It restarts at once, and has forgotten its listing.
      crash: {
        when: () => reported.as !== 'nothing' || listed.some(({ as }) => as !== 'nothing'),
        effect: () => {
          judge.cycleDies();
          for (const entry of [...listed, reported]) m.reset(entry);
          judge.hasForgotten(() => [...listed, reported].every(({ as }) => as === 'nothing'));
        },
        goesOn: true,
      },
    },
  );
  m.privateTo(process, ...listed, reported);
  m.weaklyFair(process);
}

function list({ world, rules, judge }: Reconciler, step: Step<ReconcilerStep>, entry: Listed, target: Target): void {
  const { table } = target;
  world.store.read(partitionOfName(world, target), () => {
    if (rules.listsAsDead(table)) {
      step('c1 list as dead', () => {
        judge.lists(target, 'dead');
        Object.assign(entry, { as: 'dead', generation: table.generation, heartbeat: table.heartbeat });
      });
    } else if (rules.listsAsFailed(table)) {
      step('c1 list as FAILED', () => {
        judge.lists(target, 'r1');
        entry.as = 'r1';
      });
    } else if (rules.listsHalfRemoved(table)) {
      step('c1 list as DELETING', () => {
        judge.lists(target, 'r2 tables');
        entry.as = 'r2 tables';
      });
    }
  });
  if (rules.failedIsWrittenOnce) return;
  world.store.lwt(partitionOfName(world, target), () => {
    if (table.job !== 'FAILED' || table.status !== 'CREATING' || !table.stale) return;
    step('c2 FAILED again', () => {
      table.stale = false;
    });
  });
}

function condemn({ m, world, rules, judge }: Reconciler, step: Step<ReconcilerStep>, entry: Listed, target: Target) {
  const { table } = target;
  world.store.lwt(partitionOfName(world, target), () => {
    if (rules.condemns(table, entry)) {
      step('c2 FAILED', () => {
        judge.condemns(target, entry.heartbeat);
        table.job = 'FAILED';
        if (rules.failedDrawsGeneration) table.generation = fencedGeneration;
        m.reset(entry);
        entry.as = 'r1';
        judge.failedGoesOnToRemoval(() => entry.as === 'r1');
      });
    } else {
      step('c2 not applied: leave it', () => {
        judge.leavesRecord(target, entry);
        m.reset(entry);
      });
    }
  });
}

function reconcile(reconciler: Reconciler, step: Step<ReconcilerStep>, entry: Listed, target: Target): void {
  const { judge } = reconciler;
  const become = (as: Listed['as']) => {
    entry.as = as;
  };
  switch (entry.as) {
    case 'nothing':
      list(reconciler, step, entry, target);
      break;
    case 'dead':
      condemn(reconciler, step, entry, target);
      break;
    case 'r1':
      claimRow(
        reconciler,
        step,
        ['c3 r1 DELETING', 'c3 left to its owner'],
        target,
        () => become('r2 tables'),
        () => become('nothing'),
      );
      break;
    case 'r2 tables':
      dropTables(reconciler, step, 'c3 r2 drop the tables', target, () => become('r2 row'));
      break;
    case 'r2 row':
      removeRow(
        reconciler,
        step,
        ['c3 r2 remove the row', 'c3 r2 the row is gone'],
        target,
        () => judge.reconcilerRemoves(target),
        () => become('nothing'),
      );
  }
}

/** The scan reports a row that a delete left DELETING, and the reconciler finishes that delete. */
function finishDelete(world: World, step: Step<ReconcilerStep>, reported: Reported, judge: Judgements): void {
  const [backup, items] = [world.backupRows[0]!, world.backupItems[0]!];
  if (reported.as === 'nothing') {
    world.store.read(partitionOf(world, 0), () => {
      if (backup.status !== 'DELETING' || !backup.stale) return;
      step('y0 report stale DELETING', () => {
        judge.reportsDelete(backup);
        reported.as = 'drop';
      });
    });
  } else if (reported.as === 'drop') {
    world.store.write(items, () =>
      step('E3 drop the data', () => {
        items.data = 'gone';
        reported.as = 'mark';
      }),
    );
  } else {
    world.store.lwt(partitionOf(world, 0), () =>
      step('E4 DELETED', () => {
        judge.finishesDelete();
        Object.assign(backup, { status: 'DELETED', stale: false });
        reported.as = 'nothing';
      }),
    );
  }
}
