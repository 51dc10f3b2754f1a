/** Cursors that do not belong to the scan. */
import type { Item } from '../../../oracles/values/types.ts';
import type { Case } from '../case.ts';
import { n, s, table } from '../case.ts';
import { family } from '../family.ts';
import { indexed, invalid } from '../reads.ts';
import { sources } from '../sources.ts';
import { put } from '../steps.ts';

const mismatch = [
  'The provided starting key is invalid',
  'The provided key element does not match the schema',
  'The provided starting key is invalid: The provided key element does not match the schema',
];
const key = { pk: s('p'), sk: n(2) };

const refusedCursors = family(
  {
    name: 'refused-cursor',
    area: 'scan',
    certainty: 'recorded',
    because: 'A cursor has exactly the keys of what is read, each of its type; anything else is a ValidationException.',
    sources: [sources.dynaliteTests, sources.extenddbStartKey],
    tables: { t: indexed },
  },
  {
    empty: { title: 'A cursor without members is refused', index: undefined, keys: [{}] },
    'lacks-a-key': {
      title: 'A cursor without one of the keys is refused',
      index: undefined,
      keys: [{ pk: s('p') }, { sk: n(2) }],
    },
    'one-key-too-many': {
      title: 'A cursor with an attribute beside the keys is refused',
      index: undefined,
      keys: [{ ...key, v: n(1) }],
    },
    'other-name': { title: 'A cursor with another name is refused', index: undefined, keys: [{ pk: s('p'), z: n(2) }] },
    'key-type': {
      title: 'A cursor whose key has the wrong type is refused',
      index: undefined,
      keys: [
        { pk: s('p'), sk: s('2') },
        { pk: n(1), sk: n(2) },
        { pk: { M: {} }, sk: n(2) },
      ],
    },
    'table-cursor-on-an-index': { title: 'The cursor of the table is refused on an index', index: 'by-g', keys: [key] },
    'index-cursor-on-the-table': {
      title: 'The cursor of an index is refused on the table',
      index: undefined,
      keys: [{ ...key, g: s('g'), h: n(2) }],
    },
    'index-key-type': {
      title: 'A cursor whose index key has the wrong type is refused, and whose table key',
      index: 'by-g',
      keys: [
        { ...key, g: n(1), h: n(2) },
        { ...key, g: s('g'), h: s('2') },
        { pk: n(1), sk: n(2), g: s('g'), h: n(2) },
      ],
    },
    'local-index-without-its-key': {
      title: 'A cursor of a local index without its sort key is refused',
      index: 'by-l',
      keys: [key],
    },
  },
  ({ index, keys }) => ({
    steps: [
      put('t', { ...key, g: s('g'), h: n(2), l: s('l') }),
      ...keys.map((one) =>
        invalid(
          'Scan',
          { ...(index === undefined ? {} : { IndexName: index }), ExclusiveStartKey: one as Item },
          ...mismatch,
        ),
      ),
    ],
  }),
);

const texts = { hash: ['pk', 'S'] as [string, 'S'], range: ['sk', 'S'] as [string, 'S'] };
const malformedKeys = family(
  {
    name: 'cursor-no-key',
    area: 'scan',
    certainty: 'recorded',
    because: 'The keys in a cursor have the limits of keys, also where no item has them.',
    sources: [sources.dynaliteTests],
  },
  {
    'partition-key-too-long': {
      title: 'A cursor with a partition key of 2049 bytes is refused, and one of 2048 is not',
      schema: texts,
      wrong: { pk: s('p'.repeat(2049)), sk: s('s') },
      right: { pk: s('p'.repeat(2048)), sk: s('s') },
    },
    'sort-key-too-long': {
      title: 'A cursor with a sort key of 1025 bytes is refused, and one of 1024 is not',
      schema: texts,
      wrong: { pk: s('p'), sk: s('s'.repeat(1025)) },
      right: { pk: s('p'), sk: s('s'.repeat(1024)) },
    },
    'partition-key-empty': {
      title: 'A cursor with an empty partition key is refused',
      schema: texts,
      wrong: { pk: s(''), sk: s('s') },
      right: { pk: s('p'), sk: s('s') },
    },
    'sort-key-empty': {
      title: 'A cursor with an empty sort key is refused',
      schema: texts,
      wrong: { pk: s('p'), sk: s('') },
      right: { pk: s('p'), sk: s('s') },
    },
  },
  ({ schema, wrong, right }) => ({
    tables: { t: table(schema) },
    steps: [
      put('t', { pk: s('p'), sk: s('s') }),
      invalid('Scan', { ExclusiveStartKey: wrong }),
      { op: 'Scan', input: { TableName: { $table: 't' }, ExclusiveStartKey: right }, observe: [], expect: { ok: {} } },
    ],
  }),
);

export const cases: readonly Case[] = [...refusedCursors, ...malformedKeys];
