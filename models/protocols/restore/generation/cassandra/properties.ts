/** Safety properties, and what must be reachable, so that a model that does nothing fails. */
import type { Model } from '../../../../language/model.ts';
import { isBeingMade } from '../target.ts';
import { declareJudgements, type Judgements } from './judge.ts';
import { declarePlaces } from './places.ts';
import type { Rules } from './rules.ts';
import { isMarked, isUnderWay, type Restore, type Target, type World } from './world.ts';

export { batchOf } from '../judge.ts';
export type { Judgements } from './judge.ts';

const isCopying = ({ at }: Restore): boolean => ['beat', 'work', 'write', 'hung', 'done', 'done unknown'].includes(at);

/** The owner can still make the target ACTIVE: it is registered and has not failed. */
const isOnItsWay = ({ restores }: World, { table }: Target, id: number): boolean =>
  table.status === 'CREATING' && table.job === 'RUNNING' && isCopying(restores[id]!);

const onItsWayFrom = (world: World, backup: number): number =>
  world.targets.filter((target, id) => target.backup === backup && isOnItsWay(world, target, id)).length;

export function declareProperties(m: Model, world: World, rules: Rules): Judgements {
  const { targets, scale } = world;
  const isActive = ({ table }: Target) => table.status === 'ACTIVE';
  m.always('S1: complete when ACTIVE', () =>
    targets.every((target) => !isActive(target) || target.items.batches.every((batch) => batch !== 'missing')),
  );
  m.sometimes('a restore completes', () => targets.some(isActive));
  if (world.deletions.length > 0) declareDeletes(m, world);
  if (world.writesAreLate) declareLateDeleting(m, world, rules);
  declareExclusion(m, world);
  m.always('S9: ACTIVE and DONE agree', () =>
    targets.every(({ table: { status, job } }) => (status === 'ACTIVE') === (job === 'DONE')),
  );
  if (!world.beatsFail) {
    m.always('late writes: one batch at most after the claim is lost', () =>
      targets.every(({ history }) => history.lateWrites <= 1),
    );
    m.sometimes('a batch lands late', () => targets.some(({ history }) => history.lateWrites === 1));
  } else {
    m.sometimes('batches land late while a beat hangs', () => targets.some(({ history }) => history.lateWrites === 2));
  }
  declareContention(m, world);
  declareOrphans(m, world, rules);
  declarePlaces(m, world);
  declareFaults(m, world);
  if (scale.judgesRuns) declareRuns(m, world);
  declareEnding(m, world);
  return declareJudgements(m, world, rules);
}

/** A DELETING without an answer may still be on its way when its delete tries again, and is refused. */
function declareLateDeleting(m: Model, { deletions, backupRows }: World, rules: Rules): void {
  const takesEffect = () => deletions[0]!.at === 'BackupInUse' && backupRows[0]!.status !== 'AVAILABLE';
  if (rules.lateDeletingIsExcused) m.sometimes('a delete that was refused takes effect later', takesEffect);
  else m.never('refused: a delete that was refused takes effect later', takesEffect);
}

function declareDeletes(m: Model, world: World): void {
  const { targets, restores, deletions, backupRows, backupItems } = world;
  m.always('S2: no delete under a restore', () =>
    backupItems.every(({ data }, backup) => data === 'full' || onItsWayFrom(world, backup) === 0),
  );
  m.remark(
    'S2',
    'of targets whose restore has both the marker and the row, and so can still become ACTIVE: one that is inserted first ' +
      'and finds no marker to take is removed again.',
  );
  m.always('S3: a restore reads intact data', () =>
    targets.every(({ table, items }) => table.status !== 'ACTIVE' || items.batches.every((batch) => batch !== 'torn')),
  );
  m.always('S10: AVAILABLE means full', () =>
    backupRows.every(({ status }, backup) => status !== 'AVAILABLE' || backupItems[backup]!.data === 'full'),
  );
  m.sometimes('a delete succeeds', () => deletions.some(({ at }) => at === 'deleted'));
  m.sometimes('a delete is refused under a restore', () => deletions.some(({ at }) => at === 'BackupInUse'));
  m.sometimes('a restore finds its backup deleted', () => restores.some(({ at }) => at === 'BackupNotFound'));
  m.sometimes('a restored table outlives its backup', () =>
    targets.some(({ table, backup }) => table.status === 'ACTIVE' && backupItems[backup]!.data === 'gone'),
  );
}

function declareExclusion(m: Model, world: World): void {
  const { targets, backupRows } = world;
  const isShared = (key: 'name' | 'backup') => new Set(targets.map((target) => target[key])).size < targets.length;
  if (isShared('backup')) {
    m.always('S4: one restore for each backup', () =>
      backupRows.every((_, backup) => onItsWayFrom(world, backup) <= 1),
    );
    m.remark(
      'S4',
      'weakened as S2 is: two rows may be CREATING from one backup while one of them waits for the marker.',
    );
  }
  if (isShared('name')) {
    const isLive = ({ table }: Target) => table.status !== 'absent';
    m.always('S5: one table for each name', () =>
      targets.every((one) =>
        targets.every((two) => one === two || one.name !== two.name || !isLive(one) || !isLive(two)),
      ),
    );
  }
}

