/** Safety properties, and what must be reachable, so that a model that does nothing fails. */
import type { Model } from '../../language/model.ts';
import { declareStepProperties, type StepProperties } from './judge.ts';
import { declarePlaces } from './places.ts';
import { creatingFrom, isUnderWay, type World } from './world.ts';

export { batchOf, type StepProperties } from './judge.ts';

export function declareProperties(m: Model, world: World): StepProperties {
  const { targets, backups } = world;

  // S1. A restored table that is ACTIVE holds every batch of its backup.
  m.always('S1: complete when ACTIVE', () =>
    targets.every((t) => t.status !== 'ACTIVE' || t.batches.every((batch) => batch !== 'missing')),
  );
  m.sometimes('a restore completes', () => targets.some((t) => t.status === 'ACTIVE'));

  // S2. Once the data of a backup is being deleted, no target is being created from it, and none is registered later.
  m.always('S2: no delete under a restore', () =>
    backups.every((backup, id) => backup.data === 'full' || creatingFrom(world, id).length === 0),
  );
  m.sometimes('a delete succeeds', () => world.deletion.at === 'deleted');
  m.sometimes('a delete is refused under a restore', () => world.deletion.at === 'BackupInUse');
  if (world.scale.crashes > 0) m.sometimes('a delete dies midway', () => world.deletion.at === 'crashed');
  m.sometimes('a restore finds its backup deleted', () => world.restores.some((r) => r.at === 'BackupNotFound'));

  // S3. A restore that ends ACTIVE has read only from a complete backup.
  m.always('S3: a restore reads intact data', () =>
    targets.every((t) => t.status !== 'ACTIVE' || t.batches.every((batch) => batch !== 'torn')),
  );
  m.sometimes('a restored table outlives its backup', () =>
    targets.some((t, id) => t.status === 'ACTIVE' && backups[world.backupOf(id)]!.data === 'gone'),
  );

  // S4. At most one target at a time is being created from a backup.
  m.always('S4: one restore for each backup', () => backups.every((_, id) => creatingFrom(world, id).length <= 1));

  // S5. At most one existing table has a name.
  m.always('S5: one table for each name', () =>
    targets.every((t, id) =>
      targets.every(
        (other, otherId) =>
          id === otherId ||
          world.nameOf(id) !== world.nameOf(otherId) ||
          t.status === 'absent' ||
          other.status === 'absent',
      ),
    ),
  );
  declareContention(m, world);

  // S10. A backup that is AVAILABLE is complete.
  m.always('S10: AVAILABLE means full', () => backups.every((b) => b.status !== 'AVAILABLE' || b.data === 'full'));

  // S9. A table is ACTIVE exactly when its record is DONE.
  m.always('S9: ACTIVE and DONE agree', () => targets.every((t) => (t.status === 'ACTIVE') === (t.job === 'DONE')));

  // An owner that has lost its record learns so at its next beat, so at most one more batch is written.
  m.always('late writes: one batch at most after the claim is lost', () => targets.every((t) => t.lateWrites <= 1));
  m.sometimes('a batch lands late', () => targets.some((t) => t.lateWrites === 1));

  declarePlaces(m, world);
  declareRuns(m, world);
  return declareStepProperties(m, world);
}

/** Targets settle, requests are answered, and cycles end. */
function declareRuns(m: Model, world: World): void {
  const { targets, restores, deletion, listed } = world;
  // L1. Every target becomes ACTIVE or is removed, provided that owners and reconcilers continue and time passes.
  targets.forEach((target, id) => {
    const isBeingMade = () => target.status === 'CREATING';
    m.leadsTo(`L1 of target ${id}: it becomes ACTIVE or goes`, isBeingMade, () => !isBeingMade());
  });
  // L1 without fairness: from every state, all targets can still leave CREATING.
  const settled = () => targets.every((t) => t.status !== 'CREATING');
  m.recoverable('L1: every target can still settle', settled);

  // L4. A request is answered, and what it began ends.
  const isThrough = (restore: (typeof restores)[number]) => restore.at !== 'start' && !isUnderWay(restore);
  const isDeleted = () => ['deleted', 'BackupInUse', 'crashed'].includes(deletion.at);
  const isAnswered = () => restores.every(isThrough) && isDeleted();
  m.eventually('L4: every request is answered, and its job ends', isAnswered);

  // L5. A cycle that began ends.
  const isIdle = () => listed.every((targetsOf) => targetsOf.every(({ as }) => as === 'nothing'));
  m.leadsTo('L5: every cycle ends', () => !isIdle(), isIdle);
  m.ending(
    'every request is answered, no job or cycle is under way, and every target is settled',
    () => settled() && isAnswered() && isIdle(),
  );
}

/** Conflicts of two restores. They depend on whether the two share a name, a backup or both. */
function declareContention(m: Model, { targets, restores, nameOf, backupOf }: World): void {
  const sharesName = targets.length > 1 && nameOf(0) === nameOf(1);
  const sharesBackup = targets.length > 1 && backupOf(0) === backupOf(1);
  if (sharesName) {
    m.sometimes('a restore finds its name being restored', () => restores.some((r) => r.at === 'TableInUse'));
    m.sometimes('a restore finds its name taken', () => restores.some((r) => r.at === 'TableAlreadyExists'));
    m.sometimes('the name of a removed target is used again', () =>
      restores.some(
        (r, id) => r.at === 'lost its claim' && targets.some((t, other) => other !== id && t.status === 'ACTIVE'),
      ),
    );
  } else if (sharesBackup) {
    m.sometimes('a restore finds its backup in use', () => restores.some((r) => r.at === 'BackupInUse'));
    m.sometimes('one restore after the other completes', () => targets.every((t) => t.status === 'ACTIVE'));
  }
}
