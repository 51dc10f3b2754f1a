/** Makes members of a request missing, out of range, ill-typed or contradictory. */
import { shapes } from '../../../../oracles/store/shapes.ts';
import type { Template, TemplateObject } from '../../../cases/case.ts';
import { tableMember } from '../request.ts';
import { nameFor } from '../words.ts';
import { batchRequests, type FaultSite, isMap, parts, type RequestMutation } from './mutation.ts';

const hasMember = (op: FaultSite['op'], name: string): boolean => Object.hasOwn(shapes[op], name);

/** Sets one member to one of several values, if the operation has it. */
const member =
  (name: string, values: readonly Template[]): RequestMutation =>
  ({ op, input, pick }) => {
    if (!hasMember(op, name)) return undefined;
    input[name] = structuredClone(pick(values));
    return input;
  };

const missing: RequestMutation = ({ input, pick }) => {
  const required = [
    'TableName',
    'Key',
    'Item',
    'RequestItems',
    'TransactItems',
    'KeyConditionExpression',
    'KeyConditions',
  ];
  const there = required.filter((name) => name in input);
  if (there.length === 0) return undefined;
  delete input[pick(there)];
  return input;
};

const wrongType: RequestMutation = ({ input, pick }) => {
  const name = pick(Object.keys(input));
  input[name] = pick<Template>(
    [1, 'a', true, [], {}, null].filter((value) => typeof value !== typeof input[name] || value === null),
  );
  return input;
};

/** A legacy member next to an expression. */
const mixed: RequestMutation = (ground) => {
  const { input, pick } = ground;
  const own = Object.keys(input).filter((name) => /Expression$/.test(name));
  if (own.length === 0) return undefined;
  const alpha = nameFor('alpha', ground.schema.words);
  const [name, value] = pick<[string, Template]>([
    ['ConditionalOperator', 'AND'],
    ['AttributesToGet', [alpha]],
    ['Expected', { [alpha]: { Exists: false } }],
    ['QueryFilter', { [alpha]: { ComparisonOperator: 'NULL' } }],
    ['ScanFilter', { [alpha]: { ComparisonOperator: 'NULL' } }],
    ['AttributeUpdates', { [alpha]: { Action: 'DELETE' } }],
  ]);
  if (!hasMember(ground.op, name)) return undefined;
  input[name] = value;
  return input;
};

const operatorAlone = member('ConditionalOperator', ['AND', 'OR', 'XOR']);

const older: RequestMutation = ({ op, input, pick, schema }) => {
  const alpha = nameFor('alpha', schema.words);
  const n = { N: '1' };
  const condition = pick<Template>([
    { ComparisonOperator: 'EQ' },
    { ComparisonOperator: 'EQ', AttributeValueList: [n, n] },
    { ComparisonOperator: 'LT', AttributeValueList: [{ BOOL: true }] },
    { ComparisonOperator: 'BETWEEN', AttributeValueList: [n] },
    { ComparisonOperator: 'BETWEEN', AttributeValueList: [{ N: '2' }, n] },
    { ComparisonOperator: 'NULL', AttributeValueList: [n] },
    { ComparisonOperator: 'IN', AttributeValueList: [] },
    { ComparisonOperator: 'IN', AttributeValueList: [n, { S: 'a' }] },
    { ComparisonOperator: 'BEGINS_WITH', AttributeValueList: [n] },
    { ComparisonOperator: 'CONTAINS', AttributeValueList: [{ L: [] }] },
    { ComparisonOperator: 'LIKE', AttributeValueList: [n] },
    { AttributeValueList: [n] },
    { ComparisonOperator: 'NOT_NULL', AttributeValueList: [n] },
    { ComparisonOperator: 'NOT_CONTAINS', AttributeValueList: [n, n] },
    { ComparisonOperator: 'CONTAINS', AttributeValueList: [{ SS: ['a'] }] },
    { ComparisonOperator: 'GE', AttributeValueList: [{ M: {} }] },
    { ComparisonOperator: 'LE', AttributeValueList: [] },
    { ComparisonOperator: 'GT', AttributeValueList: [{ NULL: true }] },
    { ComparisonOperator: 'NE', AttributeValueList: [n, { S: 'a' }] },
    { ComparisonOperator: 'IN', AttributeValueList: [{ L: [] }] },
    { ComparisonOperator: 'BETWEEN', AttributeValueList: [n, { S: 'a' }] },
    { ComparisonOperator: 'BETWEEN', AttributeValueList: [n, n, n] },
    { ComparisonOperator: 'BETWEEN', AttributeValueList: [{ BOOL: true }, { BOOL: true }] },
    { ComparisonOperator: 'EQ', AttributeValueList: [{ N: 'abc' }] },
  ]);
  const isRead = op === 'Scan' || (op === 'Query' && 'KeyConditions' in input);
  if (isRead && !('FilterExpression' in input) && !('ProjectionExpression' in input)) {
    const { ConditionalOperator: _, ...rest } = input;
    return { ...rest, [op === 'Scan' ? 'ScanFilter' : 'QueryFilter']: { [alpha]: condition } };
  }
  if (!hasMember(op, 'Expected') || 'ConditionExpression' in input || 'UpdateExpression' in input) return undefined;
  const { ConditionalOperator: _, ...rest } = input;
  const wrong = pick<Template>([
    condition,
    {},
    { Exists: true },
    { Exists: false, Value: n },
    { Value: n, ComparisonOperator: 'EQ' },
    { Exists: true, ComparisonOperator: 'NOT_NULL' },
    { Value: n, AttributeValueList: [n] },
    { Exists: true, AttributeValueList: [n] },
    { Value: { SS: [] } },
    { Exists: 'maybe', Value: n },
  ]);
  return { ...rest, Expected: { [alpha]: wrong } };
};

