/** Statements that parse and mean nothing, each with the text by which the service says so. */
import type { AttributeValue } from '../../../oracles/values/types.ts';
import type { Case, Step, Template } from '../case.ts';
import { n, s } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { put } from '../steps.ts';
import { execute, invalid, item, one, part, plain, stored, transact, withParameters } from './statements.ts';

/** An empty text: how the service words it is not on record. Then it is refused by reasoning, unless a document says so. */
type Row = readonly [statement: string, text: string, certainty?: Case['certainty']];
type Refused = readonly Row[];
const where = (condition: string) => `SELECT * FROM @t WHERE pk = 'a' AND ${condition}`;
const update = (clause: string) => `UPDATE @t ${clause} WHERE pk = 'a'`;
const insert = (members: string) => `INSERT INTO @t VALUE {'pk': 'x', ${members}}`;
const operands = (count: number) =>
  `Incorrect number of operands for operator or function; operator or function: attribute_exists, number of operands: ${count}`;
const noPath = 'Operator or function requires a document path; operator or function: attribute_exists';
const unordered = (op: string) =>
  `Incorrect operand type for operator or function; operator or function: ${op}, operand type: BOOL`;
const wrongType = 'An operand in the update expression has an incorrect data type';
const broken = (detail: string) => `Statement wasn't well formed, can't be processed: ${detail}`;

