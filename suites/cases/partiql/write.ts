/** INSERT, UPDATE and DELETE: what they leave in the table, and what they return. */
import type { AttributeValue } from '../../../oracles/values/types.ts';
import type { Case, Step, Template } from '../case.ts';
import { b, n, s } from '../case.ts';
import { family, type ReasonedRow } from '../family.ts';
import { sources } from '../sources.ts';
import { put } from '../steps.ts';
import { conditionFailed, execute, invalid, item, plain, runs, select, stored, withParameters } from './statements.ts';

/** The item with some attributes changed, or without them where they are null. */
const changed = (changes: { [attribute: string]: Template }): Template =>
  Object.fromEntries(
    Object.entries({ ...(item as { [name: string]: Template }), ...changes }).filter(([, value]) => value !== null),
  );

/** The numbers below 120. */
const many = Array.from({ length: 120 }, (_, i) => i);
const duplicate = { rejected: 'DuplicateItemException' };
const inserts = family(
  {
    name: 'insert',
    area: 'partiql',
    certainty: 'measured',
    because: '',
    sources: [sources.conformance, sources.partiqlInsert, sources.partiqlTypes],
    tables: { t: plain },
  },
  {
    literals: {
      title: 'An inserted item holds what its literals say, of every type',
      because: 'Lists are in brackets, maps in braces, sets in double angle brackets.',
      steps: [
        runs(
          "INSERT INTO @t VALUE {'pk': 'a', 's': 'it''s', 'n': -1.50, 't': true, 'f': FALSE, 'u': null, 'l': [1, 'a', [true]], 'm': {'x': {'y': 1}}, 'ss': <<'b', 'a'>>, 'ns': <<1, 2.0>>}",
        ),
        stored({
          pk: s('a'),
          s: s("it's"),
          n: n('-1.5'),
          t: { BOOL: true },
          f: { BOOL: false },
          u: { NULL: true },
          l: { L: [n(1), s('a'), { L: [{ BOOL: true }] }] },
          m: { M: { x: { M: { y: n(1) } } } },
          ss: { SS: ['a', 'b'] },
          ns: { NS: ['1', '2'] },
        }),
      ],
    },
    parameters: {
      title: 'An inserted item holds its parameters, in their order and at any depth',
      because: 'Each question mark stands for the next parameter.',
      steps: [
        withParameters(
          "INSERT INTO @t VALUE {'pk': ?, 'b': ?, 'm': {'x': [?, 1]}, 'q': 'what?'}",
          [s('a'), b(9), { SS: ['x'] }],
          { ok: { Items: [] } },
        ),
        stored({ pk: s('a'), b: b(9), m: { M: { x: { L: [{ SS: ['x'] }, n(1)] } } }, q: s('what?') }),
      ],
    },
    'empty-literals': {
      title: 'Empty lists, maps and texts are literals too, at any depth',
      because: 'Only sets, and the keys of an item, cannot be empty.',
      certainty: 'documented' as const,
      steps: [
        runs("INSERT INTO @t VALUE {'pk': 'a', 's': '', 'l': [], 'm': {}, 'd': {'m': {}, 'l': [{}, [], '']}}"),
        stored({
          ...{ pk: s('a'), s: s(''), l: { L: [] }, m: { M: {} } },
          d: { M: { m: { M: {} }, l: { L: [{ M: {} }, { L: [] }, s('')] } } },
        }),
      ],
    },
    'many-members': {
      title: 'An item and a list may have more than a hundred members, and a condition as many values',
      because: 'A statement has up to 8,192 characters, and IN up to 100 values.',
      certainty: 'documented' as const,
      sources: [sources.partiqlInsert, sources.partiqlOperators],
      steps: [
        runs(
          `INSERT INTO @t VALUE {'pk': 'a', ${many.map((i) => `'a${i}': ${i}`).join(', ')}, 'l': [${many.join(', ')}]}`,
        ),
        stored({
          ...Object.fromEntries(many.map((i) => [`a${i}`, n(i)])),
          ...{ pk: s('a'), l: { L: many.map((i) => n(i)) } },
        }),
        select(`SELECT pk FROM @t WHERE pk = 'a' AND a7 IN [${many.slice(0, 100).reverse().join(', ')}]`, [
          { pk: s('a') },
        ]),
        select(`SELECT a119 FROM @t WHERE pk = 'a' AND ${many.map((i) => `a${i} = ${i}`).join(' AND ')}`, [
          { a119: n(119) },
        ]),
      ],
    },
    duplicate: {
      title: 'Inserting an item that exists is a DuplicateItemException, and after a DELETE it is none',
      because: 'INSERT never replaces.',
      steps: [
        runs("INSERT INTO @t VALUE {'pk': 'a', 'v': 1}"),
        execute("INSERT INTO @t VALUE {'pk': 'a', 'v': 2}", duplicate),
        stored({ pk: s('a'), v: n(1) }),
        runs("DELETE FROM @t WHERE pk = 'a'"),
        runs("INSERT INTO @t VALUE {'pk': 'a', 'v': 3}"),
        stored({ pk: s('a'), v: n(3) }),
      ],
    },
    'bad-keys': {
      title: 'An insert without its key, or with one of another type or empty, is refused',
      because: 'The key of an item is of the type that the schema says.',
      steps: [
        execute("INSERT INTO @t VALUE {'v': 1}", invalid()),
        execute("INSERT INTO @t VALUE {'pk': 1}", invalid()),
        execute("INSERT INTO @t VALUE {'pk': ''}", invalid()),
        select('SELECT * FROM @t', []),
      ],
    },
    'not-an-item': {
      title: 'What is inserted is one map with texts as its names, each once',
      because: 'An item is written as a map.',
      steps: [
        execute("INSERT INTO @t VALUE 'a'", invalid()),
        execute("INSERT INTO @t VALUE {pk: 'a'}", invalid()),
        execute("INSERT INTO @t VALUE {'pk': 'a', 'pk': 'b'}", invalid()),
        execute("INSERT INTO @t VALUE {'pk': 'a', 'v': <<>>}", invalid('Empty bags are not supported')),
        execute("INSERT INTO @t VALUE {'pk': 'a', 'v': <<1, 'x'>>}", invalid()),
        execute("INSERT INTO @t VALUE {'pk': 'a'} RETURNING ALL NEW *", invalid()),
        select('SELECT * FROM @t', []),
      ],
    },
  } satisfies { [slug: string]: ReasonedRow },
  ({ steps }) => ({ steps }),
);

