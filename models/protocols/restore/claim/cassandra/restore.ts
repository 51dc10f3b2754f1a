/** RestoreTableFromBackup: registration in two partitions; then the job copies, beats, flips, and clears its marker. */
import type { Model, ProcessHandle, Step } from '../../../../language/model.ts';
import { clearSteps } from './clear.ts';
import { copySteps, declareCopy } from './copy.ts';
import { type Job, jobOf } from './job.ts';
import type { StepProperties } from './properties.ts';
import { declareRegistration, registrationSteps } from './registration.ts';
import type { Rules } from './rules.ts';
import { isAtRest, type World } from './world.ts';

type Every = (typeof registrationSteps)[number] | (typeof copySteps)[number] | (typeof clearSteps)[number];
type Label = Every | 'beat after a stall';

/** Whether a process is up and beats, and the record that says whether it is paused. Other processes depend on both. */
export interface Live {
  readonly isUp: () => boolean;
  readonly condition: object;
}

export function declareRestore(m: Model, world: World, rules: Rules, id: number, properties: StepProperties): Live {
  const job = jobOf(m, world, rules, id, properties);
  const { me, seen } = job;
  const registration = declareRegistration(job);
  const copy = declareCopy(job);
  const labels = labelsOf(world, rules);
  const body = (step: Step<Label>) => {
    registration(step);
    copy(step);
    if (!isAtRest(me)) beat(job, step);
  };
  const crash = () => {
    properties.diesAtWork(() => !isAtRest(me));
    m.reset(me);
    for (const marker of seen) m.reset(marker);
    properties.told.restores[id]!.forgets();
    me.at = 'crashed';
  };
  const when = () => !isAtRest(me);
  const handle = m.process(`restore ${id}`, labels, body, {
    crash: { when, effect: crash, goesOn: true },
    pause: { when },
  }) as ProcessHandle<Label | 'crash' | 'pause' | 'resume'>;
  m.privateTo(handle, me, ...seen);
  // The owner continues unless it dies or stalls. Fairness excludes the failing copy: nothing forces it to happen.
  m.weaklyFair(handle, { except: ['crash', 'pause', 'resume', 'K4 copying fails'] });
  const condition = handle.condition as { readonly is: string };
  return { isUp: () => condition.is === 'up' && me.at !== 'crashed', condition };
}

/** The labels that can occur with this variant and these rules. */
function labelsOf(
  { order, clears, stalls }: World,
  { beatsFromInsert, copyHangs, copyDiesAlone, secondLook }: Rules,
): Label[] {
  const isClaimFirst = order === 'claim first';
  const only: { readonly [label in Label]?: boolean } = {
    'K1 not applied: look at the target of active': clears === 'anyone',
    'K1 not applied: another restore': clears === 'sweep',
    'K1 confirm': isClaimFirst && secondLook === 'confirm',
    'K1 read again': isClaimFirst && secondLook === 'read',
    'K1 no longer its own': isClaimFirst && secondLook !== 'none',
    'K1 undo': isClaimFirst,
    'K2 undo': !isClaimFirst,
    'K2 nothing to undo': !isClaimFirst,
    'K4 copy hangs': copyHangs,
    'K4 copy dies': copyDiesAlone,
    'beat after a stall': stalls === true || !beatsFromInsert,
  };
  const all: Label[] = [...registrationSteps, ...copySteps, 'beat after a stall'];
  return [...all.filter((label) => only[label] !== false), ...(clears === 'anyone' ? clearSteps : [])];
}

/** Not offered unless the target is stale: only after a stall does a beat change anything. */
function beat({ world, named, target, properties }: Job, step: Step<Label>): void {
  world.database.lwt(named, () => {
    if (target.status !== 'CREATING' || !target.isStale) return;
    step('beat after a stall', () => {
      properties.beatSavesTheOwner(() => target.status === 'CREATING' && target.isStale);
      target.isStale = false;
      properties.beatRefreshes(() => !target.isStale);
    });
  });
}