const themes: { [slug: string]: { title: string; refused: Refused } } = {
  functions: {
    title: 'A function of a condition with the wrong operands, or that does not exist, is refused',
    refused: [
      [where("attribute_exists('ss')"), noPath],
      [where('attribute_exists()'), operands(0)],
      [where('attribute_exists(ss, ns)'), operands(2)],
      [where('size(s)'), ''],
      [where('size(s, ss) = 1'), '', 'documented'],
      [where('s'), ''],
      [where('m.sub'), ''],
      [where("'s'"), ''],
      ...['<', '<=', '>', '>='].map((op): Row => [where(`s ${op} true`), unordered(op)]),
      [where('s BETWEEN true AND false'), unordered('BETWEEN')],
      [where("s BETWEEN true AND 'x'"), ''],
      [where("s BETWEEN 'a' AND true"), ''],
    ],
  },
  operators: {
    title: 'An operator that conditions or updates do not have is refused',
    refused: [
      [where('age + 1 = 31'), 'Unsupported operator in Condition Expression. Operator: +'],
      [where('age = MISSING'), ''],
      [where('age IN []'), ''],
      [where('1 IN [1, 2]'), ''],
      [where("s LIKE 's%'"), '', 'documented'],
      [update('SET age = age * 2'), '', 'documented'],
      [update('SET age = age / 2'), '', 'documented'],
      [update('SET age = age % 2'), '', 'documented'],
      [update('SET age = s IS NULL'), ''],
    ],
  },
  types: {
    title: 'IS takes a path and the name of a type that there is',
    refused: [
      [where('1 IS NULL'), ''],
      [where('s IS VARCHAR'), ''],
      [where('s IS NONSENSE'), broken('Expected type name')],
    ],
  },
  arithmetic: {
    title: 'Only numbers are added, whatever kind the other operand is',
    refused: ["'x'", 'true', 'null', '[1]', "{'a': 1}", "<<'a'>>", '<<1>>'].map((operand) => [
      update(`SET age = age + ${operand}`),
      '',
      'documented',
    ]),
  },
  sets: {
    title: 'set_add and set_delete of another kind of set, or of what is none, are refused',
    refused: [
      [update('SET ss = set_add(ss, <<1>>)'), wrongType],
      [update("SET s = set_add(s, <<'x'>>)"), wrongType],
      [update('SET ss = set_add(ss, <<>>)'), 'Empty bags are not supported'],
      [
        update("SET ss = set_add(ss, <<'x', 'x'>>)"),
        'One or more parameter values were invalid: Input collection [x, x] contains duplicates.',
      ],
    ],
  },
  items: {
    title: 'An item of INSERT that none can be is refused',
    refused: [
      ["INSERT INTO @t VALUE 'x'", '', 'documented'],
      ["INSERT INTO @t VALUE {'pk': 'x', 'pk': 'y'}", ''],
      ["INSERT INTO @t VALUE {pk: 'x'}", '', 'documented'],
      [insert("'m': {'a': 1, 'a': 2}"), ''],
      [insert("'b': <<1, 'a'>>"), '', 'documented'],
      [`${insert("'a': 1")} RETURNING ALL NEW *`, '', 'documented'],
      ["INSERT INTO @t.i VALUE {'pk': 'x'}", '', 'recorded'],
      ["INSERT INTO @t VALUE {'pk': ''}", '', 'documented'],
    ],
  },
  places: {
    title: 'A refusal names the place of the word at fault: its line, its column and its length',
    refused: [
      ["SELECT attribute_exists(ss) FROM @t WHERE pk = 'a'", 'Unexpected path component at 1:8:16'],
      ["SELECT pk,\n\tsize(s) FROM @t WHERE pk = 'a'", 'Unexpected path component at 2:2:4'],
      [where('\nEXISTS(ss)'), 'Unrecognized function: exists at 2:1:6'],
      [where("\n\n  nope(ss, 'a') = 1"), 'Unrecognized function: nope at 3:3:4'],
      [where("\nset_add(ss, <<'x'>>) = ss"), 'Unrecognized function: set_add at 2:1:7'],
      [where("\nSET_DELETE(ss, <<'x'>>)"), 'Unrecognized function: set_delete at 2:1:10'],
      ...(
        [
          ["fresh = set_add(ss, <<'x'>>)", 'The first argument to SET_ADD must equal the assignment value', 9, 7],
          ["ss = set_add(<<'a'>>, <<'b'>>)", 'The first argument to SET_ADD must equal the assignment value', 6, 7],
          ["ss = set_delete(m.ss, <<'b'>>)", 'The first argument to SET_DELETE must equal the assignment value', 6, 10],
          ["ss = set_add(ss, 'x')", 'The second argument to SET_ADD must be a value with type SET', 14, 2],
          ["ss = set_delete(ss, ['x'])", 'The second argument to SET_DELETE must be a value with type SET', 17, 2],
          ['ss = set_add(ss)', 'SET_ADD must have exactly two arguments', 6, 7],
          ["ss = set_add(ss, <<'x'>>, <<'y'>>)", 'SET_ADD must have exactly two arguments', 6, 7],
        ] as const
      ).map(([set, text, column, length]): Row => [update(`SET\n${set}`), `${text} at 2:${column}:${length}`]),
      ...['ss = set_add(ss, ns)', 'ss = set_delete()', 's = nope(s)'].map((set): Row => [update(`SET\n${set}`), '']),
      [
        "INSERT INTO @t VALUE\n{'pk': 'x', 'ss': set_add(<<'a'>>, <<'b'>>)}",
        'Unsupported data type: set_add under key root at 2:19:7',
      ],
      [
        "INSERT INTO rows.i VALUE {'pk': 'x'}",
        'FROM clause may only contain a single table name in data manipulation statements at 1:13:4',
      ],
    ],
  },
  sums: {
    title: 'A sum is no condition, and no operand of one',
    refused: [
      [where('1 + 1 = 2'), 'Unsupported operator in Condition Expression. Operator: +'],
      [where('age - 1'), ''],
      [where('size(s) + 1 = 4'), 'Unsupported operator in Condition Expression. Operator: +'],
      [update('SET ss = set_delete(ss, <<1>>)'), wrongType],
    ],
  },
  members: {
    title: 'The members of an item have texts as names and constants as values',
    refused: [
      ...['5: 1', 'a: 1', '"a": 1', "'m': {5: 1}", "'m': {a: 1}", "'l': [{a: 1}]"].map(
        (members): Row => [insert(members), '', 'documented'],
      ),
      ...['a', 'pk', '[a]', "{'x': a}", '1 + 1', "size('x')", 'a IS NULL', 'NOT true', '1 = 1'].map(
        (value): Row => [insert(`'a': ${value}`), '', 'documented'],
      ),
      ['INSERT INTO @t VALUE', '', 'documented'],
      ["INSERT INTO @t {'pk': 'x'}", '', 'documented'],
    ],
  },
  overlaps: {
    title: 'Of two paths of one update none is a part of the other, in any clauses and in either order',
    refused: [
      'SET m = 1, m.sub = 2',
      'SET m.sub = 1, m = 2',
      'SET m = 1 SET m.sub = 2',
      'SET m = 1 REMOVE m.sub',
      'SET m.sub = 1 REMOVE m',
      'REMOVE m SET m.sub = 1',
      'REMOVE m.sub SET m = 1',
      'REMOVE m.sub, m',
      'REMOVE l[0], l',
      'REMOVE l REMOVE l[0]',
      'REMOVE s, age SET s = 1',
    ].map((clause): Row => [update(clause), '']),
  },
  names: {
    title: 'A source that is no table and no index is refused',
    refused: [
      ['SELECT * FROM @t."" WHERE pk = \'a\'', 'Path component cannot be an empty string'],
      ["SELECT * FROM 5 WHERE pk = 'a'", ''],
      ["SELECT * FROM @t[0] WHERE pk = 'a'", ''],
      ["SELECT * FROM @t, @t WHERE pk = 'a'", ''],
      ["SELECT l[4294967295] FROM @t WHERE pk = 'a'", ''],
      ["UPDATE @t.i SET a = 1 WHERE pk = 'a'", 'This operation is not supported on an index'],
      ...['pk = 1', "pk = 'b' OR pk = 1", "pk IN ['b', 1]", 'pk = true', "pk = ['b']"].map(
        (key): Row => [`SELECT * FROM @t WHERE ${key}`, ''],
      ),
      ["UPDATE @t SET s = 1 WHERE pk = 'a' AND pk = 'a'", ''],
      ["DELETE FROM @t WHERE pk = 'a' AND pk = 'b'", ''],
      ["SELECT * FROM @t WHERE pk = ''", ''],
    ],
  },
};

