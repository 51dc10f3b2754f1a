/** Cursors that do not belong to the request. */
import type { AttributeValue } from '../../../oracles/values/types.ts';
import type { Case, Step, TemplateObject } from '../case.ts';
import { b, n, s } from '../case.ts';
import { family } from '../family.ts';
import { indexed, invalid, keyed, ofP, page, queried, rowsOf, scanned, texts } from '../reads.ts';
import { sources } from '../sources.ts';
import { puts } from '../steps.ts';

type Keys = { [name: string]: AttributeValue };

const rows = rowsOf(5, (at) => ({ g: s('g'), h: n(at), l: s(`l${at}`) }));
const byG = { IndexName: 'by-g', ...keyed('g = :g', { ':g': s('g') }) };
const byL = { IndexName: 'by-l', ...ofP };
const key = { pk: s('p'), sk: n(2) };
const unfit = [
  'The provided starting key is invalid',
  'The provided key element does not match the schema',
  'The provided starting key is invalid: The provided key element does not match the schema',
];
const outside = 'The provided starting key is outside query boundaries based on provided conditions';
const unmatched = 'The provided starting key does not match the range key predicate';

const refusedBy = (ask: TemplateObject, keys: Keys, words: readonly string[]): Step =>
  invalid('Query', { ...ask, ExclusiveStartKey: keys }, ...words);

const malformed = family(
  {
    name: 'refused-cursor',
    area: 'query-paging',
    certainty: 'recorded',
    because: 'A cursor has exactly the keys of what is read, each of its type; anything else is a ValidationException.',
    sources: [sources.dynaliteTests],
    tables: { t: indexed },
  },
  {
    empty: { title: 'A cursor without members is refused', ask: ofP, keys: [{}] },
    'lacks-a-key': {
      title: 'A cursor without the sort key is refused, and one without the partition key',
      ask: ofP,
      keys: [{ pk: s('p') }, { sk: n(2) }] as Keys[],
    },
    'one-key-too-many': {
      title: 'A cursor with an attribute beside the keys is refused',
      ask: ofP,
      keys: [{ ...key, v: n(1) }] as Keys[],
    },
    'other-name': {
      title: 'A cursor of the right size with another name is refused',
      ask: ofP,
      keys: [
        { pk: s('p'), z: n(2) },
        { z: s('p'), sk: n(2) },
      ] as Keys[],
    },
    'sort-key-type': {
      title: 'A cursor whose sort key has the wrong type is refused',
      ask: ofP,
      keys: [
        { pk: s('p'), sk: s('2') },
        { pk: s('p'), sk: b(2) },
      ] as Keys[],
    },
    'partition-key-type': {
      title: 'A cursor whose partition key has the wrong type is refused',
      ask: ofP,
      keys: [
        { pk: n(1), sk: n(2) },
        { pk: { L: [] }, sk: n(2) },
      ] as Keys[],
    },
    'table-cursor-on-an-index': {
      title: 'The cursor of the table is refused on a global index and on a local one',
      ask: byG,
      keys: [key] as Keys[],
      also: byL,
    },
    'index-cursor-on-the-table': {
      title: 'The cursor of an index is refused on the table',
      ask: ofP,
      keys: [
        { ...key, g: s('g'), h: n(2) },
        { ...key, l: s('l2') },
      ] as Keys[],
    },
    'index-cursor-without-a-key': {
      title: 'A cursor of an index that lacks the index sort key is refused',
      ask: byG,
      keys: [
        { ...key, g: s('g') },
        { ...key, h: n(2) },
      ] as Keys[],
    },
    'index-cursor-without-the-table-key': {
      title: 'A cursor of an index that lacks the table’s sort key is refused',
      ask: byG,
      keys: [
        { pk: s('p'), g: s('g'), h: n(2) },
        { g: s('g'), h: n(2) },
      ] as Keys[],
    },
    'index-key-type': {
      title: 'A cursor whose index key has the wrong type is refused',
      ask: byG,
      keys: [
        { ...key, g: n(1), h: n(2) },
        { ...key, g: s('g'), h: s('2') },
      ] as Keys[],
    },
    'of-another-index': {
      title: 'The cursor of one index is refused on another',
      ask: byG,
      keys: [{ ...key, l: s('l2') }] as Keys[],
      also: byL,
      alsoKeys: { ...key, g: s('g'), h: n(2) } as Keys,
    },
  },
  ({ ask, keys, ...more }) => {
    const { also, alsoKeys = keys[0]! } = more as { also?: TemplateObject; alsoKeys?: Keys };
    return {
      steps: [
        ...puts('t', rows),
        ...(keys as Keys[]).map((one) => refusedBy(ask, one, unfit)),
        ...(also === undefined ? [] : [refusedBy(also, alsoKeys as Keys, unfit)]),
      ],
    };
  },
);

