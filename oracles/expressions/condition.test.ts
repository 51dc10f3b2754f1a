import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Decisions, rightDecisions } from '../policies/index.ts';
import type { Item, Json } from '../values/types.ts';
import { bind } from './bind.ts';
import { reservedWords } from './reserved.ts';

const item: Item = {
  n: { N: '9' },
  ten: { N: '10' },
  s: { S: 'hello' },
  emoji: { S: '\u{1F600}' },
  b: { B: 'b3JjaGFyZA==' },
  t: { BOOL: true },
  nothing: { NULL: true },
  ss: { SS: ['a', 'b'] },
  ns: { NS: ['1', '2'] },
  bs: { BS: ['b2Nk', 'Y2hhcg=='] },
  l: { L: [{ N: '1' }, { M: { deep: { S: 'x' } } }] },
  m: { M: { a: { S: '1' }, 'b.c': { N: '2' } } },
};
const values: { [name: string]: Json } = {
  ':9': { N: '9.0' },
  ':10': { N: '10' },
  ':2': { N: '2' },
  ':1': { N: '1' },
  ':7': { N: '7' },
  ':s': { S: 'hello' },
  ':he': { S: 'he' },
  ':S9': { S: '9' },
  ':char': { B: 'Y2hhcg==' },
  ':orch': { B: 'b3JjaA==' },
  ':oCd': { B: 'b2Nk' },
  ':ba': { SS: ['b', 'a'] },
  ':a': { S: 'a' },
  ':l': { L: [{ N: '1.0' }, { M: { deep: { S: 'x' } } }] },
  ':t': { BOOL: true },
  ':null': { NULL: true },
  ':tN': { S: 'N' },
  ':tSS': { S: 'SS' },
  ':tL': { S: 'L' },
};
const names: { [name: string]: string } = { '#bc': 'b.c', '#s': 's', '#proto': '__proto__' };

function evaluate(text: string, target: Item | undefined = item, some: Partial<Decisions> = {}): boolean {
  const used = (all: { [name: string]: Json }) => {
    const chosen = Object.entries(all).filter(([key]) => new RegExp(`${key}(?![A-Za-z0-9_])`).test(text));
    return chosen.length === 0 ? undefined : Object.fromEntries(chosen);
  };
  const decisions = { ...rightDecisions, ...some };
  return bind({ condition: text }, used(names), used(values), { decisions }).condition!.holds(target);
}

