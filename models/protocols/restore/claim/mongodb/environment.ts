/** Time, the backfill worker, the timer of ordinary tables, CreateTable, and the start of another server. */
import { flag } from '../../../../language/domains.ts';
import type { Model, ProcessHandle, Step } from '../../../../language/model.ts';
import { declareCreateTable } from '../create-table.ts';
import type { StepProperties } from './properties.ts';
import type { Live } from './restore.ts';
import { isBeating, type Rules } from './rules.ts';
import {
  isDeleteClaimed,
  isRestoreClaimed,
  passDeleteClaim,
  passRestoreClaim,
  rowsOfName,
  type World,
} from './world.ts';

export interface Actors {
  readonly restores: readonly Live[];
  readonly deletes: readonly Live[];
  readonly sweeps: readonly Live[];
}

/** What is not refreshed for the window W becomes stale. A process that is up and beats prevents that. */
export function declareClocks(m: Model, world: World, rules: Rules, actors: Actors, properties: StepProperties): void {
  const restoreBeats = (id: number) => actors.restores[id]!.isLive() && isBeating(world.restores[id]!.at, rules);
  world.targets.forEach((target, id) => {
    m.timePasses(`clock of target ${id}`, 'W goes by', {
      when: () => target.status === 'CREATING' && !target.isStale && !restoreBeats(id),
      effect: () => {
        properties.condemnedIsSilent(!actors.restores[id]!.isLive());
        target.isStale = true;
      },
    });
  });
  world.documents.forEach((document, backup) => {
    const { fields, restoreClaims, deleteClaims, sweepClaims } = document;
    m.timePasses(`clock of the restore claim of backup ${backup}`, 'W goes by', {
      when: () =>
        isRestoreClaimed(document) &&
        !fields.restoreClaimIsStale &&
        restoreClaims.every(({ isHeld }, id) => !isHeld || !restoreBeats(id)),
      effect: () => {
        properties.condemnedIsSilent(
          restoreClaims.every(({ isHeld }, id) => !isHeld || !actors.restores[id]!.isLive()),
        );
        fields.restoreClaimIsStale = true;
      },
    });
    if (backup > 0) return;
    m.timePasses(`clock of the delete claim of backup ${backup}`, 'W goes by', {
      when: () =>
        isDeleteClaimed(document) &&
        !fields.deleteClaimIsStale &&
        deleteClaims.every(({ isHeld }, id) => !isHeld || !actors.deletes[id]!.isLive()) &&
        sweepClaims.every(({ isHeld }, id) => !isHeld || !actors.sweeps[id]!.isLive()),
      effect: () => {
        fields.deleteClaimIsStale = true;
      },
    });
  });
}

/** BF: after a crash it finds pending targets again, so from here on the target needs no owner. */
export function declareBackfill(m: Model, world: World, rules: Rules, server: number, id: number): void {
  const { database } = world;
  const me = world.backfills[server]![id]!;
  const table = world.tables[id]!;
  const steps = ['R8 backfill', 'R8 backfill fails: again later', 'R8 ACTIVE', 'R8 nothing to flip'] as const;
  type Label = (typeof steps)[number];
  const body = (step: Step<Label>) =>
    database.update(step, table, (updating) => {
      if (me.at === 'filled') {
        if (!rules.flipMatches(table)) {
          return updating('R8 nothing to flip', () => {
            me.at = 'idle';
          });
        }
        return updating('R8 ACTIVE', () => {
          table.status = 'ACTIVE';
          table.isPending = false;
          me.at = 'idle';
        });
      }
      if (table.status !== 'CREATING' || !rules.flipMatches(table)) return;
      step('R8 backfill fails: again later', () => undefined);
      if (!rules.backfillSucceeds) return;
      updating('R8 backfill', () => {
        if (rules.fillsBeforeFlip) table.hasIndexes = true;
        me.at = 'filled';
      });
    });
  const worker = m.process(`backfill on ${server} of target ${id}`, steps, body, {
    crash: { when: () => me.at === 'filled', effect: () => m.reset(me), goesOn: true },
  }) as ProcessHandle<Label | 'crash'>;
  m.privateTo(worker, me);
  m.weaklyFair(worker, { only: ['R8 backfill', 'R8 ACTIVE', 'R8 nothing to flip'] });
}

export function declareControlPlane(m: Model, world: World, rules: Rules): void {
  const { database, tables, targets, createTable: me } = world;
  tables.forEach((table, id) => {
    if (id < targets.length && !rules.targetHasTransitionTime) return;
    const timer = m.process(`timer of table ${id}`, ['flip'], (step: Step<'flip'>) =>
      database.update(step, table, (flipping) => {
        if (table.status !== 'CREATING' || !table.hasTransitionTime) return;
        flipping('flip', () => {
          table.status = 'ACTIVE';
        });
      }),
    );
    m.weaklyFair(timer);
  });
  if (me === null) return;
  const named = rowsOfName(world, 0);
  const table = tables.at(-1)!;
  const request = declareCreateTable(m, { me, table, named }, (step, offer) => {
    database.insert(step, table, named, offer);
  });
  m.privateTo(request, me);
}

/** Only with the rule that a starting server takes every marker for its own leftover: a second server starts, once. */
export function declareSecondStart(m: Model, { database, documents }: World, rules: Rules): void {
  if (!rules.startUpClearsMarkers) return;
  const me = m.record('second server', { isStarted: flag });
  const [backup] = documents;
  m.process('start of a second server', ['clears every marker'], (step: Step<'clears every marker'>) => {
    if (me.isStarted) return;
    database.update(step, backup!.parts, (clearing) =>
      clearing('clears every marker', () => {
        passRestoreClaim(backup!, null);
        passDeleteClaim(backup!, null);
        me.isStarted = true;
      }),
    );
  });
}