interface Update {
  title: string;
  certainty?: Case['certainty'];
  /** Statement without its WHERE → what it changes. */
  updates: readonly (readonly [string, { [attribute: string]: Template }])[];
}
const updates = family(
  {
    name: 'update',
    area: 'partiql',
    certainty: 'measured',
    because: 'SET and REMOVE do what they do in an update expression.',
    sources: [sources.conformance, sources.partiqlUpdate],
    tables: { t: plain },
  },
  {
    set: {
      title: 'SET writes one attribute, or several in as many clauses, and leaves the others',
      updates: [
        ["SET s = 'new'", { s: s('new') }],
        ["SET s = 'new' SET x = 1", { s: s('new'), x: n(1) }],
      ],
    },
    'set-empty': {
      title: 'SET writes an empty list, map or text',
      certainty: 'documented',
      updates: [
        ['SET x = []', { x: { L: [] } }],
        ['SET x = {}', { x: { M: {} } }],
        ["SET x = ''", { x: s('') }],
        ['SET m.sub = {}', { m: { M: { sub: { M: {} }, sib: n(1) } } }],
        ['SET l[0] = [[], {}]', { l: { L: [{ L: [{ L: [] }, { M: {} }] }, s('b'), n(3)] } }],
      ],
    },
    'set-nested': {
      title: 'SET writes a member of a map and an element of a list, and leaves the others',
      updates: [
        ["SET m.sub = 'new'", { m: { M: { sub: s('new'), sib: n(1) } } }],
        ['SET m.more = [1]', { m: { M: { sub: s('x'), sib: n(1), more: { L: [n(1)] } } } }],
        ["SET l[1] = 'new'", { l: { L: [s('a'), s('new'), n(3)] } }],
        ["SET l[9] = 'end'", { l: { L: [s('a'), s('b'), n(3), s('end')] } }],
      ],
    },
    arithmetic: {
      title: 'SET adds to a number and subtracts from it',
      updates: [
        ['SET age = age + 1', { age: n(31) }],
        ['SET age = age - 0.5', { age: n('29.5') }],
      ],
    },
    functions: {
      title: 'list_append joins two lists in their order',
      updates: [
        ["SET l = list_append(l, ['d'])", { l: { L: [s('a'), s('b'), n(3), s('d')] } }],
        ["SET l = list_append(['d'], l)", { l: { L: [s('d'), s('a'), s('b'), n(3)] } }],
      ],
    },
    'by-commas': {
      title: 'SET takes several assignments, paths as values, a path after the sign, and if_not_exists',
      certainty: 'inferred',
      updates: [
        ["SET s = 'new', x = 1", { s: s('new'), x: n(1) }],
        ['SET s = m.sub', { s: s('x') }],
        ['SET age = 10 - age', { age: n(-20) }],
        ['SET x = m.sib + age', { x: n(31) }],
        ['SET age = if_not_exists(age, 1), x = if_not_exists(x, 1)', { x: n(1) }],
      ],
    },
    remove: {
      title: 'REMOVE takes away attributes, members and elements, and the list closes up',
      updates: [
        ['REMOVE s', { s: null }],
        ['REMOVE m.sub', { m: { M: { sib: n(1) } } }],
        ['REMOVE l[0]', { l: { L: [s('b'), n(3)] } }],
        ['REMOVE nope', {}],
        ['SET x = 1 REMOVE s', { x: n(1), s: null }],
      ],
    },
    'set-add': {
      title: 'set_add joins a set with members, and makes a set where there was none',
      updates: [
        ["SET ss = set_add(ss, <<'0', 'a'>>)", { ss: { SS: ['0', 'a', 'b', 'c'] } }],
        ['SET ns = set_add(ns, <<4, 1>>)', { ns: { NS: ['1', '2', '4'] } }],
        ["SET fresh = SET_ADD(fresh, <<'x'>>)", { fresh: { SS: ['x'] } }],
      ],
    },
    'set-delete': {
      title: 'set_delete takes members away, and the attribute with the last one',
      updates: [
        ["SET ss = set_delete(ss, <<'a', 'zz'>>)", { ss: { SS: ['b', 'c'] } }],
        ['SET ns = set_delete(ns, <<1, 2>>)', { ns: null }],
        ['SET fresh = set_delete(fresh, <<1>>)', {}],
      ],
    },
    'set-change-twice': {
      title: 'Two clauses may each change a set, and a set may hold its members already',
      updates: [
        [
          "SET ss = set_add(ss, <<'x'>>) SET ns = set_add(ns, <<9>>)",
          { ss: { SS: ['a', 'b', 'c', 'x'] }, ns: { NS: ['1', '2', '9'] } },
        ],
        [
          "SET ss = set_add(ss, <<'x'>>) SET ns = set_delete(ns, <<1>>)",
          { ss: { SS: ['a', 'b', 'c', 'x'] }, ns: { NS: ['2'] } },
        ],
        ["SET ss = set_add(ss, <<'a'>>)", {}],
        ["SET ss = set_delete(ss, <<'zz'>>)", {}],
      ],
    },
  } satisfies { [slug: string]: Update },
  ({ updates: each }) => ({
    steps: each.flatMap(([clause, changes]) => [
      put('t', item),
      runs(`UPDATE @t ${clause} WHERE pk = 'a'`),
      stored(changed(changes)),
    ]),
  }),
);

