/** What statements leave in indexes and streams, and what they cost. */
import type { Case, Template } from '../case.ts';
import { from, n, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { exactly, puts, queryIndex } from '../steps.ts';
import { indexed, indexedRows as rows } from './index-table.ts';
import { execute, plain, runs } from './statements.ts';

const followed: Case = {
  id: 'partiql/index-follows',
  title: 'What statements write reaches the indexes: entries added, moved and removed',
  area: 'partiql',
  findings: [],
  certainty: 'documented',
  because: 'A statement writes an item as any other operation does.',
  sources: [sources.partiqlUpdate, sources.gsi],
  tables: { t: table({ hash: ['pk', 'S'], gsi: { 'by-g': { hash: ['g', 'S'] } } }) },
  steps: [
    runs("INSERT INTO @t VALUE {'pk': 'a', 'g': 'old'}"),
    runs("INSERT INTO @t VALUE {'pk': 'b', 'g': 'old'}"),
    queryIndex('added', 't', { index: 'by-g', where: 'g = :g', values: { ':g': s('old') } }, [
      { pk: s('a'), g: s('old') },
      { pk: s('b'), g: s('old') },
    ]),
    runs("UPDATE @t SET g = 'new' WHERE pk = 'a'"),
    runs("DELETE FROM @t WHERE pk = 'b'"),
    queryIndex('moved', 't', { index: 'by-g', where: 'g = :g', values: { ':g': s('new') } }, [
      { pk: s('a'), g: s('new') },
    ]),
    queryIndex('left', 't', { index: 'by-g', where: 'g = :g', values: { ':g': s('old') } }, []),
    runs("UPDATE @t REMOVE g WHERE pk = 'a'"),
    queryIndex('removed', 't', { index: 'by-g', where: 'g = :g', values: { ':g': s('new') } }, []),
  ],
};

const streamed: Case = {
  id: 'partiql/stream',
  title: 'What statements write are records of the stream',
  area: 'partiql',
  findings: [],
  certainty: 'documented',
  because: 'A stream captures every change of an item, whichever operation made it.',
  sources: [sources.localstackPartiqlStream, sources.streams],
  tables: { t: { ...plain, StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } } },
  steps: [
    { op: 'DescribeTable', as: 'table', input: { TableName: { $table: 't' } }, observe: [] },
    runs("INSERT INTO @t VALUE {'pk': 'k', 'n': 1}"),
    runs("UPDATE @t SET n = n + 1 WHERE pk = 'k'"),
    execute("UPDATE @t SET n = 9 WHERE pk = 'k' AND n = 7", { rejected: 'ConditionalCheckFailedException' }),
    runs("DELETE FROM @t WHERE pk = 'k'"),
    {
      readStream: from('table', 'Table.LatestStreamArn'),
      until: { records: 3 },
      pauseMs: 50,
      observe: ['Records[].eventName', 'Records[].dynamodb.NewImage', 'Records[].dynamodb.OldImage'],
      expect: {
        ok: {
          Records: [
            {
              eventName: 'INSERT',
              dynamodb: {
                Keys: exactly({ pk: s('k') }),
                NewImage: exactly({ pk: s('k'), n: n(1) }),
                OldImage: { $absent: true },
              },
            },
            {
              eventName: 'MODIFY',
              dynamodb: { NewImage: exactly({ pk: s('k'), n: n(2) }), OldImage: exactly({ pk: s('k'), n: n(1) }) },
            },
            {
              eventName: 'REMOVE',
              dynamodb: { NewImage: { $absent: true }, OldImage: exactly({ pk: s('k'), n: n(2) }) },
            },
          ],
        },
      },
    },
  ],
};

const units = (count: number) => ({ CapacityUnits: count });
const t = { TableName: { $table: 't' } };
const capacity: Case = {
  id: 'partiql/capacity',
  title: 'A statement costs what its rows cost, a consistent read twice that, and a fetch from the table by the row',
  area: 'partiql',
  findings: [],
  certainty: 'measured',
  because: 'What a local index does not project is read from the table, row by row.',
  sources: [sources.conformance],
  tables: { t: indexed },
  steps: [
    ...puts('t', rows),
    ...(
      [
        ["SELECT * FROM @t WHERE pk = 'p'", {}, exactly({ ...t, ...units(0.5), Table: units(0.5) })],
        ["SELECT * FROM @t WHERE pk = 'p'", { ConsistentRead: true }, exactly({ ...t, ...units(1), Table: units(1) })],
        [
          'SELECT l FROM @t."local" WHERE pk = \'p\'',
          {},
          { ...t, ...units(0.5), LocalSecondaryIndexes: exactly({ local: units(0.5) }) },
        ],
        [
          'SELECT far FROM @t."local" WHERE pk = \'p\'',
          {},
          exactly({ ...t, ...units(2), Table: units(1.5), LocalSecondaryIndexes: { local: units(0.5) } }),
        ],
      ] as const
    ).map(([text, more, expected]) =>
      execute(text, { ok: { ConsumedCapacity: expected as Template } }, { ReturnConsumedCapacity: 'INDEXES', ...more }),
    ),
  ],
};

