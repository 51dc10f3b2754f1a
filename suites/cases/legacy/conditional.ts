import type { AttributeValue, Item } from '../../../oracles/values/types.ts';
import type { Step, TemplateObject } from '../case.ts';
import { b, n, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { accepted, refused } from '../steps.ts';

export const key = { pk: s('p') };
export const tables = { t: table({ hash: ['pk', 'S'] }) };
export const shared = {
  ...({ area: 'legacy', certainty: 'measured', tables } as const),
  sources: [sources.alternatorExpectedTests, sources.legacyExpected],
};

export const measured = { ...shared, sources: [sources.alternatorItemTests, sources.legacyUpdates] };

export const failed = 'ConditionalCheckFailedException';
export type Clauses = { [attribute: string]: TemplateObject };

/** Removes what is not there, under a condition. */
export const conditional = (Expected: Clauses, more: TemplateObject = {}) => ({
  op: 'UpdateItem' as const,
  input: {
    ...{ TableName: { $table: 't' }, Key: key, AttributeUpdates: { never: { Action: 'DELETE' } } },
    ...{ Expected, ...more },
  },
  observe: [],
});
const filtered = (ScanFilter: Clauses, more: TemplateObject = {}) => ({
  op: 'Scan' as const,
  input: { TableName: { $table: 't' }, ConsistentRead: true, ScanFilter, ...more },
  observe: ['Count'],
});

export const test = (ComparisonOperator: string, ...AttributeValueList: AttributeValue[]): TemplateObject => ({
  ComparisonOperator,
  ...(AttributeValueList.length > 0 && { AttributeValueList }),
});

/** In both places that take it. */
export const both = (clauses: Clauses, truth: boolean, more: TemplateObject = {}): Step[] => {
  const write = conditional(clauses, more);
  return [
    truth ? accepted(write) : refused(write, failed),
    { ...filtered(clauses, more), expect: { ok: { Count: truth ? 1 : 0 } } },
  ];
};

/** Refused in both places. */
export const wrong = (clauses: readonly Clauses[], more: TemplateObject = {}): Step[] =>
  clauses.flatMap((given) => [
    refused(conditional(given, more), 'ValidationException'),
    refused(filtered(given, more), 'ValidationException'),
  ]);

export const item: Item = {
  ...{ a: n(5), t: s('hello'), y: b(0x80, 0x01), ss: { SS: ['ab', 'cd'] }, ns: { NS: ['10', '25'] } },
  ...{ bs: { BS: [b(1, 2).B, b(3).B] }, l: { L: [n(1), s('x')] }, m: { M: { x: n(1) } }, z: { NULL: true as const } },
};