const statements = family(
  {
    name: 'refused',
    area: 'partiql',
    certainty: 'recorded',
    because: 'The service says what is wrong, and does nothing.',
    sources: [sources.conformance, sources.winterbaumePartiql, sources.dynoxideTokens],
    tables: { t: plain },
  },
  themes,
  ({ refused }) => ({
    steps: [
      put('t', item),
      ...refused.map(
        ([statement, text, certainty = 'inferred']): Step =>
          execute(statement, text === '' ? { ...invalid(), certainty } : invalid(text)),
      ),
      stored(item as Template),
      stored('absent', 'x'),
    ],
  }),
);

/** What the documents refuse, in words that are not known. */
const documented = family(
  {
    name: 'refused',
    area: 'partiql',
    certainty: 'documented',
    because: 'A path is a name, a text stands in single quotes, and a set has numbers or texts.',
    sources: [sources.partiqlUpdate, sources.partiqlTypes],
    tables: { t: plain },
  },
  {
    targets: {
      title: 'Only a path is assigned to or removed',
      refused: ["'s' = 1", '5 = 1', 'size(s) = 1', '[s] = 1', 'true = 1', '= 1', 's'].map((one) =>
        update(`SET ${one}`),
      ),
    },
    removed: {
      title: 'Only a path is removed',
      refused: ["'s'", '5', 'size(s)', '', 's = 1', 's,'].map((one) => update(`REMOVE ${one}`)),
    },
    assigned: {
      title: 'What is assigned is a value, a path, a list of two, or one sum, and no condition',
      refused: [
        ...['NOT flag', 'age BETWEEN 1 AND 2', "s LIKE 's'", "s IN ['a']", "s = 's'", 'flag AND flag', 'flag OR true'],
        ...['attribute_exists(s)', 'size(s)', 'nope(s)', "contains(s, 's')", "s || 'x'", 'MISSING', '*'],
        ...['age + size(s)', 'age + (s IS NULL)', 'age - (NOT flag)'],
        ...['list_append(l)', "list_append(l, ['x'], ['y'])", 'list_append()', "list_append(l, 'x')"],
      ].map((value) => update(`SET age = ${value}`)),
    },
    operands: {
      title: 'An operand of a condition is a value, a path or a size, and no condition and no sum',
      refused: [
        ...['size(size(s)) = 1', 'size(5) = 1', 'size(true) = 1', 'size(null) = 1', 'size(s, s) = 1', 'size() = 1'],
        ...['begins_with(s, size(s))', 'begins_with(s, 1)', 'begins_with(s)', "begins_with(s, 's', 't')"],
        ...['contains(s)', "contains(s, 's', 't')", 'contains()', 'attribute_type(s)', 'attribute_type(s, 1)'],
        ...[
          '(s IS NULL) = true',
          's = (NOT s)',
          "s = (s = 's')",
          's BETWEEN (s IS NULL) AND s',
          's BETWEEN 1 + 1 AND 3',
        ],
        ...[
          "contains(s, s = 's')",
          'attribute_exists(s IS NULL)',
          'attribute_exists(1 + 1)',
          's IN [s = 1]',
          's IN [1 + 1]',
        ],
        ...["attribute_exists(s = 's')", "size(s = 's') = 1", 'age = age * 1', "s = (s LIKE 's')", 's = (s IN [1])'],
      ].map(where),
    },
    indexes: {
      title: 'An index of a list is a whole number, and stands in brackets that are closed',
      refused: [
        ...['l[1.5]', 'l[1.0]', 'l[1e0]', 'l[-1]', 'l[s]', 'l["s"]', 'l[]', 'l[0', 'l[0, 1]', 'l[true]'].flatMap(
          (path) => [
            `SELECT ${path} FROM @t WHERE pk = 'a'`,
            where(`${path} = 'a'`),
            update(`SET ${path} = 1`),
            update(`REMOVE ${path}`),
          ],
        ),
        ...['m.', 'm..sub', 'm.1', "m.'sub'", 'm.[0]', '.m', 'm.sub.'].flatMap((path) => [
          where(`${path} = 'a'`),
          update(`SET ${path} = 1`),
          update(`REMOVE ${path}`),
        ]),
      ],
    },
    'set-members': {
      title: 'set_add and set_delete take a set, and neither a number nor a list',
      refused: ['set_add(age, 1)', 'set_delete(age, 1)', 'set_add(age, age)', 'set_add(fresh, 1)'].map((value) =>
        update(`SET ${value.startsWith('set_add(fresh') ? 'fresh' : 'age'} = ${value}`),
      ),
    },
    truths: {
      title: 'A test is compared with true or false alone, and by equality alone',
      refused: ["attribute_exists(ss) = 'true'", 'attribute_exists(ss) = 1', 'attribute_exists(ss) = null']
        .concat(['<', '<=', '>', '>='].map((op) => `attribute_exists(ss) ${op} true`))
        .concat([
          'attribute_exists(ss) = attribute_exists(ss)',
          'attribute_exists(ss) = ss',
          'attribute_exists(ss) IN [true]',
        ])
        .map(where),
    },
    clauses: {
      title: 'An update has a clause, and its words in their places',
      refused: [
        "UPDATE @t WHERE pk = 'a'",
        "UPDATE @t s = 1 WHERE pk = 'a'",
        "UPDATE @t SET s 1 WHERE pk = 'a'",
        "UPDATE SET s = 1 WHERE pk = 'a'",
        "UPDATE @t SET s = 1 pk = 'a'",
        "UPDATE @t SET s = 1 WHERE pk = 'a' RETURNING",
        "UPDATE @t SET s = 1 WHERE pk = 'a' RETURNING ALL",
        "UPDATE @t SET s = 1 WHERE pk = 'a' RETURNING ALL NEW",
        "UPDATE @t SET s = 1 WHERE pk = 'a' RETURNING NEW *",
        "UPDATE @t SET s = 1 WHERE pk = 'a' RETURNING ALL BOTH *",
        "DELETE @t WHERE pk = 'a'",
        "INSERT @t VALUE {'pk': 'x'}",
        ...['CONFLICT', 'CONFLICT DO', 'CONFLICT NOTHING', 'CONFLICT NOTHING DO', 'CONFLICT DO DO', 'DO NOTHING'].map(
          (action) => `INSERT INTO @t VALUE {'pk': 'x'} ON ${action}`,
        ),
        "INSERT INTO @t VALUE {'pk': 'x'} CONFLICT DO NOTHING",
        "UPDATE @t SET s = 1 WHERE pk = 'a' RETURNING ALL NEW *, ALL OLD *",
        "UPDATE @t SET s = 1 WHERE pk = 'a' RETURNING ALL NEW s",
        "DELETE FROM @t WHERE pk = 'a' RETURNING ALL OLD *, ALL OLD *",
        "DELETE FROM @t WHERE pk = 'a' RETURNING ALL OLD",
      ],
    },
  } satisfies { [slug: string]: { title: string; refused: string[] } },
  ({ refused }) => ({
    steps: [
      put('t', item),
      ...refused.map((statement): Step => execute(statement, invalid())),
      stored(item as Template),
      stored('absent', 'x'),
    ],
  }),
);

