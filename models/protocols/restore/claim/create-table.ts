/** CreateTable of a name that restores also use: an ordinary table, which a timer makes ACTIVE. */
import { oneOf } from '../../../language/domains.ts';
import type { Model, Step } from '../../../language/model.ts';
import type { CreateTable } from './catalog.ts';
import { declareCreateTableProperties } from './properties.ts';

export const createTableShape = { at: oneOf('start', 'created', 'ResourceInUse') };

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
