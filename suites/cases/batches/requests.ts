/** Steps that the cases of batches share. */
import type { Item } from '../../../oracles/values/types.ts';
import type { Call, Expect, Template, TemplateObject } from '../case.ts';
import { n, s, table } from '../case.ts';
import { exactly } from '../steps.ts';

export const ranged = table({ hash: ['pk', 'S'], range: ['sk', 'N'] });
export const plain = table({ hash: ['pk', 'S'] });
export const key = (sk: number | string, pk = 'p'): Item => ({ pk: s(pk), sk: n(sk) });
export const many = <T>(count: number, build: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => build(at));

export const putting = (item: Template): TemplateObject => ({ PutRequest: { Item: item } });
export const deleting = (of: Template): TemplateObject => ({ DeleteRequest: { Key: of } });

/** A step that says nothing yet of its answer. */
const asking = (op: Call['op'], input: TemplateObject, expect: Expect, raw?: true): Call => ({
  op,
  input,
  observe: [],
  expect,
  ...(raw && { raw }),
});

/** Tables by label → what is asked of each. */
type ByTable = { [label: string]: Template };
const named = (tables: ByTable): TemplateObject =>
  Object.fromEntries(Object.entries(tables).map(([label, part]) => [`$table:${label}`, part]));

export const batchGet = (tables: ByTable, expect: Expect, more: TemplateObject = {}): Call =>
  asking('BatchGetItem', { RequestItems: named(tables), ...more }, expect);

export const batchWrite = (tables: ByTable, expect: Expect, more: TemplateObject = {}): Call =>
  asking('BatchWriteItem', { RequestItems: named(tables), ...more }, expect);

/** Sent as it is, since an SDK refuses what is missing. */
export const rawBatch = (op: 'BatchGetItem' | 'BatchWriteItem', input: TemplateObject, expect: Expect): Call =>
  asking(op, input, expect, true);

/** A read that finds exactly these items, in any order, and leaves nothing over. */
export const found = (tables: { [label: string]: Template[] }): Expect => ({
  ok: exactly({
    Responses: named(
      Object.fromEntries(Object.entries(tables).map(([label, items]) => [label, { $unordered: items }])),
    ),
    UnprocessedKeys: {},
  }),
});

export const written: Expect = { ok: exactly({ UnprocessedItems: {} }) };

export const invalid = (...texts: string[]): Expect => ({
  rejected: 'ValidationException',
  ...(texts.length > 0 && { texts }),
});
export const notFound: Expect = { rejected: 'ResourceNotFoundException', texts: ['Requested resource not found'] };

/** A scan that finds exactly these items. */
export const holding = (label: string, items: Template[]): Call => ({
  op: 'Scan',
  input: { TableName: { $table: label }, ConsistentRead: true },
  observe: ['Items'],
  expect: { ok: { Items: exactly({ $unordered: items }), Count: items.length } },
});
