/** What BatchWriteItem changes. */
import type { Case, Step } from '../case.ts';
import { n, s, table } from '../case.ts';
import { family, tablesIn } from '../family.ts';
import { sources } from '../sources.ts';
import { exactly, get, put, puts, queryIndex } from '../steps.ts';
import { batchWrite, deleting, holding, key, many, plain, putting, ranged, written } from './requests.ts';

const other = { pk: s('q'), a: s('z') };
/** The most bytes an item may have: its key has six. */
const largest = { ...key(1), v: s('x'.repeat(409_600 - 8)) };

const rows: { [slug: string]: { title: string; because: string; certainty?: Case['certainty']; steps: Step[] } } = {
  'puts-and-deletes': {
    title: 'A batch puts and deletes items, and deleting one that does not exist succeeds',
    because: 'Each request of a batch is a PutItem or a DeleteItem.',
    certainty: 'measured',
    steps: [
      ...puts('t', [key(1), key(2), { ...key(4), old: n(1) }]),
      batchWrite(
        {
          t: [deleting(key(1)), putting({ ...key(3), a: s('x') }), deleting(key(9)), putting({ ...key(4), a: s('y') })],
        },
        written,
      ),
      holding('t', [key(2), { ...key(3), a: s('x') }, { ...key(4), a: s('y') }]),
    ],
  },
  'several-tables': {
    title: 'A batch writes to two tables, also under one key',
    because: 'Up to 25 requests may go to several tables, and keys belong to their table.',
    certainty: 'measured',
    steps: [
      ...puts('t', [key(1)]),
      put('u', { pk: s('gone') }),
      batchWrite(
        { t: [putting({ ...key(1), a: s('x') }), deleting(key(2))], u: [putting(other), deleting({ pk: s('gone') })] },
        written,
      ),
      holding('t', [{ ...key(1), a: s('x') }]),
      holding('u', [other]),
    ],
  },
  'same-key-in-two-tables': {
    title: 'One key in two tables is two items and no duplicate',
    because: 'Keys belong to their table.',
    steps: [
      batchWrite({ u: [putting(other)], v: [putting({ ...other, a: s('there') })] }, written),
      holding('u', [other]),
      holding('v', [{ ...other, a: s('there') }]),
    ],
  },
  'twenty-five': {
    title: 'Twenty-five requests are written at once, to one table or two',
    because: 'The limit is 25 requests over all tables.',
    steps: [
      batchWrite({ t: many(25, (at) => putting({ ...key(at), v: n(at) })) }, written),
      holding(
        't',
        many(25, (at) => ({ ...key(at), v: n(at) })),
      ),
      batchWrite({ t: many(24, (at) => deleting(key(at))), u: [putting(other)] }, written),
      holding('t', [{ ...key(24), v: n(24) }]),
      holding('u', [other]),
    ],
  },
  'largest-item': {
    title: 'A batch writes an item of exactly 400 KB',
    because: 'The limit of an item is 400 KB, names included.',
    steps: [
      batchWrite({ t: [putting(key(2)), putting(largest)] }, written),
      get('t', key(1), exactly(largest)),
      get('t', key(2), exactly(key(2))),
    ],
  },
};

const writes = family(
  {
    name: 'write',
    area: 'batches',
    certainty: 'documented',
    because: '',
    sources: [sources.batchWrite, sources.conformance],
  },
  rows,
  ({ steps }) => ({
    steps,
    tables: tablesIn(steps, { t: ranged, u: plain, v: plain }),
  }),
);

const indexed = table({
  hash: ['pk', 'S'],
  range: ['sk', 'N'],
  gsi: { 'by-g': { hash: ['g', 'S'] } },
  lsi: { 'by-l': { hash: ['pk', 'S'], range: ['g', 'S'] } },
});
const byG = (g: string) => ({ index: 'by-g', where: 'g = :g', values: { ':g': s(g) } });

const indexes: Case = {
  id: 'batches/write-indexes',
  title: 'A batch keeps the indexes in step: entries added, moved and removed',
  area: 'batches',
  findings: ['mongo-rfc/C1-delete'],
  certainty: 'documented',
  because: 'A put replaces the item’s entries, and a delete removes them.',
  sources: [sources.batchWrite, sources.gsi],
  tables: { t: indexed },
  steps: [
    ...puts('t', [
      { ...key(1), g: s('old') },
      { ...key(2), g: s('old') },
      { ...key(3), g: s('old') },
    ]),
    batchWrite(
      {
        t: [
          putting({ ...key(1), g: s('moved') }),
          putting(key(2)),
          deleting(key(3)),
          putting({ ...key(4), g: s('new') }),
        ],
      },
      written,
    ),
    queryIndex('moved', 't', byG('moved'), [{ ...key(1), g: s('moved') }]),
    queryIndex('new', 't', byG('new'), [{ ...key(4), g: s('new') }]),
    queryIndex('old', 't', byG('old'), []),
    {
      op: 'Query',
      input: {
        TableName: { $table: 't' },
        IndexName: 'by-l',
        KeyConditionExpression: 'pk = :p',
        ExpressionAttributeValues: { ':p': s('p') },
        ConsistentRead: true,
      },
      expect: {
        ok: {
          Items: exactly([
            { ...key(1), g: s('moved') },
            { ...key(4), g: s('new') },
          ]),
        },
      },
    },
  ],
};

const item = (sk: number, v: number) => ({ ...key(sk), v: n(v) });
const streamed: Case = {
  id: 'batches/write-stream',
  title: 'Each change of a batch is a record, and what changes nothing is none',
  area: 'batches',
  findings: [],
  certainty: 'measured',
  because: 'Putting the item that is there, and deleting one that is not, writes no record.',
  sources: [sources.alternatorStreamNoOp, sources.streams],
  tables: { t: { ...ranged, StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } } },
  steps: [
    { op: 'DescribeTable', as: 'table', input: { TableName: { $table: 't' } }, observe: [] },
    batchWrite({ t: [putting(item(1, 1)), putting(item(2, 1)), putting(item(3, 1))] }, written),
    batchWrite({ t: [putting(item(1, 1)), putting(item(2, 2)), deleting(key(3)), deleting(key(9))] }, written),
    put('t', item(1, 5)),
    {
      readStream: { $from: 'table', path: 'Table.LatestStreamArn' },
      until: { records: 6 },
      pauseMs: 50,
      observe: ['Records[].eventName'],
      unordered: true,
      expect: {
        ok: {
          Records: {
            $unordered: [
              ...[1, 2, 3].map((sk) => ({
                eventName: 'INSERT',
                dynamodb: { Keys: exactly(key(sk)), NewImage: exactly(item(sk, 1)), OldImage: { $absent: true } },
              })),
              { eventName: 'MODIFY', dynamodb: { NewImage: exactly(item(2, 2)), OldImage: exactly(item(2, 1)) } },
              {
                eventName: 'REMOVE',
                dynamodb: { Keys: exactly(key(3)), NewImage: { $absent: true }, OldImage: exactly(item(3, 1)) },
              },
              { eventName: 'MODIFY', dynamodb: { NewImage: exactly(item(1, 5)), OldImage: exactly(item(1, 1)) } },
            ],
          },
        },
      },
    },
  ],
};

export const cases: readonly Case[] = [...writes, indexes, streamed];
