/** Conditions on the keys, in any order and more than once: AND means the same whatever stands first. */
import type { Case, Step } from '../case.ts';
import { n, s } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { exactly, puts } from '../steps.ts';
import {
  answers,
  batch,
  conditionFailed,
  execute,
  invalid,
  part,
  ranged,
  runs,
  select,
  selectAny,
  transact,
} from './statements.ts';

const row = (pk: string, sk: number) => ({ pk: s(pk), sk: n(sk), v: s(`${pk}${sk}`) });
const rows = ['p', 'q'].flatMap((pk) => [1, 2, 3].map((sk) => row(pk, sk)));

/** The same conditions in each of their orders. */
const orders = (conditions: readonly string[]): string[] =>
  conditions.length < 2
    ? [...conditions]
    : conditions.flatMap((first, at) =>
        orders(conditions.filter((_, other) => other !== at)).map((rest) => `${first} AND ${rest}`),
      );
const found = (conditions: readonly string[], sortKeys: readonly number[], pk = 'p'): Step[] =>
  orders(conditions).map((where) =>
    select(
      `SELECT * FROM @t WHERE ${where}`,
      sortKeys.map((sk) => row(pk, sk)),
    ),
  );

const read = family(
  {
    name: 'keys',
    area: 'partiql',
    certainty: 'documented',
    because: 'A row is returned if all of its conditions hold, in whatever order they stand.',
    sources: [sources.partiqlSelect, sources.partiqlOperators],
    tables: { t: ranged },
  },
  {
    'in-any-order': {
      title: 'The conditions of a read may stand in any order: on the keys, and on other attributes',
      steps: [
        ...found(["pk = 'p'", 'sk = 2'], [2]),
        ...found(["pk = 'p'", 'sk = 2', "v = 'p2'"], [2]),
        ...found(["pk = 'p'", 'sk = 2', "v = 'p1'"], []),
        ...found(["pk = 'p'", "v = 'p3'"], [3]),
        ...found(["pk = 'p'", "v <> 'p3'"], [1, 2]),
        ...found(["pk = 'q'", 'sk < 3', "v <> 'q1'"], [2], 'q'),
        ...found(["pk = 'p'", 'sk BETWEEN 2 AND 3'], [2, 3]),
        ...found(["pk IN ['q']", 'sk > 1', "v <> 'q1'"], [2, 3], 'q'),
        ...found(["pk = 'p'", 'sk > 1', 'sk < 3'], [2]),
        ...found(["pk = 'p'", 'sk >= 2', 'sk <> 3'], [2]),
      ],
    },
    twice: {
      title: 'A key may be tested twice: for one value that is the same, and for two there is no row',
      steps: [
        ...found(["pk = 'p'", "pk = 'p'", 'sk = 2'], [2]),
        ...found(["pk = 'p'", "pk = 'q'", 'sk = 2'], []),
        ...found(["pk = 'p'", "pk = 'q'"], []),
        ...found(["pk = 'p'", "pk IN ['p', 'q']", 'sk > 1'], [2, 3]),
        ...found(["pk = 'q'", "pk <> 'p'", 'sk = 1'], [1], 'q'),
        ...found(["pk = 'p'", 'sk = 2', 'sk = 2'], [2]),
        ...found(["pk = 'p'", 'sk = 2', 'sk = 3'], []),
        ...found(["pk = 'p'", 'sk = 2', 'sk > 1'], [2]),
        ...found(["pk = 'p'", 'sk = 2', 'sk > 2'], []),
      ],
    },
  } satisfies { [slug: string]: { title: string; steps: Step[] } },
  ({ steps }) => ({ steps: [...puts('t', rows), ...steps] }),
);

