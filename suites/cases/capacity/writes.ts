/** What writes cost a table. */
import type { AttributeValue, Item } from '../../../oracles/values/types.ts';
import type { Case, Step } from '../case.ts';
import { b, n, s } from '../case.ts';
import { family } from '../family.ts';
import { alone, numbered } from '../reads.ts';
import { sources } from '../sources.ts';
import { put, puts, refused } from '../steps.ts';
import { answered, consumed, filled, units } from './units.ts';

const key = { pk: s('p') };
const asked = { ReturnConsumedCapacity: 'INDEXES' };
const cost = (count: number) => consumed(count, { table: count });
const puttingCosts = (item: Item, count: number) => answered('PutItem', { Item: item, ...asked }, cost(count));
const updatingCosts = (length: number, count: number) =>
  answered(
    'UpdateItem',
    {
      Key: key,
      UpdateExpression: 'SET v = :v',
      ExpressionAttributeValues: { ':v': s('x'.repeat(length)) },
      ...asked,
    },
    cost(count),
  );
const deletingCosts = (count: number) => answered('DeleteItem', { Key: key, ...asked }, cost(count));
/** The length of `v` in an item of so many bytes. */
const lengthIn = (bytes: number) => bytes - 'pkpv'.length;

type Written = { title: string; steps: Step[] };

const writes = family<Written>(
  {
    name: 'write',
    area: 'capacity',
    certainty: 'recorded',
    because: 'A write costs one unit for each KB or part of it, of the item before or after it, whichever is larger.',
    sources: [sources.readWriteUnits, sources.dynaliteTests],
    tables: { t: alone },
  },
  {
    small: { title: 'A put of a small item costs one unit', steps: [puttingCosts(key, 1)] },
    'a-kilobyte': { title: 'A put of 1,024 bytes costs one unit', steps: [puttingCosts(filled(1024), 1)] },
    'a-byte-more': { title: 'A put of 1,025 bytes costs two units', steps: [puttingCosts(filled(1025), 2)] },
    'two-kilobytes': {
      title: 'A put of 2,048 bytes costs two units, and of 2,049 three',
      steps: [puttingCosts(filled(2048), 2), puttingCosts(filled(2049), 3)],
    },
    large: { title: 'A put of 400 KB costs 400 units', steps: [puttingCosts(filled(409_600), 400)] },
    'over-a-larger-item': {
      title: 'A put over a larger item costs the size of that, and the next one its own',
      steps: [put('t', filled(3000)), puttingCosts(filled(10), 3), puttingCosts(filled(10), 1)],
    },
    'over-a-smaller-item': {
      title: 'A put over a smaller item costs its own size',
      steps: [put('t', filled(10)), puttingCosts(filled(1025), 2)],
    },
    update: {
      title: 'An update costs the size of the whole item',
      steps: [
        put('t', { ...filled(1024), w: s('') }),
        answered(
          'UpdateItem',
          { Key: key, UpdateExpression: 'SET w = :w', ExpressionAttributeValues: { ':w': s('w') }, ...asked },
          cost(2),
        ),
      ],
    },
    'update-that-grows': {
      title: 'An update that makes an item larger costs the new size',
      steps: [put('t', filled(10)), updatingCosts(lengthIn(1024), 1), updatingCosts(lengthIn(2049), 3)],
    },
    'update-that-shrinks': {
      title: 'An update that makes an item smaller costs the old size',
      steps: [put('t', filled(2049)), updatingCosts(1, 3), updatingCosts(1, 1)],
    },
    'update-that-creates': {
      title: 'An update that creates an item costs the size of that',
      steps: [updatingCosts(lengthIn(1025), 2)],
    },
    'update-of-nothing': {
      title: 'An update that changes nothing costs the size of the item',
      steps: [put('t', filled(1025)), updatingCosts(lengthIn(1025), 2)],
    },
    delete: {
      title: 'A delete costs the size of the item that it removes',
      steps: [put('t', filled(2049)), deletingCosts(3)],
    },
    'delete-of-nothing': { title: 'A delete of a missing item costs one unit', steps: [deletingCosts(1)] },
  },
  ({ steps }) => ({ steps }),
);

/** An item of 1,024 bytes with this attribute `a`, which takes so many; and one byte more. */
const sized = (value: AttributeValue, bytes: number): Step[] => {
  const without = 1024 - 'a'.length - bytes;
  return [puttingCosts({ ...filled(without), a: value }, 1), puttingCosts({ ...filled(without + 1), a: value }, 2)];
};

type Sized = { title: string; value: AttributeValue; bytes: number; certainty?: Case['certainty'] };

