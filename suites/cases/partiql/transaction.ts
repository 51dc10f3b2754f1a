/** ExecuteTransaction: writes, conditions and reads that belong together. */
import type { Case, Expect, TemplateObject } from '../case.ts';
import { n, s } from '../case.ts';
import { family, type StepsRow } from '../family.ts';
import { sources } from '../sources.ts';
import { exactly, put, puts } from '../steps.ts';
import { answers, inserting, invalid, one, part, plain, stored, transact } from './statements.ts';

const t = { TableName: { $table: 't' } };
const none = { Code: 'None' };
const cancelled = (...reasons: TemplateObject[]): Expect => ({
  rejected: 'TransactionCanceledException',
  members: exactly({ CancellationReasons: reasons }),
});
const because = (Code: string, more: TemplateObject = {}): TemplateObject => ({
  Code,
  Message: { $present: true },
  ...more,
});
const exists = (condition: string) => part(`EXISTS(SELECT * FROM @t WHERE pk = 'a'${condition})`);
const counting = part("UPDATE @t SET v = v + 1 WHERE pk = 'a'");

const transactions = family(
  {
    name: 'transaction',
    area: 'partiql',
    certainty: 'measured',
    because: 'The statements of a transaction all have their effect, or none has.',
    sources: [sources.conformance, sources.executeTransaction, sources.partiqlTransactions],
    tables: { t: plain },
  },
  {
    writes: {
      title: 'A transaction inserts, updates and deletes, and answers an empty list',
      steps: [
        ...puts('t', [one, { pk: s('c') }]),
        transact([inserting('b'), counting, part("DELETE FROM @t WHERE pk = 'c'")], answers()),
        stored({ ...one, v: n(2) }),
        stored({ pk: s('b') }, 'b'),
        stored('absent', 'c'),
      ],
    },
    cancelled: {
      title: 'A statement that fails cancels the transaction with its reason in its place',
      steps: [
        put('t', one),
        transact([inserting('b'), inserting('a')], cancelled(none, because('DuplicateItem'))),
        transact(
          [part("UPDATE @t SET v = 9 WHERE pk = 'a' AND w = 'y'"), inserting('b')],
          cancelled(because('ConditionalCheckFailed'), none),
        ),
        transact(
          [inserting('b'), part("DELETE FROM @t WHERE pk = 'a' AND v = 9"), inserting('c')],
          cancelled(none, because('ConditionalCheckFailed'), none),
        ),
        stored(one),
        stored('absent', 'b'),
      ],
    },
    exists: {
      title: 'EXISTS is a condition of a transaction, which it cancels when it does not hold',
      steps: [
        put('t', one),
        transact([exists(' AND v = 1'), inserting('b')], answers()),
        transact([inserting('c'), exists(' AND v = 2')], cancelled(none, because('ConditionalCheckFailed'))),
        transact([inserting('c'), exists('')], invalid()),
        stored({ pk: s('b') }, 'b'),
        stored('absent', 'c'),
        transact([exists(' AND v < 1'), inserting('c')], cancelled(because('ConditionalCheckFailed'), none)),
      ],
    },
    'exists-of-several-conditions': {
      title: 'EXISTS holds where all of its conditions hold, however many they are',
      certainty: 'documented' as const,
      steps: [
        put('t', one),
        ...[" AND v = 1 AND w = 'x'", " AND w = 'x' AND v = 1 AND attribute_exists(v)", " AND (v = 2 OR w = 'x')"].map(
          (where, at) => transact([exists(where), inserting(`b${at}`)], answers()),
        ),
        ...[" AND v = 1 AND w = 'y'", " AND v = 2 AND w = 'x'", " AND v = 2 AND w = 'y'"].map((where) =>
          transact([inserting('c'), exists(where)], cancelled(none, because('ConditionalCheckFailed'))),
        ),
        transact(
          [exists(" AND v = 1 AND w = 'x' AND attribute_exists(nope)"), inserting('c')],
          cancelled(because('ConditionalCheckFailed'), none),
        ),
        ...['v = 1', 'v = 2'].map((condition) =>
          transact(
            [part(`EXISTS(SELECT * FROM @t WHERE ${condition} AND pk = 'a' AND w = 'x')`), inserting(condition)],
            condition === 'v = 1' ? answers() : cancelled(because('ConditionalCheckFailed'), none),
          ),
        ),
        ...['b0', 'b1', 'b2', 'v = 1'].map((pk) => stored({ pk: s(pk) }, pk)),
        ...['c', 'v = 2'].map((pk) => stored('absent', pk)),
      ],
    },
    reads: {
      title: 'A transaction reads items in their places, with a gap for one that is missing',
      certainty: 'documented' as const,
      steps: [
        ...puts('t', [one, { pk: s('b') }]),
        transact(
          [
            part("SELECT * FROM @t WHERE pk = 'b'"),
            part("SELECT * FROM @t WHERE pk = 'absent'"),
            part("SELECT w FROM @t WHERE pk = 'a'"),
          ],
          answers({ Item: { pk: s('b') } }, {}, { Item: { w: s('x') } }),
        ),
      ],
    },
    'whole-keys': {
      title: 'A read of a transaction names one item by its whole key, and no more than that',
      steps: [
        put('t', one),
        ...[
          "w = 'x'",
          "pk = 'a' AND v = 1",
          "pk = 'a' AND attribute_exists(v)",
          "pk = 'a' OR pk = 'b'",
          "pk > 'a'",
          "pk IN ['a', 'b']",
          "NOT pk = 'a'",
          '',
        ].map((where) =>
          transact(
            [part("SELECT * FROM @t WHERE pk = 'a'"), part(`SELECT * FROM @t ${where === '' ? '' : `WHERE ${where}`}`)],
            invalid(
              'Validation failed in TransactStatements[1]: Select statements within ExecuteTransaction must specify the primary key in the where clause.',
            ),
          ),
        ),
      ],
    },
    shown: {
      title: 'The item on which a condition failed is a part of its reason where it is asked for',
      certainty: 'documented' as const,
      steps: [
        put('t', one),
        transact(
          [
            part("UPDATE @t SET v = 9 WHERE pk = 'a' AND w = 'y'", { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
            inserting('b'),
          ],
          cancelled(because('ConditionalCheckFailed', { Item: one }), none),
        ),
        transact(
          [
            part("DELETE FROM @t WHERE pk = 'a' AND w = 'y'", { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
            part("EXISTS(SELECT * FROM @t WHERE pk = 'nobody' AND w = 'y')", {
              ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
            }),
          ],
          cancelled(because('ConditionalCheckFailed', { Item: one }), because('ConditionalCheckFailed')),
        ),
        transact(
          [
            part("UPDATE @t SET v = 9 WHERE pk = 'a' AND w = 'y'", { ReturnValuesOnConditionCheckFailure: 'NONE' }),
            inserting('b'),
          ],
          cancelled(because('ConditionalCheckFailed'), none),
        ),
        stored(one),
        stored('absent', 'b'),
      ],
    },
    'reads-and-writes': {
      title: 'Reads and writes in one transaction are refused, and nothing is written',
      certainty: 'documented' as const,
      steps: [
        put('t', one),
        transact([part("SELECT * FROM @t WHERE pk = 'a'"), inserting('b')], invalid()),
        stored('absent', 'b'),
      ],
    },
    returning: {
      title: 'RETURNING refuses a transaction, and nothing is written',
      steps: [
        put('t', one),
        transact(
          [inserting('b'), part("UPDATE @t SET v = 2 WHERE pk = 'a' RETURNING ALL NEW *")],
          invalid(
            'Validation failed in TransactStatements[1]: RETURNING clause is not supported in ExecuteTransaction.',
          ),
        ),
        stored(one),
        stored('absent', 'b'),
      ],
    },
    'one-item-twice': {
      title: 'Two statements on one item refuse a transaction',
      certainty: 'documented' as const,
      steps: [
        put('t', one),
        transact([counting, part("UPDATE @t SET w = 'y' WHERE pk = 'a'")], invalid()),
        stored(one),
      ],
    },
    token: {
      title: 'A transaction under a token runs once, costs a read when repeated, and another one is refused',
      sources: [sources.conformance, sources.executeTransaction],
      steps: [
        put('t', one),
        ...(['Write', 'Read'] as const).map((kind) =>
          transact(
            [counting],
            { ok: { ConsumedCapacity: [exactly({ ...t, CapacityUnits: 2, [`${kind}CapacityUnits`]: 2 })] } },
            {
              ClientRequestToken: { $token: 'one' },
              ReturnConsumedCapacity: 'TOTAL',
            },
          ),
        ),
        transact(
          [part("UPDATE @t SET v = v + 2 WHERE pk = 'a'")],
          { rejected: 'IdempotentParameterMismatchException', certainty: 'documented' },
          { ClientRequestToken: { $token: 'one' } },
        ),
        stored({ ...one, v: n(2) }),
      ],
    },
    empty: {
      title: 'A transaction without statements is refused, and one of more than a hundred',
      certainty: 'documented' as const,
      steps: [
        transact([], invalid()),
        transact(
          Array.from({ length: 101 }, (_, at) => inserting(`k${at}`)),
          invalid(),
        ),
        stored('absent', 'k0'),
        transact(
          Array.from({ length: 100 }, (_, at) => inserting(`k${at}`)),
          { ok: {} },
        ),
        stored({ pk: s('k99') }, 'k99'),
      ],
    },
  } satisfies { [slug: string]: StepsRow },
  ({ steps }) => ({ steps }),
);

const large = s('x'.repeat(100_000));
const insertsOf = (count: number): TemplateObject[] =>
  Array.from({ length: count }, (_, at) =>
    part(`INSERT INTO @t VALUE {'pk': 'k${at}', 'v': ?}`, { Parameters: [large] }),
  );
const payload: Case = {
  id: 'partiql/transaction-payload',
  title: 'The statements of a transaction write 3 MB, but not 5 MB',
  area: 'partiql',
  findings: [],
  heavy: true,
  certainty: 'documented',
  because: 'The items of a transaction have 4 MB at most, each counted once. One of more writes nothing.',
  sources: [sources.partiqlTransactions, sources.transactWrite],
  tables: { t: plain },
  steps: [
    transact(insertsOf(50), invalid()),
    stored('absent', 'k0'),
    transact(insertsOf(30), { ok: {} }),
    transact(
      Array.from({ length: 50 }, (_, at) => part(`UPDATE @t SET v = ? WHERE pk = 'k${at}'`, { Parameters: [large] })),
      invalid(),
    ),
    stored({ pk: s('k29'), v: large }, 'k29'),
  ],
};

export const cases: readonly Case[] = [...transactions, payload];
