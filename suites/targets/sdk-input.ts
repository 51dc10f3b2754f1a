/**
 * From the JSON of the wire to the input of AWS SDK v3's low-level clients, which want bytes for binaries and dates for
 * times. What does not have the expected shape is handed on as it is: whether that can be sent is for the SDK to say.
 */
import type { Json, JsonObject, Operation } from '../../oracles/values/types.ts';

type Convert = (value: Json) => unknown;

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const each =
  (convert: Convert): Convert =>
  (value) =>
    Array.isArray(value) ? value.map(convert) : value;

/** Members that no one converts stay. `fromEntries` defines own properties, so `__proto__` stays a name. */
const mapped = (value: Json, convert: (name: string, member: Json) => unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, convert(name, member)]))
    : value;

const values =
  (convert: Convert): Convert =>
  (value) =>
    mapped(value, (_, member) => convert(member));

const members =
  (converts: { readonly [name: string]: Convert }): Convert =>
  (value) =>
    mapped(value, (name, member) => (Object.hasOwn(converts, name) ? converts[name]!(member) : member));

const bytes: Convert = (value) => (typeof value === 'string' ? new Uint8Array(Buffer.from(value, 'base64')) : value);
const date: Convert = (value) => (typeof value === 'number' ? new Date(value * 1000) : value);

const attributeValue: Convert = (value) =>
  members({ B: bytes, BS: each(bytes), L: each(attributeValue), M: values(attributeValue) })(value);
const item = values(attributeValue);
const condition = values(members({ Value: attributeValue, AttributeValueList: each(attributeValue) }));

/** Members of every request and of every part of a batch or transaction that hold attribute values. */
const request = members({
  Item: item,
  Key: item,
  ExpressionAttributeValues: item,
  ExclusiveStartKey: item,
  Expected: condition,
  AttributeUpdates: condition,
  KeyConditions: condition,
  QueryFilter: condition,
  ScanFilter: condition,
});

const parameterized = members({ Parameters: each(attributeValue) });
const transactItems = members({ TransactItems: each(values(request)) });

const converts: { readonly [operation in Operation]?: Convert } = {
  PutItem: request,
  GetItem: request,
  UpdateItem: request,
  DeleteItem: request,
  Query: request,
  Scan: request,
  BatchGetItem: members({ RequestItems: values(members({ Keys: each(item) })) }),
  BatchWriteItem: members({ RequestItems: values(each(values(request))) }),
  TransactWriteItems: transactItems,
  TransactGetItems: transactItems,
  ExecuteStatement: parameterized,
  BatchExecuteStatement: members({ Statements: each(parameterized) }),
  ExecuteTransaction: members({ TransactStatements: each(parameterized) }),
  ListBackups: members({ TimeRangeLowerBound: date, TimeRangeUpperBound: date }),
};

export const sdkInput = (operation: Operation, input: JsonObject): object =>
  (converts[operation]?.(input) ?? input) as object;
