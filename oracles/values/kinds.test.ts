import { describe, expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { OracleDriver } from '../testing/probes/driver.ts';
import { checkKinds, readFlag, wrongKind } from './kinds.ts';
import type { Json } from './types.ts';

const javaValue = 'com.amazonaws.dynamodb.v20120810.AttributeValue';
const stray = 'Start of structure or map found where not expected';
const serialization = (message: string) => expect.objectContaining({ type: 'SerializationException', message });

describe('another kind of JSON is refused', () => {
  test.each<[Json, string]>([
    [null, 'Unexpected value type in payload'],
    ['a', 'Unexpected value type in payload'],
    [[], `Unrecognized collection type class ${javaValue}`],
    [{ S: 1 }, 'NUMBER_VALUE cannot be converted to String'],
    [{ S: 1.5 }, 'DECIMAL_VALUE cannot be converted to String'],
    [{ N: true }, 'TRUE_VALUE cannot be converted to String'],
    [{ N: false }, 'FALSE_VALUE cannot be converted to String'],
    [{ S: {} }, stray],
    [{ S: [] }, 'Unrecognized collection type class java.lang.String'],
    [{ B: 1 }, 'only base-64-encoded strings are convertible to bytes'],
    [{ B: true }, 'only base-64-encoded strings are convertible to bytes'],
    [{ B: [] }, 'Unrecognized collection type class java.nio.ByteBuffer'],
    [{ B: {} }, stray],
    [{ B: 'AAAAA' }, 'Base64 encoded length is expected a multiple of 4 bytes but found: 5'],
    [{ B: 'AB==' }, 'Invalid last non-pad Base64 character dectected'],
    [{ SS: 'a' }, 'Unexpected field type'],
    [{ SS: {} }, stray],
    [{ SS: [1] }, 'NUMBER_VALUE cannot be converted to String'],
    [{ SS: ['a', null] }, 'NULL_VALUE cannot be converted to String'],
    [{ NS: [[]] }, 'Unrecognized collection type class java.lang.String'],
    [{ BS: ['AA==', 'A'] }, 'Base64 encoded length is expected a multiple of 4 bytes but found: 1'],
    [{ L: true }, 'Unexpected field type'],
    [{ L: {} }, stray],
    [{ L: [{ S: 'a' }, 'b'] }, 'Unexpected value type in payload'],
    [{ M: 1 }, 'Unexpected field type'],
    [{ M: [] }, `Unrecognized collection type java.util.Map<java.lang.String, ${javaValue}>`],
    [{ M: { a: { L: [{ M: { b: { N: 1 } } }] } } }, 'NUMBER_VALUE cannot be converted to String'],
    [{ BOOL: 1 }, 'NUMBER_VALUE cannot be converted to Boolean'],
    [{ BOOL: 'perhaps' }, 'Unexpected token received from parser'],
    [{ BOOL: '' }, 'Unexpected token received from parser'],
    [{ NULL: [] }, 'Unrecognized collection type class java.lang.Boolean'],
    [{ NULL: {} }, stray],
  ])('%j', (value, message) => {
    expect(() => checkKinds(value)).toThrow(serialization(message));
    expect(new OracleDriver(createOracle()).call('PutItem', { TableName: 'x', Item: { a: value ?? '' } })).toEqual({
      error: 'SerializationException',
    });
  });

  test('characters outside the alphabet are invalid base64', () => {
    for (const B of ['!!!!', 'AA-_', 'A===', 'AA==AA=='])
      expect(() => checkKinds({ B })).toThrow(expect.objectContaining({ type: 'SerializationException' }));
  });

  test('before any member constraint, including for base64', () => {
    const driver = new OracleDriver(createOracle());
    for (const value of [{ N: 1 }, { B: 'AAAAA' }, { L: [{ BS: ['AB=='] }] }])
      expect(driver.verdict('PutItem', { TableName: '', Item: { a: value } })).toBe('SerializationException');
  });
});

test.each<Json>([
  { S: 'a', N: null },
  { Unknown: 1, constructor: [] },
  { SS: [], BS: ['', '/w=='] },
  { L: [{ M: {} }], M: { a: { NULL: 'yes' }, b: { BOOL: false } } },
])('%j is of kinds that may stand there, whatever it means', (value) => {
  expect(() => checkKinds(value)).not.toThrow();
});

test('the words true and false count as booleans, in any case', () => {
  for (const word of ['true', 'YES', '1']) expect(readFlag(word)).toBe(true);
  for (const word of ['False', 'no', '0']) expect(readFlag(word)).toBe(false);
  expect([readFlag(true), readFlag(false)]).toEqual([true, false]);
});

test('the expected type is named', () => {
  expect(wrongKind('12', 'Integer')).toMatchObject(serialization('STRING_VALUE cannot be converted to Integer').sample);
});
