/** Shared by the phases of a restore. */
import type { Step } from '../../../../language/model.ts';
import type { Properties } from './properties.ts';
import type { Rules } from './rules.ts';
import type { Owner, Restore, Variant, World } from './world.ts';

const steps = [
  'N1 lock the row of the backup',
  'N1 check name and backup',
  'N1 COMMIT: registered',
  'N2 beat',
  'N2 beat not matched',
  'N3 copy a batch',
  'N3 copying fails',
  'N4 UPDATE record: DONE',
  'N4 UPDATE record: no row',
  'N4 UPDATE table: ACTIVE',
  'N4 COMMIT: DONE and ACTIVE',
  'N5 FAILED',
  'N5 FAILED not matched',
  'N6 remove own target',
  'N6 nothing to remove',
  'N3 the table of the batch is gone',
  'N1 refused: TableInUse',
  'N1 refused: TableAlreadyExists',
  'N1 refused: BackupNotFound',
  'N1 refused: BackupInUse',
] as const;
const ofKilledSessions = ['N2 session is dead'] as const;
const ofAskingAgain = ['ask again'] as const;
const ofUnknownOutcomes = [
  'N1 COMMIT lands, no answer',
  'N1 COMMIT fails, no answer',
  'N2 beat lands, no answer',
  'N2 beat fails, no answer',
  'N4 COMMIT is sent, and the connection breaks',
  'N5 FAILED lands, no answer',
  'N5 FAILED fails, no answer',
] as const;
const afterUnknownOutcomes = ['N4 read: it landed', 'N4 read: it did not', 'N4 read: the claim is lost'] as const;
const ofMutants = [
  'N1 COMMIT of the table alone',
  'N1 COMMIT of the record',
  'N4 UPDATE record: no row, and on',
  'N4 COMMIT of DONE alone',
  'N4 ACTIVE by itself',
  'N4 no table to make ACTIVE',
  'N4 no answer: taken for done',
  'N4 no answer: taken for failed',
] as const;

export type Label =
  | (typeof steps)[number]
  | (typeof ofKilledSessions)[number]
  | (typeof ofAskingAgain)[number]
  | (typeof ofUnknownOutcomes)[number]
  | (typeof afterUnknownOutcomes)[number]
  | (typeof ofMutants)[number];

export function stepsOf({ faults, asksAgain }: Variant, rules: Rules): Label[] {
  const isRight =
    rules.insertsTableAndRecord === 'in one transaction' &&
    rules.doneAndActive === 'in one transaction' &&
    rules.whenUnsure.startsWith('reads');
  return [
    ...steps,
    ...(faults.includes('killed sessions') ? ofKilledSessions : []),
    ...(faults.includes('unknown outcomes') ? [...ofUnknownOutcomes, ...afterUnknownOutcomes] : []),
    ...(asksAgain ? ofAskingAgain : []),
    ...(isRight ? [] : ofMutants),
  ];
}

/** Labels of faults. They are excluded from fairness, since nothing forces a fault to happen. */
export const isFault = (label: string): boolean =>
  label === 'crash' || label === 'N3 copying fails' || ofUnknownOutcomes.some((other) => other === label);

export type Phases = { readonly [at in Restore['at']]?: (step: Step<Label>) => void };

export interface Job {
  readonly world: World;
  readonly rules: Rules;
  readonly properties: Properties;
  readonly owner: Owner;
  readonly restore: number;
}

/** The effect when an owner learns that its claim is lost: it writes, fails and removes nothing more. */
export const isLost =
  ({ owner: { me, target }, properties }: Job) =>
  () => {
    properties.stops(me, target);
    me.batch = 0;
    me.at = 'lost its claim';
    properties.hasStopped(() => me.at === 'lost its claim');
  };

/** While the budget lasts, offers that the write is applied without an answer and that it is not. `then` is all that the owner knows. */
export function withUnknownOutcome(
  { world: { unknown }, properties: { sees } }: Job,
  step: Step<Label>,
  [landed, not]: readonly [landed: Label, not: Label],
  write: () => void,
  then: () => void,
): void {
  if (unknown.left === 0) return;
  step(landed, () => {
    unknown.left--;
    sees.unknownLanded();
    write();
    then();
  });
  step(not, () => {
    unknown.left--;
    sees.unknownDidNot();
    then();
  });
}
