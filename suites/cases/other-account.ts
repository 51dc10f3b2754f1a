/** Steps of a case about two accounts, which both have a table of one name: nothing but the account tells them apart. */
import type { Call, ReadStream, Repeat, Template, TemplateObject } from './case.ts';
import { from } from './case.ts';
import { untilActive } from './steps.ts';

type Sent = Call | Repeat | ReadStream;

/** The same step, sent by the second account. */
export function byOther<S extends Sent>(step: S): S {
  return 'repeat' in step ? { ...step, repeat: { ...step.repeat, account: 'other' } } : { ...step, account: 'other' };
}

/** The name of a table made by `created`; absent when it was not made, so that nothing is then asked of it. */
export const nameOf = (as: string): TemplateObject => from(`${as}, begun`, 'TableDescription.TableName');

/** Makes a table that the case names itself, and describes it as `as`. */
export const created = (as: string, name: TemplateObject, schema: { [member: string]: Template }): Sent[] => [
  {
    op: 'CreateTable',
    as: `${as}, begun`,
    input: { ...schema, TableName: name },
    observe: ['TableDescription.TableArn'],
    expect: { ok: {} },
  },
  untilActive(`${as}, active`, nameOf(as)),
  { op: 'DescribeTable', as, input: { TableName: nameOf(as) }, observe: ['Table.TableArn'] },
];
