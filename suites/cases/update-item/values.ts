/** SET with values, arithmetic and functions. */

import type { Item } from '../../../oracles/values/types.ts';
import type { Case } from '../case.ts';
import { n, s } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { type Applied, gives, list, measured } from './applied.ts';

const set = family(
  {
    ...{ ...measured, name: 'set' },
    because: 'SET writes the value of its right side; every path on the right is read from the item as it was before.',
  },
  {
    'overwrites-and-adds': {
      title: 'SET replaces an attribute by a value of another type, adds another, and leaves the rest',
      before: { a: s('x'), b: n(1) },
      expression: 'SET a = :n, c = :l',
      values: { ':n': n(2), ':l': list(n(1), s('y')) },
      after: { a: n(2), b: n(1), c: list(n(1), s('y')) },
    },
    'same-value-twice': {
      title: 'One value may be set to two attributes, and each has its own copy',
      expression: 'SET a = :m, b = :m',
      values: { ':m': { M: { x: n(1) } } },
      after: { a: { M: { x: n(1) } }, b: { M: { x: n(1) } } },
    },
    swap: {
      title: 'Two attributes change places, since both sides are read before anything is written',
      before: { a: n(1), b: s('two') },
      expression: 'SET a = b, b = a',
      after: { a: s('two'), b: n(1) },
    },
    'copy-of-removed': {
      title: 'An attribute that the same update removes can still be copied',
      before: { a: s('x') },
      expression: 'REMOVE a SET b = a',
      after: { b: s('x') },
    },
    'copy-of-key': {
      title: 'The key can be copied into another attribute',
      expression: 'SET a = pk',
      after: { a: s('p') },
    },
    'copy-of-nested': {
      title: 'A nested value is copied, and the place that it comes from stays',
      before: { d: { M: { l: list(n(1), { M: { x: s('deep') } }) } } },
      expression: 'SET a = d.l[1].x, b = d.l[1]',
      after: { d: { M: { l: list(n(1), { M: { x: s('deep') } }) } }, a: s('deep'), b: { M: { x: s('deep') } } },
    },
    'in-parentheses': {
      title: 'A value, a sum and its operands may stand in parentheses',
      certainty: 'recorded',
      sources: [sources.dynaliteTests],
      before: { a: n(5) },
      expression: 'SET a = ((a) + (:v)), b = (:v), c = (a - :v), d = (a)',
      values: { ':v': n(2) },
      after: { a: n(7), b: n(2), c: n(3), d: n(5) },
    },
    'counter-and-copy': {
      title: 'A copy beside an increment has the value of before',
      before: { a: n(5) },
      expression: 'SET a = a + :one, b = a, c = a - :one',
      values: { ':one': n(1) },
      after: { a: n(6), b: n(5), c: n(4) },
    },
  } satisfies { [slug: string]: Applied & { after: Item } & Partial<Pick<Case, 'certainty' | 'sources'>> },
  gives,
);

const arithmetic = family(
  {
    ...{ ...measured, name: 'arithmetic' },
    because: 'The operands of + and - are numbers, from the request or from the item, and the result is exact.',
  },
  {
    'value-plus-path': {
      title: 'A value plus an attribute, and an attribute plus a value',
      before: { a: n(2) },
      expression: 'SET b = :v + a, c = a + :v',
      values: { ':v': n('0.5') },
      after: { a: n(2), b: n('2.5'), c: n('2.5') },
    },
    'value-minus-path': {
      title: 'A difference keeps the order of its operands',
      before: { a: n(2) },
      expression: 'SET b = :v - a, c = a - :v',
      values: { ':v': n(7) },
      after: { a: n(2), b: n(5), c: n(-5) },
    },
    'two-paths': {
      title: 'Two attributes are added and subtracted',
      before: { a: n(2), b: n(9) },
      expression: 'SET c = a + b, d = b - a, a = b + a',
      after: { a: n(11), b: n(9), c: n(11), d: n(7) },
    },
    'two-values': {
      title: 'Two values of the request are added and subtracted',
      expression: 'SET a = :v + :w, b = :v - :w',
      values: { ':v': n(4), ':w': n('-3') },
      after: { a: n(1), b: n(7) },
    },
    nested: {
      title: 'Nested numbers are operands and targets',
      before: { d: { M: { x: n(1), l: list(n(10), n(20)) } } },
      expression: 'SET d.x = d.l[1] - d.x, d.l[0] = d.l[0] + :v',
      values: { ':v': n(5) },
      after: { d: { M: { x: n(19), l: list(n(15), n(20)) } } },
    },
    'if-not-exists': {
      title: 'if_not_exists is an operand on either side of a sign',
      before: { a: n(2) },
      expression: 'SET b = if_not_exists(b, :zero) + :v, c = :v - if_not_exists(a, :zero)',
      values: { ':zero': n(0), ':v': n(3) },
      after: { a: n(2), b: n(3), c: n(1) },
    },
    'to-zero': {
      title: 'A number minus itself is 0, without a sign',
      before: { a: n('-1.50') },
      expression: 'SET a = a - :v, b = :v - a',
      values: { ':v': n('-1.5') },
      after: { a: n(0), b: n(0) },
    },
  },
  gives,
);

