/**
 * Expected, QueryFilter and ScanFilter: the legacy form of conditions, keyed by attribute name. They resolve to the
 * same conditions as expressions. Texts: checked on the service by the tests of a public emulator up to 2019, and again
 * for PutItem and DeleteItem in two regions, 2026-10-09.
 */
import type { Decisions } from '../../policies/index.ts';
import { compareForCondition } from '../../values/compare.ts';
import { requestRefusal } from '../../values/refusal.ts';
import type { AttributeValue, Descriptor, Json, JsonObject } from '../../values/types.ts';
import { descriptorOf, normaliseValue } from '../../values/validate.ts';
import type { ResolvedCondition } from '../condition.ts';
import type { Resolved } from '../resolve.ts';

/** In the order in which the service lists them. */
export const operators = [
  'IN',
  'NULL',
  'BETWEEN',
  'LT',
  'NOT_CONTAINS',
  'EQ',
  'GT',
  'NOT_NULL',
  'NE',
  'LE',
  'BEGINS_WITH',
  'GE',
  'CONTAINS',
] as const;
const comparators = { EQ: '=', NE: '<>', LT: '<', LE: '<=', GT: '>', GE: '>=' } as const;
type ComparisonOperator = (typeof operators)[number];

interface ConditionRequest {
  ComparisonOperator?: ComparisonOperator;
  AttributeValueList?: Json[];
}
interface ExpectedRequest extends ConditionRequest {
  Value?: Json;
  Exists?: boolean;
}
/** One condition on one attribute, with its values checked. */
export interface Clause {
  readonly attribute: string;
  readonly operator: ComparisonOperator;
  readonly values: readonly AttributeValue[];
}

export const invalid = (text: string) => requestRefusal(`One or more parameter values were invalid: ${text}`);

const valuesMin = (operator: ComparisonOperator): number =>
  operator === 'NULL' || operator === 'NOT_NULL' ? 0 : operator === 'BETWEEN' ? 2 : 1;

const scalars: readonly Descriptor[] = ['S', 'N', 'B'];
/** Operand types that an operator accepts; an operator not listed accepts all. Source: API reference, Condition. */
const typesOf: { readonly [Name in ComparisonOperator]?: readonly Descriptor[] } = {
  LE: scalars,
  LT: scalars,
  GE: scalars,
  GT: scalars,
  CONTAINS: scalars,
  NOT_CONTAINS: scalars,
  BEGINS_WITH: ['S', 'B'],
  IN: scalars,
  BETWEEN: scalars,
};

/** @throws Refusal */
function checkClause({ operator, values }: Clause, decisions: Decisions): void {
  const fits = operator === 'IN' ? values.length >= 1 : values.length === valuesMin(operator);
  if (!fits) throw invalid(`Invalid number of argument(s) for the ${operator} ComparisonOperator`);
  const [first, second] = values;
  if (first === undefined) return;
  if (values.some((value) => descriptorOf(value) !== descriptorOf(first)))
    throw invalid('AttributeValues inside AttributeValueList must be of same type');
  if (typesOf[operator]?.includes(descriptorOf(first)) === false)
    throw invalid(`ComparisonOperator ${operator} is not valid for ${descriptorOf(first)} AttributeValue type`);
  if (operator === 'BETWEEN' && compareForCondition('>', first, second, decisions, { bothAttributes: false }))
    throw requestRefusal(
      'The BETWEEN condition was provided a range where the lower bound is greater than the upper bound',
    );
}

const normalised = (values: readonly Json[], decisions: Decisions): AttributeValue[] =>
  values.map((value) => normaliseValue(value, decisions));

/** The clauses of QueryFilter, ScanFilter or KeyConditions, in the order of the request. @throws Refusal */
export function filterClauses(filter: JsonObject, decisions: Decisions): Clause[] {
  return Object.entries(filter).map(([attribute, given]) => {
    const { ComparisonOperator: operator, AttributeValueList: list = [] } = given as unknown as ConditionRequest;
    const clause = { attribute, operator: operator!, values: normalised(list, decisions) };
    checkClause(clause, decisions);
    return clause;
  });
}

function checkTogether(attribute: string, request: ExpectedRequest): void {
  const { ComparisonOperator: operator, AttributeValueList: list, Value: value, Exists: exists } = request;
  const fail = (text: string) => invalid(`${text} for Attribute: ${attribute}`);
  if (list !== undefined && value !== undefined) throw fail('Value and AttributeValueList cannot be used together');
  if (operator !== undefined) {
    if (exists !== undefined) throw fail('Exists and ComparisonOperator cannot be used together');
    if (valuesMin(operator) > 0 && list === undefined && value === undefined)
      throw fail(`Value or AttributeValueList must be used with ComparisonOperator: ${operator}`);
    return;
  }
  if (list !== undefined) throw fail('AttributeValueList can only be used with a ComparisonOperator');
  if (exists !== false && value === undefined) throw fail(`Value must be provided when Exists is ${exists ?? null}`);
  if (exists === false && value !== undefined) throw fail('Value cannot be used when Exists is false');
}

/** The clauses of Expected. @throws Refusal */
export function expectedClauses(expected: JsonObject, decisions: Decisions): Clause[] {
  return Object.entries(expected).map(([attribute, given]) => {
    const request = given as unknown as ExpectedRequest;
    checkTogether(attribute, request);
    const list = request.AttributeValueList ?? (request.Value === undefined ? [] : [request.Value]);
    const operator = request.ComparisonOperator ?? (request.Exists === false ? 'NULL' : 'EQ');
    const clause = { attribute, operator, values: normalised(list, decisions) };
    checkClause(clause, decisions);
    return clause;
  });
}

const not = (of: ResolvedCondition): ResolvedCondition => ({ kind: 'not', of });

function conditionOf({ attribute, operator, values }: Clause): ResolvedCondition {
  const path: Resolved = { kind: 'path', segments: [attribute] };
  const given = values.map((value): Resolved => ({ kind: 'value', value }));
  const test = (name: string, ...args: Resolved[]): ResolvedCondition => ({
    kind: 'test',
    name,
    args: [path, ...args],
  });
  switch (operator) {
    case 'NULL':
      return test('attribute_not_exists');
    case 'NOT_NULL':
      return test('attribute_exists');
    case 'BEGINS_WITH':
      return test('begins_with', ...given);
    case 'CONTAINS':
      return test('contains', ...given);
    case 'NOT_CONTAINS':
      // Unlike `NOT contains(…)`, a missing attribute does not pass. Source: the Alternator suite, verified on the service.
      return { kind: 'and', left: test('attribute_exists'), right: not(test('contains', ...given)) };
    case 'IN':
      return { kind: 'in', operand: path, members: given };
    case 'BETWEEN':
      return { kind: 'between', operand: path, low: given[0]!, high: given[1]! };
    default:
      return { kind: 'compare', op: comparators[operator], left: path, right: given[0]! };
  }
}

/** All clauses joined by one operator; undefined when there are none. */
export function joined(clauses: readonly Clause[], operator: 'AND' | 'OR' | undefined): ResolvedCondition | undefined {
  const kind = operator === 'OR' ? 'or' : 'and';
  return clauses
    .map(conditionOf)
    .reduce<ResolvedCondition | undefined>(
      (left, right) => (left === undefined ? right : { kind, left, right }),
      undefined,
    );
}
