/** Indexes that are added to a table with items. */
import type { Item } from '../../../oracles/values/types.ts';
import type { Call, Case, Repeat, Step, Template, TemplateObject } from '../case.ts';
import { from, n, s } from '../case.ts';
import { family } from '../family.ts';
import { alone, only } from '../reads.ts';
import { sources } from '../sources.ts';
import { accepted, puts, untilActive } from '../steps.ts';

const inT = { TableName: { $table: 't' } };
const added = (keys: [string, string, string][], projection: TemplateObject): Call =>
  accepted({
    op: 'UpdateTable',
    as: 'added',
    input: {
      ...inT,
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        ...keys.map(([name, , type]) => ({ AttributeName: name, AttributeType: type })),
      ],
      GlobalSecondaryIndexUpdates: [
        {
          Create: {
            IndexName: 'by-g',
            KeySchema: keys.map(([name, kind]) => ({ AttributeName: name, KeyType: kind })),
            Projection: projection,
          },
        },
      ],
    },
    observe: [],
  });
/** The table that UpdateTable's answer names, so that nothing waits where the index was refused. */
const changed = { TableName: from('added', 'TableDescription.TableName') };

const built: Repeat = {
  repeat: { op: 'DescribeTable', as: 'built', input: changed },
  until: { path: 'Table.GlobalSecondaryIndexes[0].IndexStatus', equals: 'ACTIVE' },
  pauseMs: 100,
  turns: 300,
  observe: [],
};
const entries = (items: Template[]): Step => ({
  op: 'Scan',
  input: { ...inT, IndexName: 'by-g' },
  expect: { ok: { Items: { $unordered: items }, Count: items.length, ScannedCount: items.length } },
});

const rows: Item[] = [
  { pk: s('a'), g: s('g'), h: n(1), x: s('x'), y: s('y') },
  { pk: s('b'), g: s('g'), x: s('x') },
  { pk: s('c'), h: n(2) },
];
const [whole] = rows;

const projections = family(
  {
    name: 'added',
    area: 'secondary-index',
    findings: ['mongo-rfc/C5'],
    certainty: 'documented',
    because: 'An added index holds what it projects of the items that have its keys, as one from the beginning does.',
    sources: [sources.gsiOnline, sources.projection],
    tables: { t: alone },
  },
  {
    'index-of-keys': {
      title: 'An added index of keys holds the keys alone',
      keys: [['g', 'HASH', 'S']] as [string, string, string][],
      projection: { ProjectionType: 'KEYS_ONLY' } as TemplateObject,
      holds: ['a', 'b'].map((pk) => only({ pk: s(pk), g: s('g') }, ['h', 'x', 'y'])),
    },
    'including-index': {
      title: 'An added index with INCLUDE holds the keys and what it names',
      keys: [['g', 'HASH', 'S']] as [string, string, string][],
      projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['x'] } as TemplateObject,
      holds: ['a', 'b'].map((pk) => only({ pk: s(pk), g: s('g'), x: s('x') }, ['h', 'y'])),
    },
    'pair-index': {
      title: 'An added index with a sort key leaves out items that lack one of its keys',
      keys: [
        ['g', 'HASH', 'S'],
        ['h', 'RANGE', 'N'],
      ] as [string, string, string][],
      projection: { ProjectionType: 'ALL' } as TemplateObject,
      holds: [whole as TemplateObject],
    },
  },
  ({ keys, projection, holds }) => ({
    steps: [...puts('t', rows), added(keys, projection), built, entries(holds), untilActive('table', 't')],
  }),
);

/** A fast store may be done before the next request, so the read repeats, and the status after it decides. */
const unreadable: Case = {
  id: 'secondary-index/read-while-creating',
  passingStates: true,
  title: 'An index that can be read is ACTIVE',
  area: 'secondary-index',
  findings: ['mongo-rfc/C5-status'],
  certainty: 'documented',
  because: 'An index may be read once its backfill has ended; CREATING after an answer proves that it came too early.',
  sources: [sources.gsiOnline],
  tables: { t: alone },
  steps: [
    ...puts('t', rows),
    added([['g', 'HASH', 'S']], { ProjectionType: 'ALL' }),
    {
      repeat: { op: 'Scan', as: 'read', input: { ...changed, IndexName: 'by-g' } },
      until: { path: 'Count', present: true },
      despite: ['ValidationException'],
      pauseMs: 20,
      turns: 1500,
      observe: [],
    },
    {
      op: 'DescribeTable',
      input: changed,
      observe: [],
      expect: { ok: { Table: { GlobalSecondaryIndexes: [{ IndexName: 'by-g', IndexStatus: 'ACTIVE' }] } } },
    },
    untilActive('table', 't'),
  ],
};

export const cases: readonly Case[] = [...projections, unreadable];
