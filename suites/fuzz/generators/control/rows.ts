/** Items of control-plane sequences: written, changed, removed, and read through the table and each of its indexes. */
import type { AttributeValue, Item } from '../../../../oracles/values/types.ts';
import { from, type Template, type TemplateObject } from '../../../cases/case.ts';
import { anyItem, keyValue, type Plan, type PlanIndex, primaryKey } from './plan.ts';
import type { Script } from './script.ts';

/** What a table holds while its sequence is written, by primary key. */
export type Rows = Map<string, Item>;

const keyOf = ({ pk, sk }: Item): Item => ({ pk: pk!, ...(sk && { sk }) });
const identity = (item: Item): string => JSON.stringify(keyOf(item));

/** One write. Returns whether it changes anything, which is when a stream has a record of it. */
export function write(script: Script, of: string, plan: Plan, rows: Rows, more: { pk?: AttributeValue } = {}): boolean {
  const { draw } = script;
  const table = script.table(of);
  const [kind, item] = [
    draw.weighted([5, 'put'], [3, 'update'], [2, 'delete'], [1, 'again']),
    { ...anyItem(draw, plan), ...more },
  ];
  const held = rows.get(identity(item));
  switch (kind) {
    case 'put':
      script.call('PutItem', { TableName: table, Item: item, ReturnValues: 'ALL_OLD' });
      rows.set(identity(item), item);
      return JSON.stringify(sorted(held)) !== JSON.stringify(sorted(item));
    case 'again': {
      const known = [...rows.values()];
      if (known.length === 0) return false;
      script.call('PutItem', { TableName: table, Item: draw.pick(known) });
      return false;
    }
    case 'delete':
      script.call('DeleteItem', { TableName: table, Key: keyOf(item), ReturnValues: 'ALL_OLD' });
      return rows.delete(identity(item));
    default:
      return change(script, table, plan, rows, item, held);
  }
}

const sorted = (item: Item | undefined): unknown => item && Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1));

function change(
  script: Script,
  TableName: Template,
  plan: Plan,
  rows: Rows,
  item: Item,
  held: Item | undefined,
): boolean {
  const { draw } = script;
  const name = draw.pick(['gk', 'gs', 'lk', 'alpha', 'beta']);
  const value: AttributeValue = name in plan.types ? keyValue(draw, plan, name) : { N: String(draw.int(9)) };
  const removes = draw.chance(35);
  const input = { TableName, Key: keyOf(item), ReturnValues: 'ALL_NEW' };
  const { [name]: before, ...others } = held ?? keyOf(item);
  if (removes) script.call('UpdateItem', { ...input, UpdateExpression: `REMOVE ${name}` });
  else
    script.call('UpdateItem', {
      ...input,
      UpdateExpression: `SET ${name} = :v`,
      ExpressionAttributeValues: { ':v': value } as unknown as TemplateObject,
    });
  // A removal alone makes no item.
  if (held === undefined && removes) return false;
  rows.set(identity(item), removes ? (others as Item) : ({ ...others, [name]: value } as Item));
  if (held === undefined) return true;
  return removes ? before !== undefined : JSON.stringify(before) !== JSON.stringify(value);
}

/** Reads a table or an index wholly, in one answer or in pages. */
export function readAll(script: Script, of: string, index?: PlanIndex): void {
  const { draw } = script;
  const input: TemplateObject = {
    TableName: script.table(of),
    ...(index && { IndexName: index.name }),
    ...(index?.kind === 'global' ? {} : { ConsistentRead: true }),
  };
  if (draw.chance(70)) {
    script.call('Scan', { ...input, ReturnConsumedCapacity: 'INDEXES' });
    return;
  }
  const as = `pages of ${script.steps.length}`;
  script.steps.push({
    repeat: {
      op: 'Scan',
      as,
      raw: true,
      input: { ...input, Limit: 1 + draw.int(3), ExclusiveStartKey: from(as, 'LastEvaluatedKey') },
    },
    until: { path: 'LastEvaluatedKey', absent: true },
    ...{ turns: 60, collect: ['Items', 'Count'], observe: ['Items', 'Count'], unordered: true },
  });
}

/** A query of the table or of an index, by its own keys. */
export function query(script: Script, of: string, plan: Plan): void {
  const { draw } = script;
  const index = draw.chance(70) && plan.indexes.length > 0 ? draw.pick(plan.indexes) : undefined;
  const hash = index?.hash ?? 'pk';
  script.call(
    'Query',
    {
      TableName: script.table(of),
      ...(index && { IndexName: index.name }),
      KeyConditionExpression: `${hash} = :h`,
      ExpressionAttributeValues: { ':h': keyValue(draw, plan, hash) } as unknown as TemplateObject,
      ReturnConsumedCapacity: 'INDEXES',
    },
    // Rows with the same index key have no guaranteed order.
    index ? { unordered: true } : {},
  );
}

export function get(script: Script, of: string, plan: Plan): void {
  script.call('GetItem', { TableName: script.table(of), Key: primaryKey(script.draw, plan), ConsistentRead: true });
}

export function readEverything(script: Script, of: string, plan: Plan): void {
  readAll(script, of);
  for (const index of plan.indexes) readAll(script, of, index);
}
