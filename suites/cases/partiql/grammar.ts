/** How a statement is written: literals, quotes, comments, parameters, and what is not a statement. */
import type { Case } from '../case.ts';
import { n, s, table } from '../case.ts';
import { family, type ReasonedRow } from '../family.ts';
import { sources } from '../sources.ts';
import { put, puts } from '../steps.ts';
import { execute, invalid, plain, runs, select, withParameters } from './statements.ts';

const broken = (detail = ''): string => `Statement wasn't well formed, can't be processed: ${detail}`;
const leftover = broken('Unexpected token after expression');
const overflow = 'Number overflow. Attempting to store a number with magnitude larger than supported range';
const underflow = 'Number underflow. Attempting to store a number with magnitude smaller than supported range';
const digits = 'Attempting to store more than 38 significant digits in a Number';

/** No public source has the answer of the service to a number of parameters that is wrong. */
const unmatched = { ...invalid(), certainty: 'inferred' as const };

const written = family(
  {
    name: 'grammar',
    area: 'partiql',
    certainty: 'measured',
    because: '',
    sources: [sources.conformance],
    tables: { t: plain },
  },
  {
    comments: {
      title: 'Comments do not change a statement',
      because: 'A comment is white space, of a line or in /* and */.',
      steps: [
        "SELECT pk FROM @t WHERE pk = 'a' -- a note",
        "-- a note\nSELECT pk FROM @t WHERE pk = 'a'",
        "SELECT pk FROM @t -- a note\nWHERE pk = 'a'",
        "SELECT pk FROM @t /* a note */ WHERE pk = 'a'",
        "SELECT pk FROM @t WHERE pk = 'a' /* a note */",
        "select pk from @t where pk = 'a'",
        "SELECT pk\n\tFROM @t\nWHERE\tpk='a'",
      ].map((text) => select(text, [{ pk: s('a') }])),
    },
    semicolon: {
      title: 'One semicolon may end a statement',
      because: 'The grammar of PartiQL allows it, and nothing behind it.',
      certainty: 'inferred' as const,
      sources: [sources.partiqlParser],
      steps: [
        select("SELECT pk FROM @t WHERE pk = 'a';", [{ pk: s('a') }]),
        select("SELECT pk FROM @t WHERE pk = 'a' ; -- a note", [{ pk: s('a') }]),
        runs("UPDATE @t SET v = 2 WHERE pk = 'a';"),
        runs("INSERT INTO @t VALUE {'pk': 'b'};"),
        runs("DELETE FROM @t WHERE pk = 'b';"),
        select('SELECT * FROM @t;', [{ pk: s('a'), v: n(2) }]),
        execute("SELECT pk FROM @t WHERE pk = 'a';;", invalid()),
        execute("SELECT pk FROM @t WHERE pk = 'a'; foo", invalid()),
        execute("SELECT pk FROM @t; WHERE pk = 'a'", invalid()),
        execute(';', invalid()),
      ],
    },
    quotes: {
      title: 'Signs within a text are a part of it, and a name in quotes may be any',
      because: 'A quote within a text is written twice. What stands in quotes is not read.',
      certainty: 'documented' as const,
      steps: [
        put('t', { pk: s('q'), url: s("it's https://x?a<b WHERE c -- d"), 'a b': n(1), select: n(2) }),
        select("SELECT pk FROM @t WHERE url = 'it''s https://x?a<b WHERE c -- d'", [{ pk: s('q') }]),
        select('SELECT "a b", "select" FROM @t WHERE pk = \'q\'', [{ 'a b': n(1), select: n(2) }]),
        select('SELECT pk FROM @t WHERE "a b" = 1 AND "select" = 2', [{ pk: s('q') }]),
        ...["'('", '"("'].map((bracket) =>
          execute(`SELECT pk FROM @t WHERE pk = 'q' AND attribute_exists ${bracket} url)`, invalid()),
        ),
        ...[
          ...['"NOT" url IS MISSING', "url 'IN' ['x']", "'NOT' url IS MISSING"],
          ...["'-' url = 1", "url '=' 'x'", "url 'OR' url", "url = 'x' 'AND' url = 'x'", "url = 'x' \"OR\" url = 'x'"],
          ...["url IS 'STRING'", 'url IS "STRING"', "url IS NOT 'NULL'", "url IS 'MISSING'"],
        ].map((condition) => execute(`SELECT pk FROM @t WHERE pk = 'q' AND ${condition}`, invalid())),
      ],
    },
    leftover: {
      title: 'What is left over after a statement refuses it',
      because: 'A statement is read to its end before it runs.',
      steps: [
        execute("SELECT * FROM @t WHERE pk = 'a' foo", invalid(leftover)),
        execute("SELECT * FROM @t WHERE pk = 'a')", invalid(leftover)),
        execute("INSERT INTO @t VALUE {'pk': 'b'} foo", invalid(leftover)),
        execute("UPDATE @t SET v = 9 WHERE pk = 'a' foo", invalid(leftover)),
        execute("DELETE FROM @t WHERE pk = 'a' foo", invalid(leftover)),
        execute("DELETE FROM @t WHERE pk = 'a' ORDER BY pk", invalid(leftover)),
        execute("SELECT * FROM @t ORDER BY pk WHERE pk = 'a'", invalid(leftover)),
        select('SELECT * FROM @t', [{ pk: s('a'), v: n(1) }]),
        execute('x IS INT4 foo', invalid(leftover)),
      ],
    },
    aliases: {
      title: 'A table has no other name in a statement',
      because: 'Aliases are refused, and the statement does not run without its WHERE.',
      steps: [
        ...[
          "SELECT * FROM @t x WHERE pk = 'a'",
          "SELECT * FROM @t AS x WHERE pk = 'a'",
          "UPDATE @t x SET v = 3 WHERE pk = 'a'",
          "DELETE FROM @t x WHERE pk = 'a'",
          "DELETE FROM @t AS x WHERE pk = 'a'",
          "UPDATE @t AS x SET v = 3 WHERE pk = 'a'",
        ].map((text) => execute(text, invalid('Aliasing is not supported'))),
        ...["FROM @t x WHERE pk = 'a' SET v = 3", "FROM @t AS x WHERE pk = 'a' REMOVE v"].map((text) =>
          execute(text, { ...invalid('Aliasing is not supported'), certainty: 'inferred' }),
        ),
        select('SELECT * FROM @t', [{ pk: s('a'), v: n(1) }]),
      ],
    },
    'words-out-of-place': {
      title: 'A word or a sign where nothing can stand refuses a statement',
      because: 'A statement has one form, and one end.',
      steps: [
        execute("INSERT INTO @t x VALUE {'pk': 'b'}", invalid(leftover)),
        execute("FROM @t SET v = 9 WHERE pk = 'a'", invalid(leftover)),
        execute("SELECT * FROM @t WHERE pk = 'a' NOT AND v = 1", invalid()),
        execute("SELECT * FROM @t WHERE pk = 'a' NOT ORDER BY pk", invalid()),
        select('SELECT * FROM @t', [{ pk: s('a'), v: n(1) }]),
      ],
    },
    unfinished: {
      title: 'A statement that ends too early, or misses a word, is refused by what is missing',
      because: 'A condition has a term on each side, and a clause its name.',
      steps: [
        ...['SELECT * FROM @t WHERE', 'SELECT * FROM @t WHERE;', 'SELECT * FROM @t WHERE NOT'].map((text) =>
          execute(text, invalid(broken('Unexpected term'))),
        ),
        ...['UPDATE @t SET v = 2 WHERE', 'DELETE FROM @t WHERE', 'SELECT * FROM @t WHERE (', 'SELECT * FROM'].map(
          (text) => execute(text, invalid(broken('Unexpected term'))),
        ),
        ...['AND', 'OR'].map((word) =>
          execute(
            `SELECT * FROM @t WHERE pk = 'a' ${word}`,
            invalid(broken('Missing right-hand side expression of infix operator')),
          ),
        ),
        execute('SELECT * FROM @t WHERE ORDER BY pk', invalid(broken('Unexpected keyword'))),
        execute('SELECT * FROM @t WHERE IS NULL', invalid(broken('Unexpected operator'))),
        execute('SELECT * FROM @t WHERE pk = LIKE', invalid(broken('Unexpected operator'))),
        ...['DELETE FROM', 'DELETE FROM;', "DELETE FROM WHERE pk = 'a'"].map((text) =>
          execute(text, invalid(broken('Expected identifier for simple path'))),
        ),
        ...['INT4', 'INT8', 'DOUBLE PRECISION', 'CHARACTER VARYING'].map((type) =>
          execute(`x IS ${type}`, invalid('Unsupported operation: IsType')),
        ),
        select('SELECT * FROM @t', [{ pk: s('a'), v: n(1) }]),
      ],
    },
    'sign-before-a-term': {
      title: 'A sign that stands between two terms cannot stand in front of one',
      because: 'The grammar of PartiQL has a term there, and calls the sign unexpected.',
      certainty: 'documented' as const,
      sources: [sources.conformance, sources.partiqlParser, sources.partiqlOperators],
      steps: [
        ...['=', '<', '>', '<=', '>=', '<>', '!=', '/', '%', '||'].flatMap((sign) =>
          [`WHERE ${sign} 1`, `WHERE pk = 'a' AND ${sign} v`, `WHERE pk = ${sign} 'a'`].map((where) =>
            execute(`SELECT * FROM @t ${where}`, invalid(broken('Unexpected operator'))),
          ),
        ),
        ...['=', '<', '||'].map((sign) => execute(`UPDATE @t SET v = ${sign} 2 WHERE pk = 'a'`, invalid())),
        select('SELECT * FROM @t', [{ pk: s('a'), v: n(1) }]),
      ],
    },
    'not-a-statement': {
      title: 'What is no statement is refused',
      because: 'It cannot be parsed.',
      steps: [
        "SLECT * FROM @t WHERE pk = 'a'",
        "SELECT * FROM @t WHERE pk = 'a' # a note",
        "SELECT * FROM @t WHERE pk = 'a' /* a note",
        "SELECT * FROM @t WHERE pk = 'a",
        'SELECT * FROM @t WHERE pk =',
        'SELECT FROM @t',
        'SELECT * WHERE pk = 1',
        "INSERT INTO @t VALUE {'pk' 'b'}",
      ].map((text) => execute(text, invalid())),
    },
    parameters: {
      title: 'A statement has as many parameters as question marks',
      because: 'Neither more nor fewer are given.',
      steps: [
        withParameters('SELECT * FROM @t WHERE pk = ? AND v = ?', [s('a')], unmatched),
        withParameters('SELECT * FROM @t WHERE pk = ?', [s('a'), n(1)], unmatched),
        withParameters("SELECT * FROM @t WHERE pk = 'a'", [s('a')], unmatched),
        execute('SELECT * FROM @t WHERE pk = ?', unmatched),
        withParameters(
          'SELECT v FROM @t WHERE pk = ? AND v = ?',
          [s('a'), n('1.0')],
          { ok: { Items: [{ v: n(1) }] } },
          { ConsistentRead: true },
        ),
        withParameters('UPDATE @t SET v = ? WHERE pk = ?', [n(5)], invalid()),
      ],
    },
    'no-parameters': {
      title: 'An empty list of parameters is refused',
      because: 'Parameters has at least one element, or is left out.',
      certainty: 'documented' as const,
      steps: [withParameters("SELECT * FROM @t WHERE pk = 'a'", [], invalid())],
    },
  } satisfies { [slug: string]: ReasonedRow },
  ({ steps }) => ({ steps: [put('t', { pk: s('a'), v: n(1) }), ...steps] }),
);

