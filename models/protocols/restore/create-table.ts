/** CreateTable of a name that restores also use: an ordinary table, which a timer makes ACTIVE. */
import { oneOf } from '../../language/domains.ts';
import type { Model, Step } from '../../language/model.ts';

export const createTableShape = { at: oneOf('start', 'created', 'ResourceInUse') };

/** The request of an ordinary table, and its table. */
interface CreateTable {
  readonly me: { at: 'start' | 'created' | 'ResourceInUse' };
  readonly table: { status: 'absent' | 'CREATING' | 'DELETING' | 'ACTIVE'; hasTransitionTime: boolean };
  /** The tables that have, or may get, the name. */
  readonly named: readonly { readonly status: string }[];
}

type Label = 'insert' | 'refused: ResourceInUse';

/** `insert`: the database operation that checks the name and takes it, in one step. */
export function declareCreateTable(
  m: Model,
  { me, table, named }: CreateTable,
  insert: (step: Step<Label>, offer: (step: Step<Label>) => void) => void,
) {
  const judge = declareCreateTableProperties(m, { me, table, named });
  const offer = (step: Step<Label>) => {
    if (named.some(({ status }) => status !== 'absent')) {
      step('refused: ResourceInUse', () => {
        judge.isRefused();
        me.at = 'ResourceInUse';
      });
    } else {
      step('insert', () => {
        table.status = 'CREATING';
        table.hasTransitionTime = true;
        me.at = 'created';
      });
    }
  };
  const body = (step: Step<Label>) => {
    if (me.at === 'start') insert(step, offer);
  };
  const request = m.process('create table', ['insert', 'refused: ResourceInUse'], body);
  m.weaklyFair(request);
  return request;
}

function declareCreateTableProperties(m: Model, { me, table, named }: CreateTable): { isRefused: () => void } {
  m.always('S9 of CreateTable: what it takes for done is done', () =>
    me.at === 'created'
      ? (table.status === 'CREATING' && table.hasTransitionTime) || table.status === 'ACTIVE'
      : table.status === 'absent' && !table.hasTransitionTime,
  );
  m.sometimes('CreateTable finds its name taken', () => me.at === 'ResourceInUse');
  m.sometimes('an ordinary table becomes ACTIVE', () => table.status === 'ACTIVE');
  const nameIsTaken = m.always('ResourceInUse: the name is taken');
  return { isRefused: () => nameIsTaken(() => named.some(({ status }) => status !== 'absent')) };
}
