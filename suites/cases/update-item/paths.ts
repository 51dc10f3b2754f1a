/** Document paths: nested targets, elements of lists, REMOVE, and paths that cannot be written. */
import type { Item } from '../../../oracles/values/types.ts';
import type { Case } from '../case.ts';
import { n, s } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { type Applied, gives, isRefused, list, measured } from './applied.ts';

const letters = (text: string) => list(...[...text].map(s));

const written = family(
  {
    ...{ ...measured, name: 'path' },
    because: 'A path names one place; indexes are those of the list before the update, and the places beside it stay.',
  },
  {
    'set-member': {
      title: 'SET of a member replaces it, or adds it, and leaves its neighbours',
      before: { m: { M: { x: n(1), y: n(2) } }, z: n(3) },
      expression: 'SET m.x = :v, m.w = :v',
      values: { ':v': { M: {} } },
      after: { m: { M: { w: { M: {} }, x: { M: {} }, y: n(2) } }, z: n(3) },
    },
    'set-deep': {
      title: 'A path may go through maps and lists, by names and placeholders',
      before: { d: { M: { l: list(s('x'), { M: { 'a.b': { M: { l: list(n(3), n(5), n(7)) } } } }) } } },
      expression: 'SET d.l[1].#n.l[1] = :v',
      names: { '#n': 'a.b' },
      values: { ':v': n(9) },
      after: { d: { M: { l: list(s('x'), { M: { 'a.b': { M: { l: list(n(3), n(9), n(7)) } } } }) } } },
    },
    'dot-in-name': {
      title: 'A dot in a placeholder’s name is part of the name',
      before: { a: { M: { b: n(1) } } },
      expression: 'SET #n = :v',
      names: { '#n': 'a.b' },
      values: { ':v': n(2) },
      after: { a: { M: { b: n(1) } }, 'a.b': n(2) },
    },
    'set-element': {
      title: 'SET of an element replaces that one, the first and the last as well',
      before: { l: letters('abc') },
      expression: 'SET l[0] = :x, l[2] = :z',
      values: { ':x': s('x'), ':z': s('z') },
      after: { l: letters('xbz') },
    },
    'set-at-end': {
      title: 'SET of the index behind the last element appends',
      before: { l: letters('ab') },
      expression: 'SET l[2] = :x',
      values: { ':x': s('x') },
      after: { l: letters('abx') },
    },
    'set-far-beyond': {
      title: 'Elements set beyond the end are appended in the order of their indexes, without gaps',
      before: { l: letters('ab') },
      expression: 'SET l[84] = :d, l[37] = :b, l[17] = :a, l[50] = :c',
      values: { ':a': s('1'), ':b': s('2'), ':c': s('3'), ':d': s('4') },
      after: { l: letters('ab1234') },
    },
    'set-in-empty-list': {
      title: 'The first element of an empty list can be set',
      before: { l: list() },
      expression: 'SET l[5] = :x',
      values: { ':x': s('x') },
      after: { l: letters('x') },
    },
    'remove-elements': {
      title: 'Several removed elements are those of the list before, in any order',
      before: { l: letters('abcdef') },
      expression: 'REMOVE l[4], l[0], l[2]',
      after: { l: letters('bdf') },
    },
    'remove-and-set-elements': {
      title: 'An index beside a removal counts from the list before',
      before: { l: letters('abcdef') },
      expression: 'REMOVE l[1] SET l[3] = :x',
      values: { ':x': s('x') },
      after: { l: letters('acxef') },
    },
    'remove-and-append': {
      title: 'An element removed and one appended in the same update',
      before: { l: letters('abc') },
      expression: 'SET l[9] = :x REMOVE l[0]',
      values: { ':x': s('x') },
      after: { l: letters('bcx') },
    },
    'remove-beyond': {
      title: 'REMOVE of an element, a member or an attribute that is not there changes nothing',
      before: { l: letters('ab'), m: { M: { x: n(1) } } },
      expression: 'REMOVE l[2], m.y, nope',
      after: { l: letters('ab'), m: { M: { x: n(1) } } },
    },
    'remove-last-member': {
      title: 'A map and a list that lose their last entry stay, empty',
      before: { m: { M: { x: n(1) } }, l: letters('a'), k: { M: { m: { M: { x: n(1) } } } } },
      expression: 'REMOVE m.x, l[0], k.m.x',
      after: { m: { M: {} }, l: list(), k: { M: { m: { M: {} } } } },
    },
    'remove-nested': {
      title: 'REMOVE of nested members and elements leaves what is beside them',
      before: { d: { M: { b: n(3), l: list(s('x'), { M: { y: list(n(3), n(5), n(7)), q: n(2) } }) } } },
      expression: 'REMOVE d.l[1].y[1], d.l[1].q',
      after: { d: { M: { b: n(3), l: list(s('x'), { M: { y: list(n(3), n(7)) } }) } } },
    },
    'several-in-one-map': {
      title: 'Paths that share a beginning are written together',
      before: { a: { M: { x: n(3), y: n(4), c: { M: { y: n(3) } } } }, b: { M: { x: n(1), y: n(2) } } },
      expression: 'SET a.b = :v, a.c.d = :w, b.x = :u REMOVE a.x, b.y',
      values: { ':v': n(10), ':w': s('dog'), ':u': n(17) },
      after: { a: { M: { y: n(4), b: n(10), c: { M: { y: n(3), d: s('dog') } } } }, b: { M: { x: n(17) } } },
    },
    'same-name-at-two-levels': {
      title: 'A name may stand in a path twice',
      sources: [sources.smokeOverlap],
      before: { nested: { M: { nested: { M: { v: n(1) } }, x: n(1) } } },
      expression: 'SET nested.nested.v = :v, nested.x = :v',
      values: { ':v': n(2) },
      after: { nested: { M: { nested: { M: { v: n(2) } }, x: n(2) } } },
    },
  } satisfies { [slug: string]: Applied & { after: Item; sources?: string[] } },
  gives,
);

