/** Index keys that no index can hold. */
import type { AttributeValue, Item } from '../../../oracles/values/types.ts';
import type { Call, Case, Step, TemplateObject } from '../case.ts';
import { b, n, s, table } from '../case.ts';
import { family } from '../family.ts';
import { page, scanned } from '../reads.ts';
import { sources } from '../sources.ts';
import { accepted, get, put, refused, update } from '../steps.ts';

const tables = {
  t: table({
    hash: ['pk', 'S'],
    range: ['sk', 'N'],
    gsi: { 'by-g': { hash: ['g', 'S'], range: ['b', 'B'] } },
    lsi: { 'by-l': { hash: ['pk', 'S'], range: ['l', 'S'] } },
  }),
};
const key: Item = { pk: s('p'), sk: n(1) };
const kept: Item = { ...key, g: s('g'), b: b(1), l: s('l') };
const inT = { TableName: { $table: 't' } };
const batchOf = (item: Item): Call => ({
  op: 'BatchWriteItem',
  input: {
    RequestItems: { '$table:t': [{ PutRequest: { Item: { ...key, sk: n(2) } } }, { PutRequest: { Item: item } }] },
  },
});
const transactionOf = (...items: TemplateObject[]): Call => ({
  op: 'TransactWriteItems',
  input: { TransactItems: [{ Put: { ...inT, Item: { ...key, sk: n(2) } } }, ...items] },
});
const empty = (kind: string, index: string, name: string) =>
  `One or more parameter values are not valid. A value specified for a secondary index key is not supported. The AttributeValue for a key attribute cannot contain an empty ${kind} value. IndexName: ${index}, IndexKey: ${name}`;
const emptied = (kind: string) =>
  `One or more parameter values are not valid. The update expression attempted to update a secondary index key to a value that is not supported. The AttributeValue for a key attribute cannot contain an empty ${kind} value.`;
const mismatch = (name: string, expected: string, actual: string, index: string) =>
  `One or more parameter values were invalid: Type mismatch for Index Key ${name} Expected: ${expected} Actual: ${actual} IndexName: ${index}`;
const unharmed: Step[] = [
  get('t', key, kept),
  get('t', { ...key, sk: n(2) }, 'absent'),
  scanned({ IndexName: 'by-g' }, page([kept as TemplateObject])),
  scanned({ IndexName: 'by-l', ConsistentRead: true }, page([kept as TemplateObject])),
];
const setting = (name: string, value: AttributeValue): Call =>
  update('t', key, 'SET #n = :v', {
    ExpressionAttributeNames: { '#n': name },
    ExpressionAttributeValues: { ':v': value },
  });

/** Updates that take this value for an index key from elsewhere in the item, each of them refused. */
const copied = (value: AttributeValue, text: string): Step[] => [
  put('t', { ...kept, w: value, l1: { L: [value] }, m: { M: { a: value } } }),
  ...['g = w', 'l = w', 'g = l1[0]', 'l = m.a', 'g = if_not_exists(u, w)'].map((assigned) =>
    refused(update('t', key, `SET ${assigned}`), 'ValidationException', { texts: [text] }),
  ),
];

type Refused = Pick<Case, 'title' | 'steps'> & Partial<Pick<Case, 'certainty' | 'sources' | 'because'>>;

