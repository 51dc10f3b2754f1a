/** The reconciler of one server. It handles each target separately. A cycle that finds nothing is left out: it would change nothing. */
import type { Model, Step } from '../../../../language/model.ts';
import type { Judgements } from './properties.ts';
import { dropCollection, removeDocument } from './removal.ts';
import type { Rules } from './rules.ts';
import { fencedGeneration, type Listed, type Table, type Target, type World } from './world.ts';

const steps = [
  'c1 list as dead',
  'c1 list as FAILED',
  'c2 FAILED',
  'c2 not matched: leave it',
  'c3 drop the collection',
  'c3 remove target',
  'c3 left to its owner',
] as const;
const stepsOfLag = ['c2 acknowledged', 'c2 lost in a failover: leave it'] as const;
const stepsOfMutants = ['c2 FAILED again'] as const;
type ReconcilerStep = (typeof steps)[number] | (typeof stepsOfLag)[number] | (typeof stepsOfMutants)[number];

export function declareReconciler(m: Model, world: World, rules: Rules, server: number, judge: Judgements): void {
  const listed = world.listed[server]!;
  const labels: readonly ReconcilerStep[] = [
    ...steps,
    ...(world.majorityLags ? stepsOfLag : []),
    ...(rules.failedIsWrittenOnce ? [] : stepsOfMutants),
  ];
  const process = m.process(
    `reconciler ${server}`,
    labels,
    (step: Step<ReconcilerStep>) => {
      listed.forEach((entry, id) => {
        reconcile({ m, world, rules, judge }, step, entry, world.targets[id]!);
      });
    },
    {
      // It restarts at once, and has forgotten its listing.
      crash: {
        when: () => listed.some(({ as }) => as !== 'nothing'),
        effect: () => {
          judge.cycleDies(listed);
          for (const entry of listed) m.reset(entry);
          judge.hasForgotten(() => listed.every(({ as }) => as === 'nothing'));
        },
        goesOn: true,
      },
    },
  );
  m.privateTo(process, ...listed);
  m.weaklyFair(process);
}

interface Reconciler {
  readonly m: Model;
  readonly world: World;
  readonly rules: Rules;
  readonly judge: Judgements;
}

function reconcile(reconciler: Reconciler, step: Step<ReconcilerStep>, entry: Listed, target: Target): void {
  const { m, world, rules, judge } = reconciler;
  const { database } = world;
  const { table } = target;
  const first = rules.collectionBeforeDocument ? 'drop' : 'remove';
  const drop = (then: () => void) => dropCollection(reconciler, step, 'c3 drop the collection', target, then);
  if (!rules.collectionBeforeDocument && entry.as === 'drop after removal') drop(() => m.reset(entry));
  switch (entry.as) {
    case 'nothing': {
      const seen: Table = rules.listReads === 'the majority' ? world.byMajority(table) : table;
      database.find(seen, () => {
        if (rules.listsAsDead(seen)) {
          step('c1 list as dead', () => {
            judge.lists(seen, 'dead');
            Object.assign(entry, { as: 'dead', generation: seen.generation, heartbeat: seen.heartbeat });
          });
        } else if (rules.listsAsFailed(seen)) {
          step('c1 list as FAILED', () => {
            judge.lists(seen, first);
            entry.as = first;
          });
        }
      });
      if (rules.failedIsWrittenOnce) return;
      database.update(step, table, (update) => {
        if (table.job !== 'FAILED' || table.status !== 'CREATING' || !table.stale) return;
        update('c2 FAILED again', () => {
          table.stale = false;
        });
      });
      return;
    }
    case 'dead':
      database.update(step, table, (update) => {
        if (rules.condemns(table, entry)) {
          update('c2 FAILED', () => {
            judge.condemns(target, entry.heartbeat);
            table.job = 'FAILED';
            if (rules.failedDrawsGeneration) table.generation = fencedGeneration;
            m.reset(entry);
            entry.as = world.majorityLags && rules.waitsForMajority.failed ? 'FAILED waits' : first;
            judge.failedGoesOnToRemoval(() => entry.as === 'FAILED waits' || entry.as === first);
          });
        } else {
          update('c2 not matched: leave it', () => {
            judge.leavesRecord(target, entry);
            m.reset(entry);
          });
        }
      });
      return;
    case 'FAILED waits':
      database.settled(table, () => {
        if (table.job === 'FAILED') {
          step('c2 acknowledged', () => {
            entry.as = first;
          });
        } else {
          step('c2 lost in a failover: leave it', () => {
            judge.losesFailed(target);
            entry.as = 'nothing';
          });
        }
      });
      return;
    case 'drop':
      drop(() => {
        entry.as = 'remove';
      });
      return;
    case 'remove':
      removeDocument(
        reconciler,
        step,
        ['c3 remove target', 'c3 left to its owner'],
        target,
        () => {
          judge.reconcilerRemoves(target);
          entry.as = rules.collectionBeforeDocument ? 'nothing' : 'drop after removal';
        },
        () => {
          entry.as = 'nothing';
        },
      );
      return;
  }
}
