/** The properties of targets and backups that all backends share: safety, and what must be reachable. */
import type { Judgement, Model } from '../../../language/model.ts';
import { type AgeingJudgement, countLateWrite, declareAgeing, forgetHistory, hasBeaten, isLostTo } from './judge.ts';
import { type Backup, isBeingMade, type Target } from './target.ts';

interface RestoreWorld {
  readonly targets: readonly Target[];
  readonly backups: readonly Backup[];
}

const creatingFrom = ({ targets }: RestoreWorld, backup: number): Target[] =>
  targets.filter((target) => target.backup === backup && target.table.status === 'CREATING');

/** S1–S5, S10 and the bound on late writes (6.7): properties of the stored state only. */
export function declareStateProperties(m: Model, world: RestoreWorld, lateWritesMax: 0 | 1 = 1): void {
  const { targets, backups } = world;
  m.always('S1: complete when ACTIVE', () =>
    targets.every(({ table, items }) => table.status !== 'ACTIVE' || items.batches.every((b) => b !== 'missing')),
  );
  m.sometimes('a restore completes', () => targets.some(({ table }) => table.status === 'ACTIVE'));

  m.always('S2: no delete under a restore', () =>
    backups.every(({ data }, backup) => data === 'full' || creatingFrom(world, backup).length === 0),
  );

  m.always('S3: a restore reads intact data', () =>
    targets.every(({ table, items }) => table.status !== 'ACTIVE' || items.batches.every((b) => b !== 'torn')),
  );

  m.always('S4: one restore for each backup', () =>
    backups.every((_, backup) => creatingFrom(world, backup).length <= 1),
  );

  const isLive = ({ table }: Target) => table.status !== 'absent';
  m.always('S5: one table for each name', () =>
    targets.every((one) =>
      targets.every((two) => one === two || one.name !== two.name || !isLive(one) || !isLive(two)),
    ),
  );

  m.always('S10: AVAILABLE means full', () =>
    backups.every(({ status, data }) => status !== 'AVAILABLE' || data === 'full'),
  );

  m.always(`late writes: ${lateWritesMax === 0 ? 'no batch' : 'one batch at most'} after the claim is lost`, () =>
    targets.every(({ history }) => history.lateWrites <= lateWritesMax),
  );
}

/** What must be reachable where a model has a delete beside its restores. */
export function declareDeletionSeen(m: Model, { targets, backups }: RestoreWorld): void {
  m.sometimes('a backup is deleted', () => backups.some(({ data }) => data === 'gone'));
  m.sometimes('a restored table outlives its backup', () =>
    targets.some(({ table, backup }) => table.status === 'ACTIVE' && backups[backup]!.data === 'gone'),
  );
}

/** S9 where one step makes the table ACTIVE and writes DONE. */
export function declareAgreement(m: Model, { targets }: RestoreWorld): void {
  m.always('S9: ACTIVE and DONE agree', () =>
    targets.every(({ table, record }) => (table.status === 'ACTIVE') === (record.job === 'DONE')),
  );
}

/** L1 of these targets; of all by default. */
export function declareProgress(
  m: Model,
  { targets }: RestoreWorld,
  ids: readonly number[],
  isAtRest: () => boolean,
): void {
  for (const id of ids) {
    const target = targets[id]!;
    m.leadsTo(
      `L1 of target ${id}: it becomes ACTIVE or goes`,
      () => isBeingMade(target),
      () => !isBeingMade(target),
    );
  }
  const isSettled = () => ids.every((id) => !isBeingMade(targets[id]!));
  m.recoverable('L1: every target can still settle', isSettled);
  m.ending(
    'every request is answered, no job or cycle is under way, and every target is settled',
    () => isSettled() && isAtRest(),
  );
}

/** Called by steps, in the effect, before it changes anything. */
export interface Judgements extends AgeingJudgement {
  /** S6, S9-order, S13: `removed` is removed by a process that works for `meant`. */
  removes(removed: Target, meant: Target): void;
  /** S13: a process that works for `meant` writes into `into`. */
  writesInto(into: Target, meant: Target): void;
  /** S7: a write of the owner with this generation matches: DONE, FAILED or flip. */
  ownerWrites(target: Target, generation: number): void;
  /** S7: the same, of a beat. */
  beats(target: Target, generation: number): void;
  /** After a beat. */
  isFresh(holds: Judgement): void;
  batchLands(target: Target): void;
  /** After the removal. */
  isRemoved(target: Target): void;
  /** S8: FAILED is written by a reconciler that listed this heartbeat. */
  condemns(target: Target, listedHeartbeat: number): void;
}

/** `isOwnerSilent`: the owner has been silent for stale_after, or is certainly gone. */
export function declareJudgements(m: Model, isOwnerSilent = ({ history }: Target) => history.isSilent): Judgements {
  const s6 = m.always('S6: no removal of an ACTIVE table');
  const s7 = m.always('S7: fencing');
  const s8 = m.always('S8: no live owner is condemned');
  const order = m.always('S9-order: FAILED comes before removal');
  const s13 = m.always('S13: successor safety');
  const ownerWrites = ({ record }: Target, generation: number) =>
    s7(() => record.job === 'RUNNING' && record.generation === generation);
  return {
    ...declareAgeing(m),
    removes(removed, meant) {
      s6(() => removed.table.status !== 'ACTIVE');
      order(() => removed.record.job === 'FAILED');
      s13(removed === meant);
    },
    writesInto(into, meant) {
      s13(into === meant);
    },
    ownerWrites,
    beats(target, generation) {
      ownerWrites(target, generation);
      hasBeaten(target);
    },
    isFresh: m.always('N2: a beat makes its record fresh'),
    batchLands: countLateWrite,
    isRemoved: forgetHistory,
    condemns(target, listedHeartbeat) {
      s8(() => isOwnerSilent(target) && target.record.heartbeat === listedHeartbeat);
      isLostTo(target);
    },
  };
}

export interface Sharing {
  readonly restores: readonly { readonly name: number; readonly backup: number }[];
  readonly hasDelete: boolean;
}

/** Notes that S2 to S5, S10 and S12 hold trivially where a variant lacks the processes that could violate them. */
export function remarkOnSharing(m: Model, { restores, hasDelete }: Sharing): void {
  const isShared = (by: 'name' | 'backup') => new Set(restores.map((place) => place[by])).size < restores.length;
  if (hasDelete) m.remark('S3', 'Two rules would have to fail: S2 keeps the data as long as a target is being made.');
  else for (const id of ['S2', 'S3', 'S10']) m.remark(id, 'Nothing deletes in this variant.');
  if (restores.length === 1) {
    for (const id of ['S4', 'S5', 'S12']) m.remark(id, 'One restore only in this variant.');
  } else {
    if (!isShared('backup')) m.remark('S4', 'The restores of this variant have backups of their own.');
    if (!isShared('name')) m.remark('S5', 'The restores of this variant have names of their own.');
  }
}