const keys = family<Refused>(
  {
    name: 'refused',
    area: 'secondary-index',
    findings: ['mongo-rfc/M10'],
    certainty: 'measured',
    because: 'An attribute that is an index key must be of the declared type and must not be empty, on every write.',
    sources: [sources.dynaliteIndexKeyType, sources.extenddbEmptyIndexKey],
    tables,
  },
  {
    'empty-text': {
      title: 'An empty text as an index key is refused by a put',
      steps: [
        refused(put('t', { ...kept, g: s('') }), 'ValidationException', { texts: [empty('string', 'by-g', 'g')] }),
        refused(put('t', { ...kept, l: s('') }), 'ValidationException', { texts: [empty('string', 'by-l', 'l')] }),
      ],
    },
    'empty-binary': {
      title: 'An empty binary as an index key is refused by a put',
      steps: [refused(put('t', { ...kept, b: b() }), 'ValidationException', { texts: [empty('binary', 'by-g', 'b')] })],
    },
    'empty-by-update': {
      title: 'An empty index key is refused by an update',
      steps: [
        refused(setting('g', s('')), 'ValidationException', { texts: [emptied('string')] }),
        refused(setting('b', b()), 'ValidationException', { texts: [emptied('binary')] }),
        refused(setting('l', s('')), 'ValidationException', { texts: [emptied('string')] }),
      ],
    },
    'empty-in-a-batch': {
      title: 'An empty index key in a batch is refused, and nothing of the batch is written',
      certainty: 'documented',
      sources: [sources.batchWrite],
      steps: [
        refused(batchOf({ ...kept, g: s('') }), 'ValidationException', { texts: [empty('string', 'by-g', 'g')] }),
      ],
    },
    'sort-key-type': {
      title: 'A sort key of an index of the wrong type is refused',
      steps: [
        refused(put('t', { ...kept, b: s('x') }), 'ValidationException', { texts: [mismatch('b', 'B', 'S', 'by-g')] }),
        refused(setting('b', n(1)), 'ValidationException', { texts: [mismatch('b', 'B', 'N', 'by-g')] }),
      ],
    },
    'type-by-default': {
      title: 'A default of the wrong type for an index key is refused, also where the item has one of the right type',
      certainty: 'recorded',
      because: 'if_not_exists is taken for the type of its second operand.',
      sources: [sources.dynaliteTests],
      steps: [
        ...(
          [
            ['g', 'if_not_exists(#n, :v)', n(1), mismatch('g', 'S', 'N', 'by-g')],
            ['g', 'if_not_exists(x, :v)', n(1), mismatch('g', 'S', 'N', 'by-g')],
            ['b', 'if_not_exists(#n, :v)', s('x'), mismatch('b', 'B', 'S', 'by-g')],
            ['l', 'if_not_exists(#n, :v)', b(1), mismatch('l', 'S', 'B', 'by-l')],
          ] as const
        ).map(([name, value, operand, text]) =>
          refused(
            update('t', key, `SET #n = ${value}`, {
              ExpressionAttributeNames: { '#n': name },
              ExpressionAttributeValues: { ':v': operand },
            }),
            'ValidationException',
            { texts: [text] },
          ),
        ),
      ],
    },
    'local-key-type': {
      title: 'A local index key of the wrong type is refused',
      steps: [
        refused(put('t', { ...kept, l: n(1) }), 'ValidationException', { texts: [mismatch('l', 'S', 'N', 'by-l')] }),
        refused(setting('l', { BOOL: true }), 'ValidationException', {
          texts: [mismatch('l', 'S', 'BOOL', 'by-l')],
        }),
      ],
    },
    'type-without-the-other-key': {
      title: 'A key of the wrong type is refused in an item that would not be in the index',
      steps: [
        refused(put('t', { ...key, b: s('x') }), 'ValidationException', { texts: [mismatch('b', 'B', 'S', 'by-g')] }),
      ],
    },
    'type-in-a-batch': {
      title: 'An index key of the wrong type in a batch is refused, and nothing of the batch is written',
      certainty: 'documented',
      sources: [sources.batchWrite],
      steps: [
        refused(batchOf({ ...kept, g: n(1) }), 'ValidationException', { texts: [mismatch('g', 'S', 'N', 'by-g')] }),
      ],
    },
    'type-by-copy': {
      title: 'An index key of the wrong type is refused where an update takes it from another attribute',
      steps: copied(n(1), 'The update expression attempted to update the secondary index key to unsupported type'),
    },
    'empty-by-copy': {
      title: 'An empty index key is refused where an update takes it from another attribute',
      steps: copied(s(''), emptied('string')),
    },
    'type-by-copy-in-a-transaction': {
      title: 'An index key of the wrong type cancels a transaction that takes it from another attribute',
      certainty: 'documented',
      sources: [sources.transactWrite],
      steps: [
        put('t', { ...kept, w: n(1) }),
        refused(
          transactionOf({ Update: { ...inT, Key: key, UpdateExpression: 'SET g = w' } }),
          'TransactionCanceledException',
        ),
      ],
    },
    'type-in-a-transaction': {
      title: 'An index key of the wrong type cancels a transaction, and nothing of it is written',
      steps: [
        refused(transactionOf({ Put: { ...inT, Item: { ...kept, g: n(1) } } }), [
          'TransactionCanceledException',
          'ValidationException',
        ]),
        refused(
          transactionOf({
            Update: {
              ...inT,
              Key: key,
              UpdateExpression: 'SET l = :l',
              ExpressionAttributeValues: { ':l': n(1) },
            },
          }),
          ['TransactionCanceledException', 'ValidationException'],
        ),
      ],
    },
  },
  ({ steps }) => ({ steps: [put('t', kept), ...steps, ...unharmed] }),
);

const others: Case = {
  id: 'secondary-index/update-beside-index-keys',
  title: 'Other attributes may be empty, and of any type, also within a map under the name of an index key',
  area: 'secondary-index',
  findings: [],
  certainty: 'documented',
  because: 'Only the attributes that are keys are checked.',
  sources: [sources.dataTypes, sources.gsi],
  tables,
  steps: [
    put('t', kept),
    accepted(
      update('t', key, 'SET v = :e, m = :m', {
        ExpressionAttributeValues: { ':e': s(''), ':m': { M: { g: n(1), l: s('') } } },
      }),
    ),
    get('t', key, { ...kept, v: s(''), m: { M: { g: n(1), l: s('') } } } as Item),
    scanned({ IndexName: 'by-g', Select: 'COUNT' }, { Count: 1 }),
  ],
};

export const cases: readonly Case[] = [...keys, others];
