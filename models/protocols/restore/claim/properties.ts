/** The properties shared by the claim designs: safety, and what must be reachable. */
import type { Model } from '../../../language/model.ts';
import { declareTold, type Told } from '../told.ts';
import { type Catalog, idsOfBackup, numbersTo } from './catalog.ts';

interface JudgedCatalog extends Catalog {
  /** Whether a CREATING target counts: its job can still make it ACTIVE. */
  readonly counts: (restore: number) => boolean;
  /** Whether a delete has claimed the backup. Its status then says nothing about its data. */
  readonly isClaimedByDelete: (backup: number) => boolean;
  /** By table id, if there are other tables than restore targets. */
  readonly tables?: readonly { readonly status: string }[];
}

/** S1–S5 and S10: properties of the stored state only. */
export function declareSafety(m: Model, judged: JudgedCatalog): void {
  const { targets, backups, counts, isClaimedByDelete } = judged;
  const isBeingMade = (id: number) => targets[id]!.status === 'CREATING' && counts(id);
  const beingMadeFrom = (backup: number) => idsOfBackup(judged, targets.length, backup).filter(isBeingMade);
  const active = () => targets.filter(({ status }) => status === 'ACTIVE');

  // S1. A restored table that is ACTIVE holds every batch of its backup.
  m.always('S1: complete when ACTIVE', () => active().every(({ batches }) => !batches.includes('missing')));
  m.sometimes('a restore completes', () => active().length > 0);

  // S2. Once the data of a backup is being deleted, no target is being created from it, and none is registered later.
  m.always('S2: no delete under a restore', () =>
    backups.every(({ data }, id) => data === 'full' || beingMadeFrom(id).length === 0),
  );
  m.sometimes('a target is made from a full backup', () => targets.some((_, id) => isBeingMade(id)));

  // S3. A restore that ends ACTIVE has read only from a complete backup.
  m.always('S3: a restore reads intact data', () => active().every(({ batches }) => !batches.includes('torn')));
  m.sometimes('a restored table outlives its backup', () =>
    targets.some(({ status }, id) => status === 'ACTIVE' && backups[judged.backupOf(id)]!.data === 'gone'),
  );

  // S4. At most one target at a time is being created from a backup.
  m.always('S4: one restore for each backup', () => backups.every((_, id) => beingMadeFrom(id).length <= 1));

  // S5. At most one existing table has a name.
  m.always('S5: one table for each name', () => {
    const tables = judged.tables ?? targets;
    const live = numbersTo(tables.length).filter((id) => tables[id]!.status !== 'absent');
    return new Set(live.map(judged.nameOf)).size === live.length;
  });

  // S10. A backup that is AVAILABLE and not claimed by a delete is complete.
  m.always('S10: AVAILABLE means full', () =>
    backups.every(({ status, data }, id) => status !== 'AVAILABLE' || isClaimedByDelete(id) || data === 'full'),
  );
}

export type NameAnswer = 'TableInUse' | 'TableAlreadyExists';
export type DeleteAnswer = 'BackupInUse' | 'BackupNotFound';
export type Answer = NameAnswer | DeleteAnswer;

/** The number of the restore or of the delete that is answered. */
interface Asker {
  readonly restore?: number;
  readonly delete?: number;
}

interface AnsweringCatalog extends Catalog {
  readonly tables: readonly { readonly status: string }[];
  readonly restores: readonly { readonly at: string }[];
  readonly deletes: readonly { readonly at: string }[];
  /** Whether another operation than this one claims the backup. */
  readonly isClaimed: (backup: number, by: Asker) => boolean;
}

/** Judged by the steps that decide a refusal. */
export interface Answers {
  readonly restoreIsRefused: (restore: number, answer: Answer) => void;
  readonly deleteIsRefused: (answer: DeleteAnswer, deletion: number) => void;
  readonly told: Told;
}

