/** The sweep of one server. It handles what is stale: targets, restore claims, and deletes, which it finishes. */
import type { Model, ProcessHandle, Step } from '../../../../language/model.ts';
import { dropItems } from './drop.ts';
import { look } from './look.ts';
import type { StepProperties } from './properties.ts';
import type { Live } from './restore.ts';
import type { Rules } from './rules.ts';
import {
  type BackupDocument,
  isDeleteClaimed,
  isRestoreClaimed,
  labelsIn,
  passDeleteClaim,
  passRestoreClaim,
  type Sweep,
  type Table,
  targetsOf,
  type World,
} from './world.ts';

const steps = [
  'G1 remove target',
  'G2 clear restore claim',
  'G3 finds a delete',
  'G3 restore is CREATING: leave it',
  'G3 not in use',
  'G3 looks on',
  'G3 take over',
  'G3 no longer the same and stale: leave it',
  'G3 acknowledged by the majority',
  'G3 claim lost with the primary: again',
  'D3 drop begins',
  'D3 drop ends',
  'D4 DELETED',
] as const;
type Label = (typeof steps)[number];

export function declareSweep(m: Model, world: World, rules: Rules, server: number, properties: StepProperties): Live {
  const { database } = world;
  const me = world.sweeps[server]!;
  // Only backup 0 is ever deleted.
  const backup = world.documents[0]!;
  const mine = backup.sweepClaims[server]!;
  const seen = world.seenBy[server]!;
  const memory = [...seen.deletes, ...seen.sweeps];
  const claims = [...backup.deleteClaims, ...backup.sweepClaims];
  const go = (at: Sweep['at']) => () => {
    me.at = at;
  };

  /** Call in an effect. */
  const rest = () => {
    for (const claim of memory) claim.isHeld = false;
    me.looked = 0;
    me.at = 'idle';
  };

  const removeTarget = (step: Step<Label>, table: Table) =>
    database.update(step, table, (removing) => {
      if (!rules.removesTarget(table)) return;
      removing('G1 remove target', () => {
        properties.removesRestoreTarget(() => table.status === 'CREATING' && world.targets.includes(table));
        properties.condemnedIsSilent(() => table.isStale && !table.isPending);
        properties.sweepRemoves();
        m.reset(table);
      });
    });

  const clearClaim = (step: Step<Label>, document: BackupDocument) =>
    database.update(step, document.parts, (clearing) => {
      if (!isRestoreClaimed(document) || !rules.clearsRestoreClaim(document)) return;
      clearing('G2 clear restore claim', () => {
        properties.condemnedIsSilent(() => isRestoreClaimed(document) && document.fields.restoreClaimIsStale);
        properties.sweepClears();
        passRestoreClaim(document, null);
      });
    });

  const findDelete = (step: Step<Label>) =>
    database.find(backup.parts, () => {
      if (!isDeleteClaimed(backup) || !rules.takesDeleteOver(backup)) return;
      step('G3 finds a delete', () => {
        claims.forEach(({ isHeld }, id) => {
          memory[id]!.isHeld = isHeld;
        });
        me.at = rules.sweepLooks ? 'look' : 'take over';
      });
    });

  const inUse = (step: Step<Label>) =>
    look(world, targetsOf(world, 0), me, {
      found: () =>
        step('G3 restore is CREATING: leave it', () => {
          properties.sweepDefers();
          rest();
        }),
      none: () =>
        step('G3 not in use', () => {
          me.looked = 0;
          me.at = 'take over';
        }),
      on: () =>
        step('G3 looks on', () => {
          properties.looksOn();
          me.looked++;
        }),
    });

  const takeOver = (step: Step<Label>) =>
    database.update(step, backup.parts, (taking) => {
      const isSame = claims.every(({ isHeld }, id) => isHeld === memory[id]!.isHeld) || !rules.takeoverAsksForSame;
      if (!isDeleteClaimed(backup) || !rules.takesDeleteOver(backup) || !isSame) {
        return taking('G3 no longer the same and stale: leave it', () => {
          properties.sweepIsLate();
          rest();
        });
      }
      taking('G3 take over', () => {
        properties.condemnedIsSilent(() => isDeleteClaimed(backup) && backup.fields.deleteClaimIsStale);
        properties.sweepTakesOver();
        passDeleteClaim(backup, mine);
        rest();
        me.at = world.failsOver && rules.waitsForMajority && rules.takeoverWaitsForMajority ? 'acknowledge' : 'drop';
      });
    });

  const acknowledge = (step: Step<Label>) =>
    database.acknowledge(backup.copies, () => {
      if (mine.isHeld) step('G3 acknowledged by the majority', go('drop'));
      else {
        step('G3 claim lost with the primary: again', () => {
          properties.rollsBack('takeover');
          me.at = 'idle';
        });
      }
    });

  const mark = (step: Step<Label>) =>
    database.update(step, backup.parts, (marking) =>
      marking('D4 DELETED', () => {
        backup.fields.status = 'DELETED';
        passDeleteClaim(backup, null);
        me.at = 'idle';
      }),
    );

  const body = (step: Step<Label>) => {
    if (me.at === 'idle') {
      for (const table of world.tables) removeTarget(step, table);
      for (const document of world.documents) clearClaim(step, document);
      findDelete(step);
    } else if (me.at === 'look') inUse(step);
    else if (me.at === 'take over') takeOver(step);
    else if (me.at === 'acknowledge') acknowledge(step);
    else if (me.at === 'mark') mark(step);
    else dropItems(world, step, me, properties);
  };
  // The next pass, of this server or another, begins at once without any memory.
  const die = () => {
    properties.sweepDies();
    properties.diesAtWork(() => me.at !== 'idle');
    rest();
    properties.diesClean(() => me.at === 'idle');
  };
  const handle = m.process(`sweep ${server}`, labelsIn(world, steps), body, {
    crash: { when: () => me.at !== 'idle', effect: die, goesOn: true },
  }) as ProcessHandle<Label | 'crash'>;
  m.privateTo(handle, me, ...memory);
  // A pass does all three, however often it skips a delete. Hence strong fairness.
  m.stronglyFair(handle, { only: ['G1 remove target'] });
  m.stronglyFair(handle, { only: ['G2 clear restore claim'] });
  m.weaklyFair(handle);
  return { isUp: () => true, isLive: () => me.at !== 'idle', condition: me };
}
