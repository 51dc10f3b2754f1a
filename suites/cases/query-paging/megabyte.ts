/**
 * Pages of one megabyte. The documents say that a page fits into one megabyte; a public suite measured that the row that
 * reaches it is the last of its page. Both agree where a row ends exactly at the limit. Elsewhere either is right.
 */
import type { Call, Case, Step, TemplateObject } from '../case.ts';
import { from, s } from '../case.ts';
import { family } from '../family.ts';
import { exactRows, largeEntry, largeKey, largeKeys, largePage, largeRows, largeTables } from '../megabyte.ts';
import { counted, ofP, queried, withValues } from '../reads.ts';
import { sources } from '../sources.ts';
import { queryPages } from '../steps.ts';

type Pages = { title: string; rows: number; steps: Step[]; fill?: typeof largeRows };

const entries = Array.from({ length: 9 }, (_, at) => largeEntry(at));
const keysOnly = { ProjectionExpression: 'pk, sk' };
const after = (step: string): TemplateObject => ({ ExclusiveStartKey: from(step, 'LastEvaluatedKey') });
const hidden = withValues(ofP, { ':no': s('no') }, { FilterExpression: 'v = :no' });
/** A page of seven rows or of eight. */
const either = (ask: TemplateObject, answer: (rows: number) => TemplateObject): Call =>
  queried({ ...ask, ConsistentRead: true }, { $oneOf: [answer(7), answer(8)] }, { observe: [] });
const firstOf = (rows: number) => largePage(largeKeys(0, rows), largeKey(rows - 1));

const pages = family<Pages>(
  {
    name: 'megabyte',
    area: 'query-paging',
    certainty: 'recorded',
    because: 'A page ends at one megabyte that was read, whatever is returned of it, and has a cursor then.',
    sources: [sources.dynaliteTests, sources.queryPagination],
    tables: largeTables,
  },
  {
    'not-reached': {
      title: 'A page below one megabyte has all rows and no cursor',
      rows: 7,
      steps: [queried({ ...ofP, ...keysOnly }, largePage(largeKeys(0, 7)))],
    },
    reached: {
      title: 'A row that ends exactly at one megabyte is the last of its page',
      fill: exactRows,
      rows: 9,
      steps: [
        queried({ ...ofP, ...keysOnly }, firstOf(8), { as: 'full' }),
        queried({ ...ofP, ...keysOnly, ...after('full') }, largePage(largeKeys(8, 9))),
      ],
    },
    'reached-on-an-index': {
      title: 'An entry of an index that ends exactly at one megabyte is the last of its page',
      fill: exactRows,
      rows: 9,
      steps: [
        queried({ IndexName: 'whole', ...ofP, ...keysOnly }, firstOf(8), { as: 'full' }),
        queried({ IndexName: 'whole', ...ofP, ...keysOnly, ...after('full') }, largePage(largeKeys(8, 9))),
      ],
    },
    passed: {
      title: 'What does not fit into one megabyte comes on the next page',
      rows: 9,
      steps: [
        either({ ...ofP, ...keysOnly }, firstOf),
        queryPages(
          'all pages',
          't',
          { where: 'pk = :p', values: { ':p': s('p') }, limit: 100, extra: keysOnly },
          largeKeys(0, 9),
        ),
      ],
    },
    backward: {
      title: 'A page of one megabyte ends as well going backward',
      rows: 9,
      steps: [
        either({ ...ofP, ...keysOnly, ScanIndexForward: false }, (count) =>
          largePage([...largeKeys(9 - count, 9)].reverse(), largeKey(9 - count)),
        ),
      ],
    },
    'and-limit': {
      title: 'A page ends at one megabyte though its limit is higher, or as many as there are rows',
      rows: 9,
      steps: [9, 10].map((Limit) => either({ ...ofP, ...keysOnly, Limit }, firstOf)),
    },
    'below-by-limit': {
      title: 'A page ends at its limit below one megabyte',
      rows: 9,
      steps: [queried({ ...ofP, ...keysOnly, Limit: 6 }, firstOf(6))],
    },
    filtered: {
      title: 'A page of one megabyte counts what the filter drops',
      rows: 9,
      steps: [
        either({ ...hidden, ...keysOnly }, (count) => ({
          ...largePage([]),
          ScannedCount: count,
          LastEvaluatedKey: largeKey(count - 1),
        })),
      ],
    },
    counted: {
      title: 'Select COUNT counts one megabyte at a time',
      rows: 9,
      steps: [
        either({ ...ofP, Select: 'COUNT' }, (count) => ({
          Items: { $absent: true },
          Count: count,
          ScannedCount: count,
          LastEvaluatedKey: largeKey(count - 1),
        })),
      ],
    },
    'of-a-keys-index': {
      title: 'What counts on an index is what it holds: of large items with small entries all are on one page',
      rows: 9,
      steps: [queried({ IndexName: 'keys', ...ofP }, largePage(largeKeys(0, 9)))],
    },
    'of-an-including-index': {
      title: 'A query of an index that includes a small attribute of large items has all entries on one page',
      rows: 9,
      steps: [queried({ IndexName: 'some', ...ofP }, largePage(entries))],
    },
    'of-local-indexes': {
      title: 'A query of a local index with small entries of large items has all of them on one page',
      rows: 9,
      steps: ['near', 'near-some'].flatMap((IndexName) => [
        queried({ IndexName, ...ofP }, largePage(entries)),
        queried({ IndexName, ...ofP, ConsistentRead: true }, largePage(entries)),
        queried({ IndexName, ...ofP, Select: 'COUNT' }, counted(9)),
      ]),
    },
    'of-a-whole-local-index': {
      title: 'A page of a local index ends at one megabyte of entries, and its cursor has the key of the index too',
      rows: 9,
      steps: [
        either({ IndexName: 'near-whole', ...ofP, ...keysOnly }, (count) =>
          largePage(largeKeys(0, count), largeEntry(count - 1)),
        ),
      ],
    },
  },
  ({ rows, steps, fill = largeRows }) => ({ steps: [fill(rows), ...steps] }),
);

export const cases: readonly Case[] = pages;