const elsewhere = family(
  {
    name: 'refused-cursor',
    area: 'query-paging',
    certainty: 'recorded',
    because: 'A cursor lies inside of what the key condition selects, since an earlier page gave it.',
    sources: [sources.dynaliteTests],
    tables: { t: indexed },
  },
  {
    'of-another-partition': {
      title: 'A cursor of another partition is refused',
      steps: [
        refusedBy(ofP, { pk: s('q'), sk: n(2) }, [outside]),
        refusedBy({ ...ofP, ScanIndexForward: false }, { pk: s('q'), sk: n(2) }, [outside]),
      ],
    },
    'of-another-index-partition': {
      title: 'A cursor of another partition of the index is refused',
      steps: [refusedBy(byG, { ...key, g: s('f'), h: n(2) }, [outside])],
    },
    'of-another-local-partition': {
      title: 'A cursor of another partition is refused on a local index',
      steps: [refusedBy(byL, { pk: s('q'), sk: n(2), l: s('l2') }, [outside])],
    },
    'below-a-local-range': {
      title: 'On a local index it is the index sort key that must meet the key condition',
      steps: [
        refusedBy(
          { IndexName: 'by-l', ...keyed('pk = :p AND l > :l', { ':p': s('p'), ':l': s('l2') }) },
          { ...key, sk: n(9), l: s('l1') },
          [unmatched],
        ),
        queried(
          {
            IndexName: 'by-l',
            ...keyed('pk = :p AND l > :l', { ':p': s('p'), ':l': s('l2') }),
            ExclusiveStartKey: { pk: s('p'), sk: n(3), l: s('l3') },
          },
          page(rows.slice(4)),
        ),
      ],
    },
  },
  ({ steps }) => ({ steps: [...puts('t', rows), ...steps] }),
);

/** Each comparator, the sort keys that it refuses in a cursor, and one that it accepts with the rows after that. */
const predicates = family(
  {
    name: 'cursor-outside-of',
    area: 'query-paging',
    certainty: 'recorded',
    because: 'The sort key of a cursor meets the key condition, since the row that it names was read.',
    sources: [sources.dynaliteTests, sources.ministackQuery],
    tables: { t: indexed },
  },
  {
    greater: { title: 'A cursor on the bound of > is refused', where: 'sk > :a', out: [1, 2], within: 3, rest: [4] },
    'greater-or-equal': {
      title: 'A cursor below the bound of >= is refused',
      where: 'sk >= :a',
      out: [1],
      within: 2,
      rest: [3, 4],
    },
    less: { title: 'A cursor on the bound of < is refused', where: 'sk < :c', out: [3, 4], within: 0, rest: [1, 2] },
    'less-or-equal': {
      title: 'A cursor above the bound of <= is refused',
      where: 'sk <= :c',
      out: [4],
      within: 2,
      rest: [3],
    },
    between: {
      title: 'A cursor outside of a BETWEEN is refused, and one on either bound is not',
      where: 'sk BETWEEN :a AND :c',
      out: [1, 4],
      within: 2,
      rest: [3],
    },
  },
  ({ where, out, within, rest }) => {
    const values = { ':p': s('p'), ':a': n(2), ':c': n(3) };
    const used = Object.fromEntries(Object.entries(values).filter(([name]) => `:p ${where}`.includes(name)));
    const ask = keyed(`pk = :p AND ${where}`, used);
    const at = (sk: number): Keys => ({ pk: s('p'), sk: n(sk) });
    return {
      steps: [
        ...puts('t', rows),
        ...out.map((sk) => refusedBy(ask, at(sk), [unmatched])),
        queried({ ...ask, ExclusiveStartKey: at(within) }, page(rest.map((one) => rows[one]!))),
      ],
    };
  },
);

const words = ['a', 'ab', 'abc', 'b'].map((sk) => ({ pk: s('p'), sk: s(sk) }));

const prefix: Case = {
  id: 'query-paging/cursor-outside-of-a-prefix',
  title: 'A cursor outside of the prefix of begins_with is refused',
  area: 'query-paging',
  findings: [],
  certainty: 'recorded',
  because: 'The sort key of a cursor meets the key condition, since the row that it names was read.',
  sources: [sources.dynaliteTests],
  tables: { t: texts },
  steps: [
    ...puts('t', words),
    ...['a', 'b'].map((sk) =>
      refusedBy(keyed('pk = :p AND begins_with(sk, :a)', { ':p': s('p'), ':a': s('ab') }), { pk: s('p'), sk: s(sk) }, [
        unmatched,
      ]),
    ),
    queried(
      {
        ...keyed('pk = :p AND begins_with(sk, :a)', { ':p': s('p'), ':a': s('ab') }),
        ExclusiveStartKey: { pk: s('p'), sk: s('ab') },
      },
      page([words[2]!]),
    ),
    scanned({ ExclusiveStartKey: words[3]! }, page([])),
  ],
};

export const cases: readonly Case[] = [...malformed, ...elsewhere, ...predicates, prefix];
