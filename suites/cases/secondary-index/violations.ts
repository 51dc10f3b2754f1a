/** Items that an added index leaves out, since their keys violate it. */
import type { AttributeValue, Item } from '../../../oracles/values/types.ts';
import type { Repeat } from '../case.ts';
import { b, from, n, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { accepted, get, put, puts, queryIndex, refused, update } from '../steps.ts';

const tables = { t: table({ hash: ['pk', 'S'] }) };
const text = (bytes: number): AttributeValue => s('x'.repeat(bytes));
const item = (pk: string, x: AttributeValue): Item => ({ pk: s(pk), g: s('g'), x });

const adding = (type: string, part: 'HASH' | 'RANGE') =>
  accepted({
    op: 'UpdateTable',
    as: 'added',
    input: {
      TableName: { $table: 't' },
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'x', AttributeType: type },
        ...(part === 'RANGE' ? [{ AttributeName: 'g', AttributeType: 'S' }] : []),
      ],
      GlobalSecondaryIndexUpdates: [
        {
          Create: {
            IndexName: 'by-x',
            KeySchema: [
              ...(part === 'RANGE' ? [{ AttributeName: 'g', KeyType: 'HASH' }] : []),
              { AttributeName: 'x', KeyType: part },
            ],
            Projection: { ProjectionType: 'ALL' },
          },
        },
      ],
    },
    observe: [],
  });
const untilBuilt: Repeat = {
  repeat: { op: 'DescribeTable', as: 'built', input: { TableName: from('added', 'TableDescription.TableName') } },
  until: { path: 'Table.GlobalSecondaryIndexes[0].IndexStatus', equals: 'ACTIVE' },
  pauseMs: 100,
  turns: 300,
  observe: [],
};

const texts = { pk: s('z'), g: s('g') };
type Backfill = { title: string; type?: string; part?: 'HASH' | 'RANGE'; filed: Item[]; left: Item[] };
const backfills: { [slug: string]: Backfill } = {
  'partition-size': {
    title: 'An added index leaves out items whose partition key has more than 2048 bytes',
    filed: [item('a', text(1025)), item('b', text(2048))],
    left: [item('c', text(2049))],
  },
  'sort-size': {
    title: 'An added index leaves out items whose sort key has more than 1024 bytes',
    part: 'RANGE',
    filed: [item('a', text(1024))],
    left: [item('b', text(1025)), item('c', text(2048))],
  },
  'empty-partition': {
    title: 'An added index leaves out items whose partition key is empty',
    filed: [item('a', s('x'))],
    left: [item('b', s('')), texts],
  },
  'empty-sort': {
    title: 'An added index leaves out items whose sort key is empty',
    part: 'RANGE',
    filed: [item('a', s('x'))],
    left: [item('b', s('')), texts],
  },
  'empty-binary': {
    title: 'An added index leaves out items whose binary key is empty',
    type: 'B',
    filed: [item('a', b(0))],
    left: [item('b', b())],
  },
  type: {
    title: 'An added index leaves out items whose key has another type',
    filed: [item('a', s('x'))],
    left: [item('b', n(1)), item('c', b(1)), item('d', { L: [] }), item('e', { NULL: true })],
  },
};

const backfilled = family(
  {
    area: 'secondary-index',
    name: 'backfill-without',
    certainty: 'measured',
    because: 'An item that violates the key of a new index stays in the table, and the backfill passes over it.',
    sources: [sources.alternatorOnlineIndexTests, sources.indexViolations],
    tables,
  },
  backfills,
  ({ type = 'S', part = 'HASH', filed, left }: Backfill) => ({
    steps: [
      ...puts('t', [...filed, ...left]),
      adding(type, part),
      untilBuilt,
      {
        op: 'Scan',
        input: { TableName: { $table: 't' }, IndexName: 'by-x' },
        expect: { ok: { Items: { $unordered: filed }, Count: filed.length } },
      },
      ...left.map((one) => get('t', { pk: one.pk! }, one)),
    ],
  }),
);

const repaired = family(
  {
    area: 'secondary-index',
    name: 'violation',
    certainty: 'documented',
    because: 'An item that violates an index enters it once its key is valid.',
    sources: [sources.indexViolations],
    tables,
  },
  { repaired: { title: 'An item that an added index left out enters it when its key is mended' } },
  () => ({
    steps: [
      ...puts('t', [item('a', s('x')), item('b', s(''))]),
      adding('S', 'HASH'),
      untilBuilt,
      update('t', { pk: s('b') }, 'SET x = :x', { ExpressionAttributeValues: { ':x': s('y') } }),
      queryIndex('mended', 't', { index: 'by-x', where: 'x = :x', values: { ':x': s('y') } }, [item('b', s('y'))]),
      put('t', item('a', s('z'))),
    ],
  }),
);

const beside = family(
  {
    area: 'secondary-index',
    name: 'violation',
    certainty: 'inferred',
    because: 'An update is checked for what it writes.',
    sources: [sources.indexViolations],
    tables,
  },
  { beside: { title: 'Another attribute of an item that violates an index can be written, and the key only validly' } },
  () => ({
    steps: [
      ...puts('t', [item('a', n(1)), item('b', s(''))]),
      adding('S', 'HASH'),
      untilBuilt,
      ...['a', 'b'].flatMap((pk) => [
        update('t', { pk: s(pk) }, 'SET v = :v', { ExpressionAttributeValues: { ':v': n(2) } }),
        refused(
          update('t', { pk: s(pk) }, 'SET x = :x', { ExpressionAttributeValues: { ':x': n(2) } }),
          'ValidationException',
        ),
      ]),
      get('t', { pk: s('a') }, { ...item('a', n(1)), v: n(2) }),
      get('t', { pk: s('b') }, { ...item('b', s('')), v: n(2) }),
    ],
  }),
);

export const cases = [...backfilled, ...repaired, ...beside];
