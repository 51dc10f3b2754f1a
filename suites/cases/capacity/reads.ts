/** What reads cost. */
import type { Operation } from '../../../oracles/values/types.ts';
import type { Call, Case, Template, TemplateObject } from '../case.ts';
import { n, s } from '../case.ts';
import { family } from '../family.ts';
import { alone, keyed, numbered, ofP, withValues } from '../reads.ts';
import { sources } from '../sources.ts';
import { put, puts } from '../steps.ts';
import { answered, consumed, filled, inBothForms, units } from './units.ts';

const key = { pk: s('p') };
const get = (more: TemplateObject, expected: TemplateObject): Call =>
  answered('GetItem', { Key: key, ...more }, expected);
const gets = family(
  {
    name: 'get',
    area: 'capacity',
    certainty: 'recorded',
    because: 'A read costs half a unit for each 4 KB or part of it, and a whole one when it is consistent.',
    sources: [sources.readWriteUnits, sources.dynaliteTests],
    tables: { t: alone },
  },
  {
    small: { title: 'A small item costs half a unit, or one', bytes: 4, half: 0.5 },
    'four-kilobytes': { title: 'An item of 4,096 bytes costs half a unit, or one', bytes: 4096, half: 0.5 },
    'a-byte-more': { title: 'An item of 4,097 bytes costs one unit, or two', bytes: 4097, half: 1 },
    'eight-kilobytes': { title: 'An item of 8,192 bytes costs one unit, or two', bytes: 8192, half: 1 },
    'beyond-eight-kilobytes': {
      title: 'An item of 8,193 bytes costs one and a half units, or three',
      bytes: 8193,
      half: 1.5,
    },
    large: { title: 'An item of 400 KB costs 50 units, or 100', bytes: 409_600, half: 50 },
  },
  ({ bytes, half }) => ({
    steps: [
      put('t', filled(bytes)),
      ...inBothForms('GetItem', { Key: key }, half),
      ...inBothForms('GetItem', { Key: key, ConsistentRead: true }, 2 * half),
      ...inBothForms('GetItem', { Key: key, ProjectionExpression: 'pk' }, half),
    ],
  }),
);

const missing: Case = {
  id: 'capacity/get-of-a-missing-item',
  title: 'A read of an item that does not exist costs half a unit, or one',
  area: 'capacity',
  findings: [],
  certainty: 'documented',
  because: 'A read that finds nothing consumes the minimum.',
  sources: [sources.readWriteUnits, sources.dynaliteTests],
  tables: { t: alone },
  steps: [
    ...inBothForms('GetItem', { Key: key }, 0.5),
    ...inBothForms('GetItem', { Key: key, ConsistentRead: true }, 1),
  ],
};

const asked: Case = {
  id: 'capacity/not-asked-for',
  title: 'An answer has no ConsumedCapacity unless it is asked for',
  area: 'capacity',
  findings: [],
  certainty: 'documented',
  because: 'NONE is the default; TOTAL has no member for the table or its indexes.',
  sources: [sources.consumedCapacity, sources.queryOther],
  tables: { t: alone },
  steps: [
    put('t', filled(10)),
    ...[{}, { ReturnConsumedCapacity: 'NONE' }].flatMap((more) => [
      get(more, consumed()),
      answered('Query', { ...ofP, ...more }, consumed()),
      answered('Scan', more, consumed()),
      answered('PutItem', { Item: filled(10), ...more }, consumed()),
      answered('DeleteItem', { Key: { pk: s('nobody') }, ...more }, consumed()),
    ]),
    get({ ReturnConsumedCapacity: 'TOTAL' }, consumed(0.5)),
  ],
};

const rows = [0, 1, 2].map((at) => filled(3000, { sk: n(at + 1) }));