const left: Step = {
  op: 'Query',
  input: {
    ...{ TableName: { $table: 't' }, ConsistentRead: true, KeyConditionExpression: 'pk = :p' },
    ExpressionAttributeValues: { ':p': s('p') },
  },
  expect: { ok: { Items: exactly([{ ...row('p', 1), w: s('new') }, row('p', 3)]) } },
};
const written: Case = {
  id: 'partiql/keys-of-writes-in-any-order',
  title: 'A write, and a read of a batch or a transaction, names its item by the keys in any order',
  area: 'partiql',
  findings: [],
  certainty: 'documented',
  because: 'The condition equates each key attribute with a value; none of them has to come first.',
  sources: [sources.partiqlUpdate, sources.partiqlDelete, sources.partiqlTransactions],
  tables: { t: ranged },
  steps: [
    ...puts('t', rows),
    runs("UPDATE @t SET w = 'old' WHERE sk = 1 AND pk = 'p'"),
    runs("UPDATE @t SET w = 'new' WHERE w = 'old' AND sk = 1 AND v = 'p1' AND pk = 'p'"),
    runs("DELETE FROM @t WHERE v = 'p2' AND sk = 2 AND pk = 'p'"),
    left,
    transact(
      [part("SELECT * FROM @t WHERE sk = 3 AND pk = 'q'"), part("SELECT * FROM @t WHERE pk = 'q' AND sk = 1")],
      answers({ Item: row('q', 3) }, { Item: row('q', 1) }),
    ),
    batch([part("SELECT * FROM @t WHERE sk = 3 AND pk = 'q'"), part("SELECT v FROM @t WHERE sk = 2 AND pk = 'q'")], {
      ok: exactly({
        Responses: [
          { TableName: { $table: 't' }, Item: row('q', 3) },
          { TableName: { $table: 't' }, Item: { v: s('q2') } },
        ],
      }),
    }),
  ],
};

const several: Case = {
  id: 'partiql/writes-of-several-conditions',
  title: 'A write with several conditions beside its keys takes place where all of them hold',
  area: 'partiql',
  findings: [],
  certainty: 'documented',
  because: 'Whichever of the conditions does not hold, the write is refused, and the item stays as it was.',
  sources: [sources.partiqlUpdate, sources.partiqlDelete, sources.partiqlTransactions],
  tables: { t: ranged },
  steps: [
    ...puts('t', [{ ...row('p', 1), w: s('w') }, row('p', 3)]),
    ...[
      ["v = 'p1'", "w = 'other'"],
      ["v = 'p1'", 'w IS MISSING'],
      ["v = 'p1'", "w = 'w'", 'nope IS NOT MISSING'],
    ]
      .flatMap(orders)
      .flatMap((where): Step[] => {
        const texts = ["UPDATE @t SET w = 'new'", 'UPDATE @t REMOVE w', 'DELETE FROM @t'].map(
          (write) => `${write} WHERE pk = 'p' AND sk = 1 AND ${where}`,
        );
        return [
          ...texts.map((text) => execute(text, conditionFailed)),
          ...texts.map((text) =>
            transact([part(text)], {
              rejected: 'TransactionCanceledException',
              members: { CancellationReasons: [{ Code: 'ConditionalCheckFailed' }] },
            }),
          ),
          ...texts.map((text) =>
            batch([part(text)], { ok: { Responses: [{ Error: { Code: 'ConditionalCheckFailed' } }] } }),
          ),
        ];
      }),
    runs("UPDATE @t SET w = 'new' WHERE pk = 'p' AND sk = 1 AND v = 'p1' AND w = 'w' AND nope IS MISSING"),
    left,
    runs("DELETE FROM @t WHERE pk = 'p' AND sk = 1 AND v = 'p1' AND w = 'new' AND nope IS MISSING"),
    select("SELECT * FROM @t WHERE pk = 'p'", [row('p', 3)]),
  ],
};

const beneath: Case = {
  id: 'partiql/keys-of-writes-beneath',
  title: 'A condition on what lies beneath a key attribute names no item to write',
  area: 'partiql',
  findings: [],
  certainty: 'documented',
  because: 'Only the key attributes themselves name the item, and each of them has to be given.',
  sources: [sources.partiqlUpdate, sources.partiqlDelete],
  tables: { t: ranged },
  steps: [
    ...puts('t', rows),
    ...["pk.x = 'p' AND sk = 1", "pk = 'p' AND sk.x = 1", "pk[0] = 'p' AND sk = 1", "x.pk = 'p' AND x.sk = 1"].flatMap(
      (where) =>
        [`UPDATE @t SET w = 'new' WHERE ${where}`, `DELETE FROM @t WHERE ${where}`].map((text) =>
          execute(text, invalid()),
        ),
    ),
    selectAny('SELECT * FROM @t', rows),
  ],
};

export const cases: readonly Case[] = [...read, written, several, beneath];
