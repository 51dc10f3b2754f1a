import fc from 'fast-check';
import { expect, test } from 'vitest';
import { operationNames } from '../../oracles/values/operations.ts';
import type { AttributeValue, JsonObject, Operation, Outcome } from '../../oracles/values/types.ts';
import { allCases } from '../cases/index.ts';
import { runCases } from '../runner/run.ts';
import { exampleCredentials } from './local.ts';
import { createOracleSession, oracleTarget } from './oracle.ts';
import { createSdkSender } from './sdk.ts';
import { sdkInput } from './sdk-input.ts';
import type { Session, Target } from './target.ts';
import type { HttpMessage, Transport } from './transport.ts';

/** An SDK sender that records requests and sends nothing. */
function recorder() {
  const sent: { target: string | undefined; input: JsonObject }[] = [];
  const transport: Transport = {
    post: async ({ headers, body }: HttpMessage): Promise<Outcome> => {
      sent.push({ target: headers['x-amz-target'], input: JSON.parse(String(body)) });
      return { kind: 'ok', output: {} };
    },
    close: () => {},
  };
  const url = new URL('http://127.0.0.1:1/');
  const endpoint = { url, streamsUrl: url, region: 'us-east-1', credentials: async () => exampleCredentials };
  return { sent, send: createSdkSender(endpoint, transport, 1_000).send };
}

const base64 = fc.uint8Array({ maxLength: 5 }).map((bytes) => Buffer.from(bytes).toString('base64'));
const name = fc.oneof(fc.constantFrom('B', 'BS', 'M', 'L', 'Value', 'Key', 'constructor', '__proto__'), fc.string());
// Includes `__proto__` as an own member.
const mapOf = <T>(value: fc.Arbitrary<T>) =>
  fc.array(fc.tuple(name, value), { maxLength: 3 }).map((entries) => Object.fromEntries(entries));
const { value } = fc.letrec<{ value: AttributeValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.oneof(
      fc.record({ S: fc.string({ unit: 'grapheme' }) }),
      fc.record({ N: fc.integer().map(String) }),
      fc.record({ B: base64 }),
      fc.record({ SS: fc.array(fc.string(), { maxLength: 2 }) }),
      fc.record({ NS: fc.array(fc.integer().map(String), { maxLength: 2 }) }),
      fc.record({ BS: fc.array(base64, { maxLength: 2 }) }),
      fc.record({ BOOL: fc.boolean() }),
      fc.record({ NULL: fc.constant(true as const) }),
    ),
    fc.record({ L: fc.array(tie('value'), { maxLength: 2 }) }),
    fc.record({ M: mapOf(tie('value')) }),
  ),
}));
const item = mapOf(value);
const filters = mapOf(
  fc.record({ ComparisonOperator: fc.constant('EQ'), AttributeValueList: fc.array(value, { maxLength: 2 }) }),
);
const expected = mapOf(fc.record({ Value: value, Exists: fc.boolean(), AttributeValueList: fc.array(value) }));
const names = fc.constant({ '#B': 'B' });
const key = fc.record({ TableName: fc.constant('t'), Key: item });
const statement = fc.record({ Statement: fc.string(), Parameters: fc.array(value, { maxLength: 2 }) });
const seconds = fc.integer({ min: 0, max: 4e9 });