/** A refusal tells what is so when it is decided. */
export function declareAnswers(m: Model, catalog: AnsweringCatalog): Answers {
  const { tables, targets, backups, nameOf, backupOf, isClaimed } = catalog;
  const isBeingMade = (id: number) => targets[id]?.status === 'CREATING';
  const others = (restore: number) => numbersTo(tables.length).filter((id) => id !== restore);
  const holders = (restore: number) =>
    others(restore).filter((id) => nameOf(id) === nameOf(restore) && tables[id]!.status !== 'absent');
  const isInUse = (backup: number, by: Asker) =>
    isClaimed(backup, by) ||
    idsOfBackup(catalog, targets.length, backup).some((id) => id !== by.restore && isBeingMade(id));
  const isSo: { readonly [answer in Answer]: (backup: number, by: Asker) => boolean } = {
    TableInUse: (_, { restore }) => holders(restore!).some(isBeingMade),
    TableAlreadyExists: (_, { restore }) => holders(restore!).some((id) => !isBeingMade(id)),
    BackupInUse: isInUse,
    BackupNotFound: (backup) => backups[backup]!.status !== 'AVAILABLE',
  };
  const ofRestores = m.always('refusals of restores: each is told what is so');
  const ofDeletes = m.always('refusals of deletes: each is told what is so');
  const told = declareTold(m, catalog.restores, catalog.deletes);
  return {
    told,
    restoreIsRefused(restore, answer) {
      ofRestores(() => isSo[answer](backupOf(restore), { restore }));
      told.restores[restore]!.owes(answer);
    },
    deleteIsRefused(answer, deletion) {
      ofDeletes(() => isSo[answer](0, { delete: deletion }));
      told.deletes[deletion]!.owes(answer);
    },
  };
}

/** Of several witnesses the one with this name. */
export const one =
  <Name extends string>(witnesses: { readonly [name in Name]: () => void }) =>
  (name: Name): void =>
    witnesses[name]();

/** L4. `isOpen`: it has something to do, and goes on unless it dies or stalls. */
export function declareEnd(m: Model, who: string, isOpen: () => boolean): void {
  m.leadsTo(`L4 of ${who}: each comes to an end`, isOpen, () => !isOpen());
}

/** Conflicts of two restores. They depend on whether the two share a name, a backup or both. */
export function declareContention(
  m: Model,
  { targets, nameOf, backupOf }: Catalog,
  restores: readonly { at: string }[],
) {
  const sees = (answer: Answer) => restores.some(({ at }) => at === answer);
  const active = () => targets.filter(({ status }) => status === 'ACTIVE').length;
  if (restores.length < 2) return;
  if (nameOf(0) === nameOf(1)) {
    m.sometimes('a restore finds its name being restored', () => sees('TableInUse'));
    m.sometimes('a restore finds its name taken', () => sees('TableAlreadyExists'));
    m.sometimes('the name of a removed target is used again', () =>
      restores.some(
        ({ at }, id) => at === 'failed' && targets.some((t, other) => other !== id && t.status === 'ACTIVE'),
      ),
    );
  } else if (backupOf(0) === backupOf(1)) {
    m.sometimes('a restore finds its backup in use', () => sees('BackupInUse'));
    m.sometimes('one restore after the other completes', () => active() === restores.length);
  }
}

/** L1: every target leaves CREATING. L2: every target leaves DELETING, so that its name becomes free. */
export function declareProgress(m: Model, { targets }: Catalog, hasDeleting: boolean): void {
  targets.forEach((target, id) => {
    m.leadsTo(
      `L1 of target ${id}: it becomes ACTIVE or goes`,
      () => target.status === 'CREATING',
      () => target.status !== 'CREATING',
    );
    if (!hasDeleting) return;
    m.leadsTo(
      `L2 of target ${id}: its name becomes free`,
      () => target.status === 'DELETING',
      () => target.status !== 'DELETING',
    );
  });
}