const functions = family(
  {
    ...{ ...measured, name: 'function' },
    because:
      'if_not_exists is the value of its path or else of its second operand; list_append joins in written order.',
  },
  {
    'append-behind': {
      title: 'list_append with the attribute first adds at the end',
      before: { l: list(n(1)) },
      expression: 'SET l = list_append(l, :v)',
      values: { ':v': list(n(2), n(3)) },
      after: { l: list(n(1), n(2), n(3)) },
    },
    'append-before': {
      title: 'list_append with the attribute second adds at the beginning',
      before: { l: list(n(1)) },
      expression: 'SET l = list_append(:v, l)',
      values: { ':v': list(n(2), n(3)) },
      after: { l: list(n(2), n(3), n(1)) },
    },
    'append-to-another': {
      title: 'list_append of two attributes gives a third, and both stay as they are',
      before: { a: list(n(1)), b: list(s('x'), list()) },
      expression: 'SET c = list_append(b, a), d = list_append(a, a)',
      after: { a: list(n(1)), b: list(s('x'), list()), c: list(s('x'), list(), n(1)), d: list(n(1), n(1)) },
    },
    'append-empty': {
      title: 'An empty list appended changes nothing',
      before: { l: list(n(1)) },
      expression: 'SET l = list_append(l, :v)',
      values: { ':v': list() },
      after: { l: list(n(1)) },
    },
    'append-to-missing': {
      title: 'list_append with if_not_exists begins a list that is not there',
      expression: 'SET l = list_append(if_not_exists(l, :none), :v)',
      values: { ':none': list(), ':v': list(n(1)) },
      after: { l: list(n(1)) },
    },
    'default-of-missing': {
      title: 'if_not_exists gives its second operand where the attribute is missing, NULL and empty ones are there',
      before: { a: n(1), z: { NULL: true }, e: s('') },
      expression:
        'SET a = if_not_exists(a, :v), b = if_not_exists(b, :v), z = if_not_exists(z, :v), e = if_not_exists(e, :v)',
      values: { ':v': s('default') },
      after: { a: n(1), b: s('default'), z: { NULL: true }, e: s('') },
    },
    'default-elsewhere': {
      title: 'if_not_exists copies the attribute that it tests, not the one that is set',
      before: { a: n(1), b: n(2) },
      expression: 'SET b = if_not_exists(a, :v), c = if_not_exists(nope, b)',
      values: { ':v': n(9) },
      after: { a: n(1), b: n(1), c: n(2) },
    },
    'default-nested': {
      title: 'if_not_exists tests a nested path, and one default may be within another',
      before: { d: { M: { x: n(1) } } },
      expression: 'SET d.x = if_not_exists(d.x, :v), d.y = if_not_exists(d.y, if_not_exists(nope, :v))',
      values: { ':v': n(9) },
      after: { d: { M: { x: n(1), y: n(9) } } },
    },
  },
  gives,
);

export const cases: readonly Case[] = [...set, ...arithmetic, ...functions];