describe('conditions hold', () => {
  test.each<[string, boolean]>([
    ['n = :9', true],
    ['n < :10', true],
    ['n > :2', true],
    ['n < ten', true],
    ['ten <= n', false],
    ['n = :S9', false],
    ['n <> :S9', true],
    ['n < :S9', false],
    [':9 = n', true],
    ['n BETWEEN :2 AND :10', true],
    ['n between :9 and :9', true],
    ['n BETWEEN ten AND :10', false],
    ['n IN (:S9, :2, :9)', true],
    ['n in (:S9, :2)', false],
    ['nowhere = :9', false],
    ['nowhere <> :9', true],
    ['nowhere <> gone', true],
    ['nowhere <= :9', false],
    ['nowhere IN (:9)', false],
    ['NOT nowhere = :9', true],
    ['attribute_exists(m.a)', true],
    ['attribute_exists(m.#bc)', true],
    ['attribute_exists(#proto)', false],
    ['attribute_exists(l[1].deep)', true],
    ['attribute_exists(m.toString)', false],
    ['attribute_exists(toString)', false],
    ['attribute_exists(l[2])', false],
    ['attribute_exists(s.a)', false],
    ['attribute_not_exists(s[0])', true],
    ['attribute_type(n, :tN)', true],
    ['attribute_type(s, :tN)', false],
    ['attribute_type(ss, :tSS)', true],
    ['attribute_type(l, :tL)', true],
    ['attribute_type(nowhere, :tN)', false],
    ['attribute_exists(nowhere.a.b)', false],
    ['attribute_exists(m.a.b)', false],
    ['attribute_exists(l[0].deep)', false],
    ['begins_with(s, :he)', true],
    ['begins_with(b, :orch)', true],
    ['begins_with(n, :he)', false],
    ['contains(s, :he)', true],
    ['contains(b, :char)', true],
    ['NOT contains(b, :oCd)', true],
    ['contains(ss, :a)', true],
    ['contains(ns, :1)', true],
    ['contains(ns, :S9)', false],
    ['contains(ns, :9)', false],
    ['contains(ss, :9)', false],
    ['contains(bs, :oCd)', true],
    ['contains(bs, :orch)', false],
    ['contains(bs, :a)', false],
    ['contains(s, :9)', false],
    ['contains(b, :he)', false],
    ['contains(n, :9)', false],
    ['contains(nowhere, :a)', false],
    ['contains(s, nowhere)', false],
    ['begins_with(nowhere, :he)', false],
    ['begins_with(s, :orch)', false],
    ['begins_with(b, :he)', false],
    ['begins_with(b, :char)', false],
    ['contains(l, :1)', true],
    ['contains(m, :a)', false],
    ['ss = :ba', true],
    ['l = :l', true],
    ['t = :t', true],
    ['nothing = :null', true],
    ['size(b) = :7', true],
    ['size(ss) = :2', true],
    ['size(m) = :2', true],
    ['size(l) < :9', true],
    ['size(ns) = :2', true],
    ['size(bs) = :2', true],
    [':2 = size(l)', true],
    ['size(l) = size(m)', true],
    ['size(l) <> size(nowhere)', false],
    ['size(nowhere) = size(nowhere.a)', false],
    ['size(t) <> :9', false],
    ['size(nothing) <> :9', false],
    ['size(l) BETWEEN :1 AND :2', true],
    ['size(l) IN (:1, :2)', true],
    ['b < :char', false],
    ['b > :char', true],
    ['b >= b2', false],
    ['b = :oCd', false],
    ['t <> :t', false],
    ['l <> :l', false],
    ['bs = bs2', false],
    ['l < :9', false],
    ['ss >= :9', false],
    ['n BETWEEN :S9 AND :S9', false],
    ['n BETWEEN :9 AND ten', true],
    ['ten BETWEEN n AND n', false],
    ['size(emoji) = :2', true],
    ['size(nowhere) <> :2', false],
    ['size(n) < :9', false],
    ['attribute_exists(n) OR attribute_exists(gone) AND attribute_exists(lost)', true],
    ['(attribute_exists(n) OR attribute_exists(gone)) AND attribute_exists(lost)', false],
    ['NOT attribute_exists(gone) AND attribute_exists(n)', true],
    ['not(attribute_exists(gone) or attribute_exists(lost))', true],
    ['(n) = (:9)', true],
    ['#s=:s', true],
  ])('%s: %j', (text, expected) => {
    expect(evaluate(text)).toBe(expected);
  });

  test('without an item every attribute is missing', () => {
    expect(
      bind({ condition: 'attribute_not_exists(n)' }, undefined, undefined, {
        decisions: rightDecisions,
      }).condition!.holds(undefined),
    ).toBe(true);
  });
});

