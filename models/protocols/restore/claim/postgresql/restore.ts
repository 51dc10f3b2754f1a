/** RestoreTableFromBackup: the request registers the target and answers; its job copies, independent of the client. */
import type { Model, ProcessHandle, Step } from '../../../../language/model.ts';
import { copySteps, declareCopy } from './copy.ts';
import { jobOf } from './job.ts';
import type { StepProperties } from './properties.ts';
import { declareRegistration, registrationSteps } from './registration.ts';
import type { Rules } from './rules.ts';
import { isAtRest, type World } from './world.ts';

const steps = [...registrationSteps, ...copySteps] as const;
type Label = (typeof steps)[number];

export function declareRestore(m: Model, world: World, rules: Rules, id: number, properties: StepProperties): void {
  const job = jobOf(m, world, rules, id, properties);
  const { me, lockSession, session } = job;
  const registration = declareRegistration(job);
  const copy = declareCopy(job);
  const crash = () => {
    properties.diesAtWork(() => !isAtRest(me));
    properties.ownerDies(() => world.targets[id]!.status === 'CREATING');
    lockSession.die();
    session.die();
    job.stop('crashed')();
  };
  const body = (step: Step<Label>) => {
    registration(step);
    copy(step);
  };
  const handle: ProcessHandle<Label | 'crash'> = m.process(`restore ${id}`, steps, body, {
    crash: { when: () => !isAtRest(me), effect: crash, goesOn: true },
  }) as ProcessHandle<Label | 'crash'>;
  m.privateTo(handle, me);
  // The owner continues unless it crashes. Fairness excludes a refused connection and a failing copy: nothing forces them to
  // happen.
  m.weaklyFair(handle, { except: ['crash', 'P1 no connection (53300): LimitExceeded', 'P3 copying fails'] });
}
