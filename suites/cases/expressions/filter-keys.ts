/** A filter of a query does not name the key. */
import type { Call, Case, TemplateObject } from '../case.ts';
import { n, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { put, refused } from '../steps.ts';

const item = { pk: s('p'), sk: s('k'), a: n(1) };
const query = (filter: TemplateObject, values: TemplateObject = {}): Call => ({
  op: 'Query',
  input: {
    ...{ TableName: { $table: 't' }, ConsistentRead: true, KeyConditionExpression: 'pk = :p' },
    ExpressionAttributeValues: { ':p': s('p'), ...values },
    ...filter,
  },
  observe: ['Count'],
});

const filters = family(
  {
    ...({ area: 'expressions', name: 'filter-key', certainty: 'documented' } as const),
    because: 'A filter expression cannot contain partition key or sort key attributes, wherever it would name them.',
    sources: [sources.query],
    tables: { t: table({ hash: ['pk', 'S'], range: ['sk', 'S'] }) },
  },
  {
    compared: {
      title: 'A key is no operand of a comparison in a filter',
      filters: ['sk = :v', ':v = sk', 'a = sk', 'pk <> :v'],
    },
    between: {
      title: 'A key is no operand of BETWEEN in a filter',
      filters: ['sk BETWEEN :v AND :v', ':v BETWEEN sk AND :v', ':v BETWEEN :v AND sk'],
    },
    in: { title: 'A key is no operand of IN in a filter', filters: ['sk IN (:v)', 'a IN (:v, pk)'] },
    function: {
      title: 'A key is no operand of a function in a filter',
      filters: ['begins_with(sk, :v)', 'contains(a, sk) OR a = :v', 'attribute_exists(pk) AND a = :v', 'size(sk) > :v'],
    },
    combined: {
      title: 'A key is found within AND, OR and NOT',
      filters: ['a = :v AND sk = :v', 'sk = :v OR a = :v', 'NOT (a = :v AND NOT sk = :v)'],
    },
  } satisfies { [slug: string]: { title: string; filters: string[] } },
  ({ filters: expressions }) => ({
    steps: [
      put('t', item),
      ...expressions.map((FilterExpression) =>
        refused(query({ FilterExpression }, { ':v': s('k') }), 'ValidationException'),
      ),
    ],
  }),
);

const allowed: Case = {
  ...({ id: 'expressions/filter-beside-key', area: 'expressions', certainty: 'documented' } as const),
  title: 'A filter of a query may name any other attribute, and a scan’s filter the key as well',
  findings: [],
  because: 'Only a query has a condition of its own for the key.',
  sources: [sources.query, sources.scan],
  tables: { t: table({ hash: ['pk', 'S'], range: ['sk', 'S'] }) },
  steps: [
    put('t', item),
    { ...query({ FilterExpression: 'a = :v' }, { ':v': n(1) }), expect: { ok: { Count: 1, ScannedCount: 1 } } },
    { ...query({ FilterExpression: 'a = :v' }, { ':v': n(2) }), expect: { ok: { Count: 0, ScannedCount: 1 } } },
    {
      op: 'Scan',
      input: {
        ...{ TableName: { $table: 't' }, ConsistentRead: true, FilterExpression: 'sk = :v AND pk = :p' },
        ExpressionAttributeValues: { ':v': s('k'), ':p': s('p') },
      },
      observe: ['Count'],
      expect: { ok: { Count: 1 } },
    },
  ],
};

export const cases: readonly Case[] = [...filters, allowed];
