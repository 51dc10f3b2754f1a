/** Which rows a key condition selects. */
import type { AttributeValue, Item } from '../../../oracles/values/types.ts';
import type { Case } from '../case.ts';
import { n, s } from '../case.ts';
import { family } from '../family.ts';
import { indexed, keyed, numbered, page, queried, texts, withValues } from '../reads.ts';
import { sources } from '../sources.ts';
import { put, puts } from '../steps.ts';

const word = (sk: string): Item => ({ pk: s('p'), sk: s(sk) });
/** In the order of UTF-8 bytes: a capital before a small letter, and é, two bytes from 0xC3, after z. */
const words = ['B', 'a', 'ab', 'abc', 'b', 'z', 'é'].map(word);

const row = (sk: string): Item => ({ pk: s('p'), sk: n(sk) });
const numbers = ['-20', '-3', '-0.5', '0', '0.25', '2', '10', '1000000000000000000000'].map(row);

const where = (condition: string, values: Item) => keyed(`pk = :p AND ${condition}`, { ':p': s('p'), ...values });
const select = (all: Item[], at: number[]): Item[] =>
  all.map((one, i) => ({ one, i })).flatMap(({ one, i }) => (at.includes(i) ? [one] : []));

interface Selection {
  condition: string;
  values: Item;
  at: number[];
}
const one = (condition: string, value: AttributeValue, ...at: number[]): Selection => ({
  condition,
  values: { ':v': value },
  at,
});
const range = (low: AttributeValue, high: AttributeValue, ...at: number[]): Selection => ({
  condition: 'sk BETWEEN :l AND :h',
  values: { ':l': low, ':h': high },
  at,
});

const shared = {
  area: 'query-paging',
  certainty: 'documented',
  sources: [sources.keyConditions, sources.dataTypes],
} as const;
const selections =
  (all: Item[]) =>
  ({ of }: { of: Selection[] }) => ({
    steps: [
      ...puts('t', [...all].reverse()),
      put('t', { ...all[2], pk: s('q') }),
      ...of.flatMap(({ condition, values, at }) => {
        const found = select(all, at);
        return [
          queried(where(condition, values), page(found)),
          queried({ ...where(condition, values), ScanIndexForward: false }, page([...found].reverse())),
        ];
      }),
    ],
  });

const onTexts = family(
  {
    ...shared,
    name: 'text',
    because: 'Strings compare by the bytes of their UTF-8 encoding, and a shorter prefix comes first.',
    tables: { t: texts },
  },
  {
    equals: {
      title: '= selects one string, and not those that begin with it',
      of: [one('sk = :v', s('ab'), 2), one('sk = :v', s('A'))],
    },
    less: { title: '< leaves out its bound', of: [one('sk < :v', s('ab'), 0, 1), one('sk < :v', s('B'))] },
    'less-or-equal': { title: '<= has its bound', of: [one('sk <= :v', s('ab'), 0, 1, 2), one('sk <= :v', s('A'))] },
    greater: { title: '> leaves out its bound', of: [one('sk > :v', s('b'), 5, 6), one('sk > :v', s('é'))] },
    'greater-or-equal': { title: '>= has its bound', of: [one('sk >= :v', s('b'), 4, 5, 6), one('sk >= :v', s('ê'))] },
    between: {
      title: 'BETWEEN has both of its bounds',
      of: [range(s('ab'), s('b'), 2, 3, 4), range(s('ab'), s('ab'), 2), range(s('aba'), s('abb'))],
    },
    'begins-with': {
      title: 'begins_with has the prefix itself, and what goes on after it',
      of: [
        one('begins_with(sk, :v)', s('ab'), 2, 3),
        one('begins_with(sk, :v)', s('a'), 1, 2, 3),
        one('begins_with(sk, :v)', s('é'), 6),
        one('begins_with(sk, :v)', s('abcd')),
      ],
    },
  },
  selections(words),
);

const onNumbers = family(
  {
    ...shared,
    name: 'number',
    because: 'Numbers compare by value: negative ones come first, and ten comes after two.',
    tables: { t: numbered },
  },
  {
    equals: {
      title: '= selects a number in any spelling',
      of: [
        one('sk = :v', n('1e1'), 6),
        one('sk = :v', n('0.250'), 4),
        one('sk = :v', n('-0'), 3),
        one('sk = :v', n('3')),
      ],
    },
    less: { title: '< leaves out its bound', of: [one('sk < :v', n('-0.5'), 0, 1), one('sk < :v', n('-20'))] },
    'less-or-equal': {
      title: '<= has its bound',
      of: [one('sk <= :v', n('-0.5'), 0, 1, 2), one('sk <= :v', n('-20.1'))],
    },
    greater: { title: '> leaves out its bound', of: [one('sk > :v', n('2'), 6, 7), one('sk > :v', n('1e21'))] },
    'greater-or-equal': {
      title: '>= has its bound',
      of: [one('sk >= :v', n('2'), 5, 6, 7), one('sk >= :v', n('1e21'), 7)],
    },
    between: {
      title: 'BETWEEN has both of its bounds',
      of: [range(n('-3'), n('0.25'), 1, 2, 3, 4), range(n('10'), n('10.0'), 6), range(n('3'), n('9'))],
    },
  },
  selections(numbers),
);

