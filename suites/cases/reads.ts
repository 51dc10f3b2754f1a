/** Reads whose whole answer is pinned, and the tables that they share. */
import type { Item } from '../../oracles/values/types.ts';
import type { Call, Template, TemplateObject } from './case.ts';
import { n, s, table } from './case.ts';

const absent = { $absent: true };

/** Every kind of key: the table's, an index of each of its key attributes alone, a pair, and a local one. */
export const indexed = table({
  hash: ['pk', 'S'],
  range: ['sk', 'N'],
  gsi: { 'by-g': { hash: ['g', 'S'], range: ['h', 'N'] }, 'by-h': { hash: ['h', 'N'] } },
  lsi: { 'by-l': { hash: ['pk', 'S'], range: ['l', 'S'] } },
});
/** Every projection, of global and of local indexes. */
export const projected = table({
  hash: ['pk', 'S'],
  range: ['sk', 'N'],
  gsi: {
    all: { hash: ['g', 'S'] },
    keys: { hash: ['g', 'S'], projection: 'KEYS_ONLY' },
    some: { hash: ['g', 'S'], projection: ['x'] },
  },
  lsi: {
    'near-keys': { hash: ['pk', 'S'], range: ['l', 'S'], projection: 'KEYS_ONLY' },
    'near-some': { hash: ['pk', 'S'], range: ['l', 'S'], projection: ['x'] },
  },
});
/** An item that is in all of these indexes. */
export const wide: Item = {
  pk: s('p'),
  sk: n(1),
  g: s('g'),
  l: s('l'),
  x: s('x'),
  y: s('y'),
  m: { M: { a: n(1), b: n(2) } },
};
export const numbered = table({ hash: ['pk', 'S'], range: ['sk', 'N'] });
export const texts = table({ hash: ['pk', 'S'], range: ['sk', 'S'] });
export const alone = table({ hash: ['pk', 'S'] });

/** Items of the partition `p`, with the sort keys 0, 1, 2 … */
export const rowsOf = (count: number, more: (at: number) => Item = () => ({})): Item[] =>
  Array.from({ length: count }, (_, at) => ({ pk: s('p'), sk: n(at), ...more(at) }));

/** The item has these attributes and not those. */
export const only = (item: TemplateObject, without: readonly string[]): TemplateObject => ({
  ...item,
  ...Object.fromEntries(without.map((name) => [name, absent])),
});

/** A key condition with its values. */
export const keyed = (where: string, values: Item): TemplateObject => ({
  KeyConditionExpression: where,
  ExpressionAttributeValues: values,
});
/** All of the partition `p`. */
export const ofP = keyed('pk = :p', { ':p': s('p') });

/** Further values and members for a key condition, such as a filter. */
export const withValues = (condition: TemplateObject, values: Item, more: TemplateObject): TemplateObject => ({
  ...condition,
  ExpressionAttributeValues: { ...(condition.ExpressionAttributeValues as TemplateObject), ...values },
  ...more,
});

/** The answer that has these items and no cursor. `more` says otherwise. */
export const page = (items: readonly Template[], more: TemplateObject = {}): TemplateObject => ({
  Items: [...items],
  Count: items.length,
  ScannedCount: items.length,
  LastEvaluatedKey: absent,
  ...more,
});

/** The answer that has a number and no items. */
export const counted = (count: number, scanned = count): TemplateObject => ({
  Items: absent,
  Count: count,
  ScannedCount: scanned,
  LastEvaluatedKey: absent,
});

const readOf =
  (op: 'Query' | 'Scan') =>
  (input: TemplateObject, answer: TemplateObject, more: Partial<Call> = {}): Call => ({
    op,
    input: { TableName: { $table: 't' }, ...input },
    expect: { ok: answer },
    ...more,
  });

/** A query of the table `t` with its whole answer. */
export const queried = readOf('Query');
/** A scan of the table `t` with its whole answer. */
export const scanned = readOf('Scan');

/** A read of the table `t` that is refused as invalid, in one of these words. */
export const invalid = (op: 'Query' | 'Scan', input: TemplateObject, ...words: string[]): Call => ({
  op,
  input: { TableName: { $table: 't' }, ...input },
  expect: { rejected: 'ValidationException', ...(words.length > 0 ? { texts: words } : {}) },
});
