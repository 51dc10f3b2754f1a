/** RestoreTableFromBackup: the request claims the backup for the time of its registration; its job copies and hands over. */
import type { Model, ProcessHandle, Step } from '../../../../language/model.ts';
import { copySteps, declareCopy } from './copy.ts';
import { type Job, jobOf } from './job.ts';
import type { StepProperties } from './properties.ts';
import { declareRegistration, registrationSteps } from './registration.ts';
import { isBeating, isRight, type Rules } from './rules.ts';
import { isAtRest, labelsIn, type World } from './world.ts';

const beats = ['beat: claim', 'beat: target'] as const;
const rightSteps = [...registrationSteps.right, ...copySteps.right, ...beats] as const;
const stepsOfMutants = [...registrationSteps.ofMutants] as const;
type Label = (typeof rightSteps)[number] | (typeof stepsOfMutants)[number];

/** A process that others go by. */
export interface Live {
  /** It is up and at work: whatever it refreshes must not go stale under it. */
  readonly isLive: () => boolean;
  /** The record of whether it is paused. */
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
    if (!isAtRest(me) && isBeating(me.at, rules)) beat(job, step);
  };
  const crash = () => {
    m.reset(me);
    me.at = 'crashed';
  };
  const when = () => !isAtRest(me);
  const handle = m.process(`restore ${id}`, labels, body, {
    crash: { when, effect: crash, goesOn: true },
    pause: { when: () => when() && !world.deletesStall },
  }) as ProcessHandle<Label | 'crash' | 'pause' | 'resume'>;
  m.privateTo(handle, me);
  // It goes on unless it dies or stalls. That something fails or is cancelled is nobody's duty.
  const unfair = ['crash', 'pause', 'resume', 'R5a release fails', 'R6 copying fails', 'cancelled: guard'] as const;
  m.weaklyFair(handle, { except: unfair });
  const condition = handle.condition as { readonly is: string };
  return { isLive: () => condition.is === 'up' && !isAtRest(me), condition };
}

/** Each of the two is refreshed by itself. Only a beat after a stall changes anything. */
function beat({ world, backup, claim, target, properties }: Job, step: Step<Label>): void {
  world.database.update(step, backup.parts, (refreshing) => {
    if (!claim.isHeld || !backup.fields.restoreClaimIsStale) return;
    refreshing('beat: claim', () => {
      properties.beatSavesTheOwner();
      backup.fields.restoreClaimIsStale = false;
    });
  });
  world.database.update(step, target, (refreshing) => {
    if (target.status !== 'CREATING' || !target.isStale) return;
    refreshing('beat: target', () => {
      properties.beatSavesTheOwner();
      target.isStale = false;
    });
  });
}
