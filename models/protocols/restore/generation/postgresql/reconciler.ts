/** The reconciler of one server, cycle after cycle: list dead records, fence each with FAILED, remove its target. */
import type { Model, Step } from '../../../../language/model.ts';
import type { Properties } from './properties.ts';
import { removalOf } from './removal.ts';
import type { Rules } from './rules.ts';
import { fencedGeneration, type Listed, type Target, type Variant, type World } from './world.ts';

const steps = [
  'c0 no maintenance',
  'c1 list',
  'c1 nothing is listed',
  'c2 FAILED',
  'c2 not matched: leave it',
  'c3 remove target',
  'c3 left to its owner',
  'c5 log the manifest restore and leave it',
] as const;
type Label = (typeof steps)[number];
const forMaintenance: readonly Label[] = ['c0 no maintenance', 'c1 nothing is listed'];
const forManifests: readonly Label[] = ['c5 log the manifest restore and leave it'];

const stepsOf = ({ maintenance, inherited }: Variant): Label[] =>
  steps.filter(
    (label) =>
      (maintenance !== null || !forMaintenance.includes(label)) &&
      (inherited.length > 0 || !forManifests.includes(label)),
  );

export function declareReconciler(m: Model, world: World, rules: Rules, reconciler: number, properties: Properties) {
  const { targets, database, variant, maintenance } = world;
  const { me, listed, logged } = world.reconcilers[reconciler]!;
  const { sees } = properties;

  const found = (target: Target, id: number): Listed['as'] => {
    if (target.record.kind === 'unreadable') return 'nothing';
    if (rules.listsAsFailed(target)) return 'to be removed';
    if (!rules.listsAsDead(target.record)) return 'nothing';
    if (rules.failsKind(target.record.kind)) return 'dead';
    return rules.logsOnce && logged.of[id] ? 'nothing' : 'manifest';
  };
  const isStuck = () =>
    rules.unreadableRecord === 'ends the cycle' && targets.some(({ record }) => record.kind === 'unreadable');

  const list = () => {
    properties.findsSomething(() => targets.some((target, id) => found(target, id) !== 'nothing'));
    targets.forEach((target, id) => {
      const entry = listed[id]!;
      entry.as = found(target, id);
      properties.lists(target, entry.as);
      if (entry.as !== 'dead') return;
      entry.generation = target.record.generation;
      entry.heartbeat = target.record.heartbeat;
    });
    me.at = 'at work';
  };

  /** One SELECT. A cycle that finds nothing is left out, unless an operator may claim maintenance: it would change nothing. */
  const declareListing = (step: Step<Label>) =>
    database.select(
      targets.flatMap(({ table, record }) => [table, record]),
      () => {
        if (!isStuck() && targets.some((target, id) => found(target, id) !== 'nothing')) step('c1 list', list);
        else if (variant.maintenance !== null) {
          step('c1 nothing is listed', () => {
            me.at = 'idle';
          });
        }
      },
    );

  const lookForMaintenance = (step: Step<Label>) =>
    database.select([maintenance], () => {
      if (maintenance.isClaimed && rules.heedsMaintenance && variant.maintenance === 'skips the cycle') return;
      step('c0 no maintenance', () => {
        properties.beginsCycle();
        me.at = 'maintenance looked at';
      });
    });

  const othersThan = (entry: Listed) => listed.filter((other) => other !== entry && other.as !== 'nothing').length;
  const isThrough = (entry: Listed) => {
    const before = othersThan(entry);
    for (const one of rules.cycleEndsWithFirst ? listed : [entry]) m.reset(one);
    properties.keepsOthers(before, othersThan(entry));
    if (listed.every(({ as }) => as === 'nothing')) me.at = 'idle';
  };

  const condemn = (step: Step<Label>, target: Target, entry: Listed) => {
    const { record } = target;
    database.update(record, () => {
      if (!rules.condemns(record, entry)) {
        step('c2 not matched: leave it', () => {
          properties.leavesRecord(target, entry);
          isThrough(entry);
        });
        return;
      }
      step('c2 FAILED', () => {
        properties.condemns(target, entry.heartbeat);
        properties.failsKindOf(target);
        properties.failsAgain(target);
        sees.writesUnderMaintenance(() => maintenance.isClaimed);
        record.job = 'FAILED';
        record.generation = fencedGeneration(world);
        if (variant.failedIsAgedBy === 'its own time') record.stale = false;
        m.reset(entry);
        entry.as = 'to be removed';
        properties.failedGoesOnToRemoval(() => entry.as === 'to be removed');
      });
    });
  };

  const remove = (step: Step<Label>, target: Target, entry: Listed) =>
    removalOf({ world, rules, properties }, target, (removal) => {
      if (removal === null) {
        step('c3 left to its owner', () => {
          properties.leavesTarget(target);
          isThrough(entry);
        });
      } else {
        step('c3 remove target', () => {
          properties.reconcilerRemoves(target, reconciler);
          removal();
          isThrough(entry);
        });
      }
    });

  const log = (step: Step<Label>, id: number, entry: Listed) =>
    step('c5 log the manifest restore and leave it', () => {
      properties.logs(logged.of[id]!);
      logged.of[id] = true;
      isThrough(entry);
      properties.isLogged(() => logged.of[id]!);
    });

  const body = (step: Step<Label>) => {
    if (!world.servers[reconciler]!.isUp) return;
    if (me.at === 'idle' && variant.maintenance !== null) lookForMaintenance(step);
    else if (me.at !== 'at work') declareListing(step);
    else {
      listed.forEach((entry, id) => {
        if (entry.as === 'dead') condemn(step, targets[id]!, entry);
        else if (entry.as === 'to be removed') remove(step, targets[id]!, entry);
        else if (entry.as === 'manifest') log(step, id, entry);
      });
    }
  };
  // It restarts at once, and has forgotten its listing.
  const forget = () => {
    properties.cycleDies(listed);
    for (const entry of listed) m.reset(entry);
    me.at = 'idle';
    properties.hasForgotten(() => listed.every(({ as }) => as === 'nothing'));
  };
  const canCrash = variant.faults.includes('crashes');
  const cycle = m.process(`reconciler ${reconciler}`, stepsOf(variant), body, {
    ...(canCrash && { crash: { when: () => me.at === 'at work', effect: forget, goesOn: true } }),
  });
  m.privateTo(cycle, me, logged, ...listed);
  // An assumption: some server keeps running, and starts cycle after cycle.
  m.weaklyFair(cycle);
}
