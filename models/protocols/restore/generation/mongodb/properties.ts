/** Safety properties, and what must be reachable, so that a model that does nothing fails. */
import type { Model } from '../../../../language/model.ts';
import { declareProgress, declareStateProperties } from '../properties.ts';
import type { Rules } from './rules.ts';
import { ownGeneration, type Target, type World } from './world.ts';

/** Called by steps, in the effect, before it changes anything. */
export interface Judgements {
  /** S6, S9-order: the document of this target is removed. */
  removes(target: Target): void;
  /** S6: the collection of this target is dropped. */
  drops(target: Target): void;
  /** S7: a write of its owner matches. */
  ownerWrites(target: Target): void;
  /** S8: FAILED is written by a reconciler that listed this heartbeat. */
  condemns(target: Target, listedHeartbeat: number): void;
  /** S9: the backfill worker makes it ACTIVE. */
  activates(target: Target): void;
  /** S13: the output of its job is swapped in. */
  writesInto(target: Target): void;
  /** The job learns at DONE that its claim is lost. */
  stopped(target: Target): void;
  deleteRefused(): void;
  reconcilerRemoves(): void;
  ownerRemoves(): void;
  beatSavesTheOwner(): void;
  doneComesFirst(): void;
  failedIsListedAgain(): void;
  dropsLostOutput(): void;
  /** S14. */
  shownStays(isExcused: boolean): void;
}

const isRefused = (at: string): boolean =>
  ['TableInUse', 'TableAlreadyExists', 'BackupInUse', 'BackupNotFound'].includes(at);

export function declareProperties(m: Model, world: World, rules: Rules): Judgements {
  const { targets, restores, deletions, scale } = world;
  declareStateProperties(m, world);
  if (scale.deletes > 1) {
    m.sometimes('a second delete finds the backup deleted', () => deletions.some(({ at }) => at === 'BackupNotFound'));
  }
  m.sometimes('a restore finds its backup deleted', () => restores.some(({ at }) => at === 'BackupNotFound'));
  declareContention(m, world);
  m.remark(
    'S2',
    'holds although in-use checks read what the majority has, which may be old: a registration has incremented ' +
      'lock_seq since, and the transaction of the delete comes to a WriteConflict.',
  );
  m.remark(
    'late writes',
    'one $out is one write; it cannot be called back, so a lost claim has it dropped afterwards.',
  );

  m.always('S9: ACTIVE means DONE', () =>
    targets.every(({ table: { status, job } }) => status !== 'ACTIVE' || job === 'DONE'),
  );
  if (world.hasIndexes) {
    m.sometimes('a target that is DONE waits for the backfill worker', () =>
      targets.some(({ table: { status, job } }) => status === 'CREATING' && job === 'DONE'),
    );
    m.remark('S9', 'one way only: DONE hands over, and the backfill worker makes the table ACTIVE later.');
  }

  // S12. A refused request leaves nothing durable.
  m.always('S12: a refused request leaves nothing', () =>
    restores.every(({ at }, id) => !isRefused(at) || targets[id]!.table.status === 'absent'),
  );

  // $out must not recreate the storage of a removed target; if it does, not for long.
  const isOrphan = ({ table, items }: Target) => table.status === 'absent' && items.exists;
  const hasRested = (at: string) => at === 'failed' || at === 'lost its claim';
  m.always('orphans: no collection without its table', () =>
    targets.every((target, id) => {
      const { at } = restores[id]!;
      const isExcused = rules.orphanOfCrashedOwnerIsExcused && target.ghost.collection === 'made again';
      const isJudged = hasRested(at) || (at === 'crashed' && !isExcused);
      return !(isJudged && isOrphan(target)) || isBeingDropped(world, id);
    }),
  );
  m.sometimes('$out makes the collection of a removed target again', () => targets.some(isOrphan));
  m.remark('orphans', 'not where the owner crashed before it could drop what its $out had made again: see the hole.');

  if (scale.judgesRuns) {
    declareProgress(m, world);
    m.remark('L1', 'L2 comes with it: name and backup are held by the document of the target, and by nothing else.');
    const [backup] = world.backups;
    m.leadsTo(
      'L3: a delete that began ends',
      () => backup!.status === 'DELETING',
      () => backup!.status === 'DELETED',
    );
    m.remark('L3', 'by a retry of the client alone: nobody else takes up what a crash left DELETING. See the hole.');
  } else m.ending('everyone is through', () => true);
  if (world.majorityLags) declareLag(m, world);
  return declareJudgements(m, world);
}

const isBeingDropped = ({ listed }: World, id: number): boolean =>
  listed.some((entries) => ['drop', 'drop after removal'].includes(entries[id]!.as));

