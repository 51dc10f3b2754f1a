/** KeyConditions: the legacy form of KeyConditionExpression, keyed by attribute name. */
import type { Decisions } from '../../policies/index.ts';
import { requestRefusal, validation } from '../../values/refusal.ts';
import type { JsonObject } from '../../values/types.ts';
import type { KeyClause } from '../key-condition.ts';
import { type Clause, filterClauses } from './conditions.ts';

const comparators = { EQ: '=', LT: '<', LE: '<=', GT: '>', GE: '>=' } as const;
const isComparator = (operator: string): operator is keyof typeof comparators => Object.hasOwn(comparators, operator);

function keyClause({ attribute, operator, values: [value, high] }: Clause): KeyClause {
  if (isComparator(operator)) return { attribute, range: { op: comparators[operator], value: value! } };
  if (operator === 'BEGINS_WITH') return { attribute, range: { op: 'begins_with', value: value! } };
  if (operator === 'BETWEEN') return { attribute, range: { op: 'between', low: value!, high: high! } };
  throw validation('Attempted conditional constraint is not an indexable operation');
}

/**
 * @returns a function that builds the clauses. Some errors are reported only after the table is found. @throws Refusal
 */
export function legacyKeyClauses(conditions: JsonObject, decisions: Decisions): () => KeyClause[] {
  const clauses = filterClauses(conditions, decisions);
  if (clauses.length !== 1 && clauses.length !== 2) throw requestRefusal('Conditions can be of length 1 or 2 only');
  return () => clauses.map(keyClause);
}
