import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { n, OracleDriver, s } from '../testing/probes/driver.ts';
import { Refusal } from '../values/refusal.ts';
import type { Item } from '../values/types.ts';
import type { Expression, ParsedStatement, Select, Statement } from './ast.ts';
import { comparators } from './ast.ts';
import { parseStatement } from './parser.ts';

function refusal(text: string): string {
  try {
    parseStatement(text);
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.type === 'ValidationException') return thrown.message;
    throw thrown;
  }
  return 'accepted';
}
const malformed = (detail = ''): string => `Statement wasn't well formed, can't be processed: ${detail}`;
const leftover = malformed('Unexpected token after expression');

describe('texts that were captured from the service', () => {
  test.each([
    ['SELECT * FROM "t" WHERE pk = 1 foo', leftover],
    ['SELECT * FROM "t" WHERE pk = 1 e5', leftover],
    ['INSERT INTO "t" VALUE {\'pk\': 1} foo', leftover],
    ['UPDATE "t" SET a = 9 WHERE pk = 1 foo', leftover],
    ['DELETE FROM "t" WHERE pk = 1 foo', leftover],
    ['SELECT * FROM "t" WHERE pk = 1)', leftover],
    ['DELETE FROM "t" WHERE pk = 1 ORDER BY pk', leftover],
    ['SELECT * FROM "t" ORDER BY pk WHERE pk = 1', leftover],
    ["INSERT INTO \"t\" t VALUE {'pk': 'x'}", leftover],
    ['FROM "t" SET c = 1 WHERE pk = \'a\'', leftover],
    ['FROM "t" SET c = 1 WHERE pk = \'a\' SET d = 2', leftover],
    ['SELECT * FROM "t" WHERE pk = 1e2147483648', malformed()],
    ['SELECT * FROM "t" WHERE pk = 1e99999999999', malformed()],
    ['SELECT * FROM "t" WHERE pk = 1.5e-2147483647', malformed()],
    ['SELECT * FROM "t" WHERE pk = 1 # note', malformed()],
    ['SELECT * FROM "t" WHERE pk = 1 /* note', malformed()],
    ['SELECT * FROM "t" t WHERE pk = \'x\'', 'Aliasing is not supported'],
    ['SELECT * FROM "t" AS t WHERE pk = \'x\'', 'Aliasing is not supported'],
    ['UPDATE "t" t SET a = 3 WHERE pk = \'x\'', 'Aliasing is not supported'],
    ['DELETE FROM "t" t WHERE pk = \'x\'', 'Aliasing is not supported'],
    ['SELECT * FROM "t" WHERE', malformed('Unexpected term')],
    ['SELECT * FROM "t" WHERE;', malformed('Unexpected term')],
    ['UPDATE "t" SET a = 1 WHERE', malformed('Unexpected term')],
    ['SELECT * FROM "t" WHERE NOT', malformed('Unexpected term')],
    ['SELECT * FROM "t" WHERE (', malformed('Unexpected term')],
    ['SELECT * FROM', malformed('Unexpected term')],
    ['SELECT * FROM "t" WHERE pk = \'a\' AND', malformed('Missing right-hand side expression of infix operator')],
    ['SELECT * FROM "t" WHERE pk = \'a\' OR', malformed('Missing right-hand side expression of infix operator')],
    ['SELECT * FROM "t" WHERE ORDER BY pk', malformed('Unexpected keyword')],
    ['SELECT * FROM "t" WHERE IS NULL', malformed('Unexpected operator')],
    ['SELECT * FROM "t" WHERE pk = LIKE', malformed('Unexpected operator')],
    ['SELECT * FROM "t" WHERE pk = \'a\' AND x IS FOO', malformed('Expected type name')],
    ['DELETE FROM', malformed('Expected identifier for simple path')],
    ['DELETE FROM;', malformed('Expected identifier for simple path')],
    ["DELETE FROM WHERE pk = 'a'", malformed('Expected identifier for simple path')],
    ['SLECT * FROM "t" WHERE pk = \'a\'', malformed('Expected data manipulation')],
    ['SELECT * FROM "t" WHERE attribute_exists(m.inner)', malformed('Invalid path dot component')],
    ['UPDATE "t" SET m.inner = 1 WHERE pk = 1', malformed('Invalid path dot component')],
    ...['INT4', 'INT8', 'DOUBLE PRECISION', 'CHARACTER VARYING'].map((type) => [
      `x IS ${type}`,
      'Unsupported operation: IsType',
    ]),
  ])('%s', (text, message) => {
    expect(refusal(text)).toBe(message);
  });
});

