/** RestoreTableFromBackup: the request holds a claim on the backup during registration; its job copies and hands over. */
import type { Model, ProcessHandle, Step } from '../../../../language/model.ts';
import { copySteps, declareCopy } from './copy.ts';
import { type Job, jobOf } from './job.ts';
import type { StepProperties } from './properties.ts';
import { declareRegistration, registrationSteps } from './registration.ts';
import { isRight, type Rules } from './rules.ts';
import { isAtRest, labelsIn, type World } from './world.ts';

const beats = ['beat: claim', 'beat: target'] as const;
const rightSteps = [...registrationSteps.right, ...copySteps.right, ...beats] as const;
const stepsOfMutants = [...registrationSteps.ofMutants] as const;
type Label = (typeof rightSteps)[number] | (typeof stepsOfMutants)[number];

/** The liveness of a process, on which others depend. */
export interface Live {
  readonly isUp: () => boolean;
  /** The process is up and works: what it refreshes must not become stale. */
  readonly isLive: () => boolean;
  /** The record that says whether it is paused. */
  readonly condition: object;
}

export function declareRestore(m: Model, world: World, rules: Rules, id: number, properties: StepProperties): Live {
  const job = jobOf(m, world, rules, id, properties);
  const { me } = job;
  const registration = declareRegistration(job);
  const copy = declareCopy(job);
  const labels = labelsIn<Label>(world, isRight(rules) ? rightSteps : [...rightSteps, ...stepsOfMutants]);
  const body = (step: Step<Label>) => {
    registration(step);
    copy(step);
    if (!isAtRest(me)) beat(job, step);
  };
  const crash = () => {
    properties.diesAtWork(() => !isAtRest(me));
    properties.told.restores[id]!.forgets();
    m.reset(me);
    me.at = 'crashed';
  };
  const when = () => !isAtRest(me);
  const handle = m.process(`restore ${id}`, labels, body, {
    crash: { when, effect: crash, goesOn: true },
    pause: { when: world.deletesStall ? () => false : when },
  }) as ProcessHandle<Label | 'crash' | 'pause' | 'resume'>;
  m.privateTo(handle, me);
  // The owner continues unless it dies or stalls. Fairness excludes failures and cancellation: nothing forces them to happen.
  const unfair = ['crash', 'pause', 'resume', 'R5a release fails', 'R6 copying fails', 'cancelled: guard'] as const;
  m.weaklyFair(handle, { except: unfair });
  const condition = handle.condition as { readonly is: string };
  const isUp = () => condition.is === 'up';
  return { isUp, isLive: () => isUp() && !isAtRest(me), condition };
}

/** The claim and the target are refreshed separately. Only after a stall does a beat change anything. */
function beat({ world, backup, claim, target, properties }: Job, step: Step<Label>): void {
  world.database.update(step, backup.parts, (refreshing) => {
    if (!claim.isHeld || !backup.fields.restoreClaimIsStale) return;
    refreshing('beat: claim', () => {
      properties.beatSaves('restoreClaim');
      backup.fields.restoreClaimIsStale = false;
      properties.beatRefreshes(() => claim.isHeld && !backup.fields.restoreClaimIsStale);
    });
  });
  world.database.update(step, target, (refreshing) => {
    if (target.status !== 'CREATING' || !target.isStale) return;
    refreshing('beat: target', () => {
      properties.beatSaves('target');
      target.isStale = false;
      properties.beatRefreshes(() => target.status === 'CREATING' && !target.isStale);
    });
  });
}
