/** ADD and DELETE: numbers and sets. */
import type { Item } from '../../../oracles/values/types.ts';
import type { Case } from '../case.ts';
import { b, n, s } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { type Applied, gives, isRefused, list, measured } from './applied.ts';

const bytes = (...members: number[][]) => ({ BS: members.map((member) => b(...member).B) });

const add = family(
  {
    ...{ ...measured, name: 'add' },
    because: 'ADD adds to a number, or members to a set; a missing attribute counts as zero or as the empty set.',
  },
  {
    'to-number': {
      title: 'ADD adds to a number, also a negative one, and leaves the rest',
      before: { a: n(3), b: n('0.25'), c: s('x') },
      expression: 'ADD a :v, b :w',
      values: { ':v': n(4), ':w': n('-1') },
      after: { a: n(7), b: n('-0.75'), c: s('x') },
    },
    'to-missing': {
      title: 'ADD creates the number or the set, and the item',
      expression: 'ADD a :n, b :s',
      values: { ':n': n('-7'), ':s': { SS: ['x', 'y'] } },
      after: { a: n(-7), b: { SS: ['x', 'y'] } },
    },
    'to-text-set': {
      title: 'ADD joins two sets of texts, and a member of both is there once',
      before: { a: { SS: ['a', 'ab'] } },
      expression: 'ADD a :v',
      values: { ':v': { SS: ['ab', 'b', 'A'] } },
      after: { a: { SS: ['A', 'a', 'ab', 'b'] } },
    },
    'to-number-set': {
      title: 'ADD joins two sets of numbers by value',
      before: { a: { NS: ['1', '10'] } },
      expression: 'ADD a :v',
      values: { ':v': { NS: ['1.0', '100', '1e1', '-1'] } },
      after: { a: { NS: ['-1', '1', '10', '100'] } },
    },
    'to-binary-set': {
      title: 'ADD joins two sets of binaries by their bytes',
      before: { a: bytes([1], [1, 0]) },
      expression: 'ADD a :v',
      values: { ':v': bytes([1, 0], [0, 1], [255]) },
      after: { a: bytes([0, 1], [1], [1, 0], [255]) },
    },
    nested: {
      title: 'ADD reaches a number in a map and a set in a list',
      before: { m: { M: { x: n(1) } }, l: list({ SS: ['a'] }, n(5)) },
      expression: 'ADD m.x :n, m.y :n, l[0] :s',
      values: { ':n': n(2), ':s': { SS: ['b'] } },
      after: { m: { M: { x: n(3), y: n(2) } }, l: list({ SS: ['a', 'b'] }, n(5)) },
    },
    'beside-remove': {
      title: 'ADD to a set beside REMOVE of another attribute gives the whole union as ALL_NEW',
      sources: [sources.alternatorAllNew],
      before: { tags: { NS: ['4', '5'] }, note: s('n') },
      expression: 'REMOVE note ADD tags :t',
      values: { ':t': { NS: ['6'] } },
      after: { tags: { NS: ['4', '5', '6'] } },
    },
  } satisfies { [slug: string]: Applied & { after: Item; sources?: string[] } },
  gives,
);

