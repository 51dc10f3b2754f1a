/** A transaction that can be told from its repetition: it adds to a counter. */
import type { Call, Case, Expect, Template, TemplateObject } from '../case.ts';
import { n, s, table } from '../case.ts';
import { get } from '../steps.ts';

export const tables: NonNullable<Case['tables']> = { t: table({ hash: ['pk', 'S'] }) };
export const counter = { pk: s('counter') };
const table1 = { TableName: { $table: 't' } };

export const add = (by: number, more: TemplateObject = {}): TemplateObject => ({
  Update: {
    ...table1,
    Key: counter,
    UpdateExpression: 'ADD #c :by',
    ExpressionAttributeNames: { '#c': 'count' },
    ExpressionAttributeValues: { ':by': n(by) },
    ...more,
  },
});
export const put = (item: Template, more: TemplateObject = {}): TemplateObject => ({
  Put: { ...table1, Item: item, ...more },
});
export const remove = (key: Template): TemplateObject => ({ Delete: { ...table1, Key: key } });

export const under = (token: Template, actions: Template[], expect: Expect, more: TemplateObject = {}): Call => ({
  op: 'TransactWriteItems',
  input: { ClientRequestToken: token, TransactItems: actions, ...more },
  observe: [],
  expect,
});

export const mismatch: Expect = { rejected: 'IdempotentParameterMismatchException' };
export const counts = (count: number): Call => get('t', counter, { ...counter, count: n(count) });
