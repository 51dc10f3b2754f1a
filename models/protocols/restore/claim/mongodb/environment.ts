/** Time, the backfill worker, the timer of ordinary tables, CreateTable, and the start of another server. */
import { flag } from '../../../../language/domains.ts';
import type { Model, ProcessHandle, Step } from '../../../../language/model.ts';
import { declareCreateTable } from '../../create-table.ts';
import type { StepProperties } from './properties.ts';
import type { Live } from './restore.ts';
import type { Rules } from './rules.ts';
import {
  isDeleteClaimed,
  isRestoreClaimed,
  passDeleteClaim,
  passRestoreClaim,
  rowsOfName,
  type Table,
  type World,
} from './world.ts';

export interface Actors {
  readonly restores: readonly Live[];
  readonly deletes: readonly Live[];
  readonly sweeps: readonly Live[];
}

/** What is not refreshed for the window W becomes stale. A process that is up and beats prevents that. */
export function declareClocks(m: Model, world: World, rules: Rules, actors: Actors, properties: StepProperties): void {
  const restoreBeats = (id: number) => {
    if (!actors.restores[id]!.isLive()) return false;
    const { at } = world.restores[id]!;
    if (!rules.beatsAtOnce) return at === 'copy' || at === 'write' || at === 'hand over' || at === 'abort';
    return true;
  };
  world.targets.forEach((target, id) => {
    m.timePasses(`clock of target ${id}`, 'W goes by', {
      when: () => target.status === 'CREATING' && !target.isStale && !restoreBeats(id),
      effect: () => {
        properties.condemnedIsSilent(() => !actors.restores[id]!.isLive());
        properties.ages(() => target.status === 'CREATING' && !target.isStale);
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
        properties.condemnedIsSilent(() =>
          restoreClaims.every(({ isHeld }, id) => !isHeld || !actors.restores[id]!.isLive()),
        );
        properties.ages(() => isRestoreClaimed(document) && !fields.restoreClaimIsStale);
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
        properties.condemnedIsSilent(
          () =>
            deleteClaims.every(({ isHeld }, id) => !isHeld || !actors.deletes[id]!.isLive()) &&
            sweepClaims.every(({ isHeld }, id) => !isHeld || !actors.sweeps[id]!.isLive()),
        );
        properties.ages(() => isDeleteClaimed(document) && !fields.deleteClaimIsStale);
        fields.deleteClaimIsStale = true;
      },
    });
  });
}

/** BF: after a crash it finds pending targets again, so from here on the target needs no owner. */
export function declareBackfill(
  m: Model,
  world: World,
  rules: Rules,
  server: number,
  id: number,
  properties: StepProperties,
): void {
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
            properties.flipIsLate();
            me.at = 'idle';
          });
        }
        return updating('R8 ACTIVE', () => {
          properties.activeComesFromCreating(() => table.status === 'CREATING');
          table.status = 'ACTIVE';
          table.isPending = false;
          me.at = 'idle';
        });
      }
      if (!rules.flipMatches(table)) return;
      step('R8 backfill fails: again later', () => {
        properties.backfillFails();
      });
      if (!rules.backfillSucceeds) return;
      updating('R8 backfill', () => {
        if (rules.fillsBeforeFlip) table.hasIndexes = true;
        me.at = 'filled';
      });
    });
  const die = () => {
    properties.backfillDies();
    properties.diesAtWork(() => me.at === 'filled');
    m.reset(me);
    properties.diesClean(() => me.at === 'idle');
  };
  const worker = m.process(`backfill on ${server} of target ${id}`, steps, body, {
    crash: { when: () => me.at === 'filled', effect: die, goesOn: true },
  }) as ProcessHandle<Label | 'crash'>;
  m.privateTo(worker, me);
  m.weaklyFair(worker, { only: ['R8 backfill', 'R8 ACTIVE', 'R8 nothing to flip'] });
}

export function declareControlPlane(m: Model, world: World, rules: Rules, properties: StepProperties): void {
  const { database, tables, targets } = world;
  const flip = (table: Table) => (step: Step<'flip'>) =>
    database.update(step, table, (flipping) => {
      if (table.status !== 'CREATING') return;
      flipping('flip', () => {
        properties.activeComesFromCreating(() => table.status === 'CREATING');
        table.status = 'ACTIVE';
      });
    });
  tables.forEach((table, id) => {
    if (id < targets.length && !rules.targetHasTransitionTime) return;
    m.weaklyFair(m.process(`timer of table ${id}`, ['flip'], flip(table)));
  });
}

export function declareCreateTableRequest(m: Model, world: World): void {
  const { database, tables, createTable: me } = world;
  if (me === null) return;
  const named = rowsOfName(world, 0);
  const table = tables.at(-1)!;
  const insert: Parameters<typeof declareCreateTable>[2] = (step, offer) => database.insert(step, table, named, offer);
  const request = declareCreateTable(m, { me, table, named }, insert);
  m.privateTo(request, me);
}

/** Only with the rule that a starting server takes every marker for its own leftover: a second server starts, once. */
export function declareSecondStart(m: Model, { database, documents }: World, rules: Rules): void {
  if (!rules.startUpClearsMarkers) return;
  const me = m.record('second server', { isStarted: flag });
  const [backup] = documents;
  const start = (step: Step<'clears every marker'>) => {
    if (me.isStarted) return;
    database.update(step, backup!.parts, (clearing) =>
      clearing('clears every marker', () => {
        passRestoreClaim(backup!, null);
        passDeleteClaim(backup!, null);
        me.isStarted = true;
      }),
    );
  };
  m.process('start of a second server', ['clears every marker'], start);
}