const before = { a: s('x'), m: { M: { x: n(1) } }, l: letters('ab') };
const invalid = 'The document path provided in the update expression is invalid for update';
const impossible = family(
  {
    ...{ ...measured, name: 'path-refused' },
    because:
      'Only the last part of a path may be missing: its parent must be there, a map for a name, a list for an index.',
  },
  {
    'member-of-text': { title: 'A text has no members', expression: 'SET a.x = :v' },
    'member-of-list': { title: 'A list has no members', expression: 'SET l.x = :v' },
    'member-of-missing': { title: 'A missing map is not created', expression: 'SET nope.x = :v' },
    'member-two-below-missing': { title: 'A missing map within a map is not created', expression: 'SET m.y.z = :v' },
    'element-of-text': { title: 'A text has no elements', expression: 'SET a[0] = :v' },
    'element-of-map': { title: 'A map has no elements', expression: 'SET m[0] = :v' },
    'element-of-missing': { title: 'A missing list is not created', expression: 'SET nope[0] = :v' },
    'member-of-element-beyond': { title: 'An element beyond the end has no members', expression: 'SET l[2].x = :v' },
    'remove-member-of-text': { title: 'REMOVE of a member of a text is refused', expression: 'REMOVE a.x', values: {} },
    'remove-member-of-missing': {
      title: 'REMOVE of a member of a missing map is refused',
      expression: 'REMOVE nope.x',
      values: {},
    },
    'remove-element-of-map': {
      title: 'REMOVE of an element of a map is refused',
      expression: 'REMOVE m[0]',
      values: {},
    },
    'remove-element-of-missing': {
      title: 'REMOVE of an element of a missing list is refused',
      expression: 'REMOVE nope[0]',
      values: {},
    },
    'add-below-missing': { title: 'ADD creates no missing map', expression: 'ADD nope.x :v' },
    'beside-a-right-one': { title: 'One wrong path refuses the whole update', expression: 'SET b = :v, nope.x = :v' },
    'in-missing-item': {
      title: 'A nested path in a missing item is refused',
      before: undefined,
      expression: 'SET m.x = :v',
    },
  },
  ({ values = { ':v': n(7) }, ...row }) =>
    isRefused({
      ...{ before, ...row, texts: [invalid] },
      ...(Object.keys(values).length > 0 && { values }),
    }),
);

const overlaps = family(
  {
    ...{ ...measured, name: 'overlap' },
    because:
      'No two paths of an update may be equal, or one contain the other, or see a map where the other sees a list.',
  },
  {
    equal: { title: 'One attribute cannot be set twice', expression: 'SET a = :v, a = :w' },
    'equal-by-placeholder': {
      title: 'Two placeholders of one name are one path',
      expression: 'SET #a = :v, #b = :w',
      names: { '#a': 'a', '#b': 'a' },
    },
    'set-and-remove': { title: 'An attribute cannot be set and removed', expression: 'SET a = :v, b = :w REMOVE a' },
    'parent-first': { title: 'A map and its member overlap', expression: 'SET m = :v, m.x = :w' },
    'parent-last': { title: 'A member and its map overlap', expression: 'SET m.x.y = :v, m.x = :w' },
    'list-and-element': { title: 'A list and its element overlap', expression: 'SET l[1] = :v, l = :w' },
    'equal-elements': { title: 'An element cannot be set twice', expression: 'SET l[1][0] = :v, l[1][0] = :w' },
    'append-and-element': {
      title: 'A list cannot be appended to beside one of its elements',
      sources: [sources.smokeOverlap],
      expression: 'SET l[0] = :v, l = list_append(l, :w)',
    },
    conflict: { title: 'A name and an index of one parent conflict', expression: 'SET m.x = :v, m[1] = :w' },
    'conflict-deep': { title: 'A name and an index conflict further down', expression: 'SET m.x.y = :v, m.x[2] = :w' },
  },
  (row) => isRefused({ before, values: { ':v': n(7), ':w': letters('w') }, ...row }),
);

export const cases: readonly Case[] = [...written, ...impossible, ...overlaps];