describe('wrong policies', () => {
  test.each<[string, Partial<Decisions>, boolean]>([
    ['n < :10', { numberComparison: 'as-text' }, false],
    ['n < ten', { attributeComparison: 'as-text' }, false],
    ['n = :S9', { crossTypeComparison: 'by-text' }, false],
    ['ss = :ba', { collectionEquality: 'never' }, false],
    ['nowhere <> :9', { missingNotEqual: 'fails' }, false],
    ['n IN (:2, :S9)', { inMembers: 'that-of-the-first' }, true],
  ])('%s differs under %j', (text, some, wrong) => {
    const right = evaluate(text);
    expect(evaluate(text, item, some)).toBe(text === 'n = :S9' ? !right : wrong);
    expect(right).toBe(text === 'n = :S9' ? false : !wrong);
  });

  test.each<[string, Partial<Decisions>]>([
    ['size(b) = :7', { sizeInComparisons: 'refused' }],
    [':7 = size(b)', { sizeInComparisons: 'refused' }],
    ['begins_with(b, :orch)', { binaryBeginsWith: 'refused' }],
  ])('%s is refused under %j', (text, some) => {
    expect(evaluate(text)).toBe(true);
    expect(() => evaluate(text, item, some)).toThrow('Invalid ConditionExpression');
  });

  test('mutants: any string is a type, and bounds may be reversed beyond double precision', () => {
    const run = (text: string, given: Json, some: Partial<Decisions>) =>
      bind({ condition: text }, undefined, given, { decisions: { ...rightDecisions, ...some } });
    const type = ['attribute_type(a, :t)', { ':t': { S: 'x = 1' } }] as const;
    expect(() => run(...type, {})).toThrow(
      'Invalid attribute type name found; type: x = 1, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}',
    );
    expect(() => run(...type, { typeOperand: 'any-text' })).not.toThrow();
    const bounds = [
      'a BETWEEN :l AND :h',
      { ':l': { N: `${'9'.repeat(20)}2` }, ':h': { N: `${'9'.repeat(20)}1` } },
    ] as const;
    expect(() => run(...bounds, {})).toThrow('upper bound');
    expect(() => run(...bounds, { betweenBounds: 'as-float64' })).not.toThrow();
    const [text] = bounds;
    const reversed = { ':l': { N: '5' }, ':h': { N: '1' } };
    expect(() => run(text, reversed, { betweenBounds: 'as-float64' })).toThrow('upper bound');
  });
});

test('mutant: IN converts a member to the first one’s type only where it can', () => {
  const wrong: Partial<Decisions> = { inMembers: 'that-of-the-first' };
  for (const [text, right, other] of [
    ['s IN (:2, :s)', true, true],
    ['n IN (:s, :9)', true, false],
    ['t IN (:a, :t)', true, true],
    ['n IN (:2, :a)', false, false],
    ['n IN (:t, :9)', true, true],
    ['s IN (nowhere, :s)', true, true],
    ['s IN (:2, nowhere)', false, false],
  ] as const)
    expect([evaluate(text), evaluate(text, item, wrong)], text).toEqual([right, other]);
});

test('mutant: size is accepted wherever a value is', () => {
  const wrong: Partial<Decisions> = { sizeInComparisons: 'refused' };
  for (const text of ['n = :9', 's = :s AND attribute_exists(n)']) expect(evaluate(text, item, wrong)).toBe(true);
});

