/** RestoreTableFromBackup: the request registers; its job beats, copies, and then hands the table over or gives up. */
import type { Model, Step } from '../../../../language/model.ts';
import { copying } from './copy.ts';
import { ending } from './ending.ts';
import { isFault, type Job, type Label, type Phases, stepsOf } from './job.ts';
import type { Properties } from './properties.ts';
import { registration } from './registration.ts';
import type { Rules } from './rules.ts';
import { isUnderWay, type World } from './world.ts';

export function declareRestore(m: Model, world: World, rules: Rules, restore: number, properties: Properties): void {
  const owner = world.owners[restore]!;
  const { me, session, inFlight } = owner;
  const job: Job = { world, rules, properties, owner, restore };
  const phases: Phases = { ...registration(job), ...copying(job), ...ending(job) };
  const body = (step: Step<Label>) => {
    if (world.servers[0]!.isUp) phases[me.at]?.(step);
  };
  const crash = () => {
    properties.ownerDies(owner);
    if (!inFlight.is) session.die();
    me.batch = 0;
    me.at = 'crashed';
  };
  const canCrash = world.variant.faults.includes('crashes');
  const process = m.process(`restore ${restore}`, stepsOf(world.variant, rules), body, {
    ...(canCrash && { crash: { when: () => isUnderWay(me), effect: crash, goesOn: true } }),
  });
  m.privateTo(process, me);
  // The owner continues unless it dies. Fairness excludes faults: nothing forces them to happen, so copying succeeds eventually.
  if (rules.ownerWakes) m.weaklyFair(process, { except: process.labels.filter(isFault) });
}
