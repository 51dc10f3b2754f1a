import type { Case } from '../case.ts';
import { n, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { get, query, scanPages, update } from '../steps.ts';

const key = (sk: number) => ({ pk: s('p'), sk: n(sk) });

const storesKey: Case = {
  id: 'update-item/upsert-stores-key',
  title: 'An item that UpdateItem creates holds its key attributes, also one that has nothing else',
  area: 'update-item',
  findings: ['catalog-index/mongo-key-repair'],
  certainty: 'documented',
  because: 'UpdateItem on a missing key adds an item with that key and the attributes it sets.',
  sources: [sources.updateItem],
  tables: { t: table({ hash: ['pk', 'S'], range: ['sk', 'N'] }) },
  steps: [
    update('t', key(1), 'SET a = :a', { ExpressionAttributeValues: { ':a': s('x') } }),
    {
      op: 'UpdateItem',
      input: { TableName: { $table: 't' }, Key: key(2), ReturnValues: 'ALL_NEW' },
      expect: { ok: { Attributes: key(2) } },
    },
    get('t', key(1), { ...key(1), a: s('x') }),
    get('t', key(2), key(2)),
    query('t', { where: 'pk = :p AND sk > :z', values: { ':p': s('p'), ':z': n(0) } }, [
      { ...key(1), a: s('x') },
      key(2),
    ]),
    scanPages('scanned', 't', [{ ...key(1), a: s('x') }, key(2)], { Limit: 1 }),
  ],
};

export const cases: readonly Case[] = [storesKey];