/** Conflicts of two restores. They depend on whether the two share a name, a backup or both. */
function declareContention(m: Model, { targets, restores }: World): void {
  if (targets.length < 2) return;
  const [one, two] = targets as [Target, Target];
  const isAt = (at: string) => () => restores.some((restore) => restore.at === at);
  if (one.name === two.name) {
    m.sometimes('a restore finds its name being restored', isAt('TableInUse'));
    m.sometimes('a restore finds its name taken', isAt('TableAlreadyExists'));
    m.sometimes('the name of a removed target is used again', () =>
      restores.some(({ at }) => at === 'lost its claim' && targets.some(({ table }) => table.status === 'ACTIVE')),
    );
  } else {
    m.sometimes('a restore finds its backup in use', isAt('BackupInUse'));
    m.sometimes('one restore after the other completes', () => targets.every(({ table }) => table.status === 'ACTIVE'));
  }
}

/** The properties of the variant with one restore, one client and lagging majority reads. */
function declareLag(m: Model, { targets, restores, deletions, backups, byMajority }: World): void {
  const [target] = targets as [Target];
  const [restore] = restores;
  const [deletion] = deletions;
  const { table } = target;
  m.always(
    'acknowledged: a registration that was answered is with the majority',
    () =>
      restore!.answer !== 'CREATING' ||
      table.status !== 'absent' ||
      target.history.isLost ||
      ['FAILED waits', 'drop own', 'remove own', 'failed', 'crashed'].includes(restore!.at),
  );
  m.always(
    'done: a job that ended well leaves its record DONE',
    () => restore!.at !== 'completed' || table.job === 'DONE',
  );
  m.sometimes(
    '60 s go by, and the registration goes on to ACTIVE',
    () => restore!.answer === 'InternalServerError' && table.status === 'ACTIVE',
  );
  m.sometimes(
    'the table is ACTIVE, and DeleteBackup still answers BackupInUse',
    () => table.status === 'ACTIVE' && byMajority(table).status === 'CREATING' && deletion!.at === 'BackupInUse',
  );
  m.leadsTo(
    'window: after ACTIVE the delete is heard at some time',
    () => table.status === 'ACTIVE' && deletion!.at === 'BackupInUse',
    () => backups[0]!.status !== 'AVAILABLE',
  );
}

function declareJudgements(m: Model, { targets, majorityLags, hasIndexes, restoresMax }: World): Judgements {
  const s6 = m.always('S6: no removal of an ACTIVE table');
  const s7 = m.always('S7: fencing');
  const s8 = m.always('S8: no live owner is condemned');
  const order = m.always('S9-order: FAILED comes before removal');
  const s13 = m.always('S13: successor safety');
  const handedOver = hasIndexes ? m.always('S9-done: what the backfill worker makes ACTIVE is DONE') : () => undefined;
  const s14 = majorityLags ? m.always('S14: what DescribeTable showed as ACTIVE stays so') : () => undefined;
  if (majorityLags) {
    m.remark('S8', 'a beat that a failover took back counts as none: here only the listed heartbeat is asked for.');
    m.remark('S14', 'a local read may show an ACTIVE that a failover takes back, even to be removed: see the hole.');
  }
  const isAlone = (target: Target) => () =>
    targets.every((other) => other === target || other.items !== target.items || other.table.status === 'absent');
  const doneTooLate = m.sometimes('DONE comes after FAILED');
  const wakes = m.sometimes('a paused owner wakes after its target is gone');
  return {
    removes({ table }) {
      s6(() => table.status !== 'ACTIVE');
      order(() => table.job === 'FAILED');
    },
    drops(target) {
      s6(() => target.table.status !== 'ACTIVE');
      s13(() =>
        targets.every(
          ({ items, table, record }) => items !== target.items || table === target.table || record.job !== 'RUNNING',
        ),
      );
    },
    ownerWrites({ record }) {
      s7(() => record.job === 'RUNNING' && record.generation === ownGeneration);
    },
    condemns({ record, history }, listedHeartbeat) {
      s8(() => (history.isSilent || majorityLags) && record.heartbeat === listedHeartbeat);
    },
    activates({ record }) {
      handedOver(() => record.job === 'DONE');
    },
    writesInto(target) {
      s13(isAlone(target));
    },
    stopped({ table }) {
      doneTooLate(() => table.job === 'FAILED');
      wakes(() => table.status === 'absent');
    },
    deleteRefused: m.sometimes('a delete is refused under a restore'),
    reconcilerRemoves: m.sometimes('the reconciler removes a target'),
    ownerRemoves: restoresMax === 1 ? m.sometimes('a failing owner removes its target') : () => undefined,
    beatSavesTheOwner: m.sometimes('a beat between listing and FAILED saves the owner'),
    doneComesFirst: m.sometimes('DONE between listing and FAILED saves the target'),
    failedIsListedAgain:
      restoresMax === 1 ? m.sometimes('a FAILED target is listed by a later cycle') : () => undefined,
    dropsLostOutput: m.sometimes('an owner that lost its claim drops its output'),
    shownStays: (isExcused) => s14(isExcused),
  };
}
