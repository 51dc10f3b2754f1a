/** The forms of conditions from before expressions. */
import type { AttributeValue, Item } from '../../oracles/values/types.ts';
import type { Case, TemplateObject } from './case.ts';
import { s } from './case.ts';
import { invalid } from './reads.ts';
import { put } from './steps.ts';

/** One condition: `is('EQ', s('a'))`. */
export const is = (operator: string, ...values: AttributeValue[]): TemplateObject => ({
  ComparisonOperator: operator,
  ...(values.length > 0 ? { AttributeValueList: values } : {}),
});

/** KeyConditions on the partition `p`, and on its sort keys if there is a second condition. */
export const keysOfP = (sk?: TemplateObject): TemplateObject => ({
  KeyConditions: { pk: is('EQ', s('p')), ...(sk === undefined ? {} : { sk }) },
});

/** A Query, and the words that refuse it. */
export type Refusal = readonly [TemplateObject, string];

/** Rows of Queries that are refused, on a table that holds one item. */
export const refusingEach =
  (item: Item) =>
  ({ of }: { of: readonly Refusal[] }): Pick<Case, 'steps'> => ({
    steps: [put('t', item), ...of.map(([ask, text]) => invalid('Query', ask, text))],
  });
