/** Binds the legacy request members to the same form as expressions, and checks that a request does not mix the two. */
import type { Decisions } from '../../policies/index.ts';
import { Refusal, requestRefusal, validation } from '../../values/refusal.ts';
import type { JsonObject } from '../../values/types.ts';
import type { Bound } from '../bind.ts';
import { holds } from '../evaluate.ts';
import { selectKeys } from '../key-condition.ts';
import { project } from '../projection.ts';
import { applyUpdate } from '../update.ts';
import { factsOf } from '../update-facts.ts';
import { type Clause, expectedClauses, filterClauses, invalid, joined } from './conditions.ts';
import { legacyKeyClauses } from './key-conditions.ts';
import { legacyActions } from './updates.ts';

/** Each member has passed the shape check of its operation. */
export interface LegacyRequest {
  AttributesToGet?: string[];
  AttributeUpdates?: JsonObject;
  Expected?: JsonObject;
  ConditionalOperator?: 'AND' | 'OR';
  KeyConditions?: JsonObject;
  QueryFilter?: JsonObject;
  ScanFilter?: JsonObject;
}

/** In the order in which error messages list them. */
const expressionMembers = [
  'UpdateExpression',
  'ConditionExpression',
  'ProjectionExpression',
  'FilterExpression',
  'KeyConditionExpression',
];
const legacyMembers = [
  'AttributeUpdates',
  'Expected',
  'AttributesToGet',
  'QueryFilter',
  'ScanFilter',
  'ConditionalOperator',
  'KeyConditions',
];

const given = (request: object, members: readonly string[]): string[] =>
  members.filter((member) => (request as { [member: string]: unknown })[member] !== undefined);

/** The expression members and the legacy members that a request, or one part of it, has. */
export const formsOf = (request: object): { expressions: string[]; legacy: string[] } => ({
  expressions: given(request, expressionMembers),
  legacy: given(request, legacyMembers),
});

/**
 * @throws Refusal when a request mixes both forms. KeyConditions alone may appear with a filter or projection
 * expression.
 */
export function checkUnmixed({ expressions, legacy }: { expressions: string[]; legacy: string[] }): void {
  const mixed = expressions.includes('KeyConditionExpression') ? legacy : legacy.filter((m) => m !== 'KeyConditions');
  if (expressions.length === 0 || mixed.length === 0) return;
  throw requestRefusal(
    `Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {${mixed.join(', ')}} Expression parameters: {${expressions.join(', ')}}`,
  );
}

/** @throws Refusal when there are fewer than two conditions to join. */
function checkOperator({ ConditionalOperator: operator, Expected, QueryFilter, ScanFilter }: LegacyRequest): void {
  if (operator === undefined) return;
  const conditions = Object.keys(Expected ?? QueryFilter ?? ScanFilter ?? {}).length;
  if (conditions === 0) throw requestRefusal('ConditionalOperator cannot be used without Filter or Expected');
  if (conditions === 1)
    throw requestRefusal('ConditionalOperator can only be used when Filter or Expected has two or more elements');
}

const namesOf = (clauses: readonly Clause[]): ReadonlySet<string> => new Set(clauses.map(({ attribute }) => attribute));

function condition(clauses: readonly Clause[], operator: 'AND' | 'OR' | undefined, decisions: Decisions) {
  const resolved = joined(clauses, operator);
  return (
    resolved && {
      attributes: namesOf(clauses),
      holds: (item: Parameters<typeof holds>[1]) => holds(resolved, item, decisions),
    }
  );
}

/** The service words this error differently for AttributeUpdates than for an UpdateExpression. */
function withLegacyText<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    const mismatch = 'An operand in the update expression has an incorrect data type';
    if (thrown instanceof Refusal && thrown.message === mismatch)
      throw validation('Type mismatch for attribute to update');
    throw thrown;
  }
}

function update(updates: JsonObject, decisions: Decisions): Bound['update'] {
  const actions = legacyActions(updates, decisions);
  if (actions.length === 0) return undefined;
  return {
    ...factsOf(actions),
    apply: (item, isNew) => withLegacyText(() => applyUpdate(actions, item, isNew)),
  };
}

function keyCondition(conditions: JsonObject, decisions: Decisions): NonNullable<Bound['keyCondition']> {
  const clauses = legacyKeyClauses(conditions, decisions);
  return { select: (schema) => selectKeys(clauses(), schema, decisions) };
}

function projection(names: readonly string[]): NonNullable<Bound['projection']> {
  const repeated = names.find((name, at) => names.indexOf(name) < at);
  if (repeated !== undefined) throw invalid(`Duplicate value in attribute name: ${repeated}`);
  const paths = names.map((name) => [name]);
  return { attributes: new Set(names), apply: (item) => project(item, paths) };
}

/** Checks members in the order below; ConditionalOperator comes before the conditions it joins. @throws Refusal */
export function bindLegacy(request: LegacyRequest, decisions: Decisions): Bound {
  const bound: Bound = {};
  const { AttributesToGet, AttributeUpdates, Expected, ConditionalOperator: operator, KeyConditions } = request;
  const filter = request.QueryFilter ?? request.ScanFilter;
  checkOperator(request);
  bound.update = AttributeUpdates && update(AttributeUpdates, decisions);
  bound.condition = Expected && condition(expectedClauses(Expected, decisions), operator, decisions);
  bound.filter = filter && condition(filterClauses(filter, decisions), operator, decisions);
  if (AttributesToGet !== undefined) bound.projection = projection(AttributesToGet);
  if (KeyConditions !== undefined) bound.keyCondition = keyCondition(KeyConditions, decisions);
  return bound;
}
