/** Requests for the table of a restore, beside DescribeTable: what refuses a target while it is CREATING, and CreateTable of its name. */
import { oneOf } from '../../../../language/domains.ts';
import type { Model, Step } from '../../../../language/model.ts';
import { declareCreateTable } from '../../create-table.ts';
import { answerTo, type Operation, operations } from './answers.ts';
import type { Rules } from './rules.ts';
import { accepts, type World } from './world.ts';

const labels = [
  'DeleteTable: ResourceInUse',
  'DeleteTable: ResourceNotFound',
  'UpdateTable: accepted',
  'UpdateTable: ResourceInUse',
  'UpdateTable: ResourceNotFound',
  'read: accepted',
  'read: ResourceNotFound',
  'CreateBackup: accepted',
  'CreateBackup: TableNotFound',
] as const;
const labelsOfMutants = ['DeleteTable: accepted'] as const;
type Label = (typeof labels)[number] | (typeof labelsOfMutants)[number];

/** One request. DeleteTable of an ACTIVE table is left out: that is no restore target any more. */
export function declareOtherRequests(m: Model, world: World, rules: Rules): void {
  if (!world.variant.hasOtherRequests) return;
  const { database } = world;
  const { table, record, items } = world.targets[0]!;
  const me = m.record('other request', { told: oneOf('nothing', 'its answer') });
  const refused = m.always('others: a CREATING target is deleted, changed, read or backed up by nobody');
  const missing = m.always('others-told: what is being made is in use, and what is not there is not found');
  const whole = m.always('others-read: what a read or a backup is given is whole');
  const answer = (step: Step<Label>, operation: Operation) => {
    const told = rules.answers(operation, table.status);
    step(`${operation}: ${told}` as Label, () => {
      me.told = 'its answer';
      refused(() => (told === 'accepted') === (table.status === 'ACTIVE'));
      missing(() => told !== 'ResourceInUse' || table.status === 'CREATING');
      missing(() => operation !== 'DeleteTable' || told !== 'ResourceNotFound' || table.status === 'absent');
      whole(() => told !== 'accepted' || items.batches.every((batch) => batch === 'whole'));
      if (told === 'accepted' && operation === 'DeleteTable') for (const part of [table, record, items]) m.reset(part);
    });
  };
  const isRight = rules.answers === answerTo;
  const process = m.process('client', isRight ? labels : [...labels, ...labelsOfMutants], (step: Step<Label>) => {
    if (me.told !== 'nothing' || !accepts(world)) return;
    database.write(() => {
      for (const operation of operations)
        if (operation !== 'DeleteTable' || table.status !== 'ACTIVE') answer(step, operation);
    });
  });
  m.privateTo(process, me);
}

/** CreateTable of name 0: a timer makes its table ACTIVE. */
export function declareCreateTableRequest(m: Model, world: World): void {
  const { ordinary, database, targets } = world;
  if (ordinary === null) return;
  const { table, request } = ordinary;
  const named = [table, ...targets.filter(({ name }) => name === 0).map((target) => target.table)];
  declareCreateTable(m, { me: request, table, named }, (step, offer) => {
    if (accepts(world)) database.write(() => offer(step));
  });
  const flips = m.always('flip: the timer makes a table ACTIVE that is CREATING');
  const timer = m.process('timer of the ordinary table', ['flip'], (step) => {
    if (!accepts(world)) return;
    database.write(() => {
      if (table.status !== 'CREATING') return;
      step('flip', () => {
        flips(() => table.status === 'CREATING');
        table.status = 'ACTIVE';
      });
    });
  });
  m.weaklyFair(timer);
  m.never(
    'S5-ordinary: a restore target and an ordinary table have one name',
    () => named.filter(({ status }) => status !== 'absent').length > 1,
  );
  m.sometimes('a restore finds the name of an ordinary table', () =>
    world.restores.some(({ at }) => at === 'TableAlreadyExists'),
  );
}