const pages = family(
  {
    name: 'page',
    area: 'capacity',
    certainty: 'documented',
    because: 'The sizes of all rows that a page reads are added up and rounded once, whatever is returned of them.',
    sources: [sources.queryOther, sources.readWriteUnits],
    tables: { t: numbered },
  },
  {
    'of-a-query': { title: 'A query rounds the sum of its rows', op: 'Query', input: ofP, half: 1.5 },
    'of-a-scan': { title: 'A scan rounds the sum of its rows', op: 'Scan', input: {}, half: 1.5 },
    limited: {
      title: 'A page costs what it reads, and not what there is',
      op: 'Query',
      input: { ...ofP, Limit: 1 },
      half: 0.5,
    },
    ranged: {
      title: 'A key condition on the sort key leaves out what it does not select',
      op: 'Query',
      input: keyed('pk = :p AND sk > :s', { ':p': s('p'), ':s': n(1) }),
      half: 1,
    },
    counted: {
      title: 'A count costs as much as the items',
      op: 'Query',
      input: { ...ofP, Select: 'COUNT' },
      half: 1.5,
    },
    projected: {
      title: 'A projection costs as much as the whole items',
      op: 'Scan',
      input: { ProjectionExpression: 'sk' },
      half: 1.5,
    },
    filtered: {
      title: 'A query costs what its filter drops as well',
      op: 'Query',
      input: withValues(ofP, { ':v': s('no') }, { FilterExpression: 'v = :v' }),
      half: 1.5,
    },
    'filtered-scan': {
      title: 'A scan costs what its filter drops as well',
      op: 'Scan',
      input: { FilterExpression: 'attribute_exists(nope)' },
      half: 1.5,
    },
    empty: {
      title: 'A query that finds nothing costs half a unit, or one',
      op: 'Query',
      input: keyed('pk = :p', { ':p': s('q') }),
      half: 0.5,
    },
  },
  ({ op, input, half }) => ({
    steps: [
      ...puts('t', rows),
      ...inBothForms(op as Operation, input, half),
      ...inBothForms(op as Operation, { ...input, ConsistentRead: true }, 2 * half),
    ],
  }),
);

const border: Case = {
  id: 'capacity/page-at-the-border',
  title: 'Two rows of 2,048 bytes cost one block, and one byte more costs two',
  area: 'capacity',
  findings: [],
  certainty: 'documented',
  because: 'The sum of the sizes is rounded up to the next 4 KB.',
  sources: [sources.queryOther, sources.readWriteUnits],
  tables: { t: numbered },
  steps: [
    ...puts('t', [filled(2048, { sk: n(1) }), filled(2048, { sk: n(2) })]),
    ...inBothForms('Query', ofP, 0.5),
    ...inBothForms('Scan', { ConsistentRead: true }, 1),
    put('t', filled(2049, { sk: n(2) })),
    ...inBothForms('Query', ofP, 1),
    ...inBothForms('Scan', { ConsistentRead: true }, 2),
  ],
};

const batchGet = (RequestItems: TemplateObject, observe: string[], capacity: Template): Call => ({
  op: 'BatchGetItem',
  input: { RequestItems, ReturnConsumedCapacity: 'TOTAL' },
  observe,
  expect: { ok: { ConsumedCapacity: capacity } },
});

const batch: Case = {
  id: 'capacity/batch-get',
  title: 'A batch of reads costs each item for itself, added up by table',
  area: 'capacity',
  findings: [],
  certainty: 'documented',
  because: 'Each item of a batch is rounded up like a single read.',
  sources: [sources.readWriteUnits, sources.consumedCapacity],
  tables: { t: alone, u: numbered },
  steps: [
    ...puts('t', [filled(2000), filled(4097, { pk: s('q') })]),
    put('u', filled(10, { sk: n(1) })),
    batchGet({ '$table:t': { Keys: [key, { pk: s('q') }] } }, ['ConsumedCapacity'], [units('t', 1.5)]),
    batchGet(
      { '$table:u': { Keys: [{ ...key, sk: n(1) }], ConsistentRead: true } },
      ['ConsumedCapacity'],
      [units('u', 1)],
    ),
    // The order of the tables is not promised.
    batchGet(
      {
        '$table:t': { Keys: [key, { pk: s('nobody') }], ConsistentRead: true },
        '$table:u': { Keys: [{ ...key, sk: n(1) }], ConsistentRead: true },
      },
      [],
      { $unordered: [units('t', 2), units('u', 1)] },
    ),
  ],
};

export const cases: readonly Case[] = [...gets, missing, asked, ...pages, border, batch];
