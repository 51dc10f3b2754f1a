/** Translates INSERT, UPDATE, DELETE and EXISTS to one write each. */
import type { BoundCondition, BoundUpdate } from '../expressions/bind.ts';
import type { ResolvedCondition } from '../expressions/condition.ts';
import { holds } from '../expressions/evaluate.ts';
import { project } from '../expressions/projection.ts';
import { applyUpdate } from '../expressions/update.ts';
import type { ResolvedAction } from '../expressions/update-check.ts';
import { factsOf } from '../expressions/update-facts.ts';
import type { Action, Effect } from '../store/actions.ts';
import { partsOf } from '../store/item-keys.ts';
import type { RequestContext, Table } from '../store/state.ts';
import { Refusal, validation } from '../values/refusal.ts';
import type { Item } from '../values/types.ts';
import { attributeOf, descriptorOf } from '../values/validate.ts';
import type { Delete, FromSource, Insert, Returning, Select, Update } from './ast.ts';
import { conditionOf, type Terms } from './condition.ts';
import { KeyRefusal, wrongKeyType } from './errors.ts';
import { type Target, targetOf } from './keys.ts';
import { tableOf } from './source.ts';
import { actionsOf } from './update.ts';
import { membersOf } from './values.ts';

export interface Write {
  readonly action: Action;
  readonly table: Table;
  /** What RETURNING shows of the item; undefined without RETURNING, or when nothing is left to show. */
  shown(effect: Effect): Item | undefined;
}

const silent = () => undefined;

/** @throws Refusal */
export function writeOf(
  context: RequestContext,
  statement: Insert | Update | Delete,
  terms: Terms,
  itemOnFailure: boolean,
): Write {
  switch (statement.kind) {
    case 'insert':
      return insert(context, statement, terms);
    case 'update':
      return update(context, statement, terms, itemOnFailure);
    case 'delete':
      return remove(context, statement, terms, itemOnFailure);
  }
}

function writtenTable(context: RequestContext, source: FromSource): Table {
  if (source.length > 1) throw validation('This operation is not supported on an index');
  return tableOf(context, source);
}

const condition = (holdsFor: BoundCondition['holds']): BoundCondition => ({ attributes: new Set(), holds: holdsFor });

const duplicate = (): Refusal => new Refusal('DuplicateItemException', 'Duplicate primary key exists in table');

function insert(context: RequestContext, { source, value, doNothing }: Insert, terms: Terms): Write {
  if (value.kind !== 'struct') throw validation('INSERT takes the item as a tuple {…}');
  const item = membersOf(value.members, terms, undefined);
  const table = writtenTable(context, source);
  checkKeys(table, item);
  const absent = condition((stored) => stored === undefined);
  const action: Action = {
    kind: 'put',
    tableName: table.name,
    subject: item,
    bound: { condition: absent },
    itemOnFailure: false,
    refusal: duplicate(),
    ...(doNothing ? { keepsExisting: true as const } : {}),
  };
  return { action, table, shown: silent };
}

function checkKeys(table: Table, item: Item): void {
  for (const { name, type } of partsOf(table.definition.schema)) {
    const value = attributeOf(item, name);
    if (value === undefined) throw new KeyRefusal(`The item lacks its key: ${name}`);
    if (descriptorOf(value) !== type) throw wrongKeyType(name);
  }
}

const meets = ({ rest }: Target, terms: Terms, item: Item): boolean =>
  rest.every((clause: ResolvedCondition) => holds(clause, item, terms.decisions));

function located(context: RequestContext, statement: Update | Delete, terms: Terms): { table: Table; target: Target } {
  const clause = statement.where === undefined ? undefined : conditionOf(statement.where, terms);
  const table = writtenTable(context, statement.source);
  return { table, target: targetOf(clause, table.definition.schema) };
}

/** UPDATE fails on a missing item. Source: captured, 2026-06. */
function update(context: RequestContext, statement: Update, terms: Terms, itemOnFailure: boolean): Write {
  const actions = actionsOf(statement.changes, terms);
  const { table, target } = located(context, statement, terms);
  const action: Action = {
    kind: 'update',
    tableName: table.name,
    subject: target.key,
    bound: {
      update: boundUpdate(actions),
      condition: condition((item) => item !== undefined && meets(target, terms, item)),
    },
    itemOnFailure,
  };
  return { action, table, shown: (effect) => shownOf(statement.returning, actions, effect) };
}

const boundUpdate = (actions: readonly ResolvedAction[]): BoundUpdate => ({
  ...factsOf(actions),
  apply: (item, isNew) => applyUpdate(actions, item, isNew),
});

/**
 * Reads the written paths in the item before or after. When a list closes up, the path shows the element that moved
 * there.
 */
function shownOf(
  returning: Returning | undefined,
  actions: readonly ResolvedAction[],
  { before, after }: Effect,
): Item | undefined {
  if (returning === undefined) return undefined;
  // An update fails on a missing item, and never removes one.
  const item = (returning.when === 'OLD' ? before : after)!;
  if (returning.which === 'ALL') return item;
  const modified = project(
    item,
    actions.map(({ path }) => path),
  );
  return Object.keys(modified).length === 0 ? undefined : modified;
}

/** DELETE of a missing item succeeds, whatever the other conditions. Source: captured, 2026-06. */
function remove(context: RequestContext, statement: Delete, terms: Terms, itemOnFailure: boolean): Write {
  const { returning } = statement;
  if (returning !== undefined && (returning.which !== 'ALL' || returning.when !== 'OLD'))
    throw validation(
      `Invalid returning clause: RETURNING ${returning.which} ${returning.when} *. Only RETURNING ALL OLD * is allowed in DELETE statements.`,
    );
  const { table, target } = located(context, statement, terms);
  const action: Action = {
    kind: 'delete',
    tableName: table.name,
    subject: target.key,
    bound: { condition: condition((item) => item === undefined || meets(target, terms, item)) },
    itemOnFailure,
  };
  return { action, table, shown: ({ before }) => (returning === undefined ? undefined : before) };
}

/** EXISTS(SELECT …): one item, with a condition besides its key. @throws Refusal */
export function checkOf(
  context: RequestContext,
  { source, where }: Select,
  terms: Terms,
  itemOnFailure: boolean,
): Action {
  if (source.length > 1) throw validation('A transaction writes to tables, not to indexes');
  const clause = where === undefined ? undefined : conditionOf(where, terms);
  const table = tableOf(context, source);
  const target = singleItem(clause, table);
  if (target === undefined || target.rest.length === 0)
    throw validation('EXISTS() must contain a single item read with additional condition');
  return {
    kind: 'check',
    tableName: table.name,
    subject: target.key,
    bound: { condition: condition((item) => item !== undefined && meets(target, terms, item)) },
    itemOnFailure,
  };
}

/** Undefined when the clause does not identify one item by its whole key. */
export function singleItem(clause: ResolvedCondition | undefined, table: Table): Target | undefined {
  try {
    return targetOf(clause, table.definition.schema);
  } catch (thrown) {
    if (thrown instanceof KeyRefusal) return undefined;
    throw thrown;
  }
}
