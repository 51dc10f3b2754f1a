/** Expected by value, joined conditions, and the writes that take them. */
import type { Call, Case, Template, TemplateObject } from '../case.ts';
import { n, s } from '../case.ts';
import { sources } from '../sources.ts';
import { accepted, getExactly, put, refused, remove } from '../steps.ts';
import { both, type Clauses, conditional, failed, item, key, shared, test } from './conditional.ts';

const oldest: readonly [TemplateObject, boolean][] = [
  [{ a: { Value: n('5.0') } }, true],
  [{ a: { Value: n(6) } }, false],
  [{ a: { Value: s('5') } }, false],
  [{ nope: { Value: n(5) } }, false],
  [{ a: { Exists: true, Value: n(5) } }, true],
  [{ a: { Exists: true, Value: n(6) } }, false],
  [{ nope: { Exists: false } }, true],
  [{ a: { Exists: false } }, false],
];
const valueAndExists: Case = {
  ...{ ...shared, id: 'legacy/expected-value' },
  title: 'Value asks for an equal value, and Exists: false for a missing attribute',
  findings: [],
  because: 'The oldest form of Expected has no operator.',
  steps: [
    put('t', { ...key, a: n(5) }),
    ...oldest.map(([clauses, truth]) => {
      const write = conditional(clauses as Clauses);
      return truth ? accepted(write) : refused(write, failed);
    }),
  ],
};

const without = (operator: string) => `Value or AttributeValueList must be used with ComparisonOperator: ${operator}`;
const clashes: Case = {
  ...{ ...shared, id: 'legacy/expected-clashes' },
  title: 'The two forms of Expected are not mixed, and neither is half of one',
  findings: [],
  because: 'Exists: true needs a Value, Exists: false takes none, and an operator takes its values in one form.',
  steps: [
    put('t', { ...key, a: n(5) }),
    ...(
      [
        [{ Exists: true }, 'Value must be provided when Exists is true'],
        [{ Exists: false, Value: n(5) }, 'Value cannot be used when Exists is false'],
        [{ Exists: false, ...test('EQ', n(3)) }, 'Exists and ComparisonOperator cannot be used together'],
        [{ Value: n(5), ...test('EQ', n(5)) }, 'Value and AttributeValueList cannot be used together'],
        [{ ComparisonOperator: 'EQ' }, without('EQ')],
        [{ AttributeValueList: [n(5)] }, 'AttributeValueList can only be used with a ComparisonOperator'],
        ...['NE', 'LT', 'IN', 'CONTAINS', 'BEGINS_WITH', 'BETWEEN'].map(
          (ComparisonOperator) => [{ ComparisonOperator }, without(ComparisonOperator)] as const,
        ),
        [{}, 'Value must be provided when Exists is null'],
      ] as readonly (readonly [TemplateObject, string])[]
    ).map(([clause, text]) => {
      const words = `One or more parameter values were invalid: ${text} for Attribute: a`;
      return refused(conditional({ a: clause }), 'ValidationException', {
        texts: [words, `1 validation error detected: ${words}`],
      });
    }),
    getExactly('t', key, { ...key, a: n(5) }),
  ],
};

const [yes, no] = [{ a: test('EQ', n(5)) }, { t: test('EQ', s('x')) }];
const joined: Case = {
  ...{ ...shared, id: 'legacy/conditional-operator' },
  title: 'Several conditions are joined by AND, or by OR if asked',
  findings: [],
  because: 'ConditionalOperator is AND by default.',
  sources: [sources.alternatorExpectedTests, sources.legacyOperator],
  steps: [
    put('t', { ...key, ...item }),
    ...both({ ...yes, ...no }, false),
    ...both({ ...yes, ...no }, false, { ConditionalOperator: 'AND' }),
    ...both({ ...yes, ...no }, true, { ConditionalOperator: 'OR' }),
    ...both({ ...no, ...yes }, true, { ConditionalOperator: 'OR' }),
    ...both({ ...no, nope: test('NOT_NULL') }, false, { ConditionalOperator: 'OR' }),
    ...both({ ...yes, nope: test('NULL') }, true),
  ],
};

