/** DeleteBackup of backup 0: claim, check for restores, drop, mark. Once the drop has begun, the claim is kept. */
import type { Model, ProcessHandle, Step } from '../../../../language/model.ts';
import type { DeleteAnswer } from '../properties.ts';
import { dropItems } from './drop.ts';
import { look } from './look.ts';
import type { StepProperties } from './properties.ts';
import type { Live } from './restore.ts';
import type { Rules } from './rules.ts';
import {
  type Delete,
  isDeleteAtRest,
  isDeleteClaimed,
  isRestoreClaimed,
  labelsIn,
  passDeleteClaim,
  targetsOf,
  type World,
} from './world.ts';

const steps = [
  'D1 claim',
  'D1 refused: BackupInUse',
  'D1 refused: BackupNotFound',
  'D1 acknowledged by the majority',
  'D1 claim lost with the primary: again',
  'D2 not in use',
  'D2 in use',
  'D2 looks on',
  'D2 release claim',
  'D2 release fails: InternalServerError',
  'D2 release acknowledged by the majority',
  'D2 release lost with the primary: again',
  'D3 drop begins',
  'D3 drop ends',
  'D3 fails: InternalServerError',
  'D4 DELETED',
  'beat: claim',
] as const;
type Label = (typeof steps)[number];

export function declareDelete(m: Model, world: World, rules: Rules, number: number, properties: StepProperties): Live {
  const { database } = world;
  const me = world.deletes[number]!;
  const backup = world.documents[0]!;
  const mine = backup.deleteClaims[number]!;
  const go = (at: Delete['at']) => () => {
    me.at = at;
  };
  const told = (answer: DeleteAnswer) => rules.tells(answer) as DeleteAnswer;
  const refuse = (answer: DeleteAnswer) => () => {
    properties.deleteIsRefused(answer, number);
    me.at = told(answer);
  };

  const claim = (step: Step<Label>) =>
    database.update(step, backup.parts, (claiming) => {
      if (backup.fields.status !== 'AVAILABLE') return claiming('D1 refused: BackupNotFound', refuse('BackupNotFound'));
      if (isDeleteClaimed(backup)) return claiming('D1 refused: BackupInUse', refuse('BackupInUse'));
      if (rules.deleteClaimAsksForRestore && isRestoreClaimed(backup))
        return claiming('D1 refused: BackupInUse', refuse('BackupInUse'));
      claiming('D1 claim', () => {
        if (rules.deleteClaims) passDeleteClaim(backup, mine);
        if (world.failsOver && rules.waitsForMajority) me.at = 'acknowledge';
        else me.at = rules.deleteLooks ? 'look' : 'drop';
      });
    });

  const acknowledge = (step: Step<Label>) =>
    database.acknowledge(backup.copies, () => {
      if (mine.isHeld) step('D1 acknowledged by the majority', go(rules.deleteLooks ? 'look' : 'drop'));
      else {
        step('D1 claim lost with the primary: again', () => {
          properties.rollsBack('deleteClaim');
          me.at = 'start';
        });
      }
    });

  const inUse = (step: Step<Label>) =>
    look(world, targetsOf(world, 0), me, {
      found: () =>
        step('D2 in use', () => {
          properties.deleteIsRefused('BackupInUse', number);
          me.looked = 0;
          me.at = 'give back';
        }),
      none: () =>
        step('D2 not in use', () => {
          me.looked = 0;
          me.at = 'drop';
        }),
      on: () =>
        step('D2 looks on', () => {
          properties.looksOn();
          me.looked++;
        }),
    });

  const release = (step: Step<Label>) => {
    database.update(step, backup.parts, (releasing) =>
      releasing('D2 release claim', () => {
        if (rules.deleteReleases(backup, mine)) passDeleteClaim(backup, null);
        me.at = world.failsOver && rules.waitsForMajority ? 'give back acknowledged' : told('BackupInUse');
      }),
    );
    step('D2 release fails: InternalServerError', () => {
      properties.releaseFails();
      properties.told.deletes[number]!.forgets();
      me.at = 'failed';
    });
  };

  const acknowledgeRelease = (step: Step<Label>) =>
    database.acknowledge(backup.copies, () => {
      if (mine.isHeld) {
        step('D2 release lost with the primary: again', () => {
          properties.rollsBack('release');
          me.at = 'give back';
        });
      } else step('D2 release acknowledged by the majority', go(told('BackupInUse')));
    });

  /** Any failure after the drop has begun: the claim is kept. */
  const fail = (step: Step<Label>) =>
    database.update(step, backup.parts, (failing) =>
      failing('D3 fails: InternalServerError', () => {
        properties.dropFails();
        if (!rules.keepsClaimOnceDropping && mine.isHeld) passDeleteClaim(backup, null);
        me.at = 'failed';
      }),
    );

  const mark = (step: Step<Label>) =>
    database.update(step, backup.parts, (marking) =>
      marking('D4 DELETED', () => {
        backup.fields.status = 'DELETED';
        passDeleteClaim(backup, null);
        me.at = 'deleted';
      }),
    );

  const beat = (step: Step<Label>) =>
    database.update(step, backup.parts, (refreshing) => {
      if (!mine.isHeld || !backup.fields.deleteClaimIsStale) return;
      refreshing('beat: claim', () => {
        properties.beatSaves('deleteClaim');
        backup.fields.deleteClaimIsStale = false;
        properties.beatRefreshes(() => mine.isHeld && !backup.fields.deleteClaimIsStale);
      });
    });

  const body = (step: Step<Label>) => {
    if (me.at === 'start') claim(step);
    else if (me.at === 'acknowledge') acknowledge(step);
    else if (me.at === 'look') inUse(step);
    else if (me.at === 'give back') release(step);
    else if (me.at === 'give back acknowledged') acknowledgeRelease(step);
    else if (me.at === 'drop') dropItems(world, step, me, properties);
    else if (me.at === 'dropping') {
      dropItems(world, step, me, properties);
      fail(step);
    } else if (me.at === 'mark') mark(step);
    if (!isDeleteAtRest(me)) beat(step);
  };
  const when = () => !isDeleteAtRest(me);
  const crash = () => {
    properties.diesAtWork(() => !isDeleteAtRest(me));
    properties.told.deletes[number]!.forgets();
    m.reset(me);
    me.at = 'crashed';
  };
  const handle = m.process(`delete ${number}`, labelsIn(world, steps), body, {
    crash: { when, effect: crash, goesOn: true },
    pause: { when },
  }) as ProcessHandle<Label | 'crash' | 'pause' | 'resume'>;
  m.privateTo(handle, me);
  const unfair = [
    'crash',
    'pause',
    'resume',
    'D2 release fails: InternalServerError',
    'D3 fails: InternalServerError',
  ] as const;
  m.weaklyFair(handle, { except: unfair });
  const condition = handle.condition as { readonly is: string };
  const isUp = () => condition.is === 'up';
  return { isUp, isLive: () => isUp() && !isDeleteAtRest(me), condition };
}
