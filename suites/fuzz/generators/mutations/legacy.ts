/** Makes legacy members wrong, or puts them beside expressions. */
import type { Template, TemplateObject } from '../../../cases/case.ts';
import { nameFor } from '../words.ts';
import { hasMember } from './members.ts';
import { isMap, type RequestMutation } from './mutation.ts';

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

export const legacyFaults = { mixed, older, olderUpdate, olderKeys } satisfies { [name: string]: RequestMutation };
