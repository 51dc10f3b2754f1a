/** Orders and equality by type, including mutants. */
import { describe, expect, test } from 'vitest';
import { type Decisions, rightDecisions } from '../policies/index.ts';
import { b, n, s } from '../testing/probes/driver.ts';
import { type Comparator, compareForCondition, compareKeyValues, compareStrings, deepEqual } from './compare.ts';
import { keyIdentity, keyOf } from './keys.ts';
import type { AttributeValue } from './types.ts';

const compare = (
  op: Comparator,
  left: AttributeValue | undefined,
  right: AttributeValue,
  some: Partial<Decisions> = {},
) => compareForCondition(op, left, right, { ...rightDecisions, ...some }, { bothAttributes: false });
const all: readonly Comparator[] = ['=', '<>', '<', '<=', '>', '>='];
/** The comparators that hold for two values. */
const holding = (left: AttributeValue | undefined, right: AttributeValue, some: Partial<Decisions> = {}): string =>
  all.filter((op) => compare(op, left, right, some)).join(' ');

describe('of two values these comparators hold', () => {
  test.each<[AttributeValue, AttributeValue, string]>([
    [n(1), n('1.0'), '= <= >='],
    [n(1), n(2), '<> < <='],
    [s('b'), s('a'), '<> > >='],
    [b(1), b(1), '= <= >='],
    [b(0x7f), b(0x80), '<> < <='],
    [b(1, 0), b(1), '<> > >='],
    [{ BS: ['AA==', 'AQ=='] }, { BS: ['AQ==', 'AA=='] }, '='],
    [{ BS: ['AA=='] }, { BS: ['AQ=='] }, '<>'],
    [{ BS: ['AA=='] }, { SS: ['AA=='] }, '<>'],
    [{ SS: ['a'] }, { L: [s('a')] }, '<>'],
    [{ NULL: true }, { NULL: true }, '='],
    [{ BOOL: true }, { BOOL: false }, '<>'],
    [{ BOOL: true }, { NULL: true }, '<>'],
    [{ M: { a: n(1), c: n(2) } }, { M: { c: n('2.0'), a: n(1) } }, '='],
    [{ M: { a: n(1) } }, { M: { a: n(1), c: n(2) } }, '<>'],
    [{ L: [n(1), n(2)] }, { L: [n(2), n(1)] }, '<>'],
    [b(1), s('AQ=='), '<>'],
  ])('%j and %j: %s', (left, right, wanted) => {
    expect(holding(left, right)).toBe(wanted);
    const mirrored = wanted.replaceAll(/[<>](?!>)(?<!<>)/g, (sign) => (sign === '<' ? '>' : '<'));
    const sorted = (text: string) => text.split(' ').sort().join(' ');
    expect(sorted(holding(right, left))).toBe(sorted(mirrored));
  });

  test('of a missing one only <>', () => {
    expect(holding(undefined, n(1))).toBe('<>');
  });
});

describe('mutant: two types compare as text', () => {
  const wrong = { crossTypeComparison: 'by-text' } as const;
  test.each<[AttributeValue, AttributeValue, string]>([
    [s('7'), n(7), '= <= >='],
    [n(10), s('9'), '<> < <='],
    [b(1), s('AQ=='), '= <= >='],
    [s('a'), { BOOL: true }, '<>'],
    [{ L: [] }, s('a'), '<>'],
    [{ L: [] }, { M: {} }, '<>'],
  ])('%j and %j: %s', (left, right, wanted) => expect(holding(left, right, wrong)).toBe(wanted));
});

test('mutant: UTF-16 order differs from code point order only above U+D7FF', () => {
  const decisions: Decisions = { ...rightDecisions, stringOrder: 'utf16-units' };
  const sign = (left: string, right: string, some = decisions) => Math.sign(compareStrings(left, right, some));
  for (const [left, right] of [
    ['a', 'b'],
    ['b', 'a'],
    ['a', 'a'],
    ['', 'a'],
    ['é', 'z'],
  ] as const)
    expect(sign(left, right)).toBe(sign(left, right, rightDecisions));
  expect([sign('\uffff', '\u{10000}'), sign('\uffff', '\u{10000}', rightDecisions)]).toEqual([1, -1]);
});

test('keys of two types have no order, and a non-key or an item without its key has no identity', () => {
  expect(() => compareKeyValues(s('1'), n(1), rightDecisions)).toThrow('no order between key values of types S and N');
  expect(() => compareKeyValues({ BOOL: true }, b(1), rightDecisions)).toThrow('types BOOL and B');
  expect(() => keyIdentity({ BOOL: true }, rightDecisions)).toThrow('a key cannot be of type BOOL');
  const part = { name: 'pk', type: 'S' } as const;
  expect(keyOf({ pk: s('a') }, part)).toEqual(s('a'));
  expect(() => keyOf({ sk: s('a') }, part)).toThrow('the item has no key attribute pk');
});

test('equality of sets counts members', () => {
  expect(deepEqual({ NS: ['1', '2'] }, { NS: ['2.0', '1'] })).toBe(true);
  expect(deepEqual({ NS: ['1', '2'] }, { NS: ['1', '3'] })).toBe(false);
  expect(deepEqual({ NS: ['1'] }, { NS: ['1', '2'] })).toBe(false);
  expect(deepEqual({ NS: ['1', '2'] }, { NS: ['1'] })).toBe(false);
});
