import type { Case } from '../case.ts';
import { n, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { put, get as read, refused } from '../steps.ts';

const tables = { t: table({ hash: ['pk', 'S'], range: ['sk', 'N'] }) };
const t = { TableName: { $table: 't' } };
const key = { pk: s('p'), sk: n(1) };
const serialization = 'SerializationException';
const writing = (value: unknown) => ({
  op: 'PutItem' as const,
  input: { ...t, Item: { ...key, a: value as never } },
  observe: [],
  raw: true,
});

const get = (body: string) => refused({ op: 'GetItem', input: {}, body, observe: [] }, serialization);

const malformedJson: Case = {
  id: 'errors/malformed-json',
  title: 'A body that is not JSON is a SerializationException',
  area: 'errors',
  findings: ['restore-parity/error-type-namespace'],
  certainty: 'recorded',
  because: 'The body is parsed before anything in it is looked at.',
  sources: [sources.dynaliteBetween],
  steps: ['{', '{"TableName": "x"', '{"TableName": nope}', '{"TableName": "x",}'].map(get),
};

const jsonNotObject: Case = {
  id: 'errors/json-not-an-object',
  title: 'A body that is JSON but no object is a SerializationException',
  area: 'errors',
  findings: ['restore-parity/error-type-namespace'],
  certainty: 'inferred',
  because: 'The input of an operation is a structure, and nothing else can be read as one.',
  // Heavy although small: one server crashed at the second of these requests.
  heavy: true,
  steps: ['', 'null', '[]', '"text"', '7'].map(get),
};

const wrongJsonTypes: Case = {
  id: 'errors/wrong-json-types',
  title: 'A value of the wrong JSON type is a SerializationException, and nothing is written',
  area: 'errors',
  findings: ['restore-parity/error-type-namespace'],
  certainty: 'measured',
  because: 'Numbers travel as texts: a JSON number in the place of one is an error of the protocol, not a value.',
  sources: [sources.alternatorNumberTests],
  tables,
  steps: [
    refused(writing({ N: 123 }), serialization),
    refused(writing({ NS: ['1', 2] }), serialization),
    refused(writing({ L: [{ N: 1 }] }), serialization),
    refused(writing({ S: 5 }), serialization, { certainty: 'recorded', source: sources.dynaliteBetween }),
    refused(writing({ M: 'text' }), serialization, { certainty: 'recorded', source: sources.dynaliteBetween }),
    refused(writing({ SS: 'text' }), serialization, { certainty: 'recorded', source: sources.dynaliteBetween }),
    refused({ op: 'Query', input: { ...t, Limit: 'many' }, observe: [], raw: true }, serialization, {
      certainty: 'recorded',
      source: sources.dynaliteBetween,
    }),
    read('t', key, 'absent'),
  ],
};

const badKeys: Case = {
  id: 'errors/bad-keys',
  title: 'A key that is missing, incomplete, too much or of the wrong type is a ValidationException',
  area: 'errors',
  findings: ['restore-parity/error-type-namespace', 'mongo-rfc/M10'],
  certainty: 'measured',
  because: 'Puts name the attribute at fault; reads, updates and deletes say that the key does not match the schema.',
  sources: [sources.conformance],
  tables,
  steps: [
    ...(
      [
        [{ pk: s('p') }, 'One or more parameter values were invalid: Missing the key sk in the item'],
        [{ sk: n(1) }, 'One or more parameter values were invalid: Missing the key pk in the item'],
        [
          { pk: n(1), sk: n(1) },
          'One or more parameter values were invalid: Type mismatch for key pk expected: S actual: N',
        ],
        [
          { pk: s(''), sk: n(1) },
          'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: pk',
        ],
      ] as const
    ).map(([item, text]) => refused(put('t', item as never), 'ValidationException', { texts: [text] })),
    ...[{ pk: s('p') }, { pk: s('p'), sk: s('1') }, { ...key, more: n(1) }].flatMap((bad) =>
      (['GetItem', 'DeleteItem', 'UpdateItem'] as const).map((op) =>
        refused({ op, input: { ...t, Key: bad }, observe: [] }, 'ValidationException', {
          texts: ['The provided key element does not match the schema'],
        }),
      ),
    ),
    refused({ op: 'GetItem', input: t, observe: [], raw: true }, 'ValidationException'),
    put('t', key),
    refused(
      { op: 'GetItem', input: { TableName: { $name: 'not-there' }, Key: key }, observe: [] },
      'ResourceNotFoundException',
      {
        texts: ['Requested resource not found'],
      },
    ),
  ],
};

export const cases: readonly Case[] = [malformedJson, jsonNotObject, wrongJsonTypes, badKeys];
