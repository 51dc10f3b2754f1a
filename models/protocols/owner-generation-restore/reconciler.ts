/** The reconciler of one server, cycle after cycle: list dead records, fence each with FAILED, remove its target. */
import type { Model, Step } from '../../language/model.ts';
import type { StepProperties } from './properties.ts';
import { removalOf } from './removal.ts';
import type { Rules } from './rules.ts';
import { fencedGeneration, type Listed, type Target, type World } from './world.ts';

const steps = ['c1 list', 'c2 FAILED', 'c2 not matched: leave it', 'c3 remove target', 'c3 left to its owner'] as const;

export function declareReconciler(
  m: Model,
  world: World,
  rules: Rules,
  reconciler: number,
  properties: StepProperties,
): void {
  const { targets } = world;
  const listed = world.listed[reconciler]!;
  const found = (target: Target) =>
    rules.listsAsDead(target) ? 'dead' : rules.listsAsFailed(target) ? 'to be removed' : 'nothing';

  /** Not offered when nothing is found: the cycle would change nothing. */
  const list = () => {
    properties.findsSomething(() => targets.some((target) => found(target) !== 'nothing'));
    targets.forEach((target, id) => {
      const entry = listed[id]!;
      entry.as = found(target);
      properties.lists(target, entry.as);
      if (entry.as !== 'dead') return;
      entry.generation = target.generation;
      entry.heartbeat = target.heartbeat;
    });
  };

  const condemn = (id: number) => () => {
    const target = targets[id]!;
    properties.condemns(target, listed[id]!);
    target.job = 'FAILED';
    if (rules.failedDrawsGeneration) target.generation = fencedGeneration(world);
    m.reset(listed[id]!);
    listed[id]!.as = 'to be removed';
    properties.failedGoesOnToRemoval(() => listed[id]!.as === 'to be removed');
  };

  const othersThan = (entry: Listed) => listed.filter((other) => other !== entry && other.as !== 'nothing').length;
  const isThrough = (entry: Listed) => {
    const before = othersThan(entry);
    for (const one of rules.cycleEndsWithFirst ? listed : [entry]) m.reset(one);
    properties.keepsOthers(before, othersThan(entry));
  };

  const labels = rules.failedIsWrittenOnce ? steps : ([...steps, 'c2 FAILED again'] as const);
  const isIdle = () => listed.every(({ as }) => as === 'nothing');
  const body = (step: Step<(typeof labels)[number]>) => {
    if (isIdle()) {
      if (targets.some((target) => found(target) !== 'nothing')) step('c1 list', list);
      if (rules.failedIsWrittenOnce) return;
      const failed = targets.filter(({ job, status, stale }) => job === 'FAILED' && status === 'CREATING' && stale);
      step.either('c2 FAILED again', failed, (target) => {
        target.stale = false;
      });
      return;
    }
    listed.forEach((entry, id) => {
      if (entry.as === 'dead' && rules.failedBeforeRemoval) {
        if (rules.condemns(targets[id]!, entry)) step('c2 FAILED', condemn(id));
        else {
          step('c2 not matched: leave it', () => {
            properties.leavesRecord(targets[id]!, entry);
            isThrough(entry);
          });
        }
      } else if (entry.as !== 'nothing') {
        const removal = removalOf(m, world, rules, id, properties);
        if (removal !== null) {
          step('c3 remove target', () => {
            removal();
            properties.reconcilerRemoves(world.restores[id]!);
            isThrough(entry);
          });
        } else {
          step('c3 left to its owner', () => {
            properties.leavesToOwner(world.restores[id]!);
            isThrough(entry);
          });
        }
      }
    });
  };
  // It restarts at once, and has forgotten its listing.
  const forget = () => {
    properties.cycleDies(listed);
    for (const entry of listed) m.reset(entry);
    properties.hasForgotten(() => isIdle());
  };
  const cycle = m.process(`reconciler ${reconciler}`, labels, body, {
    crash: { when: () => !isIdle(), effect: forget, goesOn: true },
  });
  m.privateTo(cycle, ...listed);
  // An assumption: some server keeps running, and starts cycle after cycle.
  m.weaklyFair(cycle);
}
