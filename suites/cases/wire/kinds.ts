/** JSON of another kind than a member has, and what else a body may hold. */
import type { Call, Case, Template, TemplateObject } from '../case.ts';
import { b, n, s, table } from '../case.ts';
import { family, type ReasonedRow } from '../family.ts';
import { sources } from '../sources.ts';
import { exactly, get, put } from '../steps.ts';

const tables = { t: table({ hash: ['pk', 'S'] }) };
const t = { TableName: { $table: 't' } };
const key = { pk: s('a') };
const raw = (op: Call['op'], input: TemplateObject, expect: Call['expect']): Call => ({
  op,
  input,
  raw: true,
  observe: [],
  ...(expect && { expect }),
});
const ofKey = { KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': s('a') } };
const serialization = { rejected: 'SerializationException' };

/** What stands in the place of a member. */
const texts: Template[] = [5, true, ['x'], { x: 'y' }];
const numbers: Template[] = ['5', true, [5], { x: 5 }];
const objects: Template[] = ['x', 5, true, ['x']];
const lists: Template[] = ['x', 5, true, { x: 'y' }];

const members = family(
  {
    name: 'kind-of',
    area: 'wire',
    certainty: 'recorded',
    because: 'The kinds of all members are read before anything in them is looked at.',
    sources: [sources.dynaliteBetween],
  },
  {
    'table-name': {
      title: 'A name that is no text',
      bad: texts.map((TableName) => raw('GetItem', { TableName, Key: key }, serialization)),
    },
    expression: {
      title: 'An expression that is no text',
      bad: texts.map((ConditionExpression) =>
        raw('DeleteItem', { ...t, Key: key, ConditionExpression }, serialization),
      ),
    },
    enum: {
      title: 'A word of a set that is no text',
      bad: texts.map((ReturnValues) => raw('DeleteItem', { ...t, Key: key, ReturnValues }, serialization)),
    },
    limit: {
      title: 'A limit that is no number',
      bad: numbers.map((Limit) => raw('Scan', { ...t, Limit }, serialization)),
    },
    time: {
      title: 'A time that is no number',
      bad: numbers.flatMap((time) =>
        ['TimeRangeLowerBound', 'TimeRangeUpperBound'].map((member) =>
          raw('ListBackups', { [member]: time }, serialization),
        ),
      ),
      certainty: 'inferred' as const,
    },
    flag: {
      title: 'A flag that is a list or a map',
      bad: [['x'], { x: true }, [true]].map((ScanIndexForward) =>
        raw(
          'Query',
          { ...t, KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': s('a') }, ScanIndexForward },
          serialization,
        ),
      ),
    },
    'old-names': {
      title: 'Attributes to get that are no list of texts',
      bad: [...lists, [5], [{ S: 'a' }]].map((AttributesToGet) =>
        raw('GetItem', { ...t, Key: key, AttributesToGet }, serialization),
      ),
    },
    key: { title: 'A key that is no map', bad: objects.map((Key) => raw('DeleteItem', { ...t, Key }, serialization)) },
    item: {
      title: 'An item that is no map',
      bad: objects.map((Item) => raw('PutItem', { ...t, Item }, serialization)),
    },
    names: {
      title: 'Names of an expression that are no map of texts',
      bad: [...objects, { '#a': 5 }, { '#a': { S: 'a' } }].map((ExpressionAttributeNames) =>
        raw('DeleteItem', { ...t, Key: key, ConditionExpression: '#a = #a', ExpressionAttributeNames }, serialization),
      ),
    },
    values: {
      title: 'Values of an expression that are no map of values',
      bad: [...objects, { ':v': 'x' }, { ':v': ['x'] }].map((ExpressionAttributeValues) =>
        raw('DeleteItem', { ...t, Key: key, ConditionExpression: 'a = :v', ExpressionAttributeValues }, serialization),
      ),
    },
    keys: {
      title: 'Keys of a batch that are no list of maps',
      bad: [...lists, ['x'], [5]].map((Keys) =>
        raw('BatchGetItem', { RequestItems: { '$table:t': { Keys } } }, serialization),
      ),
    },
    batch: {
      title: 'Requests of a batch that are no map of lists',
      bad: [
        ...objects.map((RequestItems) => raw('BatchWriteItem', { RequestItems }, serialization)),
        ...lists.map((requests) => raw('BatchWriteItem', { RequestItems: { '$table:t': requests } }, serialization)),
      ],
    },
    transaction: {
      title: 'Actions of a transaction that are no list of maps',
      bad: [...lists, ['x']].map((TransactItems) => raw('TransactWriteItems', { TransactItems }, serialization)),
      certainty: 'inferred' as const,
    },
    statement: {
      title: 'A statement that is no text, or parameters that are no list',
      bad: [
        ...texts.map((Statement) => raw('ExecuteStatement', { Statement }, serialization)),
        ...lists.map((Parameters) =>
          raw('ExecuteStatement', { Statement: 'SELECT * FROM x', Parameters }, serialization),
        ),
      ],
      certainty: 'inferred' as const,
    },
  } satisfies { [slug: string]: { title: string; bad: Call[]; certainty?: Case['certainty'] } },
  ({ bad }) => {
    const used = JSON.stringify(bad).includes('"$table');
    return {
      steps: [...(used ? [put('t', key)] : []), ...bad, ...(used ? [get('t', key, key)] : [])],
      ...(used && { tables }),
    };
  },
).map((one) => ({ ...one, title: `${one.title} is a SerializationException, and nothing is done` }));

const values: { [slug: string]: { title: string; bad: Template[] } } = {
  text: { title: 'A text that is another kind of JSON', bad: [{ S: 5 }, { S: true }, { S: ['x'] }, { S: { S: 'x' } }] },
  number: { title: 'A number that is no text', bad: [{ N: 5 }, { N: true }, { N: ['1'] }, { N: { S: '1' } }] },
  binary: { title: 'A binary that is no text', bad: [{ B: 5 }, { B: true }, { B: ['AA=='] }, { B: { S: 'x' } }] },
  base64: {
    title: 'A binary that is not Base64',
    bad: [{ B: 'A' }, { B: 'AAA' }, { B: '****' }, { B: 'AA=A' }, { BS: ['AA==', 'A'] }],
  },
  sets: {
    title: 'A set that is no list of texts',
    bad: [{ SS: 'x' }, { SS: [5] }, { SS: { S: 'x' } }, { NS: ['1', 2] }, { NS: '1' }, { BS: 'AA==' }, { BS: [5] }],
  },
  list: {
    title: 'A list that is none, or that has what is no value',
    bad: [{ L: 'x' }, { L: { S: 'x' } }, { L: ['x'] }, { L: [{ S: 5 }] }],
  },
  map: {
    title: 'A map that is none, or that has what is no value',
    bad: [{ M: 'x' }, { M: [s('x')] }, { M: { a: 'x' } }, { M: { a: { N: 5 } } }],
  },
  value: { title: 'A value that is no map', bad: ['x', 5, true, [s('x')]] },
};
const attributes = family(
  {
    name: 'value-of',
    area: 'wire',
    certainty: 'recorded',
    because: 'The JSON of an attribute value is read before the value is looked at.',
    sources: [sources.dynaliteBetween, sources.alternatorNumberTests],
    tables,
  },
  values,
  ({ bad }) => ({
    steps: [
      ...bad.map((a) => raw('PutItem', { ...t, Item: { ...key, a } }, serialization)),
      raw('PutItem', { ...t, Item: { ...key, deep: { L: [{ M: { a: bad[0]! } }] } } }, serialization),
      get('t', key, 'absent'),
    ],
  }),
).map((one) => ({ ...one, title: `${one.title} is a SerializationException, and nothing is written` }));

const tolerated = family(
  {
    name: 'tolerated',
    area: 'wire',
    certainty: 'inferred',
    because: '',
    sources: [sources.dynaliteBetween],
    tables,
  },
  {
    'unknown-members': {
      title: 'Members that an operation does not have are ignored, at any depth',
      because: 'A newer client may send more than an older service knows.',
      steps: [
        raw('PutItem', { ...t, Item: { ...key, v: n(1) }, Nonsense: { a: [1] }, nonsense: null }, { ok: exactly({}) }),
        raw(
          'BatchWriteItem',
          { RequestItems: { '$table:t': [{ PutRequest: { Item: { ...key, v: n(2) }, Nonsense: true } }] } },
          { ok: exactly({ UnprocessedItems: {} }) },
        ),
        get('t', key, exactly({ ...key, v: n(2) })),
      ],
    },
    'null-members': {
      title: 'A member that is null is one that is left out',
      because: 'null says that there is no value.',
      certainty: 'documented' as const,
      sources: [sources.jsonProtocol],
      steps: [
        raw(
          'PutItem',
          { ...t, Item: key, ConditionExpression: null, ReturnValues: null, ExpressionAttributeNames: null },
          { ok: exactly({}) },
        ),
        raw(
          'GetItem',
          { ...t, Key: key, ProjectionExpression: null, ConsistentRead: null, ReturnConsumedCapacity: null },
          { ok: exactly({ Item: key }) },
        ),
        raw(
          'UpdateItem',
          {
            ...{ ...t, Key: key, UpdateExpression: 'SET v = :v', ConditionExpression: null, Expected: null },
            ...{ ExpressionAttributeNames: null, ExpressionAttributeValues: { ':v': n(1) }, ReturnValues: null },
          },
          { ok: exactly({}) },
        ),
        raw(
          'Query',
          { ...t, KeyConditions: null, QueryFilter: null, IndexName: null, Limit: null, Select: null, ...ofKey },
          { ok: { Items: [{ ...key, v: n(1) }], Count: 1 } },
        ),
        raw(
          'Scan',
          {
            ...t,
            ScanFilter: null,
            IndexName: null,
            Limit: null,
            Segment: null,
            TotalSegments: null,
            ExclusiveStartKey: null,
          },
          { ok: { Items: [{ ...key, v: n(1) }], Count: 1 } },
        ),
        raw(
          'BatchGetItem',
          { RequestItems: { '$table:t': { Keys: [key], ProjectionExpression: null, AttributesToGet: null } } },
          { ok: { Responses: { '$table:t': [{ ...key, v: n(1) }] } } },
        ),
        raw(
          'TransactWriteItems',
          {
            ClientRequestToken: null,
            TransactItems: [
              { Put: { ...t, Item: key, ConditionExpression: null }, Delete: null, ConditionCheck: null },
            ],
          },
          { ok: exactly({}) },
        ),
        raw('DeleteItem', { ...t, Key: key, Expected: null, ConditionalOperator: null }, { ok: exactly({}) }),
        raw('GetItem', { ...t, Key: null }, { rejected: 'ValidationException' }),
      ],
    },
    flags: {
      title: 'A flag may be written as a word',
      because: 'The older parser reads true, yes and 1, and their opposites.',
      certainty: 'recorded' as const,
      steps: [
        put('t', key),
        ...['true', 'false', 'TRUE'].map((ConsistentRead) =>
          raw('GetItem', { ...t, Key: key, ConsistentRead }, { ok: { Item: key } }),
        ),
        raw('GetItem', { ...t, Key: key, ConsistentRead: 'maybe' }, serialization),
        raw('GetItem', { ...t, Key: key, ConsistentRead: 5 }, serialization),
        raw('GetItem', { ...t, Key: key, ConsistentRead: [true] }, serialization),
        ...['yes', '1', 'no', '0'].map((ConsistentRead) =>
          raw('GetItem', { ...t, Key: key, ConsistentRead }, { ok: { Item: key } }),
        ),
        ...['', 'y', 'n', 'on', 'off', '2', ' true'].map((ConsistentRead) =>
          raw('GetItem', { ...t, Key: key, ConsistentRead }, { ...serialization, certainty: 'inferred' }),
        ),
      ],
    },
    escapes: {
      title: 'Texts may be written with escapes, and come back as what they mean',
      because: 'JSON has several spellings of one text.',
      certainty: 'documented' as const,
      sources: [sources.lowLevelApi],
      steps: [
        {
          ...raw(
            'PutItem',
            { ...t, Item: { ...key, v: s('é \u0000 \ud83d\ude00 "\\/'), ключ: b(0, 255) } },
            { ok: exactly({}) },
          ),
        },
        get('t', key, exactly({ ...key, v: s('é \u0000 \ud83d\ude00 "\\/'), ключ: b(0, 255) })),
      ],
    },
  } satisfies { [slug: string]: ReasonedRow },
  ({ steps }) => ({ steps }),
);

export const cases: readonly Case[] = [...members, ...attributes, ...tolerated];
