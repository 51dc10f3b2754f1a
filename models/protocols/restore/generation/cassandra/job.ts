/** What a restore request and its job use, and the labels of all their steps. */
import type { Model, Step } from '../../../../language/model.ts';
import type { LateWrite } from '../../../../stores/lost-answers.ts';
import type { Judgements } from './properties.ts';
import type { Rules } from './rules.ts';
import type { Refusal, Restore, Target, World } from './world.ts';

export const steps = [
  'refused: TableInUse',
  'refused: TableAlreadyExists',
  'refused: BackupNotFound',
  'refused: BackupInUse',
  'K1 take the marker',
  'K1 not applied: undo',
  'K2 insert',
  'K2 name is taken: undo K1',
  'K1 undone',
  'N2 beat',
  'N2 beat not applied: stop',
  'K3 schema',
  'K4 read a batch',
  'K4 write a batch',
  'K4 its table is gone',
  'copying fails',
  'N4 DONE and ACTIVE',
  'N4 DONE not applied: stop',
  'K5 clear the marker',
  'K5 marker is cleared already',
  'N5 FAILED',
  'N5 FAILED not applied: stop',
  'r1 DELETING',
  'r1 nothing to remove',
  'r2 drop the tables',
  'r2 remove the row',
  'r2 the row is gone',
] as const;

export const stepsOfK1First = ['K2 the marker is its own', 'K2 the marker is lost: undo'] as const;

export const stepsOfLoss = [
  'K1 answer lost, landed',
  'K1 answer lost, nothing landed',
  'K1 unknown: read its marker',
  'K1 unknown: read none, again',
  'K2 answer lost, landed',
  'K2 answer lost, nothing landed',
  'K2 unknown: read its row',
  'K2 unknown: read none',
  'N4 answer lost, DONE landed',
  'N4 answer lost, nothing landed',
  'N4 unknown: read DONE',
  'N4 unknown: read RUNNING, again',
  'N4 unknown: read that the claim is lost',
] as const;

export const stepsOfLateDone = ['N4 answer lost, DONE on its way', 'N4 DONE not applied: it has landed'] as const;

export const stepsOfBeats = [
  'N2 beat fails, landed',
  'N2 beat fails, nothing landed',
  'N2 beat hangs',
  'N2 beat hangs still: go on',
  'N2 beat returns',
] as const;

export const stepsOfMutants = [
  'N4 ACTIVE before DONE',
  'N2 beat not applied: go on',
  'the copy hangs',
  'the copy dies',
  'N2 beat of a copy that hangs',
] as const;

export type RestoreStep = (
  | typeof steps
  | typeof stepsOfK1First
  | typeof stepsOfLoss
  | typeof stepsOfLateDone
  | typeof stepsOfBeats
  | typeof stepsOfMutants
)[number];
export type Offer = Step<RestoreStep>;

export interface Job {
  readonly m: Model;
  readonly world: World;
  readonly rules: Rules;
  readonly me: Restore;
  readonly target: Target;
  readonly judge: Judgements;
  /** A DONE that may be on its way; null where none is. */
  readonly late: LateWrite | null;
}

/** The request is refused at once: there is nothing to undo. */
export function refuse({ rules, me, target, judge }: Job, step: Offer, refusal: Refusal): void {
  step(`refused: ${refusal}`, () => {
    judge.refuses(target, refusal);
    me.at = rules.tells(refusal);
  });
}

/** Call in an effect: a request that was refused is answered once everything is undone. */
export function end({ rules, me }: Job, otherwise: 'failed' | 'lost its claim'): void {
  me.at = me.refusal === null ? otherwise : rules.tells(me.refusal);
  me.refusal = null;
}
