/** Start-up and reconciler: start-up sets every heartbeat to the epoch; then each cycle removes dead targets. */
import type { Model, Step } from '../../../../language/model.ts';
import type { Properties } from './properties.ts';
import { removalOf } from './removal.ts';
import type { Rules } from './rules.ts';
import { accepts, fencedGeneration, type Listed, type Target, type World } from './world.ts';

const steps = [
  'start-up: heartbeats := epoch',
  'c1 list',
  'c1 nothing is listed',
  'c2 FAILED',
  'c2 not matched: leave it',
  'c3 remove target',
  'c3 left to its owner',
] as const;
const stepsOfMutants = ['start-up: heartbeats stay'] as const;
type Label = (typeof steps)[number] | (typeof stepsOfMutants)[number];

export function declareReconciler(m: Model, world: World, rules: Rules, properties: Properties): void {
  const { targets, database, process, listed } = world;

  const startUp = (step: Step<Label>) =>
    database.write(() => {
      step(rules.writesEpoch ? 'start-up: heartbeats := epoch' : 'start-up: heartbeats stay', () => {
        process.is = 'in its first cycle';
        if (!rules.writesEpoch) return;
        for (const { record } of targets) {
          if (record.job !== 'RUNNING') continue;
          record.heartbeat = 0;
          record.stale = true;
        }
      });
    });

  const found = (target: Target, id: number): Listed['as'] => {
    if (!rules.goesOnBesideTasks && process.slots.includes(true)) return 'nothing';
    if (rules.listsAsDead(target.record, process.slots[id]!)) return 'dead';
    return rules.listsAsFailed(target) ? 'to be removed' : 'nothing';
  };
  /** A cycle that finds nothing is left out, since it would change nothing. The first one stays: clients may wait for its end. */
  const list = (step: Step<Label>) =>
    database.read(() => {
      if (targets.every((target, id) => found(target, id) === 'nothing')) {
        if (process.is === 'in its first cycle') step('c1 nothing is listed', isThrough);
        return;
      }
      step('c1 list', () => {
        properties.findsSomething(() => targets.some((target, id) => found(target, id) !== 'nothing'));
        targets.forEach((target, id) => {
          const entry = listed[id]!;
          entry.as = found(target, id);
          properties.lists(target, entry.as);
          if (entry.as !== 'dead') return;
          entry.generation = target.record.generation;
          entry.heartbeat = target.record.heartbeat;
        });
      });
    });

  const isThrough = () => {
    if (listed.every(({ as }) => as === 'nothing')) process.is = 'running';
  };
  const othersThan = (entry: Listed) => listed.filter((other) => other !== entry && other.as !== 'nothing').length;
  const leave = (entry: Listed) => () => {
    const before = othersThan(entry);
    for (const one of rules.cycleEndsWithFirst ? listed : [entry]) m.reset(one);
    properties.keepsOthers(before, othersThan(entry));
    isThrough();
  };

  const condemn = (step: Step<Label>, target: Target, entry: Listed) => {
    const { record } = target;
    database.write(() => {
      if (record.job !== 'RUNNING' || record.generation !== entry.generation || record.heartbeat !== entry.heartbeat) {
        step('c2 not matched: leave it', leave(entry));
        return;
      }
      step('c2 FAILED', () => {
        properties.condemns(target, entry.heartbeat);
        record.job = 'FAILED';
        record.generation = fencedGeneration(world);
        m.reset(entry);
        entry.as = 'to be removed';
        properties.failedGoesOnToRemoval(() => entry.as === 'to be removed');
      });
    });
  };

  const remove = (step: Step<Label>, target: Target, entry: Listed) =>
    removalOf({ m, world, properties }, target, (removal) => {
      if (removal === null) {
        step('c3 left to its owner', () => {
          properties.leavesTarget(target);
          leave(entry)();
        });
      } else {
        step('c3 remove target', () => {
          properties.reconcilerRemoves(target);
          removal();
          leave(entry)();
        });
      }
    });

  const labels: readonly Label[] = rules.writesEpoch ? steps : [...steps, ...stepsOfMutants];
  const cycle = m.process('reconciler', labels, (step) => {
    if (process.is === 'starting') startUp(step);
    else if (accepts(world) && listed.every(({ as }) => as === 'nothing')) list(step);
    else if (accepts(world)) {
      listed.forEach((entry, id) => {
        if (entry.as === 'dead') condemn(step, targets[id]!, entry);
        else if (entry.as === 'to be removed') remove(step, targets[id]!, entry);
      });
    }
  });
  m.weaklyFair(cycle);
}