const sums: Case = {
  id: 'partiql/refused-sums-of-parameters',
  title: 'Only numbers are added and subtracted, whatever kind of value a parameter is',
  area: 'partiql',
  findings: [],
  certainty: 'documented',
  because: 'The operands of a sum are numbers.',
  sources: [sources.partiqlOperators, sources.updateExpressions],
  tables: { t: plain },
  steps: [
    put('t', item),
    ...Object.entries(item).flatMap(([name, value]) =>
      name === 'age'
        ? []
        : ['age + ?', 'age - ?', '? + age', '? - age'].map((sum) =>
            withParameters(update(`SET age = ${sum}`), [value], invalid()),
          ),
    ),
    ...['age + ?', 'age - ?', '? + age', '? - age'].map((sum) =>
      withParameters(update(`SET age = ${sum}`), [{ BS: ['AQ=='] }], invalid()),
    ),
    stored(item as Template),
  ],
};

/** Deeper than any statement that means something. */
const deep: Case = {
  id: 'partiql/nested-deeply',
  title: 'A statement of nothing but opening brackets or signs is refused like any other that does not end',
  area: 'partiql',
  findings: [],
  certainty: 'inferred',
  because: 'It is as long as a statement may be, and is no reason for a server error.',
  sources: [sources.executeStatement],
  tables: { t: plain },
  steps: [
    put('t', one),
    ...['(', '[', '{', '<<', '-', 'NOT ', 'size('].map((sign) =>
      execute(`SELECT * FROM @t WHERE pk = ${sign.repeat(Math.floor(7000 / sign.length))}`, invalid()),
    ),
    stored(one as Template),
  ],
};

