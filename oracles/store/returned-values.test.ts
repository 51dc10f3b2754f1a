/** ReturnValues for a new and for an existing item. */
import { describe, expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { n, OracleDriver, s } from '../testing/probes/driver.ts';
import type { Item, Json } from '../values/types.ts';

const Key = { pk: s('a') };
const old: Item = { ...Key, v: n(1), w: n(5) };
const fresh = (held: boolean): OracleDriver => {
  const driver = new OracleDriver(createOracle());
  driver.table('rows', { hash: 'pk:S' });
  if (held) driver.put('rows', old);
  return driver;
};

describe('an update returns', () => {
  test.each<[string, Json | undefined, Json | undefined]>([
    ['NONE', undefined, undefined],
    ['ALL_OLD', undefined, old],
    ['ALL_NEW', { ...Key, v: n(2) }, { ...old, v: n(2) }],
    ['UPDATED_OLD', undefined, { v: n(1) }],
    ['UPDATED_NEW', { v: n(2) }, { v: n(2) }],
  ])('%s: %j of a new item, %j of another', (ReturnValues, ofNew, ofOld) => {
    const returned = [false, true].map(
      (held) => fresh(held).update('rows', Key, 'SET v = :v', { ':v': n(2) }, { ReturnValues }).Attributes,
    );
    expect(returned).toEqual([ofNew, ofOld]);
  });

  test('nothing for an attribute that is missing before and after', () => {
    const update = (ReturnValues: string) =>
      fresh(true).update('rows', Key, 'REMOVE gone', undefined, { ReturnValues });
    expect([update('UPDATED_OLD'), update('UPDATED_NEW')]).toEqual([{}, {}]);
    expect(fresh(true).update('rows', Key, 'REMOVE v', undefined, { ReturnValues: 'UPDATED_NEW' })).toEqual({});
    expect(fresh(true).update('rows', Key, 'SET x = :v', { ':v': n(1) }, { ReturnValues: 'UPDATED_OLD' })).toEqual({});
  });
});

describe('a put and a delete return', () => {
  test.each<[string, Json | undefined]>([
    ['NONE', undefined],
    ['ALL_OLD', old],
  ])('%s: %j', (ReturnValues, wanted) => {
    for (const held of [true, false])
      for (const [operation, input] of [
        ['PutItem', { Item: Key }],
        ['DeleteItem', { Key }],
      ] as const) {
        const { Attributes } = fresh(held).ok(operation, { TableName: 'rows', ...input, ReturnValues });
        expect(Attributes).toEqual(held ? wanted : undefined);
      }
  });

  test.each(['ALL_NEW', 'UPDATED_OLD', 'UPDATED_NEW'])('never %s', (ReturnValues) => {
    for (const [operation, input] of [
      ['PutItem', { Item: Key }],
      ['DeleteItem', { Key }],
    ] as const)
      expect(fresh(true).message(operation, { TableName: 'rows', ...input, ReturnValues })).toBe(
        '1 validation error detected: ReturnValues can only be ALL_OLD or NONE',
      );
  });
});

test('a failed condition returns the item on request, if there is one', () => {
  for (const held of [true, false])
    for (const ReturnValuesOnConditionCheckFailure of ['ALL_OLD', 'NONE'])
      for (const [operation, input] of [
        ['PutItem', { Item: Key }],
        ['DeleteItem', { Key }],
        ['UpdateItem', { Key }],
      ] as const) {
        const more = { ConditionExpression: 'attribute_exists(gone)', ReturnValuesOnConditionCheckFailure };
        expect(fresh(held).call(operation, { TableName: 'rows', ...input, ...more })).toEqual({
          error: 'ConditionalCheckFailedException',
          ...(held && ReturnValuesOnConditionCheckFailure === 'ALL_OLD' ? { Item: old } : {}),
        });
      }
});
