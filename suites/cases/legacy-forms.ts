/** The forms of conditions from before expressions. */
import type { AttributeValue } from '../../oracles/values/types.ts';
import type { TemplateObject } from './case.ts';
import { s } from './case.ts';

/** One condition: `is('EQ', s('a'))`. */
export const is = (operator: string, ...values: AttributeValue[]): TemplateObject => ({
  ComparisonOperator: operator,
  ...(values.length > 0 ? { AttributeValueList: values } : {}),
});

/** KeyConditions on the partition `p`, and on its sort keys if there is a second condition. */
export const keysOfP = (sk?: TemplateObject): TemplateObject => ({
  KeyConditions: { pk: is('EQ', s('p')), ...(sk === undefined ? {} : { sk }) },
});