const deletes = family(
  {
    ...{ ...measured, name: 'delete' },
    because: 'DELETE takes members out of a set; the last one takes the attribute with it, since no set is empty.',
  },
  {
    'of-texts': {
      title: 'DELETE takes the named texts and no others',
      before: { a: { SS: ['a', 'ab', 'b'] }, b: n(1) },
      expression: 'DELETE a :v',
      values: { ':v': { SS: ['ab', 'c'] } },
      after: { a: { SS: ['a', 'b'] }, b: n(1) },
    },
    'of-numbers': {
      title: 'DELETE finds numbers by value, and not by their first digits',
      before: { a: { NS: ['1', '10', '100', '-1'] } },
      expression: 'DELETE a :v',
      values: { ':v': { NS: ['1.0', '1e2'] } },
      after: { a: { NS: ['-1', '10'] } },
    },
    'of-binaries': {
      title: 'DELETE finds binaries by all of their bytes',
      before: { a: bytes([1], [1, 0], [2]) },
      expression: 'DELETE a :v',
      values: { ':v': bytes([1], [2, 0]) },
      after: { a: bytes([1, 0], [2]) },
    },
    'of-all': {
      title: 'DELETE of every member removes the attribute',
      before: { a: { SS: ['x', 'y'] }, b: n(1) },
      expression: 'DELETE a :v',
      values: { ':v': { SS: ['y', 'x', 'z'] } },
      after: { b: n(1) },
    },
    'of-none': {
      title: 'DELETE of members that are not there changes nothing',
      before: { a: { SS: ['x'] } },
      expression: 'DELETE a :v',
      values: { ':v': { SS: ['y'] } },
      after: { a: { SS: ['x'] } },
    },
    'from-missing': {
      title: 'DELETE from an attribute that is not there changes nothing',
      before: { b: n(1) },
      expression: 'DELETE a :v',
      values: { ':v': { SS: ['x'] } },
      after: { b: n(1) },
    },
    nested: {
      title: 'DELETE reaches a set in a map',
      sources: [sources.updateExpressions],
      certainty: 'documented',
      before: { m: { M: { s: { NS: ['1', '2'] }, x: n(1) } } },
      expression: 'DELETE m.s :v',
      values: { ':v': { NS: ['2'] } },
      after: { m: { M: { s: { NS: ['1'] }, x: n(1) } } },
    },
    'with-the-other-clauses': {
      title: 'One update may set, remove, add and delete, in any order of its clauses',
      before: { a: { SS: ['x', 'y'] }, b: n(1), c: s('c') },
      expression: 'DELETE a :x ADD b :one REMOVE c SET d = b',
      values: { ':x': { SS: ['x'] }, ':one': n(1) },
      after: { a: { SS: ['y'] }, b: n(2), d: n(1) },
    },
  } satisfies { [slug: string]: Applied & { after: Item; sources?: string[]; certainty?: Case['certainty'] } },
  gives,
);

const before = { a: s('x'), n: n(1), l: list(n(1)), ss: { SS: ['x'] }, ns: { NS: ['1'] } };
const refusals = family(
  {
    ...{ ...measured, name: 'refused' },
    because: 'ADD takes a number or a set, DELETE a set, and both need the attribute to be of the same type.',
  },
  {
    'add-number-to-text': { title: 'A number is not added to a text', expression: 'ADD a :v', values: { ':v': n(1) } },
    'add-text': { title: 'ADD takes no text', expression: 'ADD n :v', values: { ':v': s('1') } },
    'add-list': {
      title: 'ADD takes no list, not even to a list',
      expression: 'ADD l :v',
      values: { ':v': list(n(2)) },
    },
    'add-number-to-number-set': {
      title: 'A single number is not added to a set of numbers',
      expression: 'ADD ns :v',
      values: { ':v': n(2) },
    },
    'add-set-to-list': {
      title: 'A set is not added to a list',
      expression: 'ADD l :v',
      values: { ':v': { NS: ['3'] } },
    },
    'add-set-of-another-type': {
      title: 'A set of numbers is not added to a set of texts',
      expression: 'ADD ss :v',
      values: { ':v': { NS: ['1'] } },
    },
    'delete-text': { title: 'DELETE takes no single text', expression: 'DELETE ss :v', values: { ':v': s('x') } },
    'delete-number': { title: 'DELETE takes no number', expression: 'DELETE n :v', values: { ':v': n(1) } },
    'delete-set-of-another-type': {
      title: 'A set of texts is not taken out of a set of numbers',
      expression: 'DELETE ns :v',
      values: { ':v': { SS: ['1'] } },
    },
    'delete-from-text': {
      title: 'Members are not taken out of a text',
      expression: 'DELETE a :v',
      values: { ':v': { SS: ['x'] } },
    },
    'add-path': {
      title: 'The operand of ADD is a value of the request, and no attribute',
      certainty: 'documented',
      sources: [sources.updateExpressions],
      expression: 'ADD n n',
    },
  },
  (row) => isRefused({ before, ...row }),
);

export const cases: readonly Case[] = [...add, ...deletes, ...refusals];
