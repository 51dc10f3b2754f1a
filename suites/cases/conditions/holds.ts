import type { AttributeValue } from '../../../oracles/values/types.ts';
import type { Step } from '../case.ts';
import { s, table } from '../case.ts';
import { accepted, refused } from '../steps.ts';

export type Values = { [placeholder: string]: AttributeValue };

/** The only item of the table. */
export const key = { pk: s('p') };
export const tables = { t: table({ hash: ['pk', 'S'] }) };

/**
 * Tests one condition in both places where a store may evaluate it: on a write that changes nothing, and as a filter,
 * which a store may translate to its own query language.
 */
export function holds(expression: string, truth: boolean, values?: Values): Step[] {
  const given = values === undefined ? {} : { ExpressionAttributeValues: values };
  const update = {
    op: 'UpdateItem' as const,
    input: {
      TableName: { $table: 't' },
      Key: key,
      UpdateExpression: 'REMOVE never',
      ConditionExpression: expression,
      ...given,
    },
    observe: [],
  };
  const scan = {
    op: 'Scan' as const,
    input: { TableName: { $table: 't' }, FilterExpression: expression, ConsistentRead: true, ...given },
    observe: ['Count'],
    expect: { ok: { Count: truth ? 1 : 0 } },
  };
  return [truth ? accepted(update) : refused(update, 'ConditionalCheckFailedException'), scan];
}