const olderUpdate: RequestMutation = ({ op, input, pick, schema }) => {
  if (op !== 'UpdateItem' || !('AttributeUpdates' in input)) return undefined;
  const alpha = nameFor('alpha', schema.words);
  const name = pick([alpha, alpha, schema.hash.name]);
  const wrong = pick<Template>([
    { Action: 'PUT' },
    { Action: 'ADD' },
    { Action: 'ADD', Value: { S: 'a' } },
    { Action: 'ADD', Value: { M: {} } },
    { Action: 'DELETE', Value: { N: '1' } },
    { Action: 'UPSERT', Value: { N: '1' } },
    { Value: { N: '1' } },
    {},
    { Action: 'ADD', Value: { BOOL: true } },
    { Action: 'DELETE', Value: { S: 'a' } },
    { Action: 'PUT', Value: { NS: ['1', '1'] } },
    { Action: 'ADD', Value: { NS: ['1'] } },
    { Action: 'DELETE', Value: { SS: ['a'] } },
  ]);
  return { ...input, AttributeUpdates: { [name]: wrong } };
};

/** KeyConditions that no index can serve, that lack the partition key, or have too many attributes. */
const olderKeys: RequestMutation = ({ op, input, pick, schema }) => {
  if (op !== 'Query' || !isMap(input.KeyConditions)) return undefined;
  const { hash, range } = schema;
  const n = { N: '1' };
  const of = (ComparisonOperator: string, ...AttributeValueList: Template[]): TemplateObject => ({
    ComparisonOperator,
    AttributeValueList,
  });
  const own = input.KeyConditions;
  const KeyConditions = pick<TemplateObject>([
    {},
    { ...own, [hash.name]: of('GT', n) },
    { ...own, [hash.name]: of('NE', n) },
    { ...own, [hash.name]: of('EQ', { BOOL: true }) },
    { ...own, [hash.name]: of('EQ', { S: '' }) },
    { ...own, [hash.name]: of('IN', n) },
    { ...own, [range?.name ?? 'sk']: of('CONTAINS', { S: 'a' }) },
    { ...own, [range?.name ?? 'sk']: of('BEGINS_WITH', { S: '' }) },
    { ...own, [range?.name ?? 'sk']: of('BETWEEN', { N: '2' }, n) },
    { ...own, [range?.name ?? 'sk']: { ComparisonOperator: 'NOT_NULL' } },
    { ...own, alpha: of('EQ', n) },
    { ...own, alpha: of('EQ', n), beta: of('EQ', n) },
    { [range?.name ?? 'sk']: of('EQ', n) },
  ]);
  return { ...input, KeyConditions };
};

const repeated = (list: readonly Template[], count: number): Template[] =>
  Array.from({ length: count }, (_, at) => list[at % list.length] ?? null);

/** The same numbers in another notation. */
function respelled(value: Template): Template {
  if (Array.isArray(value)) return value.map(respelled);
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'N' && typeof member === 'string' && /^-?\d+$/.test(member) ? `${member}.0` : respelled(member),
    ]),
  );
}