test('a path of three names in FROM is refused, in the words that the parity suite captured from the service', () => {
  expect(refusal('SELECT * FROM a.b.c')).toBe('A path may contain at most 2 components in the FROM clause');
});

describe('refusals whose text on the service is not known', () => {
  test.each([
    'SELECT *, a FROM t',
    'SELECT * FROM a, b',
    "INSERT INTO t <<{'a':1}>>",
    "INSERT INTO t VALUE {'a':1} RETURNING ALL OLD *",
    "INSERT INTO t VALUE {'a':1} ON CONFLICT DO REPLACE",
    'DELETE FROM t WHERE a = 1 RETURNING ALL OLD',
    'DELETE FROM t WHERE a = 1 RETURNING ALL OLD *, ALL OLD *',
    'DELETE FROM t WHERE a = 1 RETURNING OLD *',
    'DELETE FROM t WHERE a = 1 RETURNING ALL *',
  ])('%s', (text) => {
    expect(refusal(text)).toMatch(malformed());
  });
});

describe('what is read', () => {
  const where = (text: string) => (parseStatement(`SELECT * FROM t WHERE ${text}`).statement as Select).where;

  test.each(['a = 1 -- note', '-- note\na = 1', 'a /* x */ = /* y\n z */ 1', '((a = 1))', 'a=1', '"a" = 1'])(
    'blanks, comments and parentheses leave no trace: %s',
    (text) => {
      const { left, ...rest } = where(text) as Expression & { kind: 'binary' };
      expect(rest).toEqual({ kind: 'binary', op: '=', right: { kind: 'number', text: '1' } });
      expect(left).toMatchObject({ kind: 'path', root: 'a', steps: [] });
    },
  );

  test('AND binds tighter than OR, and NOT tighter than both', () => {
    expect(bare(where('NOT a = 1 OR b = 2 AND c = 3')!)).toEqual(
      bare(where('(NOT (a = 1)) OR ((b = 2) AND (c = 3))')!),
    );
  });

  test('products bind tighter than sums, from left to right', () => {
    expect(bare(where('a - b - c * d = 1')!)).toEqual(bare(where('((a - b) - (c * d)) = 1')!));
  });

  test('a sign belongs to its number', () => {
    expect(where('- - -1.5e3')).toEqual({ kind: 'number', text: '-1.5e3' });
    expect(where('a - -1')).toMatchObject({ kind: 'binary', op: '-', right: { kind: 'number', text: '-1' } });
  });

  test('quotes are doubled inside quotes', () => {
    expect(where(`"a""b" = 'it''s'`)).toMatchObject({ left: { root: 'a"b' }, right: { text: "it's" } });
  });

  test('parameters are counted from the left', () => {
    expect(parseStatement("UPDATE t SET a = ?, b = [?, {'x': ?}] WHERE k = ?").parameters).toBe(4);
    expect(where('a = ? AND b = ?')).toMatchObject({ left: { right: { index: 0 } }, right: { right: { index: 1 } } });
  });

  test('positions are given by line and column', () => {
    expect(parseStatement('SELECT *\nFROM t\n  WHERE size(a) = 1').statement).toMatchObject({
      where: { left: { at: { line: 3, column: 9, length: 4 } } },
    });
  });

  test('SET clauses may be separate or joined', () => {
    expect(bare(parseStatement('UPDATE t SET a=1, b=2 REMOVE c, d WHERE k=1'))).toEqual(
      bare(parseStatement('UPDATE t SET a=1 SET b=2 REMOVE c REMOVE d WHERE k=1')),
    );
    expect(bare(parseStatement('FROM t WHERE k=1 SET a=1 REMOVE c'))).toEqual(
      bare(parseStatement('UPDATE t SET a=1 REMOVE c WHERE k=1')),
    );
  });
});

