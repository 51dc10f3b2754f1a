import type { Case } from '../case.ts';
import { b, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import type { QueryCondition } from '../steps.ts';
import { puts, query, queryPages, refused } from '../steps.ts';

const tables = { t: table({ hash: ['pk', 'S'], range: ['sk', 'B'] }) };
const item = (...bytes: number[]) => ({ pk: s('p'), sk: b(...bytes) });
const prefixed = (...bytes: number[]): QueryCondition => ({
  where: 'pk = :p AND begins_with(sk, :b)',
  values: { ':p': s('p'), ':b': b(...bytes) },
});
const compared = (comparator: string, ...bytes: number[]): QueryCondition => ({
  where: `pk = :p AND sk ${comparator} :b`,
  values: { ':p': s('p'), ':b': b(...bytes) },
});
const between = (low: number[], high: number[]): QueryCondition => ({
  where: 'pk = :p AND sk BETWEEN :l AND :h',
  values: { ':p': s('p'), ':l': b(...low), ':h': b(...high) },
});
const all: QueryCondition = { where: 'pk = :p', values: { ':p': s('p') } };

/** In unsigned byte order. By length, 0x02 would come before 0x01FF; as signed bytes, 0x80 before 0x01. */
const ordered = [
  item(0x00),
  item(0x01),
  item(0x01, 0xff),
  item(0x02),
  item(0x7f, 0xff, 0xff),
  item(0x80),
  item(0xff),
  item(0xff, 0x00),
];

const sort: Case = {
  id: 'binary-order/sort',
  title: 'Binary sort keys come in unsigned byte order, forward and backward',
  area: 'binary-order',
  findings: ['mongo-rfc/M5'],
  certainty: 'documented',
  because:
    'DynamoDB treats each byte of a binary value as unsigned when it compares; length matters only for a prefix.',
  sources: [sources.dataTypes],
  tables,
  steps: [
    ...puts('t', [...ordered.slice(3), ...ordered.slice(0, 3)]),
    query('t', all, ordered),
    query('t', { ...all, backward: true }, [...ordered].reverse()),
    queryPages('pages', 't', { ...all, limit: 3 }, ordered),
  ],
};

const range: Case = {
  id: 'binary-order/range',
  title: 'Comparators and BETWEEN on a binary sort key select by unsigned byte order',
  area: 'binary-order',
  findings: ['mongo-rfc/M5-range'],
  certainty: 'documented',
  because: 'A range is taken in the order in which the keys are sorted: 0x01FF lies below 0x02, and 0x80 above 0x7F.',
  sources: [sources.dataTypes, sources.keyConditions],
  tables,
  steps: [
    ...puts('t', ordered),
    query('t', compared('<', 0x02), ordered.slice(0, 3)),
    query('t', compared('<=', 0x02), ordered.slice(0, 4)),
    query('t', compared('>', 0x01, 0xff), ordered.slice(3)),
    query('t', compared('>=', 0x80), ordered.slice(5)),
    query('t', { ...compared('>', 0x7f), backward: true }, ordered.slice(4).reverse()),
    query('t', between([0x01, 0x00], [0x7f]), ordered.slice(2, 4)),
    query('t', between([0x80], [0xff]), ordered.slice(5, 7)),
    query('t', compared('=', 0x01), ordered.slice(1, 2)),
  ],
};

const around = [
  item(0x2f),
  item(0x2f, 0xfe),
  item(0x2f, 0xff),
  item(0x2f, 0xff, 0x00),
  item(0x30),
  item(0xfe, 0xff),
  item(0xff),
  item(0xff, 0x00),
  item(0xff, 0xff),
];

const prefixEndsInFf: Case = {
  id: 'binary-order/prefix-ff',
  title: 'begins_with with a prefix that ends in 0xFF',
  area: 'binary-order',
  findings: ['mongo-rfc/R2-2-binary-prefix-ff'],
  certainty: 'documented',
  because:
    'begins_with selects the keys that start with these bytes: all that start with 0xFF, and never 0x30 for 0x2FFF.',
  sources: [sources.keyConditions],
  tables,
  steps: [
    ...puts('t', around),
    query('t', prefixed(0xff), around.slice(6)),
    query('t', { ...prefixed(0xff), backward: true }, around.slice(6).reverse()),
    query('t', prefixed(0x2f, 0xff), around.slice(2, 4)),
    query('t', { ...prefixed(0x2f, 0xff), backward: true }, around.slice(2, 4).reverse()),
    query('t', prefixed(0x2f), around.slice(0, 4)),
    query('t', prefixed(0xfe, 0xff), around.slice(5, 6)),
  ],
};

const allFf = [item(0xff), item(0xff, 0xfe), item(0xff, 0xff), item(0xff, 0xff, 0x00), item(0xff, 0xff, 0xff)];

const prefixAllFf: Case = {
  id: 'binary-order/prefix-all-ff',
  title: 'begins_with with several bytes of 0xFF has no upper bound',
  area: 'binary-order',
  findings: ['mongo-rfc/R2-2-multi-ff', 'mongo-rfc/R2-2-binary-prefix-ff'],
  certainty: 'documented',
  because: 'No byte string follows all the keys that start with 0xFFFF, so a bound made by adding one loses them.',
  sources: [sources.keyConditions],
  tables,
  steps: [
    ...puts('t', allFf),
    query('t', prefixed(0xff, 0xff), allFf.slice(2)),
    query('t', { ...prefixed(0xff, 0xff), backward: true }, allFf.slice(2).reverse()),
    query('t', prefixed(0xff, 0xff, 0xff), allFf.slice(4)),
    queryPages('pages', 't', { ...prefixed(0xff, 0xff), limit: 1 }, allFf.slice(2)),
  ],
};

const prefixEmpty: Case = {
  id: 'binary-order/prefix-empty',
  title: 'begins_with with an empty binary prefix is refused',
  area: 'binary-order',
  findings: ['mongo-rfc/R2-2-empty-prefix'],
  certainty: 'measured',
  because: 'No operand of a key condition may be empty, although every value begins with nothing.',
  sources: [sources.ministackEmptyOperand],
  tables,
  steps: [...puts('t', ordered), refused({ ...query('t', prefixed(), []), observe: [] }, 'ValidationException')],
};

const indexed = (id: string, ...bytes: number[]) => ({ pk: s(id), g: s('g'), h: b(...bytes) });
const rows = [indexed('d', 0x01), indexed('c', 0x01, 0xff), indexed('b', 0x02), indexed('a', 0xff)];

const indexSort: Case = {
  id: 'binary-order/index-sort',
  title: 'Binary sort keys of an index come in unsigned byte order',
  area: 'binary-order',
  findings: ['mongo-rfc/M5', 'mongo-rfc/M5-range', 'mongo-rfc/R2-2-binary-prefix-ff'],
  certainty: 'documented',
  because: 'An index sorts its keys as a table does.',
  sources: [sources.dataTypes, sources.lsi],
  tables: {
    t: table({ hash: ['pk', 'S'], gsi: { 'by-h': { hash: ['g', 'S'], range: ['h', 'B'] } } }),
  },
  steps: [
    ...puts('t', rows),
    ...[false, true].map((backward) => ({
      repeat: {
        op: 'Query' as const,
        as: backward ? 'backward' : 'forward',
        input: {
          TableName: { $table: 't' },
          IndexName: 'by-h',
          KeyConditionExpression: 'g = :g',
          ExpressionAttributeValues: { ':g': s('g') },
          ScanIndexForward: !backward,
        },
      },
      until: { path: 'Items', size: rows.length },
      pauseMs: 50,
      observe: ['Items'],
      expect: { ok: { Items: backward ? [...rows].reverse() : rows } },
    })),
  ],
};

export const cases: readonly Case[] = [sort, range, prefixEndsInFf, prefixAllFf, prefixEmpty, indexSort];