/** Batches that are too large, empty, or with duplicates; entries with two requests or none. */
const batch: RequestMutation = ({ op, input, pick }) => {
  if (!isMap(input.RequestItems)) return undefined;
  const of = input.RequestItems[tableMember] ?? {};
  const keys = isMap(of) ? of.Keys : of;
  const list = Array.isArray(keys) ? keys : [];
  const having = (changed: Template[]): TemplateObject => ({
    [tableMember]: isMap(of) ? { ...of, Keys: changed } : changed,
  });
  const RequestItems = pick<() => TemplateObject>([
    () => ({}),
    () => having([]),
    () => having([...list, list[0] ?? null]),
    () => having([...list, respelled(list[0] ?? null)]),
    () => having(repeated(list, op === 'BatchGetItem' ? 101 : 26)),
    () => having([{}]),
    () => ({ 'no-such-table': of }),
    () => ({ 'a b': of }),
  ])();
  return { ...input, RequestItems };
};

const both: RequestMutation = (ground) => {
  const [first] = batchRequests(ground);
  if (first === undefined) return undefined;
  Object.assign(first, 'PutRequest' in first ? { DeleteRequest: { Key: {} } } : { PutRequest: { Item: {} } });
  return ground.input;
};

const transaction: RequestMutation = ({ op, input, pick }) => {
  const items = input.TransactItems;
  if (!Array.isArray(items) || items.length === 0) return undefined;
  const [first = null] = items;
  const write = op === 'TransactWriteItems';
  const change = pick<TemplateObject>([
    { TransactItems: [] },
    { TransactItems: [...items, first] },
    { TransactItems: [...items, respelled(first)] },
    { TransactItems: repeated(items, 101) },
    { TransactItems: [{}] },
    ...(isMap(first) ? [{ TransactItems: [{ ...first, Unknown: {} }] }] : []),
    ...(write ? [{ ClientRequestToken: 'x'.repeat(37) }, { ClientRequestToken: '' }] : []),
  ]);
  return { ...input, ...change };
};

const tableNames: readonly Template[] = ['no-such-table', 'ab', 'a b', '', 'x'.repeat(256)];

const tableName: RequestMutation = (ground) => {
  const named = parts(ground).filter((part) => 'TableName' in part);
  if (named.length === 0) return undefined;
  ground.pick(named).TableName = ground.pick(tableNames);
  return ground.input;
};

const startKey: RequestMutation = (ground) => {
  const { op, input, schema, pick } = ground;
  if (!hasMember(op, 'ExclusiveStartKey')) return undefined;
  const { hash, range = { name: 'sk' } } = schema;
  const own = { [hash.name]: { [hash.type]: hash.type === 'B' ? 'AA==' : '1' } };
  input.ExclusiveStartKey = pick<Template>([
    {},
    { ...own, [range.name]: { BOOL: true } },
    { [hash.name]: { BOOL: true } },
    { [nameFor('alpha', schema.words)]: { S: 'a' } },
    { ...own, surplus: { S: 'a' } },
    { [hash.name]: { S: '' } },
    { [hash.name]: { N: 'abc' } },
  ]);
  return input;
};

/** A global index allows no consistent reads and no attributes outside its projection. */
const index: RequestMutation = ({ op, input, pick }) => {
  if (!hasMember(op, 'IndexName')) return undefined;
  if (input.IndexName === undefined) return { ...input, IndexName: pick(['no-such-index', 'ab', '']) };
  const { Select: _, ...rest } = input;
  return { ...rest, ...pick<TemplateObject>([{ ConsistentRead: true }, { Select: 'ALL_ATTRIBUTES' }]) };
};

export const memberFaults = {
  missing,
  wrongType,
  mixed,
  operatorAlone,
  older,
  olderUpdate,
  olderKeys,
  batch,
  both,
  transaction,
  tableName,
  startKey,
  index,
  capacity: member('ReturnConsumedCapacity', ['INVALID', '', 'total']),
  metrics: member('ReturnItemCollectionMetrics', ['INVALID', 'size']),
  returned: member('ReturnValues', ['INVALID', 'ALL_NEW', 'UPDATED_OLD', 'UPDATED_NEW']),
  onFailure: member('ReturnValuesOnConditionCheckFailure', ['INVALID', 'ALL_NEW']),
  select: member('Select', ['INVALID', 'SPECIFIC_ATTRIBUTES', 'ALL_PROJECTED_ATTRIBUTES', 'COUNT', 'ALL_ATTRIBUTES']),
  limit: member('Limit', [0, -1]),
  segment: member('Segment', [0, -1, 1_000_000]),
  totalSegments: member('TotalSegments', [0, 1, 1_000_001]),
} satisfies { [name: string]: RequestMutation };
