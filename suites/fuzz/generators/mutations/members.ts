/** Makes members of a request missing, out of range, ill-typed or contradictory. */
import { shapes } from '../../../../oracles/store/shapes.ts';
import type { Template, TemplateObject } from '../../../cases/case.ts';
import { tableMember } from '../request.ts';
import { nameFor } from '../words.ts';
import { batchRequests, type FaultSite, isMap, parts, type RequestMutation } from './mutation.ts';

export const hasMember = (op: FaultSite['op'], name: string): boolean => Object.hasOwn(shapes[op], name);

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

const repeated = (list: readonly Template[], count: number): Template[] =>
  Array.from({ length: count }, (_, at) => list[at % list.length] ?? null);

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
  const index = schema.indexes.find(({ name }) => name === input.IndexName);
  const keys = [schema.hash, schema.range, index?.hash, index?.range].filter((key) => key !== undefined);
  const own: TemplateObject = Object.fromEntries(
    keys.map(({ name, type }) => [name, { [type]: type === 'B' ? 'AA==' : '1' }]),
  );
  const { name } = pick(keys);
  const { [name]: _, ...fewer } = own;
  input.ExclusiveStartKey = pick<Template>([
    {},
    fewer,
    { ...own, [name]: { BOOL: true } },
    { ...own, [name]: { S: '' } },
    { ...own, [name]: { S: 'k'.repeat(2049) } },
    { ...own, [name]: { N: 'abc' } },
    { ...own, [name]: { S: 'a', N: '1' } },
    { ...own, [name]: pick<Template>([{ S: 'b' }, { N: '2' }, { B: 'AQ==' }]) },
    { ...own, surplus: { S: 'a' } },
    { [nameFor('alpha', schema.words)]: { S: 'a' } },
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
  operatorAlone: member('ConditionalOperator', ['AND', 'OR', 'XOR']),
  missing,
  wrongType,
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