const incomplete = invalid('Where clause does not contain a mandatory equality on all key attributes');
const refusals = family(
  {
    name: 'update-refused',
    area: 'partiql',
    certainty: 'measured',
    because: 'An update names one item by its whole key, and changes nothing when it is wrong.',
    sources: [sources.conformance, sources.partiqlUpdate],
    tables: { t: plain },
  },
  {
    'without-key': {
      title: 'An update or a delete that does not name its item by the key is refused',
      steps: [
        execute('UPDATE @t SET x = 1', incomplete),
        execute("UPDATE @t SET x = 1 WHERE s = 'str'", incomplete),
        execute("UPDATE @t SET x = 1 WHERE pk = 'a' OR pk = 'b'", incomplete),
        execute("DELETE FROM @t WHERE s = 'str'", incomplete),
        execute("DELETE FROM @t WHERE pk = 'a' OR pk = 'b'", incomplete),
        execute('DELETE FROM @t', incomplete),
      ],
    },
    'missing-item': {
      title: 'An update of an item that does not exist fails, and creates nothing',
      steps: [
        execute("UPDATE @t SET x = 1 WHERE pk = 'b'", conditionFailed),
        execute("UPDATE @t SET ss = set_add(ss, <<'x'>>) WHERE pk = 'b'", conditionFailed),
        stored('absent', 'b'),
      ],
    },
    'wrong-functions': {
      title: 'set_add and set_delete take the attribute that is set and a set of its type',
      steps: [
        execute("UPDATE @t SET x = set_add(ss, <<'x'>>) WHERE pk = 'a'", invalid()),
        execute("UPDATE @t SET ss = set_add(ss, 'x') WHERE pk = 'a'", invalid()),
        execute("UPDATE @t SET ss = set_add(ss) WHERE pk = 'a'", invalid()),
        execute("UPDATE @t SET ss = set_add(ss, <<1>>) WHERE pk = 'a'", invalid()),
        execute("UPDATE @t SET s = set_add(s, <<'x'>>) WHERE pk = 'a'", invalid()),
        execute("UPDATE @t SET ss = set_delete(ss, ['x']) WHERE pk = 'a'", invalid()),
      ],
    },
    'wrong-arguments': {
      title: 'set_add and set_delete take two arguments, the attribute and a set, and are no condition',
      steps: [
        execute("UPDATE @t SET ss = set_add(ss, <<'x'>>, <<'y'>>) WHERE pk = 'a'", invalid()),
        execute("UPDATE @t SET ss = set_add(<<'x'>>, <<'y'>>) WHERE pk = 'a'", invalid()),
        execute("UPDATE @t SET ss = set_add(ss, ['x']) WHERE pk = 'a'", invalid()),
        execute("UPDATE @t SET x = set_delete(ss, <<'x'>>) WHERE pk = 'a'", invalid()),
        execute("UPDATE @t SET ss = set_delete(ss, 'a') WHERE pk = 'a'", invalid()),
        execute("UPDATE @t SET ss = set_delete(ss, <<1>>) WHERE pk = 'a'", invalid()),
        execute("SELECT * FROM @t WHERE pk = 'a' AND set_add(ss, <<'x'>>) = ss", invalid()),
      ],
    },
    'wrong-paths': {
      title: 'Paths that overlap, and a path through what is not there, are refused',
      steps: [
        execute("UPDATE @t SET m = 1 SET m.sub = 2 WHERE pk = 'a'", invalid()),
        execute(
          "UPDATE @t SET fresh[0] = 'x' WHERE pk = 'a'",
          invalid('The document path provided in the update expression is invalid for update'),
        ),
        execute("UPDATE @t SET s.sub = 'x' WHERE pk = 'a'", invalid()),
      ],
    },
    key: {
      title: 'An update does not change the key',
      certainty: 'documented' as const,
      steps: [
        execute("UPDATE @t SET pk = 'b' WHERE pk = 'a'", invalid()),
        execute("UPDATE @t REMOVE pk WHERE pk = 'a'", invalid()),
      ],
    },
  } satisfies { [slug: string]: { title: string; steps: Step[]; certainty?: Case['certainty'] } },
  ({ steps }) => ({ steps: [put('t', item), ...steps, stored(item as Template)] }),
);

