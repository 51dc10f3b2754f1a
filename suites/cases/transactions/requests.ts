/** Steps that the cases of transactions share. */
import type { Item } from '../../../oracles/values/types.ts';
import type { Call, Expect, Template, TemplateObject } from '../case.ts';
import { n, s, table } from '../case.ts';
import { exactly } from '../steps.ts';

export const ranged = table({ hash: ['pk', 'S'], range: ['sk', 'N'] });
export const plain = table({ hash: ['pk', 'S'] });
export const key = (sk: number | string, pk = 'p'): Item => ({ pk: s(pk), sk: n(sk) });
export const many = <T>(count: number, build: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => build(at));

const of = (label: string): TemplateObject => ({ TableName: { $table: label } });

/** An action of a transaction on table `t`, or another. */
export const put = (item: Template, more: TemplateObject = {}, label = 't'): TemplateObject => ({
  Put: { ...of(label), Item: item, ...more },
});
export const remove = (where: Template, more: TemplateObject = {}, label = 't'): TemplateObject => ({
  Delete: { ...of(label), Key: where, ...more },
});
export const update = (
  where: Template,
  expression: string,
  more: TemplateObject = {},
  label = 't',
): TemplateObject => ({
  Update: { ...of(label), Key: where, UpdateExpression: expression, ...more },
});
export const check = (where: Template, condition: string, more: TemplateObject = {}, label = 't'): TemplateObject => ({
  ConditionCheck: { ...of(label), Key: where, ConditionExpression: condition, ...more },
});
export const values = (given: TemplateObject): TemplateObject => ({ ExpressionAttributeValues: given });
export const reading = (where: Template, more: TemplateObject = {}, label = 't'): TemplateObject => ({
  Get: { ...of(label), Key: where, ...more },
});

export const write = (actions: Template[], expect: Expect, more: TemplateObject = {}): Call => ({
  op: 'TransactWriteItems',
  input: { TransactItems: actions, ...more },
  observe: [],
  expect,
});
export const read = (gets: Template[], expect: Expect, more: TemplateObject = {}): Call => ({
  op: 'TransactGetItems',
  input: { TransactItems: gets, ...more },
  observe: [],
  expect,
});

/** A write that answers nothing. */
export const done: Expect = { ok: exactly({}) };
export const found = (...responses: Template[]): Expect => ({ ok: exactly({ Responses: responses }) });
export const invalid = (...texts: string[]): Expect => ({
  rejected: 'ValidationException',
  ...(texts.length > 0 && { texts }),
});
export const notFound: Expect = { rejected: 'ResourceNotFoundException', texts: ['Requested resource not found'] };

const conditionFailed = 'The conditional request failed';
/** Reasons, one an action. */
export const none: TemplateObject = { Code: 'None' };
export const failed = (item?: Template): TemplateObject => ({
  Code: 'ConditionalCheckFailed',
  Message: conditionFailed,
  ...(item !== undefined && { Item: item }),
});
export const wrong = (message: Template = { $present: true }): TemplateObject => ({
  Code: 'ValidationError',
  Message: message,
});

export const cancelled = (...reasons: TemplateObject[]): Expect => ({
  rejected: 'TransactionCanceledException',
  members: exactly({ CancellationReasons: reasons }),
  texts: [
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons.map(({ Code }) => Code).join(', ')}]`,
  ],
});

/** A scan that finds exactly these items. */
export const holding = (label: string, items: Template[]): Call => ({
  op: 'Scan',
  input: { TableName: { $table: label }, ConsistentRead: true },
  observe: ['Items'],
  expect: { ok: { Items: exactly({ $unordered: items }), Count: items.length } },
});
