/** Parallel scans. */
import type { Item } from '../../../oracles/values/types.ts';
import type { Case, Repeat, Step, TemplateObject } from '../case.ts';
import { from, n, s } from '../case.ts';
import { family } from '../family.ts';
import { alone, indexed, invalid, scanned } from '../reads.ts';
import { sources } from '../sources.ts';
import { put, puts } from '../steps.ts';

const rows: Item[] = Array.from({ length: 12 }, (_, at) => ({
  pk: s(`p${at % 6}`),
  sk: n(at),
  v: n(at % 2),
  ...(at % 3 === 0 ? {} : { g: s(`g${at % 4}`), h: n(at), l: s(`l${at}`) }),
}));

/** All segments, each paged to its end, joined and compared after the last of them. */
const segments = (name: string, total: number, more: TemplateObject, items: Item[]): Repeat[] =>
  Array.from({ length: total }, (_, at): Repeat => {
    const as = `${name}, ${at} of ${total}`;
    return {
      repeat: {
        op: 'Scan',
        as,
        input: {
          TableName: { $table: 't' },
          Segment: at,
          TotalSegments: total,
          ...more,
          ExclusiveStartKey: from(as, 'LastEvaluatedKey'),
        },
      },
      until: { path: 'LastEvaluatedKey', absent: true },
      collect: ['Items', 'Count', 'ScannedCount'],
      unordered: true,
      observe: [],
      ...(at > 0 ? { continues: `${name}, ${at - 1} of ${total}` } : {}),
      ...(at === total - 1
        ? { observe: ['Items', 'Count'], expect: { ok: { Items: { $unordered: items }, Count: items.length } } }
        : {}),
    };
  });

const odd = { FilterExpression: 'v = :v', ExpressionAttributeValues: { ':v': n(1) } };

const complete = family(
  {
    name: 'segments',
    area: 'scan',
    findings: ['mongo-rfc/M7'],
    certainty: 'documented',
    because: 'Segments divide what is scanned: each row is in one of them, whatever they are asked for.',
    sources: [sources.parallelScan, sources.scan],
    tables: { t: indexed },
  },
  {
    'one-of-one': { title: 'One segment is the whole table', total: 1, more: {}, items: rows },
    'more-than-partitions': {
      title: 'More segments than there are partitions hold each row once',
      total: 9,
      more: {},
      items: rows,
    },
    limited: { title: 'Segments in pages of one hold each row once', total: 3, more: { Limit: 1 }, items: rows },
    filtered: {
      title: 'Filtered segments hold together what one filtered scan holds',
      total: 4,
      more: { ...odd, Limit: 2 },
      items: rows.filter(({ v }) => (v as { N: string }).N === '1'),
    },
    'of-a-global-index': {
      title: 'Segments of a global index hold each of its entries once',
      total: 3,
      more: { IndexName: 'by-g', Limit: 2 },
      items: rows.filter(({ g }) => g !== undefined),
    },
    'of-a-local-index': {
      title: 'Segments of a local index hold each of its entries once',
      total: 3,
      more: { IndexName: 'by-l', Limit: 2 },
      items: rows.filter(({ l }) => l !== undefined),
    },
    consistent: {
      title: 'Segments may be read consistently',
      total: 2,
      more: { ConsistentRead: true },
      items: rows,
    },
  },
  ({ total, more, items }) => ({ steps: [...puts('t', rows), ...segments('segments', total, more, items)] }),
);

const missing = {
  total: 'The TotalSegments parameter is required but was not present in the request when Segment parameter is present',
  segment:
    'The Segment parameter is required but was not present in the request when parameter TotalSegments is present',
  bound: (segment: number, total: number) =>
    `The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: ${segment} is not less than TotalSegments: ${total}`,
};

