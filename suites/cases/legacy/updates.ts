/** AttributeUpdates: PUT, ADD and DELETE. */
import type { AttributeValue, Item } from '../../../oracles/values/types.ts';
import type { Call, Case, Step, TemplateObject } from '../case.ts';
import { b, n, s } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { get, getExactly, put, refused } from '../steps.ts';
import { key, measured } from './conditional.ts';

const update = (AttributeUpdates: TemplateObject, more: TemplateObject = {}): Call => ({
  op: 'UpdateItem',
  input: { TableName: { $table: 't' }, Key: key, AttributeUpdates, ...more },
  observe: [],
  expect: { ok: {} },
});
const action = (Action: string, Value?: AttributeValue): TemplateObject => ({ Action, ...(Value && { Value }) });

type Row = { title: string; before?: Item; updates: TemplateObject; after: Item | 'absent'; sources?: string[] };

const written = family(
  {
    ...{ ...measured, name: 'update' },
    because: 'PUT replaces, ADD adds, DELETE takes away; each names a top-level attribute.',
  },
  {
    put: {
      title: 'PUT replaces an attribute or adds it, and leaves the rest',
      before: { a: s('x'), b: n(1) },
      updates: { a: action('PUT', { L: [] }), c: action('PUT', { NULL: true }) },
      after: { a: { L: [] }, b: n(1), c: { NULL: true } },
    },
    default: {
      title: 'An update without an action is PUT',
      sources: [sources.legacyUpdates],
      before: { age: n(3) },
      updates: { nick: { Value: s('Moss') }, age: { Value: n(4) } },
      after: { age: n(4), nick: s('Moss') },
    },
    'put-map': {
      title: 'PUT of a map replaces the map that was there',
      before: { a: { M: { b: n(3), c: n(4) } }, d: n(5) },
      updates: { a: action('PUT', { M: { c: n(5) } }) },
      after: { a: { M: { c: n(5) } }, d: n(5) },
    },
    'dot-in-name': {
      title: 'A dot in a name is part of the name',
      before: { a: { M: { b: n(1) } } },
      updates: { 'a.b': action('PUT', n(2)), 'a[0]': action('PUT', n(3)) },
      after: { a: { M: { b: n(1) } }, 'a.b': n(2), 'a[0]': n(3) },
    },
    'add-number': {
      title: 'ADD adds to a number, or starts at zero',
      before: { a: n('5.5') },
      updates: { a: action('ADD', n('-3.5')), b: action('ADD', n(2)) },
      after: { a: n(2), b: n(2) },
    },
    'add-set': {
      title: 'ADD joins sets of each type, or starts one',
      before: { a: { NS: ['1', '2'] }, c: { SS: ['x'] } },
      updates: {
        a: action('ADD', { NS: ['2.0', '3'] }),
        b: action('ADD', { BS: [b(1).B] }),
        c: action('ADD', { SS: ['y', 'x'] }),
      },
      after: { a: { NS: ['1', '2', '3'] }, b: { BS: [b(1).B] }, c: { SS: ['x', 'y'] } },
    },
    'add-list': {
      title: 'ADD appends to a list, or starts one, which no expression does',
      before: { a: { L: [n(1), n(2)] } },
      updates: { a: action('ADD', { L: [n(2), s('x')] }), b: action('ADD', { L: [n(7)] }) },
      after: { a: { L: [n(1), n(2), n(2), s('x')] }, b: { L: [n(7)] } },
    },
    delete: {
      title: 'DELETE without a value removes the attribute',
      before: { a: s('x'), b: n(1) },
      updates: { a: action('DELETE'), nope: action('DELETE') },
      after: { b: n(1) },
    },
    'delete-members': {
      title: 'DELETE with a set takes its members out',
      before: { a: { NS: ['1', '10', '2'] }, c: { SS: ['dog', 'cat'] } },
      updates: { a: action('DELETE', { NS: ['1.0', '3'] }), c: action('DELETE', { SS: ['do'] }) },
      after: { a: { NS: ['10', '2'] }, c: { SS: ['dog', 'cat'] } },
    },
    'delete-all-members': {
      title: 'DELETE of the last members removes the attribute',
      before: { a: { SS: ['x', 'y'] } },
      updates: { a: action('DELETE', { SS: ['y', 'x'] }) },
      after: {},
    },
    'delete-in-missing-item': {
      title: 'DELETE alone does not create the item',
      updates: { a: action('DELETE'), c: action('DELETE', { NS: ['4'] }) },
      after: 'absent',
    },
    'add-creates': {
      title: 'ADD creates the item',
      updates: { a: action('ADD', n(3)), c: action('ADD', { L: [n(1)] }) },
      after: { a: n(3), c: { L: [n(1)] } },
    },
    'empty-creates': {
      title: 'An update of nothing creates an item of its key alone',
      updates: {},
      after: {},
    },
    'empty-keeps': {
      title: 'An update of nothing leaves an item as it is',
      before: { a: n(1) },
      updates: {},
      after: { a: n(1) },
    },
  } satisfies { [slug: string]: Row },
  ({ before, updates, after }: Row) => {
    const whole = after === 'absent' ? { $absent: true } : { $exact: { ...key, ...after } };
    return {
      steps: [
        ...(before === undefined ? [] : [put('t', { ...key, ...before })]),
        {
          ...update(updates, { ReturnValues: 'ALL_NEW' }),
          observe: ['Attributes'],
          expect: { ok: { Attributes: whole } },
        },
        get('t', key, after === 'absent' ? 'absent' : whole),
      ],
    };
  },
);

