/** Cursors that do not belong to the scan. */
import type { Item } from '../../../oracles/values/types.ts';
import type { Case } from '../case.ts';
import { n, s } from '../case.ts';
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

export const cases: readonly Case[] = refusedCursors;
