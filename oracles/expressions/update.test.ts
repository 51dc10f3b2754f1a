import { describe, expect, test } from 'vitest';
import { rightDecisions } from '../policies/index.ts';
import type { Item, Json } from '../values/types.ts';
import { bind } from './bind.ts';

const v = (text: string): Json => ({ S: text });
const base = (): Item => ({
  pk: { S: 'k' },
  n: { N: '5' },
  tags: { NS: ['4', '5'] },
  words: { SS: ['a', 'b'] },
  blobs: { BS: ['AA==', 'AQ=='] },
  l: { L: [{ S: 'x' }, { S: 'y' }, { S: 'z' }] },
  box: { M: { mid: { M: { a: { S: 'a0' }, b: { S: 'b0' } } }, keep: { S: 'kk' } } },
});

function update(text: string, values?: { [name: string]: Json }, isNew = false, item: Item = base()) {
  const before = JSON.stringify(item);
  const bound = bind({ update: text }, undefined, values, { decisions: rightDecisions }).update!;
  const result = bound.apply(item, isNew);
  expect(JSON.stringify(item)).toBe(before);
  return result;
}

describe('an update changes', () => {
  test.each<[string, { [name: string]: Json } | undefined, string, unknown]>([
    ['SET n = n + :d', { ':d': { N: '0.5' } }, 'n', { N: '5.5' }],
    ['SET n = :d - n', { ':d': { N: '1' } }, 'n', { N: '-4' }],
    ['SET n = (n + :d)', { ':d': { N: '1' } }, 'n', { N: '6' }],
    ['SET c = if_not_exists(c, :z) + :d', { ':z': { N: '0' }, ':d': { N: '1' } }, 'c', { N: '1' }],
    ['SET n = if_not_exists(n, :z)', { ':z': { N: '0' } }, 'n', { N: '5' }],
    ['SET l = list_append(:h, l)', { ':h': { L: [v('w')] } }, 'l', { L: [v('w'), v('x'), v('y'), v('z')] }],
    ['SET l[1] = :v', { ':v': v('Y') }, 'l', { L: [v('x'), v('Y'), v('z')] }],
    ['SET l[1900000000] = :v', { ':v': v('e') }, 'l', { L: [v('x'), v('y'), v('z'), v('e')] }],
    ['SET l[9] = :b, l[7] = :a', { ':a': v('a'), ':b': v('b') }, 'l', { L: [v('x'), v('y'), v('z'), v('a'), v('b')] }],
    ['REMOVE l[0], l[2]', undefined, 'l', { L: [v('y')] }],
    ['REMOVE l[0] SET l[1] = :v', { ':v': v('Y') }, 'l', { L: [v('Y'), v('z')] }],
    ['REMOVE l[9]', undefined, 'l', { L: [v('x'), v('y'), v('z')] }],
    [
      'SET box.mid.c = :v',
      { ':v': v('c') },
      'box',
      { M: { mid: { M: { a: v('a0'), b: v('b0'), c: v('c') } }, keep: v('kk') } },
    ],
    ['REMOVE box.mid.a, box.nothing', undefined, 'box', { M: { mid: { M: { b: v('b0') } }, keep: v('kk') } }],
    ['ADD n :d', { ':d': { N: '2' } }, 'n', { N: '7' }],
    ['ADD fresh :d', { ':d': { N: '2' } }, 'fresh', { N: '2' }],
    ['ADD tags :t', { ':t': { NS: ['6', '4.0'] } }, 'tags', { NS: ['4', '5', '6'] }],
    ['DELETE words :w', { ':w': { SS: ['a', 'q'] } }, 'words', { SS: ['b'] }],
    ['DELETE words :w', { ':w': { SS: ['b', 'a'] } }, 'words', undefined],
    ['ADD blobs :b', { ':b': { BS: ['Ag==', 'AA=='] } }, 'blobs', { BS: ['AA==', 'AQ==', 'Ag=='] }],
    ['DELETE blobs :b', { ':b': { BS: ['AA=='] } }, 'blobs', { BS: ['AQ=='] }],
    ['ADD fresh :b', { ':b': { BS: ['AA=='] } }, 'fresh', { BS: ['AA=='] }],
    ['DELETE tags :t', { ':t': { NS: ['4.0'] } }, 'tags', { NS: ['5'] }],
    ['SET l = list_append(l, l)', undefined, 'l', { L: ['x', 'y', 'z', 'x', 'y', 'z'].map(v) }],
    ['SET n = if_not_exists(n, n)', undefined, 'n', { N: '5' }],
    ['SET c = if_not_exists(box.mid.a, :v)', { ':v': v('1') }, 'c', v('a0')],
    ['SET c = if_not_exists(box.mid.c, n)', undefined, 'c', { N: '5' }],
    ['SET n = n - n', undefined, 'n', { N: '0' }],
    ['DELETE nil :w', { ':w': { SS: ['b'] } }, 'nil', undefined],
    ['SET a = n, n = :d', { ':d': { N: '0' } }, 'a', { N: '5' }],
    ['set a = :v remove n', { ':v': v('1') }, 'n', undefined],
  ])('%s', (text, values, attribute, expected) => {
    expect(update(text, values).item[attribute]).toEqual(expected);
  });

  test('nothing below a missing attribute of a new item', () => {
    expect(update('REMOVE x.y, x[0]'.replace(', x[0]', ''), undefined, true, { pk: { S: 'k' } }).item).toEqual({
      pk: { S: 'k' },
    });
    expect(() => update('REMOVE x.y')).toThrow('document path');
    expect(() => update('SET x.y = :v', { ':v': v('1') }, true)).toThrow('document path');
  });

  test('attributes with names of Object.prototype', () => {
    const bound = bind(
      { update: 'SET #p = :v, #c.x = :v' },
      { '#p': '__proto__', '#c': 'constructor' },
      { ':v': v('1') },
      { decisions: rightDecisions },
    );
    const item: Item = JSON.parse('{"constructor": {"M": {}}}');
    expect(JSON.stringify(bound.update!.apply(item, false).item)).toBe(
      '{"constructor":{"M":{"x":{"S":"1"}}},"__proto__":{"S":"1"}}',
    );
  });
});