function declareContention(m: Model, { targets, restores, first }: World): void {
  const isAt = (at: string) => restores.some((restore) => restore.at === at);
  m.always('S12: a refused request leaves no target that could become ACTIVE', () =>
    targets.every(({ table }, id) => {
      const isRefused = ['TableInUse', 'TableAlreadyExists', 'BackupInUse', 'BackupNotFound'];
      return !isRefused.includes(restores[id]!.at) || table.status === 'absent' || table.job === 'FAILED';
    }),
  );
  if (first === 'K2') {
    m.remark(
      'S12',
      'a restore that finds no marker to take had inserted its target: the name is in use until it is removed.',
    );
  }
  if (targets.length < 2) return;
  const [one, two] = targets as [Target, Target];
  if (one.name === two.name) {
    m.sometimes('a restore finds its name taken', () => isAt('TableInUse'));
    m.sometimes('the name of a removed target is used again', () =>
      targets.some(({ table }, id) => table.status === 'ACTIVE' && restores[1 - id]?.at === 'lost its claim'),
    );
  } else {
    m.sometimes('a restore finds its backup in use', () => isAt('BackupInUse'));
    m.sometimes('one restore after the other completes', () => targets.every(({ table }) => table.status === 'ACTIVE'));
  }
}

function declareOrphans(m: Model, { targets, restores, isWhole }: World, rules: Rules): void {
  const hasRested = (at: string) => ['failed', 'lost its claim', 'crashed'].includes(at);
  if (!isWhole) return;
  m.always('orphans: no tables without their row', () =>
    targets.every(({ table, schema, ghost }, id) => {
      const isExcused = rules.lateSchemaIsExcused && ghost.tables === 'made again';
      return isExcused || table.status !== 'absent' || !schema.exists || !hasRested(restores[id]!.at);
    }),
  );
  m.remark('orphans', 'not where the schema step comes after the removal: see the hole.');
}

function declareRuns(m: Model, world: World): void {
  const { targets, backupRows, deletions } = world;
  targets.forEach((target, id) => {
    m.leadsTo(
      `L1 of target ${id}: it becomes ACTIVE or goes`,
      () => isBeingMade(target),
      () => !isBeingMade(target),
    );
    m.leadsTo(
      `L2 of target ${id}: its backup is free again`,
      () => target.marker.isActive,
      () => !target.marker.isActive,
    );
  });
  m.recoverable('L1: every target can still settle, and free its backup', () => isSettled(world));
  m.eventually('L4: every request is answered, and its job ends', () => isAnswered(world));
  m.leadsTo(
    'L5: every cycle ends',
    () => !isIdle(world),
    () => isIdle(world),
  );
  if (deletions.length === 0) return;
  m.leadsTo(
    'L3: a delete that began ends',
    () => backupRows[0]!.status === 'DELETING',
    () => backupRows[0]!.status === 'DELETED',
  );
}

const isSettled = (world: World): boolean =>
  !world.targets.some(isBeingMade) && world.backupRows.every((_, backup) => !isMarked(world, backup));

const deleteRests: readonly string[] = ['deleted', 'BackupInUse', 'BackupNotFound', 'interrupted'];
const isAnswered = ({ restores, deletions }: World): boolean =>
  restores.every((restore) => restore.at !== 'start' && !isUnderWay(restore)) &&
  deletions.every(({ at }) => deleteRests.includes(at));

/** No reconciler is in a cycle. */
const isIdle = ({ listed, reported }: World): boolean =>
  [...listed.flat(), ...reported].every(({ as }) => as === 'nothing');

function declareEnding(m: Model, world: World): void {
  m.ending(
    'every request is answered, no job or cycle is under way, every target is settled, and its backup is free',
    () =>
      isSettled(world) &&
      isAnswered(world) &&
      isIdle(world) &&
      world.seen.every(({ as }) => as === 'nothing') &&
      world.backupRows.every(({ status }) => !world.isWhole || status !== 'DELETING'),
  );
}

/** What the variant offers must happen. */
function declareFaults(m: Model, { restores, deletions, lostAnswersOfWrites, targets, crashes }: World): void {
  const isAt = (at: string) => restores.some((restore) => restore.at === at);
  if (crashes > 0 && deletions.length > 0)
    m.sometimes('a delete dies midway', () => deletions.some(({ at }) => at === 'interrupted'));
  if (!lostAnswersOfWrites) return;
  for (const at of ['K1 unknown', 'K2 unknown', 'done unknown'])
    m.sometimes(`an answer is lost, so ${at}`, () => isAt(at));
  if (deletions.length > 0)
    m.sometimes('an answer is lost, so claim unknown', () => deletions.some(({ at }) => at === 'claim unknown'));
  m.sometimes('DONE lands without an answer', () =>
    targets.some(({ table }, id) => table.job === 'DONE' && restores[id]!.at === 'done unknown'),
  );
}
