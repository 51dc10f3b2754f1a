/** Pages of one megabyte: the queries of the same name say what is known of them. */
import type { Case, Step, TemplateObject } from '../case.ts';
import { from, s } from '../case.ts';
import { family } from '../family.ts';
import { exactRows, largeEntry, largeKey, largeKeys, largePage, largeRows, largeTables } from '../megabyte.ts';
import { counted, scanned } from '../reads.ts';
import { sources } from '../sources.ts';

type Pages = { title: string; rows: number; steps: Step[]; fill?: typeof largeRows };

const entries = Array.from({ length: 9 }, (_, at) => largeEntry(at));
const keysOnly = { ProjectionExpression: 'pk, sk' };
const after = (step: string): TemplateObject => ({ ExclusiveStartKey: from(step, 'LastEvaluatedKey') });
const either = (ask: TemplateObject, answer: (rows: number) => TemplateObject) =>
  scanned({ ...ask, ConsistentRead: true }, { $oneOf: [answer(7), answer(8)] }, { observe: [] });

// All rows are of one partition, whose rows a scan reads in the order of the sort key.
const pages = family<Pages>(
  {
    name: 'megabyte',
    area: 'scan',
    certainty: 'recorded',
    because: 'A page ends at one megabyte that was read, whatever is returned of it, and has a cursor then.',
    sources: [sources.dynaliteTests, sources.scan],
    tables: largeTables,
  },
  {
    'not-reached': {
      title: 'A scan below one megabyte has all rows and no cursor',
      rows: 7,
      steps: [scanned(keysOnly, largePage(largeKeys(0, 7)))],
    },
    reached: {
      title: 'A row that ends exactly at one megabyte is the last of its page',
      fill: exactRows,
      rows: 9,
      steps: [
        scanned({ ...keysOnly, ConsistentRead: true }, largePage(largeKeys(0, 8), largeKey(7)), { as: 'full' }),
        scanned({ ...keysOnly, ...after('full') }, largePage(largeKeys(8, 9))),
      ],
    },
    filtered: {
      title: 'A scan of one megabyte counts what the filter drops',
      rows: 9,
      steps: [
        either({ FilterExpression: 'v = :no', ExpressionAttributeValues: { ':no': s('no') } }, (count) => ({
          ...largePage([]),
          ScannedCount: count,
          LastEvaluatedKey: largeKey(count - 1),
        })),
      ],
    },
    counted: {
      title: 'A count of a scan ends at one megabyte',
      rows: 9,
      steps: [
        either({ Select: 'COUNT', Limit: 9 }, (count) => ({
          Items: { $absent: true },
          Count: count,
          ScannedCount: count,
          LastEvaluatedKey: largeKey(count - 1),
        })),
      ],
    },
    'of-a-keys-index': {
      title: 'A scan of an index counts what the index holds',
      rows: 9,
      steps: [scanned({ IndexName: 'keys' }, largePage(largeKeys(0, 9)))],
    },
    'of-an-including-index': {
      title: 'A scan of an index that includes a small attribute of large items has all entries on one page',
      rows: 9,
      steps: [scanned({ IndexName: 'some' }, largePage(entries))],
    },
    'of-local-indexes': {
      title: 'A scan of a local index with small entries of large items has all of them on one page',
      rows: 9,
      steps: ['near', 'near-some'].flatMap((IndexName) => [
        scanned({ IndexName }, largePage(entries)),
        scanned({ IndexName, ConsistentRead: true }, largePage(entries)),
        scanned({ IndexName, Select: 'COUNT' }, counted(9)),
      ]),
    },
    'of-a-whole-local-index': {
      title: 'A page of a local index ends at one megabyte of entries, and its cursor has the key of the index too',
      rows: 9,
      steps: [
        either({ IndexName: 'near-whole', ...keysOnly }, (count) =>
          largePage(largeKeys(0, count), largeEntry(count - 1)),
        ),
      ],
    },
  },
  ({ rows, steps, fill = largeRows }) => ({ steps: [fill(rows), ...steps] }),
);

export const cases: readonly Case[] = pages;
