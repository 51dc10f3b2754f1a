/** BatchExecuteStatement: each statement answers in its place. */
import type { Case, TemplateObject } from '../case.ts';
import { n, s, table } from '../case.ts';
import { family, type ReasonedRow } from '../family.ts';
import { sources } from '../sources.ts';
import { exactly, put, puts } from '../steps.ts';
import { answers, batch, inserting, invalid, one, part, plain, stored } from './statements.ts';

const t = { TableName: { $table: 't' } };
const error = (Code: string, more: TemplateObject = {}): TemplateObject => ({
  Error: { Code, Message: { $present: true } },
  ...more,
});
const reading = (pk: string, what = '*') => part(`SELECT ${what} FROM @t WHERE pk = '${pk}'`, { ConsistentRead: true });

const batches = family(
  {
    name: 'batch',
    area: 'partiql',
    certainty: 'measured',
    because: '',
    sources: [sources.conformance, sources.batchExecuteStatement, sources.batchStatementError],
    tables: { t: plain },
  },
  {
    reads: {
      title: 'Each read of a batch answers in its place: an item, none, or its own error',
      because: 'A statement that fails does not fail the batch. Its table is named only if it ran.',
      steps: [
        put('t', one),
        batch(
          [
            reading('absent'),
            part("SLECT * FROM @t WHERE pk = 'a'"),
            reading('a'),
            part("SELECT * FROM @t WHERE w = 'x'"),
            { Statement: { $text: ['SELECT * FROM "', { $name: 'not-there' }, "\" WHERE pk = 'a'"] } },
          ],
          answers(
            t,
            error('ValidationError'),
            { Item: one, ...t },
            error('ValidationError'),
            error('ResourceNotFound'),
          ),
        ),
        batch(
          [reading('a', 'w, absent'), reading('absent', 'w'), reading('b', 'absent')],
          answers({ Item: { w: s('x') }, ...t }, t, t),
        ),
      ],
    },
    writes: {
      title: 'Each write of a batch has its effect, or its own error with the table',
      because: 'A statement that fails does not fail the batch, and undoes no other.',
      steps: [
        ...puts('t', [one, { pk: s('b'), v: n(1) }, { pk: s('c') }]),
        batch(
          [
            inserting('a'),
            inserting('new'),
            part("UPDATE @t SET v = 2 WHERE pk = 'b' AND v = 9"),
            part("DELETE FROM @t WHERE pk = 'c'"),
            part('DELETE FROM @t'),
            part("UPDATE @t SET v = 2 WHERE pk = 'absent'"),
          ],
          answers(
            error('DuplicateItem', t),
            t,
            error('ConditionalCheckFailed', t),
            t,
            error('ValidationError'),
            error('ConditionalCheckFailed', t),
          ),
        ),
        stored(one),
        stored({ pk: s('b'), v: n(1) }, 'b'),
        stored({ pk: s('new') }, 'new'),
        stored('absent', 'c'),
      ],
    },
    returning: {
      title: 'A write of a batch shows its item with RETURNING',
      because: 'The item stands beside the table; nothing to show is no item.',
      steps: [
        ...puts('t', [one, { pk: s('b'), v: n(1) }, { pk: s('c'), v: n(1) }]),
        batch(
          [
            part("UPDATE @t SET v = 2 WHERE pk = 'a' RETURNING ALL NEW *"),
            part("UPDATE @t SET v = 2 WHERE pk = 'b' RETURNING MODIFIED OLD *"),
            part("DELETE FROM @t WHERE pk = 'c' RETURNING ALL OLD *"),
            part("DELETE FROM @t WHERE pk = 'd' RETURNING ALL OLD *"),
            part("DELETE FROM @t WHERE pk = 'e' RETURNING MODIFIED OLD *"),
          ],
          answers(
            { Item: { ...one, v: n(2) }, ...t },
            { Item: { v: n(1) }, ...t },
            { Item: { pk: s('c'), v: n(1) }, ...t },
            t,
            error('ValidationError'),
          ),
        ),
      ],
    },
    'failed-item': {
      title: 'A batch shows no item on which a condition failed',
      because: 'The option has no effect on a statement of a batch.',
      steps: [
        put('t', one),
        batch(
          [part("UPDATE @t SET v = 2 WHERE pk = 'a' AND v = 9", { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' })],
          { ok: { Responses: [{ Error: { Code: 'ConditionalCheckFailed' }, Item: { $absent: true } }] } },
        ),
      ],
    },
    'reads-and-writes': {
      title: 'Reads and writes in one batch are refused, and nothing is written',
      because: 'A batch consists of either.',
      certainty: 'documented' as const,
      steps: [
        put('t', one),
        batch([reading('a'), inserting('b')], invalid()),
        batch([inserting('b'), reading('a')], invalid()),
        batch([part("SELECT * FROM @t WHERE w = 'x'"), inserting('b')], invalid()),
        batch([part("DELETE FROM @t WHERE pk = 'a'"), reading('b'), reading('c')], invalid()),
        stored(one),
        stored('absent', 'b'),
      ],
    },
    'one-item-twice': {
      title: 'An item is in a batch once, whatever its statements do, and nothing is written',
      because: 'A batch is a list of distinct items, like those of BatchGetItem and BatchWriteItem.',
      certainty: 'inferred' as const,
      steps: [
        put('t', one),
        ...[
          [reading('a'), reading('a', 'w')],
          [reading('b'), reading('a'), reading('b')],
          [inserting('c'), inserting('c')],
          [inserting('c'), part("UPDATE @t SET v = 2 WHERE pk = 'a'"), part("DELETE FROM @t WHERE pk = 'a'")],
        ].map((statements) => batch(statements, invalid())),
        stored(one),
        stored('absent', 'c'),
      ],
    },
    'twenty-five': {
      title: 'Twenty-five statements are a batch, twenty-six and none are not',
      because: 'A batch has one to 25 statements.',
      certainty: 'documented' as const,
      steps: [
        batch(
          Array.from({ length: 26 }, (_, at) => inserting(`k${at}`)),
          invalid(),
        ),
        stored('absent', 'k0'),
        batch(
          Array.from({ length: 25 }, (_, at) => inserting(`k${at}`)),
          answers(...Array.from({ length: 25 }, () => t)),
        ),
        stored({ pk: s('k24') }, 'k24'),
        batch([], invalid()),
      ],
    },
    capacity: {
      title: 'Each read of a batch costs by its own consistency',
      because: 'ConsistentRead is a member of a statement.',
      steps: [
        put('t', one),
        batch(
          [
            reading('a'),
            part("SELECT * FROM @t WHERE pk = 'b'"),
            part("SELECT * FROM @t WHERE pk = 'c'", { ConsistentRead: false }),
          ],
          { ok: { ConsumedCapacity: exactly([{ ...t, CapacityUnits: 2 }]) } },
          { ReturnConsumedCapacity: 'TOTAL' },
        ),
      ],
    },
    'capacity-of-writes': {
      title: 'Each write of a batch costs a unit, by the table, and one that fails on its way there none',
      because: 'A batch costs what its statements cost, in an entry for each table.',
      certainty: 'documented' as const,
      tables: { t: plain, u: plain },
      steps: [
        ...([undefined, 'NONE'] as const).map((ReturnConsumedCapacity) =>
          batch(
            [inserting('a')],
            { ok: { ConsumedCapacity: { $absent: true } } },
            ReturnConsumedCapacity === undefined ? {} : { ReturnConsumedCapacity },
          ),
        ),
        ...(
          [
            ['TOTAL', {}],
            ['INDEXES', { Table: { CapacityUnits: 1 } }],
          ] as const
        ).flatMap(([ReturnConsumedCapacity, more]) => [
          batch(
            [
              part("UPDATE @t SET v = 1 WHERE pk = 'a'"),
              part("INSERT INTO @u VALUE {'pk': 'a'}"),
              part("SLECT * FROM @t WHERE pk = 'a'"),
            ],
            {
              ok: {
                ConsumedCapacity: {
                  $unordered: [
                    exactly({ ...t, CapacityUnits: 1, ...more }),
                    exactly({ TableName: { $table: 'u' }, CapacityUnits: 1, ...more }),
                  ],
                },
              },
            },
            { ReturnConsumedCapacity },
          ),
          batch([part("DELETE FROM @u WHERE pk = 'a'")], answers({ TableName: { $table: 'u' } })),
        ]),
        batch(
          [part("UPDATE @t SET v = 2 WHERE pk = 'a'"), inserting('b'), part("DELETE FROM @t WHERE pk = 'c'")],
          { ok: { ConsumedCapacity: exactly([{ ...t, CapacityUnits: 3 }]) } },
          { ReturnConsumedCapacity: 'TOTAL' },
        ),
      ],
    },
  } satisfies { [slug: string]: ReasonedRow },
  ({ steps }) => ({ steps }),
);

const indexed = table({ hash: ['pk', 'S'], range: ['sk', 'N'], gsi: { 'by-g': { hash: ['g', 'S'] } } });
const neighbours: Case = {
  id: 'partiql/batch-neighbours',
  title: 'Items that share a part of their key, or have theirs in another table, are in a batch together',
  area: 'partiql',
  findings: [],
  certainty: 'documented',
  because: 'The whole key and the table name an item.',
  sources: [sources.batchExecuteStatement],
  tables: { t: indexed, u: indexed },
  steps: [
    batch(
      [
        part("INSERT INTO @t VALUE {'pk': 'p', 'sk': 1}"),
        part("INSERT INTO @t VALUE {'pk': 'p', 'sk': 2}"),
        part("INSERT INTO @t VALUE {'pk': 'q', 'sk': 1}"),
        part("INSERT INTO @u VALUE {'pk': 'p', 'sk': 1}"),
      ],
      answers(t, t, t, { TableName: { $table: 'u' } }),
    ),
    batch(
      [
        part("SELECT sk FROM @t WHERE pk = 'p' AND sk = 1", { ConsistentRead: true }),
        part("SELECT sk FROM @t WHERE sk = 2 AND pk = 'p'", { ConsistentRead: true }),
        part("SELECT pk FROM @u WHERE pk = 'p' AND sk = 1", { ConsistentRead: true }),
      ],
      answers(
        { Item: { sk: n(1) }, ...t },
        { Item: { sk: n(2) }, ...t },
        { Item: { pk: s('p') }, TableName: { $table: 'u' } },
      ),
    ),
  ],
};
const partial: Case = {
  id: 'partiql/batch-whole-key',
  title: 'A read of a batch names its item by the whole key of the table, and no index',
  area: 'partiql',
  findings: [],
  certainty: 'measured',
  because: 'Each statement of a batch is a read of one item.',
  sources: [sources.conformance],
  tables: { t: indexed },
  steps: [
    put('t', { pk: s('p'), sk: n(1), g: s('x') }),
    batch(
      [
        part("SELECT * FROM @t WHERE pk = 'p'"),
        part('SELECT * FROM @t'),
        part("SELECT * FROM @t WHERE pk = 'p' AND sk = 7 AND g = 'x'"),
        part("SELECT * FROM @t WHERE pk = 'p' AND sk > 0"),
        part("SELECT * FROM @t WHERE pk = 'p' AND sk IN [1, 2]"),
        part("EXISTS(SELECT * FROM @t WHERE pk = 'p' AND sk = 8 AND g = 'x')"),
        part('SELECT * FROM @t."by-g" WHERE g = \'x\''),
        part("SELECT * FROM @t.\"by-g\" WHERE pk = 'p' AND sk = 2 AND g = 'x'"),
        part("SELECT sk FROM @t WHERE pk = 'p' AND sk = 1", { ConsistentRead: true }),
      ],
      answers(...Array.from({ length: 8 }, () => error('ValidationError')), { Item: { sk: n(1) }, ...t }),
    ),
  ],
};

export const cases: readonly Case[] = [...batches, neighbours, partial];
