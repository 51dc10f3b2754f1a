import type { Case, Step } from '../case.ts';
import { b, n, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { get, put, refused, remove, update } from '../steps.ts';
import { holds, key, tables } from './holds.ts';

const one = { a: n(7), t: s('7'), y: b(0x37), f: { BOOL: true }, z: { NULL: true as const } };

const crossType: Case = {
  id: 'conditions/cross-type',
  title: 'Values of different types are neither equal nor ordered, in IN as well',
  area: 'conditions',
  findings: ['mongo-rfc/VC-cross-type', 'mongo-rfc/M6d'],
  certainty: 'documented',
  because: 'The number 7 is not the text 7, and IN goes through its list type by type.',
  sources: [sources.condition, sources.operators],
  tables,
  steps: [
    put('t', { ...key, ...one, n: n(7) }),
    ...holds('a = :v', false, { ':v': s('7') }),
    ...holds('a <> :v', true, { ':v': s('7') }),
    ...['<', '<=', '>', '>='].flatMap((comparator) => [
      ...holds(`a ${comparator} :v`, false, { ':v': s('7') }),
      ...holds(`a ${comparator} t`, false),
      ...holds(`t ${comparator} y`, false),
    ]),
    ...holds('a = t', false),
    ...holds('a = n', true),
    ...holds('t <> y', true),
    ...holds('f = :v', false, { ':v': s('true') }),
    ...holds('z = f', false),
    ...holds('t IN (:n, :s)', true, { ':n': n(1), ':s': s('7') }),
    ...holds('t IN (:n, :s)', false, { ':n': n(7), ':s': s('1') }),
    ...holds('a IN (:s, :n)', true, { ':n': n(7), ':s': s('1') }),
    ...holds('a IN (:s, :b)', false, { ':b': b(7), ':s': s('7') }),
  ],
};

const size: Case = {
  id: 'conditions/size',
  title: 'size() can be compared by every comparator',
  area: 'conditions',
  findings: ['mongo-rfc/M6c'],
  certainty: 'documented',
  because: 'size() is an operand that yields a number: characters, bytes, or members.',
  sources: [sources.operators],
  tables,
  steps: [
    put('t', {
      ...key,
      s: s('abc'),
      y: b(1, 2),
      l: { L: [n(1)] },
      m: { M: { a: n(1), b: n(2) } },
      ss: { SS: ['a', 'b', 'c'] },
    }),
    ...(
      [
        ['s', 3],
        ['y', 2],
        ['l', 1],
        ['m', 2],
        ['ss', 3],
      ] as const
    ).flatMap(([name, length]) => [
      ...holds(`size(${name}) = :v`, true, { ':v': n(length) }),
      ...holds(`size(${name}) > :v`, false, { ':v': n(length) }),
      ...holds(`size(${name}) >= :v`, true, { ':v': n(length) }),
      ...holds(`size(${name}) BETWEEN :v AND :v`, true, { ':v': n(length) }),
    ]),
    ...holds('size(s) = size(ss)', true),
    ...holds('size(y) < size(s)', true),
  ],
};

const binary = { y: b(0xff, 0xfe, 0x00, 0x41) };

const binaryFunctions: Case = {
  id: 'conditions/binary-functions',
  title: 'begins_with and contains work on the bytes of a binary, whatever their base64',
  area: 'conditions',
  findings: ['mongo-rfc/M6e'],
  certainty: 'measured',
  because: 'The operand is a string of bytes; base64 groups them by three and is only how they travel.',
  sources: [sources.extenddbBinary, sources.alternatorBinary],
  tables,
  steps: [
    put('t', { ...key, ...binary }),
    ...holds('begins_with(y, :v)', true, { ':v': b(0xff) }),
    ...holds('begins_with(y, :v)', true, { ':v': b(0xff, 0xfe) }),
    ...holds('begins_with(y, :v)', true, { ':v': b(0xff, 0xfe, 0x00, 0x41) }),
    ...holds('begins_with(y, :v)', false, { ':v': b(0xfe) }),
    ...holds('begins_with(y, :v)', false, { ':v': b(0xff, 0xfe, 0x00, 0x41, 0x00) }),
    ...holds('contains(y, :v)', true, { ':v': b(0xfe, 0x00) }),
    ...holds('contains(y, :v)', true, { ':v': b(0x41) }),
    ...holds('contains(y, :v)', false, { ':v': b(0xff, 0x00) }),
  ],
};

const types = ['S', 'N', 'B', 'SS', 'NS', 'BS', 'L', 'M', 'BOOL', 'NULL'];
const typed = (operand: string): Step[] =>
  holds('attribute_type(a, :v)', false, { ':v': s(operand) }).map((step) =>
    'op' in step ? { ...refused(step, 'ValidationException'), observe: [] } : step,
  );

const attributeType: Case = {
  id: 'conditions/attribute-type',
  title: 'attribute_type takes the ten type descriptors and refuses anything else',
  area: 'conditions',
  findings: ['mongo-rfc/M6f'],
  certainty: 'documented',
  because:
    'The operand is one of a fixed list, so that no other text of a request can ever become part of a path or a query.',
  sources: [sources.operators],
  tables,
  steps: [
    put('t', { ...key, a: n(1) }),
    ...types.flatMap((type) => holds('attribute_type(a, :v)', type === 'N', { ':v': s(type) })),
    ...['n', 'NUMBER', '', '$gt', 'a.N', "N' OR '1'='1"].flatMap(typed),
  ],
};

const there = { ConditionExpression: 'attribute_exists(pk)' };
const gone = { ConditionExpression: 'attribute_not_exists(pk)' };
const failed = 'ConditionalCheckFailedException';
const set = (to: string) => ({ ExpressionAttributeValues: { ':a': s(to) } });

const everyWrite: Case = {
  id: 'conditions/every-write',
  title: 'Put, update and delete obey a condition on an item that exists and on one that does not',
  area: 'conditions',
  findings: ['mongo-rfc/VC-static-conditions'],
  certainty: 'documented',
  because: 'A condition that fails leaves everything as it was; one that holds does not stand in the way.',
  sources: [sources.operators],
  tables: { t: table({ hash: ['pk', 'S'] }) },
  steps: [
    refused(put('t', { ...key, a: s('1') }, there), failed),
    refused(update('t', key, 'SET a = :a', { ...there, ...set('1') }), failed),
    refused(remove('t', key, there), failed),
    get('t', key, 'absent'),
    remove('t', key, gone),
    put('t', { ...key, a: s('1') }, gone),
    refused(put('t', { ...key, a: s('2') }, gone), failed),
    refused(update('t', key, 'SET a = :a', { ...gone, ...set('2') }), failed),
    refused(remove('t', key, gone), failed),
    get('t', key, { ...key, a: s('1') }),
    {
      ...refused(put('t', { ...key, a: s('3') }, { ...gone, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }), failed, {
        members: { Item: { ...key, a: s('1') } },
      }),
    },
    put('t', { ...key, a: s('4') }, there),
    update('t', key, 'SET a = :a', { ...there, ...set('5') }),
    get('t', key, { ...key, a: s('5') }),
    remove('t', key, there),
    get('t', key, 'absent'),
    update('t', key, 'SET a = :a', { ...gone, ...set('6') }),
    get('t', key, { ...key, a: s('6') }),
  ],
};

export const cases: readonly Case[] = [crossType, size, binaryFunctions, attributeType, everyWrite];
