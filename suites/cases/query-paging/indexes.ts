import type { Case, Repeat } from '../case.ts';
import { n, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { puts, queryIndex, queryPages, refused } from '../steps.ts';

const rows = Array.from({ length: 12 }, (_, at) => ({ pk: s(`p${at % 5}`), sk: n(at), g: s('same'), h: n(7) }));
const shared = { where: 'g = :g', values: { ':g': s('same') } };
const pages = (as: string, index: string, limit: number, backward: boolean): Repeat => {
  const loop = queryPages(as, 't', { ...shared, index, limit, ...(backward ? { backward: true as const } : {}) }, rows);
  // Entries with the same index key have no guaranteed order.
  return { ...loop, unordered: true, expect: { ok: { Items: { $unordered: rows } } } };
};

const equalKeys: Case = {
  id: 'query-paging/index-equal-keys',
  title: 'Paging over twelve index entries with one key returns each of them once',
  area: 'query-paging',
  findings: [
    'mongo-rfc/R3-gsi-page-tiebreak',
    'mongo-rfc/R3-gsi-page-residual',
    'mongo-rfc/M9-index-esk',
    'mongo-rfc/C1',
  ],
  certainty: 'measured',
  because: 'The table key in the cursor decides among entries with one index key; without it pages skip or repeat.',
  sources: [sources.motoIndexPaging, sources.dynaliteIndexPaging],
  tables: {
    t: table({
      hash: ['pk', 'S'],
      range: ['sk', 'N'],
      gsi: { 'by-g': { hash: ['g', 'S'] }, 'by-g-h': { hash: ['g', 'S'], range: ['h', 'N'] } },
    }),
  },
  steps: [
    ...puts('t', rows),
    ...['by-g', 'by-g-h'].flatMap((index) => [
      queryIndex(`${index}, whole`, 't', { ...shared, index }, rows),
      ...[1, 2, 5].flatMap((limit) => [
        pages(`${index}, forward by ${limit}`, index, limit, false),
        pages(`${index}, backward by ${limit}`, index, limit, true),
      ]),
    ]),
  ],
};

const local = Array.from({ length: 9 }, (_, at) => ({ pk: s('p'), sk: n(at), l: s(at < 6 ? 'same' : 'later') }));

const localEqualKeys: Case = {
  id: 'query-paging/local-index-equal-keys',
  title: 'Paging over local index entries with one key returns each of them once, in both directions',
  area: 'query-paging',
  findings: ['mongo-rfc/M9-index-esk', 'mongo-rfc/C1', 'mongo-rfc/M9-backward'],
  certainty: 'documented',
  because: 'A local index may hold many entries with one key, and its cursor carries the table key too.',
  sources: [sources.lsi, sources.queryPagination],
  tables: {
    t: table({ hash: ['pk', 'S'], range: ['sk', 'N'], lsi: { 'by-l': { hash: ['pk', 'S'], range: ['l', 'S'] } } }),
  },
  steps: [
    ...puts('t', local),
    ...[1, 2, 4].flatMap((limit) =>
      [false, true].map((backward): Repeat => {
        const loop = queryPages(
          `${backward ? 'backward' : 'forward'} by ${limit}`,
          't',
          {
            where: 'pk = :p AND l = :l',
            values: { ':p': s('p'), ':l': s('same') },
            index: 'by-l',
            limit,
            ...(backward ? { backward: true as const } : {}),
            extra: { ConsistentRead: true },
          },
          local.slice(0, 6),
        );
        return { ...loop, unordered: true, expect: { ok: { Items: { $unordered: local.slice(0, 6) } } } };
      }),
    ),
  ],
};

const consistentRead: Case = {
  id: 'query-paging/index-consistent-read',
  title: 'A consistent read is refused on a global index and allowed on a local one',
  area: 'query-paging',
  findings: ['mongo-rfc/VC-consistent-gsi'],
  certainty: 'documented',
  because: 'Global indexes are maintained after the write, so DynamoDB offers no strongly consistent read of them.',
  sources: [sources.query],
  tables: {
    t: table({
      hash: ['pk', 'S'],
      range: ['sk', 'N'],
      gsi: { 'by-g': { hash: ['g', 'S'] } },
      lsi: { 'by-l': { hash: ['pk', 'S'], range: ['l', 'S'] } },
    }),
  },
  steps: [
    ...puts('t', [{ pk: s('p'), sk: n(1), g: s('g'), l: s('l') }]),
    refused(
      {
        op: 'Query',
        input: {
          TableName: { $table: 't' },
          IndexName: 'by-g',
          KeyConditionExpression: 'g = :g',
          ExpressionAttributeValues: { ':g': s('g') },
          ConsistentRead: true,
        },
      },
      'ValidationException',
      { texts: ['Consistent reads are not supported on global secondary indexes'] },
    ),
    {
      op: 'Query',
      input: {
        TableName: { $table: 't' },
        IndexName: 'by-l',
        KeyConditionExpression: 'pk = :p',
        ExpressionAttributeValues: { ':p': s('p') },
        ConsistentRead: true,
      },
      expect: { ok: { Items: [{ pk: s('p'), sk: n(1), g: s('g'), l: s('l') }] } },
    },
  ],
};

const filtered = Array.from({ length: 5 }, (_, at) => ({ pk: s('p'), sk: n(at), keep: { BOOL: at > 2 } }));
const page = (as: string, input: { [member: string]: string | number }, expect: { [member: string]: unknown }) => ({
  op: 'Query' as const,
  as,
  input: {
    TableName: { $table: 't' },
    KeyConditionExpression: 'pk = :p',
    FilterExpression: 'keep = :k',
    ExpressionAttributeValues: { ':p': s('p'), ':k': { BOOL: true } },
    ...input,
  },
  expect: { ok: expect as never },
});

const limitBeforeFilter: Case = {
  id: 'query-paging/limit-before-filter',
  title: 'Limit counts the items read, before the filter',
  area: 'query-paging',
  findings: ['mongo-rfc/VC-filter-limit', 'mongo-rfc/M14'],
  certainty: 'measured',
  because: 'A page may be empty and still carry the key of the last item read, from which the next page goes on.',
  sources: [sources.motoLimit, sources.query],
  tables: { t: table({ hash: ['pk', 'S'], range: ['sk', 'N'] }) },
  steps: [
    ...puts('t', filtered),
    page('first', { Limit: 2 }, { Items: [], Count: 0, ScannedCount: 2, LastEvaluatedKey: { pk: s('p'), sk: n(1) } }),
    {
      repeat: {
        op: 'Query',
        as: 'pages',
        input: {
          TableName: { $table: 't' },
          KeyConditionExpression: 'pk = :p',
          FilterExpression: 'keep = :k',
          ExpressionAttributeValues: { ':p': s('p'), ':k': { BOOL: true } },
          Limit: 2,
          ExclusiveStartKey: { $from: 'pages', path: 'LastEvaluatedKey' },
        },
      },
      until: { path: 'LastEvaluatedKey', absent: true },
      collect: ['Items', 'Count', 'ScannedCount'],
      expect: { ok: { Items: filtered.slice(3), Count: 2, ScannedCount: 5 } },
    },
  ],
};

const filed = Array.from({ length: 6 }, (_, at) => ({ pk: s(`k${at}`), g: s('g'), odd: { BOOL: at % 2 === 1 } }));

const shortPages: Case = {
  id: 'query-paging/short-pages-of-an-index',
  title: 'A page of an index that holds less than its limit is not the last',
  area: 'query-paging',
  findings: ['mongo-rfc/R3-gsi-page-residual'],
  certainty: 'documented',
  because: 'Only an absent LastEvaluatedKey says that there is no more; a filter makes pages short.',
  sources: [sources.queryPagination],
  tables: { t: table({ hash: ['pk', 'S'], gsi: { 'by-g': { hash: ['g', 'S'] } } }) },
  steps: [
    ...puts('t', filed),
    queryIndex('filed', 't', { index: 'by-g', where: 'g = :g', values: { ':g': s('g') } }, filed),
    {
      ...queryPages(
        'pages',
        't',
        {
          index: 'by-g',
          where: 'g = :g',
          values: { ':g': s('g'), ':yes': { BOOL: true } },
          limit: 2,
          extra: { FilterExpression: 'odd = :yes' },
        },
        [],
      ),
      unordered: true,
      expect: { ok: { Items: { $unordered: filed.filter(({ odd }) => odd.BOOL) } } },
    },
  ],
};

export const cases: readonly Case[] = [equalKeys, localEqualKeys, consistentRead, limitBeforeFilter, shortPages];
