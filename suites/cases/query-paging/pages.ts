import type { Case } from '../case.ts';
import { b, n, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import type { QueryCondition } from '../steps.ts';
import { puts, queryPages } from '../steps.ts';

const numbered = Array.from({ length: 16 }, (_, at) => ({ pk: s('p'), sk: n(at) }));
const between: QueryCondition = {
  where: 'pk = :p AND sk BETWEEN :l AND :h',
  values: { ':p': s('p'), ':l': n(5), ':h': n(10) },
};
const within = numbered.slice(5, 11);
const limits = [1, 2, 3, 6];

const betweenPages: Case = {
  id: 'query-paging/between',
  title: 'Every page of a BETWEEN stays between the bounds, in both directions',
  area: 'query-paging',
  findings: ['mongo-rfc/M9', 'mongo-rfc/M9-backward'],
  certainty: 'documented',
  because:
    'A cursor says where to go on, and takes nothing from the key condition: all pages together are the whole answer.',
  sources: [sources.queryPagination],
  tables: { t: table({ hash: ['pk', 'S'], range: ['sk', 'N'] }) },
  steps: [
    ...puts('t', numbered),
    ...limits.flatMap((limit) => [
      queryPages(`forward by ${limit}`, 't', { ...between, limit }, within),
      queryPages(`backward by ${limit}`, 't', { ...between, limit, backward: true }, [...within].reverse()),
    ]),
  ],
};

const bounded = (comparator: string, bound: number): QueryCondition => ({
  where: `pk = :p AND sk ${comparator} :v`,
  values: { ':p': s('p'), ':v': n(bound) },
});

const comparatorPages: Case = {
  id: 'query-paging/comparators',
  title: 'Every page of a <, <=, > or >= stays within the bound, in both directions',
  area: 'query-paging',
  findings: ['mongo-rfc/M9', 'mongo-rfc/M9-backward'],
  certainty: 'documented',
  because: 'Going backward from a cursor must not pass a lower bound, nor going forward an upper one.',
  sources: [sources.queryPagination],
  tables: { t: table({ hash: ['pk', 'S'], range: ['sk', 'N'] }) },
  steps: [
    ...puts('t', numbered),
    ...(
      [
        ['<', 5, numbered.slice(0, 5)],
        ['<=', 5, numbered.slice(0, 6)],
        ['>', 10, numbered.slice(11)],
        ['>=', 10, numbered.slice(10)],
      ] as const
    ).flatMap(([comparator, bound, rows]) => [
      queryPages(`forward ${comparator}`, 't', { ...bounded(comparator, bound), limit: 2 }, rows),
      queryPages(
        `backward ${comparator}`,
        't',
        { ...bounded(comparator, bound), limit: 2, backward: true },
        [...rows].reverse(),
      ),
    ]),
  ],
};

const texts = ['a', 'aa', 'ab', 'aba', 'abb', 'abc', 'abz', 'ac', 'b', 'ba'].map((sk) => ({ pk: s('p'), sk: s(sk) }));
const ab: QueryCondition = {
  where: 'pk = :p AND begins_with(sk, :b)',
  values: { ':p': s('p'), ':b': s('ab') },
};

const prefixPages: Case = {
  id: 'query-paging/begins-with',
  title: 'Every page of a begins_with stays inside of the prefix, in both directions',
  area: 'query-paging',
  findings: ['mongo-rfc/M9-begins-with', 'mongo-rfc/M9-backward'],
  certainty: 'documented',
  because: 'The prefix bounds each page from above and from below, wherever the page begins.',
  sources: [sources.queryPagination, sources.keyConditions],
  tables: { t: table({ hash: ['pk', 'S'], range: ['sk', 'S'] }) },
  steps: [
    ...puts('t', texts),
    ...[1, 2, 4].flatMap((limit) => [
      queryPages(`forward by ${limit}`, 't', { ...ab, limit }, texts.slice(2, 7)),
      queryPages(`backward by ${limit}`, 't', { ...ab, limit, backward: true }, texts.slice(2, 7).reverse()),
    ]),
  ],
};

/** 30 keys of which six, not side by side in length order, start with 0x7FFF. */
const binaries = Array.from({ length: 24 }, (_, at) => b(at * 8, 0xff))
  .concat([
    b(0x7f, 0xff),
    b(0x7f, 0xff, 0x00),
    b(0x7f, 0xff, 0x01),
    b(0x7f, 0xff, 0xfe),
    b(0x7f, 0xff, 0xff),
    b(0x7f, 0xff, 0xff, 0x00),
  ])
  .map((sk) => ({ pk: s('p'), sk }));

const binaryPrefixPages: Case = {
  id: 'query-paging/binary-begins-with',
  title: 'All keys with a binary prefix are reached by paging, however few the matches are',
  area: 'query-paging',
  findings: ['mongo-rfc/M14', 'mongo-rfc/M9-begins-with', 'mongo-rfc/R2-2-binary-prefix-ff'],
  certainty: 'documented',
  because: 'A page without a match must still carry a cursor, or the matches after it are lost.',
  sources: [sources.queryPagination],
  tables: { t: table({ hash: ['pk', 'S'], range: ['sk', 'B'] }) },
  steps: [
    ...puts('t', binaries),
    ...[1, 2, 5].flatMap((limit) =>
      [false, true].map((backward) =>
        queryPages(
          `${backward ? 'backward' : 'forward'} by ${limit}`,
          't',
          {
            where: 'pk = :p AND begins_with(sk, :b)',
            values: { ':p': s('p'), ':b': b(0x7f, 0xff) },
            limit,
            ...(backward ? { backward: true as const } : {}),
          },
          backward ? binaries.slice(24).reverse() : binaries.slice(24),
        ),
      ),
    ),
  ],
};

export const cases: readonly Case[] = [betweenPages, comparatorPages, prefixPages, binaryPrefixPages];
