/** Safety properties, and what must be reachable, so that a model that does nothing fails. */
import type { Judgement, Model } from '../../../../language/model.ts';
import { type AgeingJudgement, countLateWrite, declareAgeing, hasBeaten, isLostTo } from '../judge.ts';
import { declareProgress, declareStateProperties } from '../properties.ts';
import type { Told } from '../../told.ts';
import { declareAnswers, declareFaults, declareReconciling } from './judge.ts';
import { declarePlaces } from './places.ts';
import type { Rules } from './rules.ts';
import { isUnderWay, type Listed, ownGeneration, type Restore, type Table, type Target, type World } from './world.ts';

export { batchOf } from '../judge.ts';

/** Called by steps, in the effect, before it changes anything unless they say otherwise. */
export interface Judgements extends AgeingJudgement {
  /** S6, S9-order: the document of this target is removed. */
  removes(target: Target): void;
  /** S6: the collection of this target is dropped. */
  drops(target: Target): void;
  /** S7: a write of its owner matches. */
  ownerWrites(target: Target): void;
  beats(target: Target): void;
  /** After a beat. */
  isFresh(holds: Judgement): void;
  /** S8: FAILED is written by a reconciler that listed this heartbeat. */
  condemns(target: Target, listedHeartbeat: number): void;
  /** S9: the backfill worker makes it ACTIVE. */
  activates(target: Target): void;
  /** S13: the output of its job is swapped in. */
  writesInto(target: Target): void;
  /** The job learns at DONE that its claim is lost. */
  stopped(restore: Restore, target: Target): void;
  leavesTarget(target: Target): void;
  /** After N6. */
  hasFailed(holds: Judgement): void;
  ownerDies(restore: Restore): void;
  refuses(target: Target, refusal: string): void;
  refusesDelete(request: number, refusal: 'BackupNotFound' | 'BackupInUse'): void;
  /** The client of a refused delete asks again. */
  asksAgain(request: number): void;
  readonly told: Told;
  lists(seen: Table, as: Listed['as']): void;
  /** After FAILED. */
  failedGoesOnToRemoval(holds: Judgement): void;
  leavesRecord(target: Target, listed: Listed): void;
  cycleDies(listed: readonly Listed[]): void;
  /** After a crash. */
  hasForgotten(holds: Judgement): void;
  picks(target: Target): void;
  backfillDies(picked: readonly { readonly as: string }[]): void;
  /** After a crash. */
  backfillHasForgotten(holds: Judgement): void;
  /** A failover has taken a write back before the majority had it. */
  losesRegistration(target: Target): void;
  losesDone(restore: Restore): void;
  losesFailed(target: Target): void;
  losesDeleting(): void;
  losesDeleted(): void;
  readsDone(): void;
  reconcilerRemoves(target: Target): void;
  ownerRemoves(): void;
  dropsLostOutput(): void;
  /** After the answer at 60 s. */
  goesOnAfterTimeout(holds: Judgement): void;
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
    declareProgress(
      m,
      world,
      targets.map((_, id) => id),
      () => isAnswered(world) && isIdle(world),
    );
    m.eventually('L4: every request is answered, and its job ends', () => isAnswered(world));
    if (!world.majorityLags)
      m.leadsTo(
        'L5: every cycle ends',
        () => !isIdle(world),
        () => isIdle(world),
      );
    m.remark('L1', 'L2 comes with it: name and backup are held by the document of the target, and by nothing else.');
    const [backup] = world.backups;
    m.leadsTo(
      'L3: a delete that began ends',
      () => backup!.status === 'DELETING',
      () => backup!.status === 'DELETED',
    );
    m.remark('L3', 'by a retry of the client alone: nobody else takes up what a crash left DELETING. See the hole.');
  } else m.ending('everyone is through', () => isAnswered(world) && isIdle(world));
  declarePlaces(m, world);
  if (world.majorityLags) declareLag(m, world);
  return declareJudgements(m, world, rules);
}

const deleteRests: readonly string[] = ['deleted', 'BackupNotFound', 'BackupInUse'];

const isAnswered = ({ restores, deletions, majorityLags }: World): boolean =>
  restores.every((restore) => !['start', 'out runs without its client'].includes(restore.at) && !isUnderWay(restore)) &&
  deletions.every(({ at }) => deleteRests.includes(at) && !(majorityLags && at === 'BackupInUse'));

/** No reconciler is in a cycle, and no worker builds indexes. */
const isIdle = ({ listed, picked }: World): boolean =>
  [...listed.flat(), ...picked.flat()].every(({ as }) => as === 'nothing');

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

function declareJudgements(m: Model, world: World, rules: Rules): Judgements {
  const { targets, majorityLags, hasIndexes, restoresMax } = world;
  const stops = m.always('stop: a job stops only when its record is no longer its own');
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
  const ownerWrites = ({ record }: Target) => s7(() => record.job === 'RUNNING' && record.generation === ownGeneration);
  return {
    ...declareAgeing(m),
    removes({ table }) {
      s6(() => table.status !== 'ACTIVE');
      order(() => table.job === 'FAILED');
    },
    drops(target) {
      s6(() => target.table.status !== 'ACTIVE');
      target.ghost.collection = 'dropped';
      s13(() =>
        targets.every(
          ({ items, table, record }) => items !== target.items || table === target.table || record.job !== 'RUNNING',
        ),
      );
    },
    ownerWrites,
    beats(target) {
      ownerWrites(target);
      hasBeaten(target);
    },
    isFresh: m.always('N2: a beat makes its record fresh'),
    condemns(target, listedHeartbeat) {
      const { record, history } = target;
      s8(() => (history.isSilent || majorityLags) && record.heartbeat === listedHeartbeat);
      isLostTo(target);
    },
    activates({ record }) {
      handedOver(() => record.job === 'DONE');
    },
    writesInto(target) {
      s13(isAlone(target));
      countLateWrite(target);
      if (target.ghost.collection === 'dropped') target.ghost.collection = 'made again';
    },
    stopped({ at }, { table, record }) {
      stops(() => record.job !== 'RUNNING' && record.job !== 'DONE');
      doneTooLate(() => (at === 'landed' || at === 'DONE unknown') && table.job === 'FAILED');
      wakes(() => table.status === 'absent');
    },
    ...declareFaults(m, world, rules),
    ...declareAnswers(m, world),
    ...declareReconciling(m, world),
    hasFailed: m.always('N6: a job that has written FAILED ends as failed'),
    ownerRemoves: restoresMax === 1 ? m.sometimes('a failing owner removes its target') : () => undefined,
    dropsLostOutput: m.sometimes('an owner that lost its claim drops its output'),
    goesOnAfterTimeout: majorityLags
      ? m.always('60 s: a request is answered, and its registration goes on')
      : () => undefined,
    shownStays: (isExcused) => s14(isExcused),
  };
}