const bounds = family(
  {
    name: 'segment-refused',
    area: 'scan',
    certainty: 'recorded',
    because: 'Segment counts from zero and lies below TotalSegments, which is at least 1 and at most 1,000,000.',
    sources: [sources.dynaliteTests, sources.scan],
    tables: { t: alone },
  },
  {
    'without-a-total': { title: 'Segment without TotalSegments is refused', of: [[{ Segment: 0 }, missing.total]] },
    'without-a-number': {
      title: 'TotalSegments without Segment is refused',
      of: [[{ TotalSegments: 1 }, missing.segment]],
    },
    'not-below-the-total': {
      title: 'A Segment that is TotalSegments or more is refused',
      of: [
        [{ Segment: 1, TotalSegments: 1 }, missing.bound(1, 1)],
        [{ Segment: 4, TotalSegments: 4 }, missing.bound(4, 4)],
        [{ Segment: 9, TotalSegments: 4 }, missing.bound(9, 4)],
      ],
    },
    negative: { title: 'A negative Segment is refused', of: [[{ Segment: -1, TotalSegments: 2 }]] },
    'no-segments': { title: 'TotalSegments of zero is refused', of: [[{ Segment: 0, TotalSegments: 0 }]] },
    'above-a-million': {
      title: 'TotalSegments above 1,000,000 is refused',
      of: [[{ Segment: 0, TotalSegments: 1_000_001 }]],
    },
  },
  ({ of }) => ({
    steps: [
      put('t', { pk: s('p') }),
      ...of.map(
        ([ask, text]): Step => invalid('Scan', ask as TemplateObject, ...(text === undefined ? [] : [text as string])),
      ),
    ],
  }),
);

const million: Case = {
  id: 'scan/a-million-segments',
  title: 'TotalSegments may be 1,000,000, and Segment the last of them',
  area: 'scan',
  findings: [],
  certainty: 'documented',
  because: 'TotalSegments is at most 1,000,000, and Segment at most one less.',
  sources: [sources.scan],
  tables: { t: alone },
  steps: [
    scanned({ Segment: 0, TotalSegments: 1_000_000 }, { Items: [], Count: 0, ScannedCount: 0 }),
    scanned({ Segment: 999_999, TotalSegments: 1_000_000 }, { Items: [], Count: 0, ScannedCount: 0 }),
  ],
};

const foreign: Case = {
  id: 'scan/cursor-of-another-segment',
  title: 'A cursor of one segment is refused in another, and works in its own',
  area: 'scan',
  findings: [],
  certainty: 'recorded',
  because: 'The key in a cursor belongs to one segment, and an earlier page of that segment gave it.',
  sources: [sources.dynaliteTests],
  tables: { t: alone },
  steps: [
    ...puts(
      't',
      Array.from({ length: 40 }, (_, at) => ({ pk: s(`p${at}`) })),
    ),
    scanned(
      { Segment: 0, TotalSegments: 2, Limit: 1 },
      { Count: 1, LastEvaluatedKey: { pk: { $present: true } } },
      { as: 'zero', observe: ['Count'] },
    ),
    invalid(
      'Scan',
      { Segment: 1, TotalSegments: 2, ExclusiveStartKey: from('zero', 'LastEvaluatedKey') },
      'The provided starting key is invalid: Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct Segment. TotalSegments: 2 Segment: 1',
    ),
    scanned(
      { Segment: 0, TotalSegments: 2, Limit: 1, ExclusiveStartKey: from('zero', 'LastEvaluatedKey') },
      { Count: 1 },
      { observe: ['Count'] },
    ),
  ],
};

const sameSegment: Case = {
  id: 'scan/partition-in-one-segment',
  title: 'The rows of one partition are in one segment',
  area: 'scan',
  findings: ['mongo-rfc/M7'],
  certainty: 'documented',
  because: 'A hash of the partition key assigns the segment, so all items of one partition are in the same.',
  sources: [sources.scan, sources.parallelScan],
  tables: { t: indexed },
  steps: [
    ...puts(
      't',
      Array.from({ length: 8 }, (_, at) => ({ pk: s('p'), sk: n(at) })),
    ),
    // Either all are there or none.
    ...[0, 1].map((Segment) =>
      scanned(
        { Segment, TotalSegments: 2, Select: 'COUNT', ConsistentRead: true },
        {
          $oneOf: [
            { Count: 8, ScannedCount: 8 },
            { Count: 0, ScannedCount: 0 },
          ],
        },
        { observe: [] },
      ),
    ),
  ],
};

export const cases: readonly Case[] = [...complete, ...bounds, million, foreign, sameSegment];