describe('UPDATED_OLD and UPDATED_NEW are fragments', () => {
  test.each<[string, { [name: string]: Json } | undefined, unknown, unknown]>([
    [
      'SET box.mid.a = :v',
      { ':v': v('a1') },
      { box: { M: { mid: { M: { a: v('a0') } } } } },
      { box: { M: { mid: { M: { a: v('a1') } } } } },
    ],
    ['SET l[8] = :v', { ':v': v('z') }, {}, {}],
    ['REMOVE n', undefined, { n: { N: '5' } }, {}],
    ['REMOVE l[0]', undefined, { l: { L: [v('x')] } }, { l: { L: [v('y')] } }],
    ['SET l[0] = :v, l[2] = :v', { ':v': v('q') }, { l: { L: [v('x'), v('z')] } }, { l: { L: [v('q'), v('q')] } }],
    ['SET fresh = :v', { ':v': v('q') }, {}, { fresh: v('q') }],
    ['SET box.p = :v, box.q = :v', { ':v': v('q') }, {}, { box: { M: { p: v('q'), q: v('q') } } }],
    ['DELETE words :w', { ':w': { SS: ['a', 'b'] } }, { words: { SS: ['a', 'b'] } }, {}],
  ])('%s', (text, values, old, fresh) => {
    const { updatedOld, updatedNew } = update(text, values);
    expect({ updatedOld, updatedNew }).toEqual({ updatedOld: old, updatedNew: fresh });
  });
});

