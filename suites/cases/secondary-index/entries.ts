import type { Case } from '../case.ts';
import { n, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { put, puts, query, queryIndex, remove, update } from '../steps.ts';

const tables = {
  t: table({
    hash: ['pk', 'S'],
    range: ['sk', 'N'],
    gsi: { 'by-g': { hash: ['g', 'S'], range: ['h', 'N'] }, 'by-h': { hash: ['h', 'N'] } },
    lsi: { 'by-l': { hash: ['pk', 'S'], range: ['l', 'S'] } },
  }),
};
const key = (sk: number) => ({ pk: s('p'), sk: n(sk) });
const row = (sk: number, g: string, h: number, l: string) => ({ ...key(sk), g: s(g), h: n(h), l: s(l) });
const byG = (g: string) => ({ index: 'by-g', where: 'g = :g', values: { ':g': s(g) } });
const byH = (h: number) => ({ index: 'by-h', where: 'h = :h', values: { ':h': n(h) } });
const byL = (l: string) => ({
  where: 'pk = :p AND l = :l',
  values: { ':p': s('p'), ':l': s(l) },
  extra: { IndexName: 'by-l' },
});
const one = row(1, 'g', 7, 'l');
const other = row(2, 'g', 7, 'l');

const sharedKey: Case = {
  id: 'secondary-index/shared-key',
  title: 'Two items with one index key are two entries, and deleting one leaves the other',
  area: 'secondary-index',
  findings: ['restore-parity/cass-async-gsi-lost', 'mongo-rfc/C1', 'mongo-rfc/C1-delete'],
  certainty: 'documented',
  because: 'Index keys need not be unique: an entry is identified by the index key and the table key together.',
  sources: [sources.gsi, sources.lsi],
  tables,
  steps: [
    ...puts('t', [one, other]),
    queryIndex('both by g', 't', byG('g'), [one, other]),
    queryIndex('both by h', 't', byH(7), [one, other]),
    { ...query('t', byL('l'), []), unordered: true, expect: { ok: { Items: { $unordered: [one, other] } } } },
    remove('t', key(1)),
    queryIndex('the other by g', 't', byG('g'), [other]),
    queryIndex('the other by h', 't', byH(7), [other]),
    query('t', byL('l'), [other]),
  ],
};

const movedByUpdate: Case = {
  id: 'secondary-index/moved-by-update',
  title: 'UpdateItem of an index key moves the entry, whatever ReturnValues says',
  area: 'secondary-index',
  findings: ['mongo-rfc/C6', 'mongo-rfc/C1-delete'],
  certainty: 'documented',
  because: 'DynamoDB keeps an index in step with its table: the entry under the old key goes when the new one comes.',
  sources: [sources.gsi],
  tables,
  steps: [
    ...puts('t', [one, other]),
    queryIndex('before', 't', byG('g'), [one, other]),
    update('t', key(1), 'SET g = :g, l = :l', { ExpressionAttributeValues: { ':g': s('new'), ':l': s('new') } }),
    queryIndex('under the new key', 't', byG('new'), [row(1, 'new', 7, 'new')]),
    queryIndex('under the old key', 't', byG('g'), [other]),
    query('t', byL('l'), [other]),
    query('t', byL('new'), [row(1, 'new', 7, 'new')]),
    update('t', key(1), 'SET h = h + :one', {
      ExpressionAttributeValues: { ':one': n(1) },
      ReturnValues: 'UPDATED_NEW',
    }),
    queryIndex('under the new number', 't', byH(8), [row(1, 'new', 8, 'new')]),
    queryIndex('under the old number', 't', byH(7), [other]),
  ],
};

const movedByPut: Case = {
  id: 'secondary-index/moved-by-put',
  title: 'PutItem over an item with another index key moves the entry',
  area: 'secondary-index',
  findings: ['mongo-rfc/C6', 'mongo-rfc/VC-sparse'],
  certainty: 'documented',
  because: 'The item that a put replaces is in the index no longer, also when the new one has no index key.',
  sources: [sources.gsi],
  tables,
  steps: [
    ...puts('t', [one, other]),
    queryIndex('before', 't', byG('g'), [one, other]),
    put('t', row(1, 'new', 9, 'new')),
    put('t', key(2)),
    queryIndex('under the new key', 't', byG('new'), [row(1, 'new', 9, 'new')]),
    queryIndex('under the old key', 't', byG('g'), []),
    queryIndex('under the old number', 't', byH(7), []),
    query('t', byL('l'), []),
  ],
};

const removed: Case = {
  id: 'secondary-index/removed-attribute',
  title: 'REMOVE of an index key takes the item out of the index, and SET brings it back',
  area: 'secondary-index',
  findings: ['mongo-rfc/C6-remove', 'mongo-rfc/VC-sparse'],
  certainty: 'documented',
  because: 'An index holds only the items that have all of its key attributes.',
  sources: [sources.gsi],
  tables,
  steps: [
    ...puts('t', [one, other]),
    queryIndex('before', 't', byG('g'), [one, other]),
    update('t', key(1), 'REMOVE h, l'),
    queryIndex('without h, by g', 't', byG('g'), [other]),
    queryIndex('without h, by h', 't', byH(7), [other]),
    query('t', byL('l'), [other]),
    update('t', key(1), 'SET h = :h', { ExpressionAttributeValues: { ':h': n(7) } }),
    queryIndex('back by g', 't', byG('g'), [{ ...key(1), g: s('g'), h: n(7) }, other]),
    queryIndex('back by h', 't', byH(7), [{ ...key(1), g: s('g'), h: n(7) }, other]),
  ],
};

const sparse = [
  { ...key(1), h: n(1) },
  { ...key(2), g: s('g') },
  { ...key(3), g: s('g'), h: n(1) },
];

const sparseIndex: Case = {
  id: 'secondary-index/sparse',
  title: 'An item without one of the index keys is not in the index',
  area: 'secondary-index',
  findings: ['mongo-rfc/VC-sparse'],
  certainty: 'documented',
  because: 'A sparse index leaves such items out; they are not filed under an empty key.',
  sources: [sources.gsi],
  tables,
  steps: [
    ...puts('t', sparse),
    queryIndex('by g and h', 't', byG('g'), [sparse[2]!]),
    queryIndex('by h', 't', byH(1), [sparse[0]!, sparse[2]!]),
    {
      op: 'Scan',
      input: { TableName: { $table: 't' }, IndexName: 'by-l' },
      expect: { ok: { Items: [], Count: 0 } },
    },
  ],
};

const wide = { ...one, x: s('x'), y: s('y') };
const keysOnly = { pk: wide.pk, sk: wide.sk, g: wide.g };

const projections: Case = {
  id: 'secondary-index/projections',
  title: 'An index returns its keys, the table keys and what it projects, and nothing else',
  area: 'secondary-index',
  findings: ['mongo-rfc/VC-projection'],
  certainty: 'documented',
  because: 'KEYS_ONLY, INCLUDE and ALL say what is copied into the index beside both keys.',
  sources: [sources.projection, sources.gsi],
  tables: {
    t: table({
      hash: ['pk', 'S'],
      range: ['sk', 'N'],
      gsi: {
        all: { hash: ['g', 'S'] },
        keys: { hash: ['g', 'S'], projection: 'KEYS_ONLY' },
        some: { hash: ['g', 'S'], projection: ['x'] },
      },
    }),
  },
  steps: [
    put('t', wide),
    ...(
      [
        ['all', wide],
        ['keys', { ...keysOnly, x: { $absent: true }, y: { $absent: true }, h: { $absent: true } }],
        ['some', { ...keysOnly, x: wide.x, y: { $absent: true }, h: { $absent: true } }],
      ] as const
    ).map(([index, item]) => queryIndex(index, 't', { index, where: 'g = :g', values: { ':g': s('g') } }, [item])),
  ],
};

export const cases: readonly Case[] = [sharedKey, movedByUpdate, movedByPut, removed, sparseIndex, projections];
