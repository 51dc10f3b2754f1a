/** Where a function may stand, and what a path may look into. */
import type { Call, TemplateObject } from '../case.ts';
import { n, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { get, put, refused, update } from '../steps.ts';

const list = (...texts: string[]) => ({ L: texts.map((text) => s(text)) });
const key = { pk: s('p'), sk: s('a') };
const tables = {
  t: table({ hash: ['pk', 'S'], range: ['sk', 'S'], gsi: { 'by-g': { hash: ['g', 'S'], range: ['h', 'N'] } } }),
};
const values = { ':a': list('a'), ':b': list('b'), ':c': list('c') };

const appended = family(
  {
    area: 'expressions',
    name: 'list-append',
    certainty: 'measured',
    because: 'list_append takes what if_not_exists gives, but not what another list_append gives.',
    sources: [sources.alternatorUpdateTests],
    tables,
  },
  {
    'within-itself-left': {
      title: 'list_append(list_append(…), …) is refused',
      value: 'list_append(list_append(:a, :b), :c)',
    },
    'within-itself-right': {
      title: 'list_append(…, list_append(…)) is refused',
      value: 'list_append(:a, list_append(:b, :c))',
    },
  },
  ({ value }: { title: string; value: string }) => ({
    steps: [
      put('t', { ...key, l: list('old') }),
      refused(update('t', key, `SET l = ${value}`, { ExpressionAttributeValues: values }), 'ValidationException'),
      get('t', key, { ...key, l: list('old') }),
      update('t', key, 'SET l = list_append(if_not_exists(l, :a), :b)', {
        ExpressionAttributeValues: { ':a': list('a'), ':b': list('b') },
      }),
      get('t', key, { ...key, l: list('old', 'b') }),
    ],
  }),
);

const TableName = { $table: 't' };
const query = { TableName, KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': s('p') } };
type Asked = {
  title: string;
  op: Call['op'];
  right: TemplateObject;
  wrong: TemplateObject[];
  /** The key that each of them is refused for. */
  keys: string[];
};
const asks: { [slug: string]: Asked } = {
  projection: {
    title: 'No projection looks into a key, that of the table or that of an index',
    op: 'GetItem',
    right: { TableName, Key: key, ProjectionExpression: 'pk, g, h, v.a' },
    wrong: ['pk.a', 'sk[0]', 'v, g.a', 'h[1]'].map((ProjectionExpression) => ({
      TableName,
      Key: key,
      ProjectionExpression,
    })),
    keys: ['Key: pk', 'Key: sk', 'IndexKey: g', 'IndexKey: h'],
  },
  'query-filter': {
    title: 'No filter of a query looks into the key of an index',
    op: 'Query',
    right: { ...query, FilterExpression: 'attribute_exists(g) AND attribute_exists(v.a)' },
    wrong: ['g.a', 'h[0]'].map((path) => ({ ...query, FilterExpression: `attribute_exists(${path})` })),
    keys: ['IndexKey: g', 'IndexKey: h'],
  },
  'scan-filter': {
    title: 'No filter of a scan looks into a key',
    op: 'Scan',
    right: { TableName, FilterExpression: 'attribute_exists(pk) AND attribute_exists(v.a)' },
    wrong: ['pk.a', 'sk[0]', 'g.a.b'].map((path) => ({ TableName, FilterExpression: `attribute_exists(${path})` })),
    keys: ['Key: pk', 'Key: sk', 'IndexKey: g'],
  },
  update: {
    title: 'No update looks into the key of an index, on either side',
    op: 'UpdateItem',
    right: { TableName, Key: key, UpdateExpression: 'REMOVE w SET x = v.a' },
    wrong: ['REMOVE g.a', 'SET x = g.a', 'SET x = if_not_exists(g[0], v)', 'SET h[0] = v'].map((UpdateExpression) => ({
      ...{ TableName, Key: key, UpdateExpression },
    })),
    keys: ['IndexKey: g', 'IndexKey: g', 'IndexKey: g', 'IndexKey: h'],
  },
};

const scalars = family(
  {
    area: 'expressions',
    name: 'scalar-key',
    certainty: 'recorded',
    because: 'Keys are scalars, so that a path below one is refused before any item is read.',
    sources: [sources.dynaliteTests],
    tables,
  },
  asks,
  ({ op, right, wrong, keys }: Asked) => ({
    steps: [
      put('t', { ...key, g: s('g'), h: n(1), v: { M: { a: s('x') } } }),
      { op, input: right, observe: [], expect: { ok: {} } },
      ...wrong.map((input, at) =>
        refused({ op, input, observe: [] }, 'ValidationException', {
          texts: [
            `Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: ${keys[at]}`,
          ],
        }),
      ),
    ],
  }),
);

export const cases = [...appended, ...scalars];