const members = (set: AttributeValue): Step[] => [
  put('t', { pk: s('a'), bs: { BS: [b(1).B, b(2).B] } }),
  withParameters("UPDATE @t SET bs = set_add(bs, ?) WHERE pk = 'a'", [set], { ok: { Items: [] } }),
];
const parameterSets: Case = {
  id: 'partiql/set-parameters',
  title: 'A parameter may be the set that is added or taken away, of any kind',
  area: 'partiql',
  findings: [],
  certainty: 'measured',
  because: 'A set of binaries cannot be written as a literal.',
  sources: [sources.conformance],
  tables: { t: plain },
  steps: [
    ...members({ BS: [b(1).B, b(3).B] }),
    stored({ pk: s('a'), bs: { BS: [b(1).B, b(2).B, b(3).B] } }),
    withParameters("UPDATE @t SET bs = set_delete(bs, ?) WHERE pk = 'a'", [{ BS: [b(1).B] }], { ok: { Items: [] } }),
    stored({ pk: s('a'), bs: { BS: [b(2).B, b(3).B] } }),
    withParameters("UPDATE @t SET ns = set_add(ns, ?) WHERE pk = 'a'", [{ NS: ['1.0'] }], { ok: { Items: [] } }),
    stored({ pk: s('a'), bs: { BS: [b(2).B, b(3).B] }, ns: { NS: ['1'] } }),
    withParameters("UPDATE @t SET bs = set_add(bs, ?) WHERE pk = 'a'", [b(1)], invalid()),
    withParameters("UPDATE @t SET bs = set_add(bs, ?) WHERE pk = 'a'", [{ SS: ['x'] }], invalid()),
  ],
};

