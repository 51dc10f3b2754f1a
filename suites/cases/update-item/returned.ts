/** ReturnValues of the three writes. */
import type { Item } from '../../../oracles/values/types.ts';
import type { Case, Expect, Step, TemplateObject } from '../case.ts';
import { n, s } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { get, getExactly, put, refused, remove, update } from '../steps.ts';
import { answers, key, list, measured } from './applied.ts';

const d = { M: { b: s('dog'), c: list(n(1), n(2), n(3)) } };

const fragments = family(
  {
    ...{ ...measured, name: 'updated' },
    because:
      'UPDATED_OLD and UPDATED_NEW give the places that the update names, within their maps and lists and without their neighbours.',
    sources: [sources.alternatorReturnTests, sources.extenddbFragments],
  },
  {
    'set-existing': {
      title: 'A replaced attribute is returned with its old and with its new value',
      before: { a: s('x'), b: s('dog') },
      expression: 'SET b = :v, c = :w',
      values: { ':v': s('cat'), ':w': n(1) },
      old: { b: s('dog') },
      new: { b: s('cat'), c: n(1) },
    },
    'set-to-the-same': {
      title: 'An attribute set to the value that it has is returned as well',
      before: { a: s('x'), b: s('dog') },
      expression: 'SET b = :v',
      values: { ':v': s('dog') },
      old: { b: s('dog') },
      new: { b: s('dog') },
    },
    'set-missing': {
      title: 'An attribute that was not there has no old value',
      before: { a: s('x') },
      expression: 'SET b = :v',
      values: { ':v': s('cat') },
      old: 'nothing',
      new: { b: s('cat') },
    },
    removed: {
      title: 'A removed attribute has an old value and no new one',
      before: { a: s('x'), b: s('dog') },
      expression: 'REMOVE b',
      old: { b: s('dog') },
      new: 'nothing',
    },
    'set-and-removed': {
      title: 'The new values are those that were set, without the removed ones',
      before: { a: s('x'), c: s('c') },
      expression: 'SET a = :v REMOVE c, nope',
      values: { ':v': s('y') },
      old: { a: s('x'), c: s('c') },
      new: { a: s('y') },
    },
    'added-number': {
      title: 'ADD returns the number before and the sum',
      before: { a: n(1), b: n(1) },
      expression: 'ADD a :v',
      values: { ':v': n(4) },
      old: { a: n(1) },
      new: { a: n(5) },
    },
    'added-set': {
      title: 'ADD returns the set before and the whole union',
      before: { a: { NS: ['1', '2'] } },
      expression: 'ADD a :v',
      values: { ':v': { NS: ['2', '3'] } },
      old: { a: { NS: ['1', '2'] } },
      new: { a: { NS: ['1', '2', '3'] } },
    },
    'emptied-set': {
      title: 'A set that lost its last member has no new value',
      before: { a: { SS: ['x'] }, b: n(1) },
      expression: 'DELETE a :v',
      values: { ':v': { SS: ['x'] } },
      old: { a: { SS: ['x'] } },
      new: 'nothing',
    },
    'new-item': {
      title: 'An update that creates the item returns what it set, without the key',
      expression: 'SET a = :v',
      values: { ':v': n(1) },
      new: { a: n(1) },
    },
    'new-item-old': {
      title: 'An item that was not there has no old values',
      expression: 'SET a = :v',
      values: { ':v': n(1) },
      old: 'nothing',
    },
    member: {
      title: 'A member of a map is returned alone in its map',
      before: { d, e: s('x') },
      expression: 'SET d.b = :v',
      values: { ':v': s('cat') },
      old: { d: { M: { b: s('dog') } } },
      new: { d: { M: { b: s('cat') } } },
    },
    element: {
      title: 'An element of a list is returned as a list of one',
      before: { d },
      expression: 'SET d.c[1] = :v',
      values: { ':v': n(7) },
      old: { d: { M: { c: list(n(2)) } } },
      new: { d: { M: { c: list(n(7)) } } },
    },
    'member-and-element': {
      title: 'Several places of one attribute come together in it',
      before: { d },
      expression: 'SET d.c[2] = :v, d.b = :w, d.c[0] = :u',
      values: { ':v': n(9), ':w': s('yo'), ':u': n(7) },
      old: { d: { M: { b: s('dog'), c: list(n(1), n(3)) } } },
      new: { d: { M: { b: s('yo'), c: list(n(7), n(9)) } } },
    },
    'new-member': {
      title: 'A member that was not there has only a new value',
      before: { d },
      expression: 'SET d.x = :v',
      values: { ':v': n(8) },
      old: 'nothing',
      new: { d: { M: { x: n(8) } } },
    },
    'appended-element': {
      title: 'An element set beyond the end is in neither answer',
      before: { d },
      expression: 'SET d.c[100] = :v',
      values: { ':v': n(70) },
      old: 'nothing',
      new: 'nothing',
    },
    'removed-element': {
      title: 'Where an element was removed, the one that moved there is the new value',
      before: { d },
      expression: 'REMOVE d.c[1], d.c[3]',
      old: { d: { M: { c: list(n(2)) } } },
      new: { d: { M: { c: list(n(3)) } } },
    },
    'removed-last-element': {
      title: 'A removed last element leaves no new value',
      before: { d },
      expression: 'REMOVE d.c[2]',
      old: { d: { M: { c: list(n(3)) } } },
      new: 'nothing',
    },
  },
  answers,
);