const inputs: { [operation in Operation]?: fc.Arbitrary<unknown> } = {
  PutItem: fc.record({
    TableName: fc.constant('t'),
    Item: item,
    Expected: expected,
    ExpressionAttributeValues: item,
  }),
  GetItem: key,
  UpdateItem: fc.record({
    ...{ TableName: fc.constant('t'), Key: item, Expected: expected, ExpressionAttributeNames: names },
    AttributeUpdates: mapOf(fc.record({ Action: fc.constant('PUT'), Value: value })),
  }),
  DeleteItem: key,
  Query: fc.record({
    TableName: fc.constant('t'),
    KeyConditions: filters,
    QueryFilter: filters,
    ExclusiveStartKey: item,
  }),
  Scan: fc.record({ TableName: fc.constant('t'), ScanFilter: filters, ExclusiveStartKey: item, Limit: fc.nat() }),
  BatchGetItem: fc.record({ RequestItems: fc.record({ t: fc.record({ Keys: fc.array(item, { maxLength: 2 }) }) }) }),
  BatchWriteItem: fc.record({
    RequestItems: fc.record({
      t: fc.array(
        fc.oneof(
          fc.record({ PutRequest: fc.record({ Item: item }) }),
          fc.record({ DeleteRequest: fc.record({ Key: item }) }),
        ),
        { maxLength: 2 },
      ),
    }),
  }),
  TransactWriteItems: fc.record({
    TransactItems: fc.array(
      fc.oneof(
        fc.record({ Put: fc.record({ TableName: fc.constant('t'), Item: item }) }),
        fc.record({
          ConditionCheck: fc.record({
            ...{ TableName: fc.constant('t'), Key: item, ExpressionAttributeValues: item },
            ConditionExpression: fc.string(),
          }),
        }),
        fc.record({ Update: fc.record({ TableName: fc.constant('t'), Key: item, UpdateExpression: fc.string() }) }),
        fc.record({ Delete: key }),
      ),
      { maxLength: 3 },
    ),
  }),
  TransactGetItems: fc.record({ TransactItems: fc.array(fc.record({ Get: key }), { maxLength: 2 }) }),
  ExecuteStatement: statement,
  BatchExecuteStatement: fc.record({ Statements: fc.array(statement, { maxLength: 2 }) }),
  ExecuteTransaction: fc.record({ TransactStatements: fc.array(statement, { maxLength: 2 }) }),
  ListBackups: fc.record({ TimeRangeLowerBound: seconds, TimeRangeUpperBound: seconds }),
};

test.each(Object.entries(inputs))('%s leaves the SDK as written', async (operation, arbitrary) => {
  const { sent, send } = recorder();
  await fc.assert(
    fc.asyncProperty(arbitrary, async (drawn) => {
      const input = JSON.parse(JSON.stringify(drawn)) as JsonObject;
      const outcome = await send(operation as Operation, input);
      expect(outcome).toEqual({ kind: 'ok', output: {} });
      const { ClientRequestToken: _, ...got } = sent.pop()!.input;
      expect(JSON.stringify(sorted(got))).toBe(JSON.stringify(sorted(input)));
    }),
    { numRuns: 40 },
  );
});

/** `toEqual` ignores `__proto__`; sorted text does not. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, sorted(member)]);
};

test('the SDK has every operation', async () => {
  const { sent, send } = recorder();
  for (const operation of operationNames) await send(operation, {});
  expect(sent.map(({ target }) => target?.replace(/.*\./, ''))).toEqual(operationNames);
});

test.each<[string, Operation, JsonObject]>([
  ['a member it does not know', 'GetItem', { TableName: 't', Key: { pk: { S: 'a' } }, Colour: 'red' }],
  ['base64 that is not canonical', 'GetItem', { TableName: 't', Key: { pk: { B: 'AR==' } } }],
  ['a number where text belongs', 'GetItem', { TableName: 't', Key: { pk: { S: 1 } } }],
  ['null', 'GetItem', { TableName: null }],
  ['an item that is a list', 'PutItem', { TableName: 't', Item: [] }],
  ['text that is no number of seconds', 'ListBackups', { TimeRangeLowerBound: 'yesterday' }],
  ['a time in microseconds', 'ListBackups', { TimeRangeLowerBound: 1796010828.896938 }],
])('a request that the SDK would change or refuse is not sent: %s', async (_, operation, input) => {
  const { sent, send } = recorder();
  const outcome = await send(operation, input);
  if (sent.length > 0) expect(sent).toEqual([{ target: expect.anything(), input }]);
  else expect(outcome).toBeUndefined();
});

test('attribute names are not mistaken for descriptors', () => {
  const input = { TableName: 't', ExpressionAttributeNames: { B: 'QUE=' }, Item: { B: { S: 'QUE=' } } };
  expect(sdkInput('PutItem', input)).toEqual(input);
});

test('requests of cases pass the SDK unchanged, unless they are raw', async () => {
  const { send } = recorder();
  const oracle = createOracleSession();
  const seen = new Set<string>();
  const altered = new Set<string>();
  const session: Session = {
    ...oracle,
    send: async (operation, input, options = {}) => {
      const shape = JSON.stringify([operation, Object.keys(input)]);
      if (options.raw !== true && options.body === undefined && !seen.has(shape)) {
        seen.add(shape);
        if ((await send(operation, input)) === undefined) altered.add(shape);
      }
      return oracle.send(operation, input, options);
    },
  };
  const target: Target = { ...oracleTarget, start: async () => session };
  await runCases({ cases: allCases.filter(({ heavy }) => !heavy), targets: [target], runId: 'sdk' });
  expect(seen.size).toBeGreaterThan(100);
  expect([...altered]).toEqual([]);
});