const old: Item = {
  ...{ a: s('x'), n: n(1), l: { L: [n(1)] }, m: { M: { x: n(1) } } },
  ...{ ns: { NS: ['1'] }, ss: { SS: ['x'] }, most: n('9'.repeat(38)) },
};
const refusals = family(
  {
    ...{ ...measured, name: 'update-refused' },
    because: 'Each action takes its own types of values, and the attribute must be of the same type.',
  },
  {
    'add-type': {
      title: 'ADD takes numbers, sets and lists only',
      updates: ['a', 'nope'].flatMap((name) =>
        [s('y'), b(1), { M: { y: n(2) } }, { BOOL: true }, { NULL: true as const }].map((value) => ({
          [name]: action('ADD', value),
        })),
      ),
    },
    'add-mismatch': {
      title: 'ADD to an attribute of another type is refused',
      updates: [
        { a: action('ADD', n(1)) },
        { ns: action('ADD', n(2)) },
        { ns: action('ADD', { SS: ['1'] }) },
        { ss: action('ADD', { L: [s('y')] }) },
        { l: action('ADD', { NS: ['3'] }) },
        { n: action('ADD', { NS: ['1'] }) },
      ],
    },
    'add-overflow': {
      title: 'ADD to a number of a result that no number can be is refused',
      sources: [sources.alternatorNumberTests],
      text: 'Number overflow. Attempting to store a number with magnitude larger than supported range',
      updates: [
        { most: action('ADD', n('0.1')) },
        { most: action('ADD', n('-0.1')) },
        { a: action('PUT', n(1)), most: action('ADD', n('0.1')) },
      ],
    },
    'delete-type': {
      title: 'DELETE with a value takes sets only, whatever there is',
      updates: [
        { a: action('DELETE', s('x')) },
        { n: action('DELETE', n(1)) },
        { l: action('DELETE', { L: [n(1)] }) },
        { m: action('DELETE', { M: { x: n(1) } }) },
        { nope: action('DELETE', s('x')) },
        { nope: action('DELETE', n(1)) },
        { nope: action('DELETE', { L: [] }) },
        { c: action('PUT', n(1)), nope: action('DELETE', { BOOL: true }) },
      ],
    },
    'delete-mismatch': {
      title: 'DELETE of members from an attribute of another type is refused',
      updates: [{ ns: action('DELETE', { SS: ['1'] }) }, { a: action('DELETE', { SS: ['x'] }) }],
    },
    'no-value': {
      title: 'PUT and ADD need a value',
      certainty: 'recorded',
      sources: [sources.dynaliteBetween],
      updates: [{ a: action('PUT') }, { n: action('ADD') }],
    },
    'empty-set': {
      title: 'An empty set is no value',
      updates: [{ c: action('PUT', { SS: [] }) }, { ss: action('DELETE', { SS: [] }) }],
    },
    'unknown-action': {
      title: 'An action that does not exist is refused',
      updates: [{ a: action('NONEXISTENT', s('y')) }],
    },
    key: {
      title: 'The key is no attribute to update',
      certainty: 'recorded',
      sources: [sources.dynaliteBetween],
      updates: [
        { pk: action('PUT', s('q')) },
        { pk: action('DELETE') },
        { b: action('PUT', n(1)), pk: action('PUT', s('p')) },
      ],
    },
  } satisfies {
    [slug: string]: {
      title: string;
      updates: TemplateObject[];
      text?: string;
      certainty?: Case['certainty'];
      sources?: string[];
    };
  },
  ({ updates, text }) => ({
    steps: [
      put('t', { ...key, ...old }),
      ...updates.map(
        (given): Step => refused(update(given), 'ValidationException', text === undefined ? {} : { texts: [text] }),
      ),
      getExactly('t', key, { ...key, ...old }),
    ],
  }),
);

const noUpdate: Case = {
  ...{ ...measured, id: 'legacy/update-of-nothing' },
  title: 'UpdateItem with only a key creates the item, and leaves one that is there',
  findings: [],
  because: 'Neither AttributeUpdates nor UpdateExpression is required.',
  sources: [sources.alternatorItemTests],
  steps: [
    { op: 'UpdateItem', input: { TableName: { $table: 't' }, Key: key }, observe: [], expect: { ok: {} } },
    getExactly('t', key, key),
    put('t', { ...key, a: n(1) }),
    { op: 'UpdateItem', input: { TableName: { $table: 't' }, Key: key }, observe: [], expect: { ok: {} } },
    getExactly('t', key, { ...key, a: n(1) }),
  ],
};

export const cases: readonly Case[] = [...written, ...refusals, noUpdate];