const two = "SELECT * FROM @t WHERE pk = 'a' AND x = ? AND y = ?";
const wraps = (leaf: AttributeValue, times = 40): AttributeValue => {
  let value = leaf;
  for (let i = 0; i < times; i += 1) value = i % 2 === 0 ? { M: { n: value } } : { L: [value] };
  return value;
};
const nesting =
  'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit';
const numeric = 'The parameter cannot be converted to a numeric value';
const given: readonly (readonly [AttributeValue[], string])[] = [
  ...['1e99999999999', '-1e-99999999999', '1e2147483648'].flatMap((text) =>
    [n(text), { L: [n(1), n(text)] }, { M: { x: n(text) } }, { NS: ['1', text] }].map(
      (value): readonly [AttributeValue[], string] => [[value, s('')], `${numeric}: ${text}`],
    ),
  ),
  [[n(''), s('')], numeric],
  [[n('abc'), s('')], `${numeric}: abc`],
  [
    [n('1e2147483647'), s('')],
    'Number underflow. Attempting to store a number with magnitude smaller than supported range',
  ],
  [[wraps(s('')), n('abc')], nesting],
  [[n('abc'), wraps(s(''))], `${numeric}: abc`],
  [[wraps(n('1e2147483648')), s('')], nesting],
];
const parameters: Case = {
  id: 'partiql/refused-parameters',
  title: 'A parameter that is no number, or too deep, is refused, and of several the first',
  area: 'partiql',
  findings: [],
  certainty: 'recorded',
  because: 'Parameters are read in their order, before the statement is.',
  sources: [sources.conformance],
  tables: { t: plain },
  steps: [
    put('t', one),
    ...given.map(([values, text]) => withParameters(two, values, invalid(text))),
    withParameters(two, [n('1e126'), s('')], { ...invalid(), certainty: 'inferred' }),
    withParameters('nonsense', [n('abc')], { ...invalid(), certainty: 'inferred' }),
    ...['1e-2147483648', '1e-99999999999'].flatMap((text) =>
      [n(text), { NS: ['1', text] }].map((value) =>
        withParameters(two, [value, s('')], invalid(`${numeric}: ${text}`)),
      ),
    ),
    ...[1, 16, 31].map((times) =>
      withParameters(two, [wraps(n('1e2147483648'), times), s('')], invalid(`${numeric}: 1e2147483648`)),
    ),
    // What is no number at all ends the search, whatever comes after it.
    ...['abc', '1x', 'x1', '1e', '1e5x', '1e+', '1 2', '0x1', '1.2.3', '--1'].map((text) =>
      withParameters(two, [{ L: [n(text), n('1e2147483648')] }, s('')], invalid(`${numeric}: ${text}`)),
    ),
  ],
};

