/** Rows of which eight make a page: with seven there is less than one megabyte. */
import type { Item } from '../../oracles/values/types.ts';
import type { TableSchema, Template, TemplateObject, Times } from './case.ts';
import { s, table } from './case.ts';

const keyBytes = 'pk'.length + 'p'.length + 'sk'.length + '000000'.length + 'l'.length + '000000'.length;
/** A value that makes an item of so many bytes. */
const valueFor = (bytes: number) => s('x'.repeat(bytes - keyBytes - 'v'.length));

const large: TableSchema = table({
  hash: ['pk', 'S'],
  range: ['sk', 'S'],
  gsi: {
    whole: { hash: ['pk', 'S'], range: ['sk', 'S'] },
    keys: { hash: ['pk', 'S'], range: ['sk', 'S'], projection: 'KEYS_ONLY' },
    some: { hash: ['pk', 'S'], range: ['sk', 'S'], projection: ['l'] },
  },
  lsi: {
    near: { hash: ['pk', 'S'], range: ['l', 'S'], projection: 'KEYS_ONLY' },
    'near-some': { hash: ['pk', 'S'], range: ['l', 'S'], projection: ['nope'] },
    'near-whole': { hash: ['pk', 'S'], range: ['l', 'S'] },
  },
});
export const largeTables = { t: large };

/** The keys of the row at that place. */
export const largeKey = (at: number): Item => ({ pk: s('p'), sk: s(String(at).padStart(6, '0')) });
export const largeKeys = (from: number, to: number): Item[] =>
  Array.from({ length: to - from }, (_, at) => largeKey(from + at));

const rowsOfBytes =
  (bytes: number) =>
  (count: number): Times => ({
    times: count,
    step: {
      op: 'PutItem',
      input: {
        TableName: { $table: 't' },
        Item: { pk: s('p'), sk: { S: { $i: 'padded' } }, l: { S: { $i: 'padded' } }, v: valueFor(bytes) },
      },
      observe: [],
      expect: { ok: {} },
    },
  });
/** Puts so many rows into the partition `p`, of which the eighth passes one megabyte. */
export const largeRows = rowsOfBytes(140_000);
/** The same, of which eight are 1,048,576 bytes. */
export const exactRows = rowsOfBytes(131_072);

/** The entry of that row in an index that holds the attribute `l` beside the keys of the table. */
export const largeEntry = (at: number): Item => ({ ...largeKey(at), l: s(String(at).padStart(6, '0')) });

/** A page of these rows, of which only the keys are returned. */
export const largePage = (keys: Template[], last?: Item): TemplateObject => ({
  Items: keys,
  Count: keys.length,
  ScannedCount: keys.length,
  LastEvaluatedKey: last ?? { $absent: true },
});