describe('conditions are refused', () => {
  const invalid = 'Invalid ConditionExpression: ';
  test.each<[string, Json, string]>([
    ['', undefined as never, 'The expression can not be empty;'],
    ['a = ', undefined as never, 'Syntax error; token: "<EOF>", near: "="'],
    ['a = = b', undefined as never, 'Syntax error; token: "=", near: "= = b"'],
    ['_hidden = b', undefined as never, 'Syntax error; token: "_", near: "_hidden"'],
    ['a[b] = c', undefined as never, 'Syntax error; token: "b", near: "[b]"'],
    ['!! = c', undefined as never, 'Syntax error; token: "!", near: "!!"'],
    ['a', undefined as never, 'Syntax error; token: "<EOF>", near: "a"'],
    ['a = b c', undefined as never, 'Syntax error; token: "c", near: "b c"'],
    ['((a = b))', undefined as never, 'The expression has redundant parentheses;'],
    ['((a)) = b', undefined as never, 'The expression has redundant parentheses;'],
    ['status = b', undefined as never, 'Attribute name is a reserved keyword; reserved keyword: status'],
    ['a.Status = b', undefined as never, 'Attribute name is a reserved keyword; reserved keyword: Status'],
    ['foo(a) = b', undefined as never, 'Invalid function name; function: foo'],
    [
      'if_not_exists(a, b) = c',
      undefined as never,
      'The function is not allowed in a condition expression; function: if_not_exists',
    ],
    ['size(a)', undefined as never, 'The function is not allowed to be used this way in an expression; function: size'],
    [
      'contains(a, b) = c',
      undefined as never,
      'The function is not allowed to be used this way in an expression; function: contains',
    ],
    [
      '#a = b',
      undefined as never,
      'An expression attribute name used in the document path is not defined; attribute name: #a',
    ],
    [
      'a = :a',
      undefined as never,
      'An expression attribute value used in expression is not defined; attribute value: :a',
    ],
    [
      'attribute_exists(a, b)',
      undefined as never,
      'Incorrect number of operands for operator or function; operator or function: attribute_exists, number of operands: 2',
    ],
    [
      'attribute_exists(:v)',
      { ':v': { S: 'a' } },
      'Operator or function requires a document path; operator or function: attribute_exists',
    ],
    [
      'contains(data1, data1)',
      undefined as never,
      'The first operand must be distinct from the remaining operands for this operator or function; operator: contains, first operand: [data1]',
    ],
    ...['begins_with', 'attribute_type'].map((name): [string, Json, string] => [
      `${name}(data1, data1)`,
      undefined as never,
      `The first operand must be distinct from the remaining operands for this operator or function; operator: ${name}, first operand: [data1]`,
    ]),
    [
      'attribute_not_exists(:v)',
      { ':v': { S: 'a' } },
      'Operator or function requires a document path; operator or function: attribute_not_exists',
    ],
    ...(['BOOL', 'NULL'] as const).map((type): [string, Json, string] => [
      'size(:v) = b',
      { ':v': { [type]: true } },
      `Incorrect operand type for operator or function; operator or function: size, operand type: ${type}`,
    ]),
    [
      'a[1].b = a[1].b',
      undefined as never,
      'The first operand must be distinct from the remaining operands for this operator or function; operator: =, first operand: [a, [1], b]',
    ],
    [
      'begins_with(a, :v)',
      { ':v': { N: '1' } },
      'Incorrect operand type for operator or function; operator or function: begins_with, operand type: N',
    ],
    [
      'a < :v',
      { ':v': { BOOL: true } },
      'Incorrect operand type for operator or function; operator or function: <, operand type: BOOL',
    ],
    [
      'size(:v) = b',
      { ':v': { N: '1' } },
      'Incorrect operand type for operator or function; operator or function: size, operand type: N',
    ],
    [
      'attribute_type(a, b)',
      undefined as never,
      'Incorrect operand type for operator or function; operator or function: attribute_type, operand type: {NS,SS,L,BS,N,M,B,BOOL,NULL,S}',
    ],
    [
      'a BETWEEN :l AND :h',
      { ':l': { N: '5' }, ':h': { N: '1' } },
      'The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {N:5}, upper bound operand: AttributeValue: {N:1}',
    ],
    [
      'a BETWEEN :l AND :h',
      { ':l': { N: '5' }, ':h': { S: 'a' } },
      'The BETWEEN operator requires same data type for lower and upper bounds; lower bound operand: AttributeValue: {N:5}, upper bound operand: AttributeValue: {S:a}',
    ],
    ['a[4294967295] = b', undefined as never, 'List index is not within the allowable range; index: [4294967295]'],
    [
      `a = ${'b'.repeat(4105)}`,
      undefined as never,
      'Expression size has exceeded the maximum allowed size; expression size: 4109',
    ],
  ])('%s', (condition, given, message) => {
    expect(() => bind({ condition }, undefined, given, { decisions: rightDecisions })).toThrow(
      expect.objectContaining({ type: 'ValidationException', message: invalid + message }),
    );
  });

  test('BETWEEN does not compare a bound that is a path with the other bound', () => {
    for (const condition of ['a BETWEEN b AND :v', 'a BETWEEN :v AND b', 'a BETWEEN b AND c'])
      expect(() =>
        bind({ condition }, undefined, condition.includes(':v') ? { ':v': { N: '1' } } : undefined, {
          decisions: rightDecisions,
        }),
      ).not.toThrow();
  });

  test('parsing a text again after a thousand others gives the same tree', () => {
    const read = (condition: string) => bind({ condition }, undefined, undefined, { decisions: rightDecisions });
    const outcome = (name: string) => read(`attribute_exists(${name})`).condition!.holds({ a0: { S: 'x' } });
    const all = Array.from({ length: 1100 }, (_, i) => outcome(`a${i}`));
    expect(all.map((held, i) => (held ? i : -1)).filter((i) => i >= 0)).toEqual([0]);
    expect([outcome('a0'), outcome('a1')]).toEqual([true, false]);
  });

  test('an expression may have 4096 bytes', () => {
    expect(() =>
      bind({ condition: `a = ${'b'.repeat(4092)}` }, undefined, undefined, { decisions: rightDecisions }),
    ).not.toThrow();
  });

  test('two groups side by side are not redundant parentheses', () => {
    expect(evaluate('((n = :9) AND (s = :s))')).toBe(true);
    expect(evaluate('(NOT (n = :10))')).toBe(true);
  });

  test('there are 573 reserved words', () => {
    expect(reservedWords.size).toBe(573);
    for (const word of ['ABORT', 'NAME', 'STATUS', 'SIZE', 'ZONE', 'TIMESTAMP'])
      expect(reservedWords.has(word)).toBe(true);
  });
});