const operatorAlone: Case = {
  ...{ ...shared, id: 'legacy/conditional-operator-alone' },
  title: 'ConditionalOperator needs conditions to join, and knows AND and OR',
  findings: [],
  because: 'Without conditions there is nothing to join; empty conditions alone are accepted and hold.',
  steps: [
    put('t', { ...key, a: n(5) }),
    accepted(conditional({})),
    refused(conditional({}, { ConditionalOperator: 'OR' }), 'ValidationException'),
    refused(conditional({}, { ConditionalOperator: 'AND' }), 'ValidationException'),
    refused(conditional({ ...yes, ...no }, { ConditionalOperator: 'XOR' }), 'ValidationException'),
    getExactly('t', key, { ...key, a: n(5) }),
  ],
};

const everyWrite: Case = {
  ...{ ...shared, id: 'legacy/expected-every-write' },
  title: 'PutItem and DeleteItem obey Expected as UpdateItem does',
  findings: [],
  because: 'All three writes take the same conditions.',
  steps: [
    put('t', { ...key, a: n(5) }),
    refused(put('t', { ...key, a: n(6) }, { Expected: { a: { Value: n(4) } } }), failed),
    refused(remove('t', key, { Expected: { a: { Value: n(4) } } }), failed),
    getExactly('t', key, { ...key, a: n(5) }),
    put('t', { ...key, a: n(6) }, { Expected: { a: { Value: n(5) } } }),
    getExactly('t', key, { ...key, a: n(6) }),
    remove('t', key, { Expected: { a: test('GE', n(6)), b: test('NULL') } }),
    put('t', { ...key, a: n(7) }, { Expected: { pk: { Exists: false } } }),
    refused(put('t', { ...key, a: n(8) }, { Expected: { pk: { Exists: false } } }), failed),
    getExactly('t', key, { ...key, a: n(7) }),
  ],
};

/** One of each kind of value that no request may have. */
const invalid: Template[] = [
  ...[{ SS: [] }, { SS: ['a', 'a'] }, { NS: ['1', '1.0'] }, { N: 'x' }, { N: '1e126' }, { NULL: false }],
  ...[{}, { S: 'a', N: '1' }],
];
const unreadable: Template[] = [{ N: 1 }, { S: true }, { SS: 'a' }, { L: {} }, { B: 'AQ' }, { BOOL: 'maybe' }];
const checked = (id: string, title: string, request: (value: Template) => Call): Case => ({
  ...{ ...shared, id, title, certainty: 'recorded', findings: [] },
  because: 'A value is checked wherever it stands in a request, before any item is read.',
  sources: [sources.conformance, sources.dynaliteBetween],
  steps: [
    ...invalid.map((value) => refused({ ...request(value), raw: true }, 'ValidationException')),
    ...unreadable.map((value) => refused({ ...request(value), raw: true }, 'SerializationException')),
  ],
});
const legacyRequest = (op: Call['op'], members: TemplateObject): Call => ({
  ...{ op, input: { TableName: { $table: 't' }, Key: key, ...members }, observe: [] },
});
const values = [
  checked('legacy/values-expected', 'Values of Expected are held to what a value may be', (Value) =>
    legacyRequest('DeleteItem', { Expected: { a: { Value } } }),
  ),
  checked('legacy/values-of-operator', 'Values of an operator are held to what a value may be', (value) =>
    legacyRequest('DeleteItem', { Expected: { a: { ComparisonOperator: 'EQ', AttributeValueList: [value] } } }),
  ),
  checked('legacy/values-updated', 'Values of AttributeUpdates are held to what a value may be', (Value) =>
    legacyRequest('UpdateItem', { AttributeUpdates: { a: { Action: 'PUT', Value } } }),
  ),
];

export const cases: readonly Case[] = [valueAndExists, clashes, joined, operatorAlone, everyWrite, ...values];