const conflicts: Case = {
  id: 'partiql/on-conflict',
  title: 'ON CONFLICT DO NOTHING leaves an item that exists as it is, and inserts one that does not',
  area: 'partiql',
  findings: [],
  certainty: 'inferred',
  because: 'The grammar of PartiQL has this action; no document of the service shows it.',
  sources: [sources.partiqlParser],
  tables: { t: plain },
  steps: [
    put('t', { pk: s('a'), v: n(1) }),
    runs("INSERT INTO @t VALUE {'pk': 'a', 'v': 2} ON CONFLICT DO NOTHING"),
    stored({ pk: s('a'), v: n(1) }),
    runs("INSERT INTO @t VALUE {'pk': 'b'} ON CONFLICT DO NOTHING"),
    stored({ pk: s('b') }, 'b'),
    execute("INSERT INTO @t VALUE {'pk': 'a', 'v': 2} ON CONFLICT DO UPDATE", invalid()),
    execute("INSERT INTO @t VALUE {'pk': 'a', 'v': 2} ON CONFLICT", invalid()),
    execute("INSERT INTO @t VALUE {'pk': 'a', 'v': 2} ON", invalid()),
  ],
};

const others: readonly AttributeValue[] = [
  ...[b(1), { L: [n(1)] }, { M: {} }, { SS: ['x'] }, { BS: ['AQ=='] }],
  ...[{ NULL: true as const }, { BOOL: true }],
];
const bags: Case = {
  id: 'partiql/set-of-others',
  title: 'A set is of texts or of numbers alone',
  area: 'partiql',
  findings: [],
  certainty: 'documented',
  because: 'The elements of a set of numbers are numbers, those of a set of texts are texts.',
  sources: [sources.partiqlTypes],
  tables: { t: plain },
  steps: [
    put('t', { pk: s('a') }),
    ...['[1]', "{'a': 1}", 'true', 'null', '<<1>>', 'a', "1, 'x'", "'x', 1"].map((value) =>
      execute(`INSERT INTO @t VALUE {'pk': 'b', 'v': <<${value}>>}`, invalid()),
    ),
    ...others.map((value) => withParameters("INSERT INTO @t VALUE {'pk': 'b', 'v': <<?>>}", [value], invalid())),
    stored('absent', 'b'),
  ],
};

export const cases: readonly Case[] = [...inserts, ...updates, ...refusals, parameterSets, conflicts, bags];