const one = units(1);
const costs: Case = {
  id: 'partiql/capacity-of-writes',
  title: 'A statement that writes costs a unit for its item, and one for each entry of an index that it writes',
  area: 'partiql',
  findings: [],
  certainty: 'documented',
  because: 'A statement writes an item as any other operation does.',
  sources: [sources.executeStatement, sources.gsi],
  tables: { t: table({ hash: ['pk', 'S'], gsi: { 'by-g': { hash: ['g', 'S'] } } }) },
  steps: (
    [
      ["INSERT INTO @t VALUE {'pk': 'a'}", {}, { $absent: true }],
      ["UPDATE @t SET v = 1 WHERE pk = 'a'", { ReturnConsumedCapacity: 'NONE' }, { $absent: true }],
      ["UPDATE @t SET v = 2 WHERE pk = 'a'", { ReturnConsumedCapacity: 'TOTAL' }, exactly({ ...t, ...one })],
      ["SELECT * FROM @t WHERE pk = 'a'", { ReturnConsumedCapacity: 'NONE' }, { $absent: true }],
      ["SELECT * FROM @t WHERE pk = 'a'", { ReturnConsumedCapacity: 'TOTAL' }, exactly({ ...t, ...units(0.5) })],
      [
        "INSERT INTO @t VALUE {'pk': 'b'}",
        { ReturnConsumedCapacity: 'INDEXES' },
        exactly({ ...t, ...one, Table: one }),
      ],
      [
        "UPDATE @t SET g = 'x' WHERE pk = 'b'",
        { ReturnConsumedCapacity: 'INDEXES' },
        exactly({ ...t, ...units(2), Table: one, GlobalSecondaryIndexes: { 'by-g': one } }),
      ],
      [
        "INSERT INTO @t VALUE {'pk': 'c', 'g': 'x'}",
        { ReturnConsumedCapacity: 'TOTAL' },
        exactly({ ...t, ...units(2) }),
      ],
      [
        "DELETE FROM @t WHERE pk = 'b'",
        { ReturnConsumedCapacity: 'INDEXES' },
        exactly({ ...t, ...units(2), Table: one, GlobalSecondaryIndexes: { 'by-g': one } }),
      ],
      ["DELETE FROM @t WHERE pk = 'b'", { ReturnConsumedCapacity: 'TOTAL' }, exactly({ ...t, ...one })],
    ] as const
  ).map(([text, more, expected]) => execute(text, { ok: { ConsumedCapacity: expected as Template } }, more)),
};

const large = s('x'.repeat(3_500));
const sizes: Case = {
  ...costs,
  id: 'partiql/capacity-of-large-writes',
  title: 'A statement that writes costs a unit for each kilobyte of the larger of its item before and after',
  because: 'A write costs by the size of the item, whether that grows, shrinks or goes away.',
  sources: [sources.executeStatement, sources.itemSizes],
  tables: { t: plain },
  steps: (
    [
      ["INSERT INTO @t VALUE {'pk': 'a', 'v': ?}", [large], 4],
      ["UPDATE @t SET w = 1 WHERE pk = 'a'", [], 4],
      ["UPDATE @t SET v = 1 WHERE pk = 'a'", [], 4],
      ["UPDATE @t SET v = 2 WHERE pk = 'a'", [], 1],
      ["UPDATE @t SET v = ? WHERE pk = 'a'", [large], 4],
      ["DELETE FROM @t WHERE pk = 'a'", [], 4],
      ["DELETE FROM @t WHERE pk = 'a'", [], 1],
    ] as const
  ).flatMap(([text, given, count]) => [
    execute(
      text,
      { ok: { ConsumedCapacity: exactly({ ...t, ...units(count) }) } },
      { ReturnConsumedCapacity: 'TOTAL', ...(given.length > 0 && { Parameters: [...given] }) },
    ),
  ]),
};

export const cases: readonly Case[] = [followed, streamed, capacity, costs, sizes];