const single = 'EXISTS() must contain a single item read with additional condition';
const inTransaction: Case = {
  id: 'partiql/refused-in-transaction',
  title:
    'What is wrong with a statement of a transaction refuses it by its number, and what is wrong with its key cancels it',
  area: 'partiql',
  findings: [],
  certainty: 'recorded',
  because: 'A key is a matter of the item that a statement names; the rest is a matter of the request.',
  sources: [sources.conformance, sources.dynoxideParseErrors, sources.winterbaumePartiql],
  tables: { t: plain },
  steps: [
    put('t', one),
    ...(
      [
        ["SLECT * FROM @t WHERE pk = 'a'", broken('Expected data manipulation')],
        ["EXISTS(SELECT * FROM @t WHERE pk = 'a')", single],
      ] as const
    ).map(([text, detail]) =>
      transact(
        [part("INSERT INTO @t VALUE {'pk': 'x'}"), part(text)],
        invalid(`Validation failed in TransactStatements[1]: ${detail}`),
      ),
    ),
    transact([part("INSERT INTO @t VALUE {'pk': 'x'}"), part("DELETE FROM @t WHERE w = 'x'")], {
      certainty: 'inferred',
      rejected: 'TransactionCanceledException',
      members: {
        CancellationReasons: [{ Code: 'None' }, { Code: 'ValidationError' }],
      },
    }),
    transact([part("INSERT INTO @t VALUE {'pk': 'x'}"), part("INSERT INTO @t VALUE {'pk': 1}")], {
      certainty: 'inferred',
      rejected: 'TransactionCanceledException',
      members: { CancellationReasons: [{ Code: 'None' }, { Code: 'ValidationError' }] },
    }),
    transact(
      [
        part("INSERT INTO @t VALUE {'pk': 'x'}"),
        { Statement: { $text: ['DELETE FROM "', { $name: 'not-there' }, "\" WHERE pk = 'a'"] } },
      ],
      { rejected: 'ResourceNotFoundException', certainty: 'inferred' },
    ),
    stored(one as Template),
    stored('absent', 'x'),
    ...["UPDATE @t SET v = v * 2 WHERE pk = 'a'", "UPDATE @t SET v = ? WHERE pk = 'a'"].map((text) =>
      transact([part("INSERT INTO @t VALUE {'pk': 'x'}"), part(text)], { ...invalid(), certainty: 'inferred' }),
    ),
    ...["WHERE w = 'x'", '', "WHERE pk = 'a' OR w = 'x'"].map((condition) =>
      transact(
        [part("INSERT INTO @t VALUE {'pk': 'x'}"), part(`EXISTS(SELECT * FROM @t ${condition})`)],
        invalid(`Validation failed in TransactStatements[1]: ${single}`),
      ),
    ),
    transact([part("INSERT INTO @t VALUE {'pk': 'x'}"), part("EXISTS(SELECT * FROM @t.i WHERE pk = 'a' AND v = 1)")], {
      ...invalid(),
      certainty: 'inferred',
    }),
    stored('absent', 'x'),
  ],
};

const alone: Case = {
  id: 'partiql/exists-alone',
  title: 'EXISTS is no statement outside of a transaction',
  area: 'partiql',
  findings: [],
  certainty: 'documented',
  because: 'It is a condition that a transaction is tied to.',
  sources: [sources.partiqlTransactions, sources.winterbaumePartiql],
  tables: { t: plain },
  steps: [
    put('t', one),
    execute(
      "EXISTS(SELECT * FROM @t WHERE pk = 'a' AND v = 1)",
      invalid('EXISTS can only be used in ExecuteTransaction write requests.'),
    ),
  ],
};

export const cases: readonly Case[] = [...statements, ...documented, sums, deep, parameters, inTransaction, alone];
