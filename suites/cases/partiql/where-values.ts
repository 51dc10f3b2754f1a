/** Conditions on parameters, on values without an order, and on writes. */
import type { AttributeValue } from '../../../oracles/values/types.ts';
import type { Case } from '../case.ts';
import { b, n, s } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { put } from '../steps.ts';
import { conditionFailed, execute, invalid, item, plain, runs, select, withParameters } from './statements.ts';

const values: readonly (readonly [string, AttributeValue, AttributeValue])[] = [
  ['ss', { SS: ['c', 'b', 'a'] }, { SS: ['a', 'b', 'd'] }],
  ['ns', { NS: ['2.0', '1'] }, { NS: ['1', '4'] }],
  ['l', item.l!, { L: [s('b'), s('a'), n(3)] }],
  ['m', { M: { sib: n('1.0'), sub: s('x') } }, { M: { sub: s('x'), sib: n(3) } }],
  ['bin', b(1, 2), b(1, 3)],
  ['nul', { NULL: true }, s('not null')],
  ['flag', { BOOL: true }, { BOOL: false }],
];

const parameters: Case = {
  id: 'partiql/where-parameters',
  title: 'A parameter of any type is compared by = and <> with what is stored',
  area: 'partiql',
  findings: [],
  certainty: 'measured',
  because: 'Sets are compared in any order, lists in theirs, maps by members; <> is the opposite of =.',
  sources: [sources.conformance],
  tables: { t: plain },
  steps: [
    put('t', item),
    ...values.flatMap(([name, same, other]) =>
      (
        [
          ['=', same, 1],
          ['=', other, 0],
          ['<>', same, 0],
          ['<>', other, 1],
        ] as const
      ).map(([op, value, count]) =>
        withParameters(`SELECT pk FROM @t WHERE pk = ? AND ${name} ${op} ?`, [s('a'), value], {
          ok: { Items: { $size: count } },
        }),
      ),
    ),
  ],
};

const unordered = family(
  {
    name: 'where-unordered',
    area: 'partiql',
    certainty: 'measured',
    because: 'Only texts, numbers and binaries have an order; the type of the operand alone decides.',
    sources: [sources.conformance],
    tables: { t: plain },
  },
  {
    types: {
      title: 'An operand without an order is refused by <, whatever it is compared with',
      steps: [
        { BOOL: true },
        { NULL: true },
        { L: [s('a')] },
        { M: { a: s('b') } },
        { SS: ['a'] },
        { NS: ['1'] },
        { BS: [b(1).B] },
      ].map((value) =>
        withParameters("SELECT pk FROM @t WHERE pk = 'a' AND s < ?", [value as AttributeValue], invalid()),
      ),
    },
    operators: {
      title: 'Every operator of order refuses a boolean, and equality accepts it',
      steps: [
        ...['<', '<=', '>', '>='].map((op) =>
          execute(
            `SELECT pk FROM @t WHERE pk = 'a' AND flag ${op} true`,
            invalid(`Incorrect operand type for operator or function; operator or function: ${op}, operand type: BOOL`),
          ),
        ),
        execute("SELECT pk FROM @t WHERE pk = 'a' AND flag BETWEEN true AND false", invalid()),
        execute("SELECT pk FROM @t WHERE pk = 'a' AND flag <> true", { ok: { Items: [] } }),
      ],
    },
  },
  ({ steps }) => ({ steps: [put('t', item), ...steps] }),
);

const onWrites: Case = {
  id: 'partiql/where-of-writes',
  title: 'The rest of WHERE is the condition of an update or a delete, and a false one changes nothing',
  area: 'partiql',
  findings: [],
  certainty: 'measured',
  because:
    'A condition that does not hold is a ConditionalCheckFailedException, also where there is no item to update.',
  sources: [sources.conformance],
  tables: { t: plain },
  steps: [
    put('t', item),
    ...['attribute_exists(nope)', 'NOT attribute_exists(s)', "s = 'x'", 'age > 30', "m = {'sub': 'y'}"].flatMap(
      (one) => [
        execute(`UPDATE @t SET z = 1 WHERE pk = 'a' AND ${one}`, conditionFailed),
        execute(`DELETE FROM @t WHERE pk = 'a' AND ${one}`, conditionFailed),
      ],
    ),
    select("SELECT * FROM @t WHERE pk = 'a'", [item as never]),
    execute("UPDATE @t SET z = 1 WHERE pk = 'absent' AND attribute_not_exists(pk)", conditionFailed),
    runs("UPDATE @t SET z = 1 WHERE pk = 'a' AND ss = <<'c', 'b', 'a'>> AND attribute_not_exists(z)"),
    select("SELECT z FROM @t WHERE pk = 'a'", [{ z: n(1) }]),
    runs("DELETE FROM @t WHERE pk = 'a' AND z = 1"),
    select('SELECT * FROM @t', []),
  ],
};

const shown = execute(
  "UPDATE @t SET z = 1 WHERE pk = 'a' AND s = 'x'",
  {
    ...conditionFailed,
    members: { Item: { $exact: item as never } },
  },
  { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' },
);
const failedItem: Case = {
  id: 'partiql/failed-item',
  title: 'The item on which a statement’s condition failed is shown if asked for',
  area: 'partiql',
  findings: [],
  certainty: 'documented',
  because: 'ReturnValuesOnConditionCheckFailure is a member of ExecuteStatement too.',
  sources: [sources.executeStatement],
  tables: { t: plain },
  steps: [
    put('t', item),
    shown,
    execute("DELETE FROM @t WHERE pk = 'a' AND s = 'x'", { ...conditionFailed, members: { Item: { $absent: true } } }),
  ],
};

export const cases: readonly Case[] = [parameters, ...unordered, onWrites, failedItem];