const numbersInOrder: Case = {
  id: 'query-paging/number-order',
  title: 'Number sort keys come by value, in both directions',
  ...shared,
  findings: [],
  because: 'Negative numbers come before zero, fractions between the whole numbers, and ten after two.',
  tables: { t: numbered },
  steps: [
    ...puts('t', [...numbers.slice(4), ...numbers.slice(0, 4)]),
    queried(keyed('pk = :p', { ':p': s('p') }), page(numbers)),
    queried({ ...keyed('pk = :p', { ':p': s('p') }), ScanIndexForward: true }, page(numbers)),
    queried({ ...keyed('pk = :p', { ':p': s('p') }), ScanIndexForward: false }, page([...numbers].reverse())),
  ],
};

const turned = family(
  {
    area: 'query-paging',
    name: 'value-first',
    certainty: 'measured',
    because: 'A comparison may be written with the value first, and then reads from right to left.',
    sources: [sources.conformance],
    tables: { t: numbered },
  },
  {
    equals: { title: 'The value may come first in =', condition: ':v = sk', at: [5] },
    less: { title: 'v < key selects the keys above', condition: ':v < sk', at: [6, 7] },
    'less-or-equal': { title: 'v <= key selects the bound and the keys above', condition: ':v <= sk', at: [5, 6, 7] },
    greater: { title: 'v > key selects the keys below', condition: ':v > sk', at: [0, 1, 2, 3, 4] },
    'greater-or-equal': {
      title: 'v >= key selects the bound and the keys below',
      condition: ':v >= sk',
      at: [0, 1, 2, 3, 4, 5],
    },
  },
  ({ condition, at }) => ({
    steps: [
      ...puts('t', numbers),
      queried(where(condition, { ':v': n(2) }), page(select(numbers, at))),
      queried(keyed(`:p = pk AND ${condition}`, { ':p': s('p'), ':v': n(2) }), page(select(numbers, at))),
    ],
  }),
);

const forms: Case = {
  id: 'query-paging/forms-of-a-key-condition',
  title: 'A key condition may have its parts in any order, in parentheses, and by placeholders of names',
  area: 'query-paging',
  findings: [],
  certainty: 'recorded',
  because: 'The parts are joined by AND, which has no order; parentheses group, and names may be replaced.',
  sources: [sources.dynaliteTests, sources.keyConditions],
  tables: { t: numbered },
  steps: [
    ...puts('t', numbers),
    ...['sk > :v AND pk = :p', '(pk = :p) AND (sk > :v)', '(pk = :p and sk > :v)', 'pk=:p AND sk>:v'].map((condition) =>
      queried(keyed(condition, { ':p': s('p'), ':v': n(2) }), page(numbers.slice(6))),
    ),
    queried(
      {
        ...keyed('#a = :p AND #b BETWEEN :v AND :w', { ':p': s('p'), ':v': n(0), ':w': n(2) }),
        ExpressionAttributeNames: { '#a': 'pk', '#b': 'sk' },
      },
      page(numbers.slice(3, 6)),
    ),
  ],
};

const filed = [1, 2, 3].map((at) => ({ pk: s('p'), sk: n(at), g: s('g'), h: n(-at), l: s(`l${at}`), v: n(at) }));

const onIndexes: Case = {
  id: 'query-paging/index-key-conditions',
  title: 'A key condition on an index is on the keys of the index, and its order is that of the index',
  area: 'query-paging',
  findings: [],
  certainty: 'recorded',
  because: 'An index has a key schema of its own, which bounds and sorts what is read of it.',
  sources: [sources.dynaliteTests, sources.gsi],
  tables: { t: indexed },
  steps: [
    ...puts('t', filed),
    put('t', { ...filed[0]!, sk: n(4), g: s('f') }),
    queried({ IndexName: 'by-g', ...keyed('g = :g', { ':g': s('g') }) }, page([...filed].reverse())),
    queried(
      { IndexName: 'by-g', ...keyed('g = :g AND h < :h', { ':g': s('g'), ':h': n(-1) }) },
      page([filed[2]!, filed[1]!]),
    ),
    queried(
      { IndexName: 'by-g', ...keyed('g = :g AND h >= :h', { ':g': s('g'), ':h': n(-2) }), ScanIndexForward: false },
      page([filed[0]!, filed[1]!]),
    ),
    queried(
      { IndexName: 'by-l', ...keyed('pk = :p AND begins_with(l, :l)', { ':p': s('p'), ':l': s('l2') }) },
      page([filed[1]!]),
    ),
    queried({ IndexName: 'by-h', ...keyed('h = :h', { ':h': n('-2.0') }) }, page([filed[1]!])),
    queried(
      {
        IndexName: 'by-g',
        ...withValues(keyed('g = :g', { ':g': s('g') }), { ':v': n(2) }, { FilterExpression: 'v >= :v AND sk > :v' }),
      },
      page([filed[2]!], { ScannedCount: 3 }),
    ),
  ],
};

export const cases: readonly Case[] = [...onTexts, ...onNumbers, numbersInOrder, ...turned, forms, onIndexes];