describe('placeholders', () => {
  const run = (texts: Parameters<typeof bind>[0], n: Json, v: Json) => () =>
    bind(texts, n, v, { decisions: rightDecisions });
  test.each<[string, Parameters<typeof bind>[0], Json | undefined, Json | undefined]>([
    [
      'ExpressionAttributeNames contains invalid key: Syntax error; key: "bare"',
      { update: 'SET #a = :v' },
      { '#a': 'a', bare: 'b' },
      { ':v': { S: '2' } },
    ],
    [
      'ExpressionAttributeValues contains invalid key: Syntax error; key: "v2"',
      { update: 'SET a = :v' },
      undefined,
      { ':v': { S: '2' }, v2: { S: '3' } },
    ],
    [
      'ExpressionAttributeNames contains invalid value: Empty attribute name for key #a',
      { filter: '#a = b' },
      { '#a': '' },
      undefined,
    ],
    ['ExpressionAttributeNames must not be empty', { filter: 'a = b' }, {}, undefined],
    ['ExpressionAttributeValues must not be empty', { filter: 'a = b' }, undefined, {}],
    ['ExpressionAttributeNames can only be specified when using expressions', {}, {}, undefined],
    [
      'ExpressionAttributeValues can only be specified when using expressions',
      { projection: 'a' },
      undefined,
      { ':v': { S: 'a' } },
    ],
    [
      'Value provided in ExpressionAttributeNames unused in expressions: keys: {#u, #w}',
      { filter: 'a = b' },
      { '#u': 'x', '#w': 'y' },
      { ':v': { S: 'a' } },
    ],
    [
      'Value provided in ExpressionAttributeValues unused in expressions: keys: {:v}',
      { filter: 'a = b' },
      undefined,
      { ':v': { S: 'a' } },
    ],
    ['The parameter cannot be converted to a numeric value: x', { filter: 'a = = b' }, undefined, { ':v': { N: 'x' } }],
    [
      'Invalid UpdateExpression: Syntax error; token: "<EOF>", near: "="',
      { condition: 'a = ', update: 'SET a = ' },
      undefined,
      undefined,
    ],
  ])('%s', (message, texts, n, v) => {
    expect(run(texts, n as Json, v as Json)).toThrow(expect.objectContaining({ message }));
  });
});

describe('logic', () => {
  const atom = fc.constantFrom(
    'n = :9',
    'nowhere = :9',
    'attribute_exists(s)',
    'n > :10',
    'contains(ss, :a)',
    'm.a <> :s',
  );
  const expression = fc.letrec<{ e: string }>((tie) => ({
    e: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      atom,
      fc.tuple(tie('e'), fc.constantFrom('AND', 'OR'), tie('e')).map(([l, op, r]) => `NOT (${l}) ${op} (${r})`),
    ),
  })).e;

  test('De Morgan, double negation, absorption', () => {
    fc.assert(
      fc.property(expression, expression, (p, q) => {
        const [a, b] = [evaluate(p), evaluate(q)];
        expect(evaluate(`(${p}) AND (${q})`)).toBe(a && b);
        expect(evaluate(`(${p}) OR (${q})`)).toBe(a || b);
        expect(evaluate(`NOT (${p})`)).toBe(!a);
        expect(evaluate(`NOT NOT (${p})`)).toBe(a);
        expect(evaluate(`NOT ((${p}) AND (${q}))`)).toBe(evaluate(`NOT (${p}) OR NOT (${q})`));
        expect(evaluate(`(${p}) OR (${q}) AND (${p})`)).toBe(a);
      }),
    );
  });
});
