/** What only properties remember of a target. Steps call this in their effects. */
import type { Judgement, Model } from '../../../language/model.ts';
import type { History, Target } from './target.ts';

interface Remembered {
  readonly history: History;
}

export interface AgeingJudgement {
  /** The heartbeat of a record is about to become stale. */
  ages(target: Remembered & { readonly record: { readonly job: string; readonly stale: boolean } }): void;
}

export function declareAgeing(m: Model): AgeingJudgement {
  const time = m.always('time: only a fresh record ages, and only while it needs its owner or a removal');
  return {
    ages({ record: { job, stale }, history }) {
      time((job === 'RUNNING' || job === 'FAILED') && !stale);
      history.isSilent = true;
    },
  };
}

/** The owner has written a heartbeat. */
export function hasBeaten({ history }: Remembered): void {
  history.isSilent = false;
}

/** A reconciler has written FAILED. */
export function isLostTo({ history }: Remembered): void {
  history.isLost = true;
}

/** A batch lands: counted if the claim is lost. */
export function countLateWrite({ history }: Remembered): void {
  if (history.isLost && history.lateWrites < 2) history.lateWrites++;
}

/** Target and record are removed. */
export function forgetHistory({ history }: Remembered): void {
  Object.assign(history, { isSilent: false, isLost: false, lateWrites: 0 });
}

/** torn: read from a backup that was no longer complete. Only properties tell it from the other. */
export const batchOf = ({ data }: { readonly data: 'full' | 'gone' }): 'whole' | 'torn' =>
  data === 'full' ? 'whole' : 'torn';

interface ListedSeen {
  readonly generation: number;
  readonly heartbeat: number;
}

/** What a reconciler does, cycle after cycle. */
export interface ReconcilerJudgements {
  findsSomething(holds: Judgement): void;
  lists(target: Target, as: string): void;
  /** After FAILED. */
  failedGoesOnToRemoval(holds: Judgement): void;
  leavesRecord(target: Target, listed: ListedSeen): void;
  leavesTarget(target: Target): void;
  /** After the cycle is through with one record: how many others were listed before, and are. */
  keepsOthers(before: number, after: number): void;
}

export function declareReconciling(m: Model): ReconcilerJudgements {
  const silent = m.always('c1: only a record that needs its owner or a removal, and is silent, is listed');
  const kept = m.always('c-others: whatever becomes of one record, the cycle goes on with the others');
  const left = m.always('c2-left: a record is left alone only if it has been written since');
  const target = m.always('c3-left: only a target that is CREATING no longer is left alone');
  return {
    findsSomething: m.always('c1-found: a cycle that begins has found something'),
    lists({ table, record: { job, stale } }, as) {
      const expected = as === 'to be removed' ? 'FAILED' : 'RUNNING';
      silent(() => as === 'nothing' || (stale && job === expected && table.status === 'CREATING'));
    },
    failedGoesOnToRemoval: m.always('c2: FAILED is followed by the removal'),
    leavesRecord: ({ record: { job, generation, heartbeat } }, listed) =>
      left(() => job !== 'RUNNING' || generation !== listed.generation || heartbeat !== listed.heartbeat),
    leavesTarget: ({ table }) => target(() => table.status !== 'CREATING'),
    keepsOthers: (before, after) => kept(after === before),
  };
}

/** What is there when a restore is decided: the name counts first, then the backup. */
export function answerOf(
  {
    targets,
    backups,
  }: { readonly targets: readonly Target[]; readonly backups: readonly { readonly status: string }[] },
  { name, backup }: Pick<Target, 'name' | 'backup'>,
): string {
  const holder = targets.find((one) => one.name === name && one.table.status !== 'absent');
  if (holder !== undefined) return holder.table.status === 'CREATING' ? 'TableInUse' : 'TableAlreadyExists';
  if (backups[backup]!.status !== 'AVAILABLE') return 'BackupNotFound';
  const isInUse = targets.some((one) => one.backup === backup && one.table.status === 'CREATING');
  return isInUse ? 'BackupInUse' : 'CREATING';
}
