import type { Decisions } from '../policies/index.ts';
import type { KeySchema } from '../values/keys.ts';
import { requestRefusal, valuesAlone } from '../values/refusal.ts';
import type { Item, Json } from '../values/types.ts';
import type { ResolvedCondition } from './condition.ts';
import { resolveCondition } from './condition.ts';
import { ExpressionError } from './cursor.ts';
import { holds } from './evaluate.ts';
import { type KeySelection, keyClauses, selectKeys } from './key-condition.ts';
import { parseCondition, parseProjection, parseUpdate } from './parser.ts';
import { project, resolveProjection } from './projection.ts';
import { heads, nestedHeads, Placeholders, pathsIn, type Segments } from './resolve.ts';
import { statementCost } from './statement-cost.ts';
import { applyUpdate, type Updated } from './update.ts';
import { resolveUpdate } from './update-check.ts';
import { factsOf, type UpdateFacts } from './update-facts.ts';

export { type KeySelection, type RangeCondition, rangeMatches } from './key-condition.ts';
export type { Updated } from './update.ts';

/** The expressions of one request, or of one action in a transaction. */
export interface ExpressionTexts {
  update?: string;
  condition?: string;
  keyCondition?: string;
  filter?: string;
  projection?: string;
}

export interface BindContext {
  decisions: Decisions;
}

export interface BoundCondition {
  /** Top-level attributes named. */
  readonly attributes: ReadonlySet<string>;
  /** Those of them that a path looks into; absent for legacy members and PartiQL. */
  readonly nested?: ReadonlySet<string>;
  /** A missing item counts as an item without attributes. */
  holds(item: Item | undefined): boolean;
}

interface BoundKeyCondition {
  /** Checks what needs the table: key types, missing keys and surplus keys. @throws Refusal */
  select(schema: KeySchema): KeySelection;
}

export interface BoundUpdate extends UpdateFacts {
  /** `isNew`: the item holds only its key and is not stored yet. @throws Refusal */
  apply(item: Item, isNew: boolean): Updated;
  /** Bytes that the UpdateExpression itself is charged. Absent for AttributeUpdates and PartiQL. */
  cost?(before: Item | undefined): number;
}

interface BoundProjection {
  readonly attributes: ReadonlySet<string>;
  readonly nested?: ReadonlySet<string>;
  apply(item: Item): Item;
}

export interface Bound {
  update?: BoundUpdate | undefined;
  condition?: BoundCondition | undefined;
  keyCondition?: BoundKeyCondition;
  filter?: BoundCondition | undefined;
  projection?: BoundProjection;
}

/**
 * Parses the expressions of a request and checks everything that needs no table. `names` and `values` are the raw
 * ExpressionAttributeNames and ExpressionAttributeValues. Order of checks: presence and form of the placeholders,
 * values, the expressions in the order of `ExpressionTexts`, unused placeholders.
 * @throws Refusal
 */
export function bind(
  texts: ExpressionTexts,
  names: Json | undefined,
  values: Json | undefined,
  { decisions }: BindContext,
): Bound {
  checkPresence(texts, names, values);
  const placeholders = new Placeholders(names, values, decisions);
  const bound: Bound = {};
  const { update, condition, keyCondition, filter, projection } = texts;
  if (update !== undefined) bound.update = bindUpdate(update, placeholders, decisions);
  if (condition !== undefined) {
    bound.condition = bindCondition('ConditionExpression', condition, placeholders, decisions);
  }
  if (keyCondition !== undefined) bound.keyCondition = bindKeyCondition(keyCondition, placeholders, decisions);
  if (filter !== undefined) bound.filter = bindCondition('FilterExpression', filter, placeholders, decisions);
  if (projection !== undefined) bound.projection = bindProjection(projection, placeholders);
  placeholders.checkAllUsed();
  return bound;
}

function checkPresence(texts: ExpressionTexts, names: Json | undefined, values: Json | undefined): void {
  const given = Object.keys(texts);
  if (names !== undefined && given.length === 0) {
    throw requestRefusal('ExpressionAttributeNames can only be specified when using expressions');
  }
  if (values !== undefined && given.every((kind) => kind === 'projection')) {
    throw requestRefusal(valuesAlone);
  }
}

/** Prefixes an error with the name of the expression. */
function named<T>(expression: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ExpressionError) throw requestRefusal(`Invalid ${expression}: ${error.message}`);
    throw error;
  }
}

function bindCondition(
  expression: string,
  text: string,
  placeholders: Placeholders,
  decisions: Decisions,
): BoundCondition {
  const condition = named(expression, () => resolveCondition(parseCondition(text), placeholders, decisions));
  const paths = pathsOf(condition);
  return {
    attributes: heads(paths),
    nested: nestedHeads(paths),
    holds: (item) => holds(condition, item, decisions),
  };
}

function bindKeyCondition(text: string, placeholders: Placeholders, decisions: Decisions): BoundKeyCondition {
  const condition = named('KeyConditionExpression', () =>
    resolveCondition(parseCondition(text), placeholders, decisions),
  );
  const clauses = keyClauses(condition);
  return { select: (schema) => selectKeys(clauses, schema, decisions) };
}

function bindUpdate(text: string, placeholders: Placeholders, decisions: Decisions): BoundUpdate {
  const actions = named('UpdateExpression', () => resolveUpdate(parseUpdate(text), placeholders, decisions));
  return {
    ...factsOf(actions),
    apply: (item, isNew) => applyUpdate(actions, item, isNew),
    cost: (before) => statementCost(actions, before),
  };
}

function bindProjection(text: string, placeholders: Placeholders): BoundProjection {
  const paths = named('ProjectionExpression', () => resolveProjection(parseProjection(text), placeholders));
  return { attributes: heads(paths), nested: nestedHeads(paths), apply: (item) => project(item, paths) };
}

function pathsOf(condition: ResolvedCondition): Segments[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return [...pathsOf(condition.left), ...pathsOf(condition.right)];
    case 'not':
      return pathsOf(condition.of);
    case 'compare':
      return [condition.left, condition.right].flatMap(pathsIn);
    case 'between':
      return [condition.operand, condition.low, condition.high].flatMap(pathsIn);
    case 'in':
      return [condition.operand, ...condition.members].flatMap(pathsIn);
    case 'test':
      return condition.args.flatMap(pathsIn);
  }
}
