/** What a restore request and its job use, and the labels of all their steps. */
import type { Model, Step } from '../../../../language/model.ts';
import type { LateWrite } from '../../../../stores/lost-answers.ts';
import type { Transaction } from '../../../../stores/mongodb.ts';
import type { Judgements } from './properties.ts';
import type { Rules } from './rules.ts';
import type { Backup, BackupItems, Restore, Target, World } from './world.ts';

export const steps = [
  'N1 begin: free',
  'N1 refused: TableInUse',
  'N1 refused: TableAlreadyExists',
  'N1 refused: BackupNotFound',
  'N1 refused: BackupInUse',
  'N1 register',
  'N1 WriteConflict: again',
  'N3 $out starts',
  'N2 beat',
  'N2 beat not matched: stop',
  'N3 $out lands',
  'N3 $out fails',
  'N3 $out lands without its client',
  'N3 $out is killed',
  'N4 DONE and handed over',
  'N4 DONE not matched: stop',
  'N5 FAILED',
  'N5 FAILED not matched: stop',
  'N6 drop the collection',
  'N6 remove own target',
  'N6 nothing to remove',
  'drop own output',
] as const;

export const stepsOfLag = [
  'N1 acknowledged: answer CREATING',
  'N1 gone: answer InternalServerError',
  'N1 60 s go by: answer InternalServerError',
  'N4 acknowledged',
  'N4 answer lost, DONE landed',
  'N4 answer lost, nothing landed',
  'N4 unknown: read DONE',
  'N4 unknown: read RUNNING, again',
  'N4 unknown: read that the claim is lost',
  'N5 acknowledged',
  'N5 lost in a failover: again',
] as const;

export const stepsOfLateDone = [
  'N4 answer lost, DONE on its way',
  'N4 DONE not matched: read it',
  'N4 unknown: read DONE',
  'N4 unknown: read RUNNING, again',
  'N4 unknown: read that the claim is lost',
  'N4 acknowledged',
] as const;

export const stepsOfMutants = ['N4 handed over before DONE'] as const;

export type RestoreStep = (typeof steps | typeof stepsOfLag | typeof stepsOfLateDone | typeof stepsOfMutants)[number];

export interface Job {
  readonly m: Model;
  readonly world: World;
  readonly rules: Rules;
  readonly me: Restore;
  readonly target: Target;
  readonly backup: Backup;
  readonly backupItems: BackupItems;
  readonly transaction: Transaction;
  /** A DONE that may be on its way; null where none is. */
  readonly late: LateWrite | null;
  readonly judge: Judgements;
}

export type Offer = Step<RestoreStep>;