type Answer = Item | 'nothing';
const attributes = (answer: Answer): Expect => ({
  ok: { Attributes: answer === 'nothing' ? { $absent: true } : { $exact: answer } },
});
const old = { ...key, a: s('x'), d };
const next = { ...key, a: s('y'), n: n(1) };
const setA = { UpdateExpression: 'SET a = :v', ExpressionAttributeValues: { ':v': s('y') } };
const updated = (extra: TemplateObject = {}) => update('t', key, 'SET a = :v', { ...setA, ...extra });

/** Each write by each value that it takes, on an item that is there and on one that is not. */
const whole = family(
  {
    ...{ ...measured, name: 'returned' },
    because: 'ALL_OLD is the whole item before, ALL_NEW the whole item after, and NONE, the default, is nothing.',
    sources: [sources.alternatorReturnTests, sources.updateItem],
  },
  {
    'put-all-old': {
      title: 'PutItem returns the item that it replaced, or nothing',
      write: put('t', next, { ReturnValues: 'ALL_OLD' }),
      there: old,
      missing: 'nothing',
      after: next,
    },
    'put-default': {
      title: 'PutItem returns nothing by default',
      write: put('t', next),
      there: 'nothing',
      missing: 'nothing',
      after: next,
    },
    'put-none': {
      title: 'PutItem returns nothing with NONE',
      write: put('t', next, { ReturnValues: 'NONE' }),
      there: 'nothing',
      missing: 'nothing',
      after: next,
    },
    'delete-all-old': {
      title: 'DeleteItem returns the item that it deleted, or nothing',
      write: remove('t', key, { ReturnValues: 'ALL_OLD' }),
      there: old,
      missing: 'nothing',
    },
    'delete-default': {
      title: 'DeleteItem returns nothing by default',
      write: remove('t', key),
      there: 'nothing',
      missing: 'nothing',
    },
    'update-all-old': {
      title: 'UpdateItem returns the whole item before, or nothing',
      write: updated({ ReturnValues: 'ALL_OLD' }),
      there: old,
      missing: 'nothing',
    },
    'update-all-new': {
      title: 'UpdateItem returns the whole item after, with its key',
      write: updated({ ReturnValues: 'ALL_NEW' }),
      there: { ...old, a: s('y') },
      missing: { ...key, a: s('y') },
    },
    'update-default': {
      title: 'UpdateItem returns nothing by default',
      write: updated(),
      there: 'nothing',
      missing: 'nothing',
    },
    'update-none': {
      title: 'UpdateItem returns nothing with NONE',
      write: updated({ ReturnValues: 'NONE' }),
      there: 'nothing',
      missing: 'nothing',
    },
  } as {
    [slug: string]: { title: string; write: ReturnType<typeof put>; there: Answer; missing: Answer; after?: Item };
  },
  ({ write, there, missing, after }) => {
    const asked = (answer: Answer): Step => ({ ...write, observe: ['Attributes'], expect: attributes(answer) });
    const check = after === undefined ? [] : [getExactly('t', key, after)];
    return { steps: [asked(missing), ...check, put('t', old), asked(there), ...check] };
  },
);

const wrong = family(
  {
    ...{ ...measured, name: 'returned-refused' },
    because: 'PutItem and DeleteItem take only NONE and ALL_OLD.',
    sources: [sources.alternatorReturnTests],
  },
  Object.fromEntries(
    (['UPDATED_OLD', 'UPDATED_NEW', 'ALL_NEW'] as const).map((ReturnValues) => [
      ReturnValues.toLowerCase().replace('_', '-'),
      { title: `PutItem and DeleteItem refuse ${ReturnValues}, and write nothing`, ReturnValues },
    ]),
  ),
  ({ ReturnValues }) => ({
    steps: [
      put('t', old),
      refused(put('t', next, { ReturnValues }), 'ValidationException'),
      refused(remove('t', key, { ReturnValues }), 'ValidationException'),
      getExactly('t', key, old),
    ],
  }),
);

const onlyRemoves: Case = {
  ...{ ...measured, id: 'update-item/remove-from-missing-item' },
  title: 'An update that only removes does not create the item, and returns nothing',
  findings: [],
  because: 'REMOVE and DELETE have nothing to write where no item is.',
  sources: [sources.alternatorReturnTests, sources.alternatorUpdateTests],
  steps: [
    ...['ALL_NEW', 'UPDATED_NEW', 'ALL_OLD'].map(
      (ReturnValues): Step => ({
        ...update('t', key, 'REMOVE a', { ReturnValues }),
        observe: ['Attributes'],
        expect: attributes('nothing'),
      }),
    ),
    update('t', key, 'REMOVE x.y'),
    update('t', key, 'REMOVE x[0]'),
    get('t', key, 'absent'),
  ],
};

export const cases: readonly Case[] = [...fragments, ...whole, ...wrong, onlyRemoves];