const one = { ':v': v('1') };
describe('an update is refused', () => {
  const path = 'The document path provided in the update expression is invalid for update';
  const type = 'An operand in the update expression has an incorrect data type';
  const absent = 'The provided expression refers to an attribute that does not exist in the item';
  test.each<[string, { [name: string]: Json } | undefined, string]>([
    ['SET nowhere.x = :v', one, path],
    ['SET n.x = :v', one, path],
    ['SET box[0] = :v', one, path],
    ['SET l.x = :v', one, path],
    ['SET l[3].x = :v', one, path],
    ['REMOVE n[0]', undefined, path],
    ['SET a = nowhere', undefined, absent],
    ['SET a = l[3]', undefined, absent],
    ['SET a = nowhere + :d', { ':d': { N: '1' } }, absent],
    ['SET a = pk + :d', { ':d': { N: '1' } }, type],
    ['SET a = list_append(pk, l)', undefined, type],
    ['ADD pk :d', { ':d': { N: '1' } }, type],
    ['ADD words :d', { ':d': { NS: ['1'] } }, type],
    ['DELETE n :d', { ':d': { NS: ['1'] } }, type],
    [
      'SET a = n + :d',
      { ':d': { N: '1e45' } },
      'Number overflow. Attempting to store a number with magnitude larger than supported range',
    ],
  ])('by the item: %s', (text, values, message) => {
    expect(() => update(text, values)).toThrow(expect.objectContaining({ message, ofRequest: false }));
  });

  test.each<[string, { [name: string]: Json } | undefined, string]>([
    ['', undefined, 'The expression can not be empty;'],
    ['INVALID SYNTAX HERE', one, 'Syntax error; token: "INVALID", near: "INVALID SYNTAX"'],
    ['SET a = :v,', one, 'Syntax error; token: "<EOF>", near: ","'],
    ['REMOVE a b', undefined, 'Syntax error; token: "b", near: "a b"'],
    ['ADD a b', undefined, 'Syntax error; token: "b", near: "a b"'],
    ['REMOVE l[0] SET a = :v REMOVE b', one, 'The "REMOVE" section can only be used once in an update expression;'],
    ['SET a = (b + c) - d', undefined, 'Syntax error; token: "-", near: ") - d"'],
    ['SET a = status', undefined, 'Attribute name is a reserved keyword; reserved keyword: status'],
    [
      'SET a = b + if_not_exists(c, status)',
      undefined,
      'Attribute name is a reserved keyword; reserved keyword: status',
    ],
    ['REMOVE status', undefined, 'Attribute name is a reserved keyword; reserved keyword: status'],
    ['SET status = :v', one, 'Attribute name is a reserved keyword; reserved keyword: status'],
    ['SET a = size(b)', undefined, 'The function is not allowed in an update expression; function: size'],
    ...[
      'list_append(list_append(l, l), l)',
      'list_append(l, list_append(l, l))',
      'if_not_exists(l, list_append(l, list_append(l, l)))',
    ].map((nested): [string, undefined, string] => [
      `SET a = ${nested}`,
      undefined,
      'The function is not allowed to be used this way in an expression; function: list_append',
    ]),
    [`SET a.b${'[0]'.repeat(31)} = a`, undefined, 'The document path has too many nesting levels; nesting levels: 33'],
    ['SET a = :w', one, 'An expression attribute value used in expression is not defined; attribute value: :w'],
    ['SET trail[4294967295] = :v', one, 'List index is not within the allowable range; index: [4294967295]'],
    [
      'SET d = :v, d.x = :v',
      one,
      'Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [d], path two: [d, x]',
    ],
    [
      'SET d[1] = :v REMOVE d[1]',
      one,
      'Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [d, [1]], path two: [d, [1]]',
    ],
    [
      'SET d.x = :v, d[0] = :v',
      one,
      'Two document paths conflict with each other; must remove or rewrite one of these paths; path one: [d, x], path two: [d, [0]]',
    ],
    [
      'SET a = :v + b',
      one,
      'Incorrect operand type for operator or function; operator or function: +, operand type: S',
    ],
    [
      'SET a = list_append(b, :v)',
      one,
      'Incorrect operand type for operator or function; operator or function: list_append, operand type: S',
    ],
    [
      'SET a = if_not_exists(:v, b)',
      one,
      'Operator or function requires a document path; operator or function: if_not_exists',
    ],
    ['ADD a :v', one, 'Incorrect operand type for operator or function; operator: ADD, operand type: STRING'],
    [
      'DELETE a :d',
      { ':d': { N: '1' } },
      'Incorrect operand type for operator or function; operator: DELETE, operand type: NUMBER',
    ],
    [`SET a = ${'b'.repeat(4090)}`, undefined, 'Expression size has exceeded the maximum allowed size;'],
  ])('by itself: %s', (text, values, message) => {
    expect(() => update(text, values)).toThrow(
      expect.objectContaining({ message: `Invalid UpdateExpression: ${message}`, ofRequest: true }),
    );
  });

  test('overlaps are found after placeholders are replaced', () => {
    expect(() => bind({ update: 'SET #d = :v, d.x = :v' }, { '#d': 'd' }, one, { decisions: rightDecisions })).toThrow(
      'path one: [d], path two: [d, x]',
    );
  });
});

describe('projections', () => {
  const project = (text: string, names?: Json) =>
    bind({ projection: text }, names, undefined, { decisions: rightDecisions }).projection!;
  test.each<[string, unknown]>([
    ['n, nowhere', { n: { N: '5' } }],
    ['box.mid.a, box.keep', { box: { M: { mid: { M: { a: v('a0') } }, keep: v('kk') } } }],
    ['l[2], l[0], l[7]', { l: { L: [v('x'), v('z')] } }],
    ['box.nothing, n.x, l.x, box[0]'.replace(', box[0]', ''), {}],
  ])('%s', (text, expected) => {
    expect(project(text).apply(base())).toEqual(expected);
  });

  test('refusals', () => {
    expect(() => project('#a, a.b', { '#a': 'a' })).toThrow(
      'Invalid ProjectionExpression: Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a, b]',
    );
    expect(() => project('a,')).toThrow('Invalid ProjectionExpression: Syntax error; token: "<EOF>", near: ","');
    expect(() => project('!!')).toThrow('Invalid ProjectionExpression: Syntax error; token: "!", near: "!!"');
    expect([...project('a.b, c[0]').attributes]).toEqual(['a', 'c']);
    const deep = (levels: number) => `a${'.b'.repeat(levels - 1)}`;
    expect([...project(`x, ${deep(32)}`).attributes]).toEqual(['x', 'a']);
    expect(() => project(`x, ${deep(33)}`)).toThrow(
      'Invalid ProjectionExpression: The document path has too many nesting levels; nesting levels: 33',
    );
  });
});
