/** CreateTable of a name that restores want as well: an ordinary table, which a timer makes ACTIVE. */
import { oneOf } from '../../../language/domains.ts';
import type { Model, Step } from '../../../language/model.ts';

export const createTableShape = { at: oneOf('start', 'created', 'ResourceInUse') };

type Label = 'insert' | 'refused: ResourceInUse';

export interface CreateTable {
  readonly me: { at: 'start' | 'created' | 'ResourceInUse' };
  readonly table: { status: 'absent' | 'CREATING' | 'DELETING' | 'ACTIVE'; hasTransitionTime: boolean };
  /** The tables that hold the name, or may come to hold it. */
  readonly named: readonly { readonly status: string }[];
}

/** `insert`: the one operation of the database that looks at the name and takes it. */
export function declareCreateTable(
  m: Model,
  { me, table, named }: CreateTable,
  insert: (step: Step<Label>, offer: (step: Step<Label>) => void) => void,
) {
  const offer = (step: Step<Label>) => {
    if (named.some(({ status }) => status !== 'absent')) {
      step('refused: ResourceInUse', () => {
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
  const request = m.process('create table', ['insert', 'refused: ResourceInUse'], (step) => {
    if (me.at === 'start') insert(step, offer);
  });
  m.weaklyFair(request);
  return request;
}