/** Removes positions, which depend on the notation. */
const bare = (tree: object): unknown =>
  JSON.parse(JSON.stringify(tree, (name, value: unknown) => (name === 'at' ? undefined : value)));

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Prints an expression with all parentheses. */
function print(tree: Expression): string {
  switch (tree.kind) {
    case 'path':
      return quoted(tree.root) + tree.steps.map((s) => ('name' in s ? `.${quoted(s.name)}` : `[${s.index}]`)).join('');
    case 'call':
      return `${tree.name}(${tree.args.map(print).join(', ')})`;
    case 'text':
      return literal(tree.text);
    case 'number':
      return tree.text;
    case 'flag':
      return String(tree.value);
    case 'null':
    case 'missing':
      return tree.kind;
    case 'parameter':
      return '?';
    case 'list':
      return `[${tree.elements.map(print).join(',')}]`;
    case 'bag':
      return `<<${tree.elements.map(print).join(',')}>>`;
    case 'struct':
      return `{${tree.members.map(([key, value]) => `${print(key)}: ${print(value)}`).join(', ')}}`;
    case 'not':
      return `(NOT ${print(tree.of)})`;
    case 'negative':
      return `(- ${print(tree.of)})`;
    case 'binary':
      return `(${print(tree.left)} ${tree.op} ${print(tree.right)})`;
    case 'between':
      return `(${print(tree.operand)} BETWEEN ${print(tree.low)} AND ${print(tree.high)})`;
    case 'in':
      return `(${print(tree.operand)} IN ${print(tree.members)})`;
    case 'like':
      return `(${print(tree.operand)} LIKE ${print(tree.pattern)})`;
    case 'is':
      return `(${print(tree.operand)} IS ${tree.type})`;
  }
}

function printStatement(statement: Statement): string {
  const source = (names: readonly string[]): string => names.map(quoted).join('.');
  switch (statement.kind) {
    case 'exists':
      return `EXISTS(${printStatement(statement.of)})`;
    case 'insert':
      return `INSERT INTO ${source(statement.source)} VALUE ${print(statement.value)}${statement.doNothing ? ' ON CONFLICT DO NOTHING' : ''}`;
    case 'select': {
      const columns = statement.projection === '*' ? '*' : statement.projection.map(print).join(', ');
      const order = statement.order
        .map(({ by, descending }) => `${print(by)} ${descending ? 'DESC' : 'ASC'}`)
        .join(', ');
      return `SELECT ${columns} FROM ${source(statement.source)}${whereText(statement)}${order && ` ORDER BY ${order}`}`;
    }
    case 'update': {
      const changes = statement.changes.map((c) =>
        c.kind === 'set' ? `SET ${print(c.path)} = ${print(c.value)}` : `REMOVE ${print(c.path)}`,
      );
      return `UPDATE ${source(statement.source)} ${changes.join(' ')}${whereText(statement)}${returningText(statement)}`;
    }
    case 'delete':
      return `DELETE FROM ${source(statement.source)}${whereText(statement)}${returningText(statement)}`;
  }
}
const whereText = ({ where }: { where?: Expression }): string => (where === undefined ? '' : ` WHERE ${print(where)}`);
const returningText = ({ returning: r }: Statement & { kind: 'update' | 'delete' }): string =>
  r === undefined ? '' : ` RETURNING ${r.which} ${r.when} *`;

