/** Steps for two accounts that each have a table of the same name, so that only the account distinguishes them. */
import type { Call, ReadStream, Repeat, Template, TemplateObject } from './case.ts';
import { from } from './case.ts';
import { untilActive } from './steps.ts';

type Sent = Call | Repeat | ReadStream;

/** The same step, sent by the second account. */
export function byOther<S extends Sent>(step: S): S {
  return 'repeat' in step ? { ...step, repeat: { ...step.repeat, account: 'other' } } : { ...step, account: 'other' };
}

/** The table name that `created` made; absent if creation failed, so that dependent steps are not sent. */
export const nameOf = (as: string): TemplateObject => from(`${as}, begun`, 'TableDescription.TableName');

/** Creates a table under a name that the case chooses, and describes it as `as`. */
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