const numbers: Case = {
  id: 'partiql/number-literals',
  title: 'A number may be written with an exponent or without a leading digit, and names the same value',
  area: 'partiql',
  findings: [],
  certainty: 'measured',
  because: 'Literals are compared and stored as numbers.',
  sources: [sources.conformance],
  tables: { t: table({ hash: ['pk', 'N'] }) },
  steps: [
    ...puts('t', [{ pk: n(7310000) }, { pk: n('7.3') }, { pk: n('-7.3') }]),
    ...['7.31e6', '7.31E6', '7.31e+6', '731e4', '73100000e-1'].map((text) =>
      select(`SELECT * FROM @t WHERE pk = ${text}`, [{ pk: n(7310000) }]),
    ),
    select('SELECT * FROM @t WHERE pk = .73e1', [{ pk: n('7.3') }]),
    select('SELECT * FROM @t WHERE pk = -.73e1', [{ pk: n('-7.3') }]),
    runs("INSERT INTO @t VALUE {'pk': .7325e1, 'v': 1.50E2}"),
    select('SELECT * FROM @t WHERE pk = 7.325', [{ pk: n('7.325'), v: n(150) }]),
  ],
};

const tooLarge: Case = {
  ...numbers,
  id: 'partiql/number-literals-refused',
  title: 'A literal that no number can be is refused, in a condition, an item or an assignment',
  because: 'Literals obey the rules of numbers: 38 digits, and magnitudes up to 9.9e125 and down to 1e-130.',
  steps: [
    put('t', { pk: n(1) }),
    execute('SELECT * FROM @t WHERE pk = 1e126', invalid(`${overflow} under root`)),
    execute('SELECT * FROM @t WHERE pk = 1e-131', invalid(`${underflow} under root`)),
    execute('SELECT * FROM @t WHERE pk = 123456789012345678901234567890123456789', invalid(`${digits} under root`)),
    execute("INSERT INTO @t VALUE {'pk': 2, 'm': {'x': 1e126}}", invalid(`${overflow} under root.x`)),
    execute("INSERT INTO @t VALUE {'pk': 2, 'l': [1, 1e126]}", invalid(`${overflow} under root[1]`)),
    execute('UPDATE @t SET a = 1e-131 WHERE pk = 1', invalid(`${underflow} under root`)),
    execute('SELECT * FROM @t WHERE pk = 1e99999999999', invalid(broken())),
    execute('SELECT * FROM @t WHERE pk = 1 e5', invalid(leftover)),
    select('SELECT * FROM @t', [{ pk: n(1) }]),
    ...['1e2147483648', '1.5e-2147483647'].map((text) =>
      execute(`SELECT * FROM @t WHERE pk = ${text}`, invalid(broken())),
    ),
  ],
};

export const cases: readonly Case[] = [...written, numbers, tooLarge];