const sizes = family<Sized>(
  {
    name: 'size-of',
    area: 'capacity',
    certainty: 'documented',
    because: 'An item is as large as its names and values; the border of one unit shows it to the byte.',
    sources: [sources.itemSizes],
    tables: { t: alone },
  },
  {
    text: { title: 'A text takes the bytes of its UTF-8 encoding', value: s('aé€😀'), bytes: 10 },
    'empty-text': { title: 'An empty text takes no bytes', value: s(''), bytes: 0 },
    binary: { title: 'A binary takes its bytes, and not those of its encoding', value: b(1, 2, 3, 4), bytes: 4 },
    boolean: { title: 'A boolean takes one byte', value: { BOOL: false }, bytes: 1 },
    null: { title: 'A null takes one byte', value: { NULL: true }, bytes: 1 },
    list: {
      title: 'A list takes three bytes, and one for each element',
      value: { L: [s('ab'), { BOOL: true }] },
      bytes: 3 + 3 + 2,
    },
    'empty-list': { title: 'An empty list takes three bytes', value: { L: [] }, bytes: 3 },
    map: {
      title: 'A map takes three bytes, and one for each member beside its name and value',
      value: { M: { k: s('ab'), ln: { NULL: true } } },
      bytes: 3 + (1 + 1 + 2) + (1 + 2 + 1),
    },
    'empty-map': { title: 'An empty map takes three bytes', value: { M: {} }, bytes: 3 },
    nested: {
      title: 'A map in a list takes three bytes of its own',
      value: { L: [{ M: { k: { L: [] } } }] },
      bytes: 3 + 1 + 3 + 1 + 1 + 3,
    },
    'text-set': { title: 'A set of texts takes their bytes', value: { SS: ['a', 'bcd', 'é'] }, bytes: 6 },
    'binary-set': { title: 'A set of binaries takes their bytes', value: { BS: [b(1).B, b(1, 2).B] }, bytes: 3 },
  },
  ({ value, bytes }) => ({ steps: sized(value, bytes) }),
);

const numbers = family<Sized>(
  {
    name: 'size-of-number',
    area: 'capacity',
    certainty: 'measured',
    because: 'A number takes a byte, one for each two digits on either side of the point, and one for the minus sign.',
    sources: [sources.conformance, sources.itemSizes],
    tables: { t: alone },
  },
  {
    zero: { title: 'Zero takes one byte', value: n(0), bytes: 1 },
    digit: { title: 'A digit takes two bytes', value: n(7), bytes: 2 },
    'two-digits': { title: 'Two digits take two bytes, and three take three', value: n(12), bytes: 2 },
    'three-digits': { title: 'Three digits take three bytes', value: n(123), bytes: 3 },
    negative: { title: 'A minus sign takes one byte', value: n(-12), bytes: 3 },
    fraction: { title: 'Digits before and after the point are counted apart', value: n('1.5'), bytes: 3 },
    'long-fraction': { title: 'Three digits after the point take two bytes', value: n('12.345'), bytes: 4 },
    'trailing-zeros': { title: 'Zeros at the end of a whole number take nothing', value: n(12000), bytes: 2 },
    'many-digits': { title: '38 digits take 20 bytes', value: n('12345678901234567890123456789012345678'), bytes: 20 },
    set: {
      title: 'A set of numbers takes the bytes of each',
      certainty: 'documented',
      value: { NS: ['1', '-12', '0'] },
      bytes: 6,
    },
  },
  ({ value, bytes }) => ({ steps: sized(value, bytes) }),
);

const names: Case = {
  id: 'capacity/size-of-names',
  title: 'Names of attributes take the bytes of their UTF-8 encoding',
  area: 'capacity',
  findings: [],
  certainty: 'documented',
  because: 'An item is as large as its names and values.',
  sources: [sources.itemSizes],
  tables: { t: alone },
  steps: [
    puttingCosts({ ...filled(1024 - 5), 'é€': s('') }, 1),
    puttingCosts({ ...filled(1025 - 5), 'é€': s('') }, 2),
    puttingCosts({ ...filled(1024 - 255, { pk: s('q') }), ['n'.repeat(255)]: s('') }, 1),
    puttingCosts({ ...filled(1025 - 255, { pk: s('q') }), ['n'.repeat(255)]: s('') }, 2),
  ],
};

const batch: Case = {
  id: 'capacity/batch-write',
  title: 'A batch of writes costs each write for itself, added up by table',
  area: 'capacity',
  findings: [],
  certainty: 'documented',
  because: 'Each write of a batch is rounded up like a single one.',
  sources: [sources.readWriteUnits, sources.consumedCapacity],
  tables: { t: alone, u: numbered },
  steps: [
    put('t', filled(2049, { pk: s('q') })),
    {
      op: 'BatchWriteItem',
      input: {
        RequestItems: {
          '$table:t': [
            { PutRequest: { Item: filled(10) } },
            { PutRequest: { Item: filled(1025, { pk: s('r') }) } },
            { DeleteRequest: { Key: { pk: s('q') } } },
            { DeleteRequest: { Key: { pk: s('nobody') } } },
          ],
          '$table:u': [{ PutRequest: { Item: filled(10, { sk: n(1) }) } }],
        },
        ReturnConsumedCapacity: 'INDEXES',
      },
      // The order of the tables is not promised.
      observe: [],
      expect: {
        ok: { ConsumedCapacity: { $unordered: [units('t', 7, { table: 7 }), units('u', 1, { table: 1 })] } },
      },
    },
  ],
};

const refusedWrite: Case = {
  id: 'capacity/refused-write',
  title: 'A write whose condition fails shows no capacity, and the next one costs what it did before',
  area: 'capacity',
  findings: [],
  certainty: 'documented',
  because: 'An exception has no ConsumedCapacity, and the item stays as it was.',
  sources: [sources.readWriteUnits, sources.consumedCapacity],
  tables: { t: alone },
  steps: [
    ...puts('t', [filled(2049)]),
    refused(
      {
        op: 'PutItem',
        input: {
          TableName: { $table: 't' },
          Item: filled(10),
          ConditionExpression: 'attribute_not_exists(pk)',
          ReturnConsumedCapacity: 'TOTAL',
        },
      },
      'ConditionalCheckFailedException',
      { members: { ConsumedCapacity: { $absent: true } } },
    ),
    puttingCosts(filled(10), 3),
  ],
};

export const cases: readonly Case[] = [...writes, ...sizes, ...numbers, names, batch, refusedWrite];