const nowhere = { line: 0, column: 0, length: 0 };
const name = fc.oneof(fc.constantFrom('pk', 'l', 'm', 'ss', 'select', 'a"b', '__proto__', ' '), fc.string());
const path = fc.record({
  kind: fc.constant('path' as const),
  root: name,
  steps: fc.array(fc.oneof(fc.record({ name }), fc.record({ index: fc.nat() })), { maxLength: 3 }),
  at: fc.constant(nowhere),
});
const { expression } = fc.letrec<{ expression: Expression }>((tie) => {
  const inner = tie('expression');
  const many = fc.array(inner, { maxLength: 3 });
  return {
    expression: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      path,
      fc.record({ kind: fc.constant('text' as const), text: fc.string() }),
      fc.record({
        kind: fc.constant('number' as const),
        text: fc.constantFrom('0', '-1', '1.50', '.5', '1e5', '-2.5E-10'),
      }),
      fc.record({ kind: fc.constant('flag' as const), value: fc.boolean() }),
      fc.record({ kind: fc.constantFrom('null' as const, 'missing' as const) }),
      fc.record({
        kind: fc.constant('call' as const),
        name: fc.constantFrom('size', 'begins_with', 'f'),
        args: many,
        at: fc.constant(nowhere),
      }),
      fc.record({ kind: fc.constantFrom('list' as const, 'bag' as const), elements: many }),
      fc.record({ kind: fc.constant('struct' as const), members: fc.array(fc.tuple(inner, inner), { maxLength: 3 }) }),
      fc.record({ kind: fc.constant('not' as const), of: inner }),
      fc.record({ kind: fc.constant('negative' as const), of: path }),
      fc.record({
        kind: fc.constant('binary' as const),
        op: fc.constantFrom(...comparators, 'AND', 'OR', '+', '-', '*', '/', '%', '||'),
        left: inner,
        right: inner,
      }),
      fc.record({ kind: fc.constant('between' as const), operand: inner, low: inner, high: inner }),
      fc.record({ kind: fc.constant('in' as const), operand: inner, members: inner }),
      fc.record({ kind: fc.constant('like' as const), operand: inner, pattern: inner }),
      fc.record({
        kind: fc.constant('is' as const),
        operand: inner,
        type: fc.constantFrom('MISSING', 'NULL', 'BOOL', 'DOUBLE PRECISION'),
      }),
    ) as fc.Arbitrary<Expression>,
  };
});
const source = fc.array(name, { minLength: 1, maxLength: 2 });
const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });
const returning = optional(
  fc.record({ which: fc.constantFrom('ALL', 'MODIFIED'), when: fc.constantFrom('OLD', 'NEW') }),
);
const select = fc.record({
  kind: fc.constant('select' as const),
  projection: fc.oneof(fc.constant('*' as const), fc.array(expression, { minLength: 1, maxLength: 3 })),
  source,
  where: optional(expression),
  order: fc.array(fc.record({ by: path, descending: fc.boolean() }), { maxLength: 2 }),
});
const change = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), path, value: expression }),
  fc.record({ kind: fc.constant('remove' as const), path }),
);
const statement = fc.oneof(
  select,
  fc.record({ kind: fc.constant('exists' as const), of: select }),
  fc.record({
    kind: fc.constant('insert' as const),
    source: fc.tuple(name),
    value: expression,
    doNothing: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('update' as const),
    source,
    changes: fc.array(change, { minLength: 1, maxLength: 3 }),
    where: optional(expression),
    returning,
  }),
  fc.record({ kind: fc.constant('delete' as const), source, where: optional(expression), returning }),
) as fc.Arbitrary<Statement>;

test('parsing reverses printing', () => {
  fc.assert(
    fc.property(statement, (tree) => {
      expect(bare(parseStatement(printStatement(tree)).statement)).toEqual(bare(tree));
    }),
    { numRuns: 2000 },
  );
});

describe('any statement is answered', () => {
  const values: Item[string][] = [
    s('a'),
    n(1),
    { NULL: true },
    { L: [s('a')] },
    { SS: ['a'] },
    { M: {} },
    { B: 'AQ==' },
  ];
  const value = fc.constantFrom(...values);
  const onTable = (tree: Statement): Statement =>
    tree.kind === 'exists'
      ? { ...tree, of: { ...tree.of, source: ['rows', ...tree.of.source.slice(1)] } }
      : { ...tree, source: ['rows', ...tree.source.slice(1)] };
  const key: Expression = {
    kind: 'binary',
    op: '=',
    left: { kind: 'path', root: 'pk', steps: [], at: nowhere },
    right: { kind: 'text', text: 'a' },
  };
  /** Names the item, so that the rest of the condition matters. */
  const keyed = (tree: Statement): Statement => {
    if (tree.kind === 'insert' || tree.kind === 'exists') return tree;
    return {
      ...tree,
      where: tree.where === undefined ? key : { kind: 'binary', op: 'AND', left: key, right: tree.where },
    };
  };
  /** Selects the item by its key alone, and sets constants at the top level. */
  const plain = (tree: Statement): Statement => {
    if (tree.kind === 'select') return { ...tree, projection: '*', where: key, order: [] };
    if (tree.kind === 'delete') return { ...tree, where: key };
    if (tree.kind !== 'update') return keyed(tree);
    const changes = tree.changes.map((one) => {
      const target = { ...one.path, steps: [] };
      return one.kind === 'remove' ? { ...one, path: target } : { ...one, path: target, value: constant };
    });
    return { ...tree, changes, where: key };
  };
  const constant: Expression = { kind: 'number', text: '1' };
  const sound = fc.oneof(statement, statement.map(keyed), statement.map(plain)).map(onTable);

  test('with a result or a refusal, on its own, in a batch and in a transaction', () => {
    const driver = new OracleDriver(createOracle());
    driver.table('rows', { hash: 'pk:S', gsi: { 'by-g': { hash: 'g:S' } } });
    let accepted = 0;
    fc.assert(
      fc.property(sound, fc.infiniteStream(value), (tree, drawn) => {
        driver.put('rows', { pk: s('a'), l: { L: [n(1)] }, m: { M: { x: s('y') } }, ss: { SS: ['a'] } });
        const Statement = printStatement(tree);
        const Parameters = [...drawn.take(parseStatement(Statement).parameters)];
        const one = { Statement, ...(Parameters.length === 0 ? {} : { Parameters }) };
        // `call` throws when there is no valid answer.
        if (driver.call('ExecuteStatement', one).error === undefined) accepted += 1;
        driver.call('BatchExecuteStatement', { Statements: [one] });
        driver.call('ExecuteTransaction', { TransactStatements: [one] });
      }),
      { numRuns: 1500 },
    );
    expect(accepted).toBeGreaterThan(50);
  });
});

describe('any text is read or refused', () => {
  const words =
    `SELECT * FROM WHERE "t" pk = ? 1 'a' AND OR NOT ( ) [ ] << >> { } : , . ; IS MISSING IN BETWEEN LIKE INSERT INTO VALUE
  UPDATE SET REMOVE DELETE RETURNING ALL OLD NEW EXISTS ON CONFLICT DO NOTHING ORDER BY DESC - + size -- /* */ \n " ' #`.split(
      ' ',
    );
  const read = (text: string): ParsedStatement | string => {
    try {
      return parseStatement(text);
    } catch (thrown) {
      if (thrown instanceof Refusal && thrown.type === 'ValidationException') return thrown.message;
      throw thrown;
    }
  };

  test.each([
    ['letters', fc.string({ unit: 'binary', maxLength: 200 })],
    ['words', fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((some) => some.join(' '))],
    [
      'a statement cut short',
      fc.tuple(statement, fc.nat(400)).map(([tree, end]) => printStatement(tree).slice(0, end)),
    ],
    [
      'a statement with a piece of another',
      fc
        .tuple(statement, statement, fc.nat(60), fc.nat(60))
        .map(([a, b, i, j]) => printStatement(a).slice(0, i) + printStatement(b).slice(j)),
    ],
  ])('%s', (_, texts) => {
    fc.assert(
      fc.property(texts, (text) => {
        read(text);
      }),
      { numRuns: 3000 },
    );
  });

  test.each(['(', '[', '<<', '{', 'NOT ', '- ', 'f(', "{'a':", '-'])('depth of %s is bounded', (opening) => {
    const text = `SELECT * FROM t WHERE ${opening.repeat(Math.floor(8000 / opening.length))}`;
    expect(typeof read(text)).toBe('string');
  });

  test('a long chain is not nested', () => {
    expect(read(`SELECT * FROM t WHERE ${Array.from({ length: 1000 }, () => 'a=1').join(' AND ')}`)).toBeTypeOf(
      'object',
    );
  });
});
